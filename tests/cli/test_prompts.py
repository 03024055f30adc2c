"""Every question in a line is given up by one Ctrl-C, and nobody who cannot answer is taken to agree."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.cli.test_lobby import invited

SAMPLE = Path(__file__).parents[2] / "replays" / "resumed.uno"


def start(tmp_path: Path, *arguments: str, home: str = "home") -> Terminal:
    (tmp_path / "settings.toml").touch()  # else the menu asks for a name first: see test_welcome.py
    return Terminal(
        *arguments, config=tmp_path / "settings.toml", P2PUNO_HOME=str(tmp_path / home), columns=100
    )


def gives_up(terminal: Terminal, prompt: str) -> None:
    terminal.sees(prompt)
    terminal.type("\x03")
    # Python ends by the signal where it came in the middle of an import; a shell shows both as 130.
    assert terminal.ends() in (130, -signal.SIGINT)
    assert "Goodbye." in terminal.text
    assert terminal.as_found()


@pytest.mark.parametrize(
    ("arguments", "typed", "prompt"),
    [
        (("--plain",), "", r"Your choice\?"),
        (("--plain",), "1\n", r"\[classic\]"),
        (("play", "--plain", "--speed", "0"), "", r"Your choice\?"),
        (("replay",), "", r"Which one\? \(Enter leaves\)"),
        (("host", "--plain", "--local"), "", r"p2puno join"),
    ],
)
def test_one_interrupt_is_enough(arguments: tuple[str, ...], typed: str, prompt: str, tmp_path: Path) -> None:
    games = tmp_path / "home" / "games"
    games.mkdir(parents=True)
    shutil.copy(SAMPLE, games)
    with start(tmp_path, *arguments) as terminal:
        terminal.type(typed)
        gives_up(terminal, prompt)


def test_one_interrupt_is_enough_when_asked_to_take_a_seat(tmp_path: Path) -> None:
    with start(tmp_path, "host", "--local", "--players", "2", home="Zoe") as host:
        address = invited(host)
        with start(tmp_path, "join", address, "--local", "--name", "Ben", home="Ben") as guest:
            gives_up(guest, r"Take a seat\?")
        assert "Ben" not in host.whole()


@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ("", 2, "nobody answered: --yes takes a seat without asking"),
        ("no\n", 1, "Take a seat?"),
    ],
)
def test_nobody_takes_a_seat_unasked(typed: str, status: int, said: str, tmp_path: Path) -> None:
    with start(tmp_path, "host", "--local", "--players", "2", home="Zoe") as host:
        address = invited(host)
        done = subprocess.run(
            [sys.executable, "-m", "cli", "join", address, "--plain", "--local", "--name", "Ben"],
            input=typed,
            capture_output=True,
            text=True,
            timeout=90,
            env=os.environ
            | {"P2PUNO_HOME": str(tmp_path / "Ben"), "P2PUNO_CONFIG": str(tmp_path / "none.toml")},
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert said in done.stdout + done.stderr
        assert "You have a seat" not in done.stdout
