"""Watching in a real terminal, by keys and by mouse; and picking a game from the list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.replay.samples import path, recording


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.uno").write_bytes(path("resumed").read_bytes())
    return tmp_path


def start(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, config=home / "settings.toml")


def turn_shown(text: str, last: int) -> float:
    """How far the bar says that the game is, from 0 to 1; less if there is no bar."""
    found = re.search(rf"turn (\d+) of {last}\b", text)
    return int(found[1]) / last if found else -1


def test_by_keys_and_by_mouse(home: Path) -> None:
    last = recording("resumed").moments[-1].turn
    with start(home, "replay", str(path("resumed")), "--at", "5") as terminal:
        terminal.sees(rf"turn 5 of {last}\b")
        terminal.type("\x1b[F")
        terminal.sees(rf"wins the match(.|\n)*turn {last} of {last}\b")
        terminal.type("\x1b[H")
        terminal.sees(rf"turn 0 of {last}\b")
        terminal.type("ppp")
        terminal.sees(r"View: Bruno")
        terminal.type("v")
        terminal.sees(r"What you can see of all hands")
        terminal.type("q")
        terminal.until(
            lambda text: "What you can see" not in text and f"turn 0 of {last}" in text, "the bar again"
        )
        terminal.whole()
        terminal.type("\x1b[<0;33;24M")  # the button goes down in the middle of the bar ...
        terminal.until(lambda text: 4 / 12 <= turn_shown(text, last) <= 7 / 12, "the middle")
        terminal.type("\x1b[<32;60;24M")  # ... and is held to nearly its end
        terminal.until(lambda text: turn_shown(text, last) >= 9 / 12, "nearly the end")
        terminal.type("\x1b[<0;60;24m")
        terminal.type("m")
        terminal.sees(r"Bookmark set")
        terminal.type("q")
        assert terminal.ends() == 0
        assert terminal.as_found()


def test_picked_from_the_list(home: Path) -> None:
    with start(home, "replay", "--spoiler-free") as terminal:
        text = terminal.sees(r"Which one\?")
        assert "Ada, Bruno, Clara" in text
        assert "won by" not in text
        terminal.type("7\r")
        terminal.sees(r"from 1 to 1")
        terminal.type("1\r")
        terminal.sees(r"turn \d+ *$")
        terminal.type("q")
        assert terminal.ends() == 0
        assert terminal.as_found()


@pytest.mark.parametrize("key", ["\r", "\x04", "\x03"])
def test_the_list_can_be_left(home: Path, key: str) -> None:
    with start(home, "replay") as terminal:
        terminal.sees(r"Which one\?")
        terminal.type(key)
        try:
            status = terminal.ends()
        except AssertionError:  # a Ctrl-C right before Python reads the line is noticed with the next key
            terminal.type(key)
            status = terminal.ends()
        assert status in (0, 130)
        assert "Traceback" not in terminal.text


def test_a_page_is_not_written_to_the_terminal(home: Path) -> None:
    with start(home, "export", "1") as terminal:
        terminal.sees(r"say where to write it, for example: -o game.html")
        assert terminal.ends() == 2
    with start(home, "export", "-o", str(home / "game.txt")) as terminal:
        terminal.sees(r"Which one\?")
        terminal.type("1\r")
        terminal.sees(r"Written:")
        assert terminal.ends() == 0
    assert "Ada" in (home / "game.txt").read_text("utf-8")
