"""The first start, in a pseudo-terminal: a name, and the lessons; only once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.cli.test_plain import clean, run


def start(tmp_path: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, config=tmp_path / "settings.toml")


def test_the_first_start_asks_for_a_name_and_offers_the_lessons(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.sees(r"Welcome! What should the other players call you\?")
        terminal.type("Zoë\r\r")
        text = terminal.sees(r"Lesson 1 of 16: The same colour")
        assert "the key above it twice" in terminal.whole(), text
        terminal.type("33")
        terminal.sees(r"On to the next lesson\?")
        terminal.type("\r")
        terminal.sees(r"Lesson 2 of 16")
        assert "Zoë  4 cards" in terminal.whole()
        terminal.type("q")
        terminal.sees(r"You can continue with this lesson later")
        terminal.type("\r")
        terminal.sees(r"Play against bots")
        terminal.type("\x1b")
        assert terminal.ends() == 0
        assert terminal.as_found()
    assert (tmp_path / "settings.toml").read_text("utf-8").startswith('name = "Zoë"\n')
    with start(tmp_path) as terminal:
        terminal.sees(r"Play against bots")
        assert "Welcome" not in terminal.text
        terminal.type("l")
        terminal.sees(r"► 2  The same number")
        terminal.type("\r")
        terminal.sees(r"Lesson 2 of 16")


def test_a_name_that_cannot_be_shown_is_refused_and_nothing_is_saved(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.sees(r"Welcome!")
        terminal.type("you\r\r")
        terminal.sees(r"That name cannot be shown")
        assert not (tmp_path / "settings.toml").exists()
        terminal.type("\x1b")
        terminal.sees(r"Play against bots")
        terminal.type("\x1b")
        assert terminal.ends() == 0
    assert not (tmp_path / "settings.toml").exists(), "who leaves is asked again"


def test_the_first_start_in_lines(tmp_path: Path) -> None:
    with start(tmp_path, "--plain") as terminal:
        terminal.sees(r"Name \[")
        terminal.type("you\n")
        terminal.sees(r"That name cannot be shown")
        terminal.type("Zoe\n")
        terminal.sees(r"Begin with short lessons, ten minutes in all\? \[y/N\]")
        terminal.type("y\n")
        terminal.sees(r"Lesson 1 of 16: The same colour")
        terminal.sees(r"Your choice\?")
        terminal.type("R8\n")
        terminal.sees(r"Press Enter for the next lesson")
        terminal.type("quit\n")
        terminal.sees(r"12  Leave")
        terminal.type("12\n")  # for the menu: the game that is over no longer reads
        assert terminal.ends() == 0
    assert (tmp_path / "settings.toml").read_text("utf-8").startswith('name = "Zoe"\n')
    with start(tmp_path, "--plain") as terminal:
        terminal.sees(r"Your choice\?")
        assert "Welcome" not in terminal.text


def test_one_interrupt_is_enough(tmp_path: Path) -> None:
    for typed, prompt in (("", r"Name \["), ("Zoe\n", r"\[y/N\]")):
        with start(tmp_path, "--plain") as terminal:
            terminal.sees(r"Name \[")
            terminal.type(typed)
            terminal.sees(prompt)
            terminal.type("\x03")
            assert terminal.ends() == 130
            assert terminal.as_found()
        (tmp_path / "settings.toml").unlink(missing_ok=True)


def test_a_table_of_people_asks_for_the_name_first(tmp_path: Path) -> None:
    table = ("host", "--local", "--players", "2")
    with Terminal(*table, config=tmp_path / "settings.toml", P2PUNO_HOME=str(tmp_path / "home")) as terminal:
        terminal.sees(r"Name \[")
        terminal.type("you\n")
        terminal.sees(r"That name cannot be shown")
        terminal.type("Zoë\n")
        terminal.sees(r"Zoë's table")
        assert terminal.ends(pressing="q") == 0
    with Terminal(*table, config=tmp_path / "settings.toml", P2PUNO_HOME=str(tmp_path / "home")) as terminal:
        terminal.sees(r"Zoë's table")
        assert "Welcome" not in terminal.text
        assert terminal.ends(pressing="q") == 0


GAME = ("play", "--seed", "3", "--speed", "0")


@pytest.mark.parametrize("looks", [(), ("--plain",)], ids=["screen", "lines"])
def test_a_game_against_bots_asks_for_the_name_first(looks: tuple[str, ...], tmp_path: Path) -> None:
    with start(tmp_path, *GAME, *looks) as terminal:
        terminal.sees(r"Name \[")
        assert "sitting down" not in terminal.text
        terminal.type("Zoë\n")
        terminal.sees(r"Zoë .*\d+ cards|Your choice\?")
    assert (tmp_path / "settings.toml").read_text("utf-8").startswith('name = "Zoë"\n')
    with start(tmp_path, *GAME, *looks) as terminal:
        terminal.sees(r"Zoë .*\d+ cards|Your choice\?")
        assert "Welcome" not in terminal.text


@pytest.mark.parametrize("unasked", [("--name", "Zoë"), ("--watch",)], ids=" ".join)
def test_a_game_does_not_ask_for_a_name_that_is_given_or_not_needed(
    unasked: tuple[str, ...], tmp_path: Path
) -> None:
    with start(tmp_path, *GAME, *unasked) as terminal:
        terminal.sees(r"Zoë .*\d+ cards|\d+ cards?, \d+ points?|The match is over")
        assert "Welcome" not in terminal.text
    assert not (tmp_path / "settings.toml").exists()


def test_a_script_is_not_asked(tmp_path: Path) -> None:
    told = clean(run(tmp_path, "--plain", typed="12\n"))
    assert told[0] == "  1  Play against bots"
    assert not (tmp_path / "settings.toml").exists()
    assert "call you" not in "".join(clean(run(tmp_path, *GAME, "--plain", typed="quit\n")))
    assert not (tmp_path / "settings.toml").exists()
