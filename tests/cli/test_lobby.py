"""The table before the game, in real terminals."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    def started(name: str, *arguments: str, no_color: str = "") -> Terminal:
        return Terminal(
            *arguments,
            *("--name", name, "--local"),
            config=tmp_path / "settings.toml",
            P2PUNO_HOME=str(tmp_path / name),
            NO_COLOR=no_color,
        )

    return started


def invited(terminal: Terminal) -> str:
    """The address to type, as the screen shows it."""
    found = re.search(r"^ +p2puno join (\S+)$", terminal.sees(r"p2puno join \S+"), re.MULTILINE)
    assert found is not None
    return found[1]


def test_who_comes_and_goes_until_the_game_begins(start: Start) -> None:
    with start("Zoe", "host", "--players", "4", "--bots", "1", "--variant", "flip") as host:
        address = invited(host)
        text = host.sees(r"2  \S+ +Zoe's bot")
        assert re.search(r"► +1  Zoe +you", text)
        assert "Waiting for 2 more players ..." in text
        assert "To join, type on this machine:" in text, "as the table is --local"
        assert "UNO Flip, to 500 points." in text
        assert "a player away for 120 s is out" in text
        assert b"\x1b[?1000h" not in host.raw, "the mouse is left to the terminal, to copy with"
        with ExitStack() as others:
            guest = others.enter_context(start("Ben", "join", address, "--yes", no_color="1"))
            guest.sees(r"1  Zoe +host")
            theirs = invited(guest)
            assert theirs != address, "everybody at the table can let others in"
            assert theirs.partition("#")[2] == address.partition("#")[2]
            host.sees(r"3  Ben")
            host.sees(r"Waiting for 1 more player \.\.\.")
            others.enter_context(start("Cleo", "join", theirs, "--yes", "--as-bot", "normal"))
            for player in (host, guest):
                player.sees(r"round 1|shuffling|Between two rounds|Drawing")
                player.type("q")
                player.sees(r"Leave the game\?(.|\n)*Be back within 120 seconds")
                assert player.ends(pressing="\r") == 0
                assert player.as_found()


def test_leaving_before_the_game(start: Start) -> None:
    with start("Zoe", "host", "--players", "3") as host:
        address = invited(host)
        with start("Ben", "join", address) as guest:
            guest.sees(r"Take a seat\?")
            guest.type("\n")
            guest.sees(r"2  Ben +you")
            host.sees(r"2  Ben")
            guest.type("q")
            guest.sees(r"Leave once more to confirm\.")
            guest.type("n")
            guest.until(lambda text: "once more" not in text)
            guest.type("qq")
            assert guest.ends() == 0
            assert guest.as_found()
        host.sees(r"Ben is no longer at the table \(1 of 3\)")
        host.resize(60, 20)
        host.sees(r"Waiting for 2 more players \.\.\.\n")
        host.type("\x03")
        host.sees(r"this closes the table")
        host.type("\x03")
        assert host.ends() == 0
        assert host.as_found()


def test_told_to_end_before_the_game(start: Start) -> None:
    with start("Zoe", "host", "--players", "2") as host:
        invited(host)
        os.kill(host.process.pid, signal.SIGTERM)
        assert host.ends() == 128 + signal.SIGTERM
        assert host.as_found()


def test_the_host_changes_the_table_and_the_guest_agrees(start: Start) -> None:
    with start("Zoe", "host", "--players", "3") as host:
        address = invited(host)
        with start("Ben", "join", address, "--yes") as guest:
            host.sees(r"2  Ben")
            guest.sees(r"2  Ben +you")
            guest.type("thello all\r")
            host.sees(r"Ben: hello all")
            guest.sees(r"Ben: hello all")
            guest.type("r")
            guest.sees(r"Propose this")
            guest.type("\x1b[C\x1b[B\x1b[C\x1b[F\r")  # the next rule set, the next house rules; the last line
            guest.sees(r"You propose: UNO Flip, to 500 points, house rules: Stack")
            host.sees(r"Ben proposes: UNO Flip(.|\n)*house rules: Stack the same")
            host.sees(r"o: play what was proposed(.|\n)*x: remove somebody")
            host.type("o")
            guest.sees(r"The host takes over what you proposed: UNO Flip, to 500 points, house rules:")
            host.sees(r"You have changed the table, and everybody is asked: UNO Flip, to 500 points")
            assert "o: play what was proposed" not in host.whole(), "it is played now"
            host.type("r")
            host.sees(r"Play this")
            host.type("4\x1b[C\x1b[F\r")  # more points
            guest.sees(r"Do you agree to play this\? Press a")
            guest.sees(r"UNO Flip, to 1000 points")
            host.sees(r"Waiting for 1 more player|Waiting for Ben to agree")
            guest.type("a")
            guest.until(lambda text: "Do you agree" not in text)
            host.type("r")
            host.sees(r"Play this")
            host.type("4\x1b[C6\x1b[C\x1b[F\r")  # other points, and one bot
            full = host.sees(r"Waiting for Ben to agree")
            assert "p2puno join" not in full, "there is no free seat"
            assert "both wait for a player who is away" in " ".join(full.split()), "one of them has the bot"
            guest.sees(r"Do you agree to play this\? Press a")
            guest.type("a")
            for player in (host, guest):
                player.sees(r"round 1|shuffling|Between two rounds|Drawing")


def test_the_host_removes_somebody(start: Start) -> None:
    with start("Zoe", "host", "--players", "3") as host:
        address = invited(host)
        with start("Ben", "join", address, "--yes") as guest:
            host.sees(r"2  Ben")
            guest.sees(r"2  Ben +you")
            host.type("x")
            host.sees(r"Whom\? Press the number of a seat")
            host.type("2")
            host.sees(r"Remove Ben\? They can come back only if you let them\. Press x again\.")
            host.type("n")
            host.until(lambda text: "Remove Ben" not in text)
            assert guest.process.poll() is None
            host.type("x2x")
            host.until(lambda text: not re.search(r"2  Ben", text))
            host.sees(r"Ben is removed, and can come back only if you let them\.")
            assert guest.ends() == 2
            assert "The host has removed you from the table: you get a seat again" in guest.text
        with start("Ben", "join", address, "--yes") as guest:
            assert guest.ends() == 2
        host.type("b")
        host.sees(r"Ben can join again\.")
        with start("Ben", "join", address, "--yes"):
            host.sees(r"2  Ben")
            host.until(lambda text: "Ben can join again" not in text, "a lobby without an old message")


def test_a_host_alone_is_not_asked_whom_to_remove(start: Start) -> None:
    with start("Zoe", "host", "--players", "3") as host:
        address = invited(host)
        assert "x: remove" not in host.text
        host.type("xq")
        host.sees(r"Leave once more to confirm: this closes the table")
        assert "Whom?" not in host.text
        with start("Ben", "join", address, "--yes"):
            host.sees(r"2  Ben(.|\n)*x: remove somebody")


def test_the_host_removes_a_bot_of_their_own(start: Start) -> None:
    with start("Zoe", "host", "--players", "3", "--bots", "1") as host:
        host.sees(r"2  \S+ +Zoe's bot")
        host.type("x2x")
        host.sees(r"2  free")
        host.type("r")
        host.sees(r"Bots +< 0 >")


def test_a_guest_with_a_phone_is_added_shown_and_removed(start: Start) -> None:
    with start("Zoe", "host", "--players", "4") as host:
        address = invited(host)
        with start("Ben", "join", address, "--yes", "--plain") as guest:
            host.sees(r"2  Ben")
            host.type("p")
            host.sees(r"guest's name:")
            host.type("<Leo>\r")
            host.sees(r"That name")
            host.type("p")
            host.sees(r"guest's name:")
            host.type("Leo\r")
            host.sees(r"3  Leo +guest on Zoe's machine")
            guest.sees(r"Leo joins as a guest on Zoe's machine, which sees their hand")
            host.type("g")
            host.sees(r"http://127\.0\.0\.1:\d+/#")
            host.type("g")
            host.sees(r"3  Leo")
            host.type("x3x")
            host.sees(r"3  free")
            assert "a guest's code" not in host.text


def test_a_guest_with_a_phone_in_lines(start: Start) -> None:
    with start("Zoe", "host", "--players", "3", "--plain") as host:
        host.sees(r"p2puno join")
        host.type("guest Leo\r")
        host.sees(r"Leo joins as a guest on Zoe's machine")
        assert re.search(r"http://127\.0\.0\.1:\d+/#", host.text)
        host.type("remove Leo\r")
        host.sees(r"Type the same again to remove Leo")
        host.type("remove Leo\r")
        host.sees(r"Leo is no longer at the table")
