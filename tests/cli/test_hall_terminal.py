"""The hall of a tournament in a real terminal: standings, watching a table, and going back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.hall.verify_tournament import verify_tournament
from tests.cli.terminal import Pilot, Terminal
from tests.network.players import until

HOST = (
    "tournament", "host", "--players", "4", "--bots", "3", "--stages", "2", "--hand-size", "1",
    "--uno-window", "50", "--local", "--name", "Zoe", "--as-bot", "easy",
)  # fmt: skip


def test_the_hall_by_keys_alone(tmp_path: Path) -> None:
    said = tmp_path / "said"
    env = {**os.environ, "P2PUNO_HOME": str(tmp_path / "host"), "LANGUAGE": "en"}
    with said.open("wb") as out:
        host = subprocess.Popen(
            [sys.executable, "-m", "cli", *HOST, "--pace", "0.2"],
            stdin=subprocess.DEVNULL,
            stdout=out,
            env=env,
        )
    try:
        until(lambda: b"Your next game" in said.read_bytes(), "the tournament to begin")
        found = re.search(r"p2puno join (\S+)", said.read_text())
        assert found is not None
        arguments = ("tournament", "watch", found.group(1), "--local", "--save", str(tmp_path / "evening"))
        with Terminal(
            *arguments, config=tmp_path / "settings.toml", P2PUNO_HOME=str(tmp_path / "home"), LANGUAGE="en"
        ) as terminal:
            terminal.sees("You are watching this tournament")
            text = terminal.sees(r"1 +stage \d, table 1:")
            assert all(name in text for name in ("Zoe", "Ada", "Bruno", "Clara"))
            terminal.presses("1", lambda text: "You are watching this" not in text, "the table")
            terminal.sees(r"Zoe")
            terminal.presses("q", lambda text: "You are watching this tournament" in text, "the hall again")
            terminal.presses("q", lambda text: terminal.process.poll() is not None, "the end")
            assert terminal.process.returncode == 0
            assert terminal.as_found()
    finally:
        host.kill()
        host.wait()


def test_a_player_goes_from_game_to_game(tmp_path: Path) -> None:
    """One lobby, two stages with bots, the hall in between and at the end; everything by keys."""
    arguments = (
        "tournament", "host", "--players", "4", "--bots", "3", "--stages", "2", "--hand-size", "1",
        "--uno-window", "50", "--local", "--name", "Zoe", "--pace", "0", "--save", str(tmp_path / "evening"),
    )  # fmt: skip
    with Terminal(
        *arguments, config=tmp_path / "settings.toml", P2PUNO_HOME=str(tmp_path / "home"), LANGUAGE="en"
    ) as terminal:
        for _ in range(2):
            Pilot(terminal).play_match()
            terminal.sees(r"Enter: back to the tournament\.")
            terminal.presses("\r", lambda text: "The match is over" not in text, "what comes after the game")
        text = terminal.sees("The tournament is over.")
        assert len(re.findall(r"^ +\d (?:Zoe|Ada|Bruno|Clara) +\d+", text, re.MULTILINE)) == 4
        assert terminal.ends(pressing="q") == 0
        assert terminal.as_found()
        said = " ".join(terminal.whole().split())
        assert re.search(r"wins? the tournament! Saved: \S*evening \(check it with p2puno verify\)", said)
        assert "stage-2" not in said, "the tournament is what was played"
    assert verify_tournament(tmp_path / "evening").state == "complete"


@pytest.mark.slow
@pytest.mark.long
def test_whoever_sits_out_watches_until_their_own_game_begins(tmp_path: Path) -> None:
    """Five players in five stages: everybody sits out once."""
    arguments = (
        "tournament", "host", "--players", "5", "--bots", "4", "--stages", "5", "--hand-size", "1",
        "--uno-window", "50", "--local", "--name", "Zoe", "--pace", "0.1",
    )  # fmt: skip
    with Terminal(
        *arguments, config=tmp_path / "settings.toml", P2PUNO_HOME=str(tmp_path / "home"), LANGUAGE="en"
    ) as terminal:
        pilot, watched = Pilot(terminal), False

        def wants_something(text: str) -> bool:
            hall = "1-9: watch a table." in text and not watched
            return hall or "The tournament is over." in text or pilot.asks(text)

        while "The tournament is over." not in terminal.until(wants_something, "something to do"):
            text = terminal.whole()
            if "1-9: watch a table." in text and not watched:
                terminal.presses("1", lambda text: "1-9: watch" not in text, "the table")
                watched = True
            elif "The match is over" in text:
                terminal.presses("\r", lambda text: "The match is over" not in text, "what comes after")
            elif pilot.asks(text):
                pilot.answer(text)
        assert watched
        assert terminal.ends(pressing="q") == 0
