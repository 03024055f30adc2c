"""Every command of the README is run as it stands there, in what looks like a fresh clone, with homes of its
own; who would sit at a keyboard has a terminal. Only the network differs: it is loopback."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import make_parser
from tests.cli.commands import commands
from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = [
    [line for line in block.splitlines() if shlex.split(line, comments=True)]
    for block in re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
]
DEALT = r"\d+ cards?, \d+ points?"
"""The line above the own hand."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """All that git knows of, and the virtual environment; what commands write does not reach the original."""
    folder = tmp_path / "p2puno"
    folder.mkdir()
    known = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    names = {name.partition("/")[0] for name in known if name} or {path.name for path in ROOT.iterdir()}
    for name in names | {".venv"}:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    return folder


def environment(clone: Path, home: str = "home") -> dict[str, str]:
    return {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "P2PUNO_HOME": str(clone.parent / home),
        "XDG_CONFIG_HOME": str(clone.parent / home),
        "LANGUAGE": "en",
    }


def typed(clone: Path, line: str, home: str = "home") -> Terminal:
    return Terminal(
        program=("bash", "-c", line),
        folder=clone,
        config=clone.parent / home / "settings.toml",
        **environment(clone, home),  # type: ignore[arg-type]
    )


def leave(terminal: Terminal) -> None:
    """Out of a game, as a person does it."""
    terminal.type("q")
    terminal.sees("Leave the game")
    assert terminal.ends(pressing="\r") == 0, terminal.text
    assert "Traceback" not in terminal.text


# -- the commands that want a person, or care ------------------------------------------------------------


def play(clone: Path, line: str) -> None:
    with typed(clone, line) as terminal:
        terminal.sees(r"What should the other players call you\?")
        terminal.type("\r")
        terminal.sees(DEALT)
        leave(terminal)


def one_test(clone: Path, line: str) -> None:
    """All tests would run this one again: here the target runs a single one."""
    one = "tests/test_package.py::test_the_command_says_its_version"
    run(clone, line, PYTEST_ADDOPTS=f"{one} -p no:cacheprovider")


def look(clone: Path, line: str) -> None:
    with typed(clone, line) as terminal:
        terminal.sees(r"turn \d+|Turn \d+|\d+/\d+")
        terminal.type("q")
        assert terminal.ends() == 0, terminal.text
        assert "Traceback" not in terminal.text


def examine(clone: Path, line: str) -> None:
    """In a network of its own; what it finds wrong there is not our fault."""
    apart = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"], capture_output=True).returncode:
        pytest.skip("no network namespace can be made here")
    up = f"ip link set lo up; {line}"
    done = subprocess.run(
        [*apart, "bash", "-c", up],
        cwd=clone,
        env={**os.environ, **environment(clone)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    assert re.search(
        r"^(Everything is fine\.|\d+ of \d+ checks failed: see above\.)$", done.stdout, re.MULTILINE
    ), done.stdout
    assert not done.stderr


def run(clone: Path, line: str, **more: str) -> None:
    """Anything else: by itself, without a terminal."""
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=clone,
        env={**os.environ, **environment(clone), **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "Traceback" not in done.stderr


BY_HAND: dict[str, Callable[[Path, str], None]] = {
    "make play": play,
    "make test": one_test,
    "p2puno replay": look,
    "p2puno doctor": examine,
}


def two_machines(clone: Path, host: str, join: str) -> None:
    """What one reads out, the other types; then both see cards."""
    with typed(clone, f"{shlex.join(shlex.split(host, comments=True))} --local", "ada") as opener:
        opener.sees("Name")
        opener.type("Ada\r")
        opener.sees(r"p2puno join \S+#\w{4}-\w{4}")
        found = re.search(r"p2puno join (\S+)", opener.text)
        assert found is not None
        heard, replaced = re.subn(r"(?<=p2puno join )\S+", shlex.quote(found[1]), join)
        assert replaced == 1
        with typed(clone, f"{heard} --local", "bruno") as joiner:
            joiner.sees("Name")
            joiner.type("Bruno\r")
            joiner.sees("Take a seat")
            joiner.type("\r")
            for terminal in (joiner, opener):
                terminal.sees(DEALT)
            for terminal in (joiner, opener):
                leave(terminal)


# -- the tests --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0].split("  ")[0])
def test_a_block_of_commands(block: list[str], clone: Path) -> None:
    if block[0].startswith("p2puno host"):
        two_machines(clone, *block)
        return
    for line in block:
        by_hand = [how for start, how in BY_HAND.items() if line.startswith(start)]
        (by_hand or [run])[0](clone, line)


def test_the_blocks_are_found() -> None:
    """Whatever is fenced is commands, or the picture of the flow; and the promised ones are there."""
    assert README.count("```") == 2 * (len(BLOCKS) + 1)
    commands = [line for block in BLOCKS for line in block]
    assert [line.split("  ")[0] for line in commands[:2]] == ["make play", "make test"]
    for start in (*BY_HAND, "p2puno host", "p2puno join", "p2puno verify"):
        assert any(line.startswith(start) for line in commands), start


def test_what_the_text_speaks_of_is_there() -> None:
    """What is said between the blocks is not run, but there are such commands, options, targets and files."""
    help_texts = {name: parser.format_help() for name, parser in commands(make_parser()).items()}
    for name in re.findall(r"`(?:\.venv/bin/)?p2puno (\w+)", README):
        assert name in help_texts, name
    for option in re.findall(r"`(--[a-z-]+)", README):
        assert any(option in text for text in help_texts.values()), option
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make (\w+)`", README)) <= targets
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_files_named_in_the_architecture_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = {name for name in re.findall(r"`([\w/]+\.(?:py|html|md))`", text) if "/" in name}
    assert len(named) > 20
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]
