"""Tab in real shells, with what `p2puno completion` prints for them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands.completion import SHELLS
from tests.cli.completions import scripts
from tests.cli.terminal import Terminal

START = {
    "bash": (("bash", "--norc", "--noprofile", "-i"), "source {script}"),
    "zsh": (
        ("zsh", "-f", "-i"),
        "fpath=({script}.d $fpath); autoload -U compinit; compinit -u -d {script}.dump",
    ),
    "fish": (("fish", "--no-config", "--interactive"), "source {script}"),
}
TABS = [
    (r"p2puno veri", r"p2puno verify$"),
    (r"p2puno play --variant cra", r"--variant crash$"),
    (r"p2puno play --house par", r"--house party$"),
    (r"p2puno host --play", r"p2puno host --players$"),
    (r"p2puno verify fl", r"p2puno verify flip\.uno$"),
    (r"p2puno export --output no", r"--output notes\.html$"),
]
"""What is typed before Tab, and what it becomes. Besides flip.uno there is a flip.txt, which is no game."""


@pytest.mark.parametrize("shell", SHELLS)
def test_tab(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    made = subprocess.run(
        [sys.executable, "-m", "cli", "completion", shell], capture_output=True, text=True, check=True
    ).stdout
    script = tmp_path / "script"
    script.write_text(made, "utf-8")
    (tmp_path / "script.d").mkdir()
    (tmp_path / "script.d" / "_p2puno").write_text(made, "utf-8")
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("flip.uno", "flip.txt", "notes.html"):
        (folder / name).touch()
    program, load = START[shell]
    with Terminal(
        program=program, folder=folder, config=tmp_path / "none", columns=120, HOME=str(tmp_path)
    ) as t:
        t.type(load.format(script=script) + "; echo rea''dy\r")
        t.sees(r"(?m)^ready")
        for before, after in TABS:
            t.type("\x0c" + before)
            t.sees(re.escape(before))
            t.type("\t")
            t.sees("(?m)" + after)
            t.type("\x15")


def test_the_scripts_are_those_of_the_parser() -> None:
    for path, text in scripts().items():
        assert path.read_text("utf-8") == text, "run python -m tests.cli.completions"
