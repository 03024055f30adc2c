"""An evening in lines: two people, real programs, one match after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.cli.terminal import PATIENCE, Terminal

QUICK = ("--hand-size", "1", "--target", "1", "--uno-window", "0")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Terminal, Terminal]]:
    """Zoe, who opens the table, and Ben."""

    def start(name: str, *arguments: str) -> Terminal:
        (tmp_path / name).mkdir()
        return Terminal(
            *arguments,
            *("--name", name, "--local", "--plain"),
            config=tmp_path / "settings.toml",
            rows=60,
            P2PUNO_HOME=str(tmp_path / name),
        )

    with start("Zoe", "host", "--players", "2", *QUICK) as host:
        found = re.search(r"p2puno join (\S+)", host.sees(r"p2puno join \S+\n"))
        assert found is not None
        with start("Ben", "join", found[1], "--yes") as guest:
            yield host, guest


def answer(player: Terminal) -> None:
    """Take the first choice, and wait for the echo. The next question may arrive together with it, so that
    the screen never looks answered."""
    before = len(player.raw)
    player.type("1\n")
    player.until(lambda _text: b"1\r\n" in player.raw[before:], "the echo")


def play_match(*players: Terminal) -> None:
    """Play the first card offered until both are asked for another match."""
    deadline = monotonic() + 3 * PATIENCE  # a match may be long, and the machine busy
    while not all("Another match?" in player.text for player in players):
        assert monotonic() < deadline, "\n---\n".join(player.text for player in players)
        for player in players:
            if player.text.rstrip().endswith("Your choice?"):
                answer(player)
            player.catch_up()


def test_the_host_can_change_the_rules_after_the_guest_has_agreed(pair: tuple[Terminal, Terminal]) -> None:
    host, guest = pair
    play_match(host, guest)
    guest.type("again\n")
    host.sees(r"Ben wants another match\.")
    host.type("rules variant=flip\n")
    host.sees(r"You have changed the table, and everybody is asked: UNO Flip")
    guest.sees(r"The host has changed the table: UNO Flip")
    guest.type("rules variant=crash\n")
    guest.sees(r"You propose: .*The host decides\.")
    host.sees(r"Ben proposes: ")
    host.type("accept\n")
    guest.sees(r"The host takes over what you proposed: ")
    for player in pair:
        player.sees(r"Your turn\.|deals\.|You deal\.")


def test_who_waits_for_the_next_match_is_told_that_the_host_has_left(pair: tuple[Terminal, Terminal]) -> None:
    host, guest = pair
    play_match(host, guest)
    host.type("rules\n")
    host.sees(r"Do you agree to play this\?")
    guest.type("again\n")
    host.sees(r"Ben agrees\.")
    host.type("quit\n")
    assert host.ends() == 0
    guest.sees(r"Zoe, the host, has left: somebody else opens the table now\.")
    guest.sees(r"p2puno join ")


def test_who_looks_at_the_result_is_told_that_the_other_has_left(pair: tuple[Terminal, Terminal]) -> None:
    host, guest = pair
    play_match(host, guest)
    host.type("\n")
    assert host.ends() == 0
    guest.sees(r"Zoe has left the table\.")


def test_removing_somebody_in_lines_takes_two_lines(tmp_path: Path) -> None:
    def start(name: str, *arguments: str) -> Terminal:
        own = ("--name", name, "--local", "--plain")
        config, home = tmp_path / "settings.toml", str(tmp_path / name)
        return Terminal(*arguments, *own, config=config, rows=60, P2PUNO_HOME=home)

    with start("Zoe", "host", "--players", "3") as host:
        found = re.search(r"p2puno join (\S+)", host.sees(r"p2puno join \S+\n"))
        assert found is not None
        with start("Ben", "join", found[1], "--yes") as guest:
            host.sees(r"Ben joins")
            host.type("remove ben\n")
            host.sees(r"Type the same again to remove Ben")
            host.type("table\n")
            host.sees(r"Ben: (agrees|has not agreed yet)")
            host.type("remove ben\nremove ben\n")
            host.sees(r"Ben is removed\. To let them come back, type: back Ben")
            assert guest.ends() == 2
        host.type("back ben\n")
        host.sees(r"ben can join again\.")
        with start("Ben", "join", found[1], "--yes"):
            host.sees(r"Ben joins(.|\n)*Ben joins")
