"""Sitting down: through anybody, with the right code, where there is room; and leaving before the game."""

from __future__ import annotations

import re
import signal
import socket

import pytest

from cli.main import main
from tests.network.players import QUICK, Room, same_and_right


def port_of(address: str) -> int:
    found = re.search(r":(\d+)#", address)
    return int(found.group(1)) if found else 10866


def code_of(address: str) -> str:
    return address.partition("#")[2]


def test_joining_through_somebody_who_only_sits_there(room: Room) -> None:
    ada, bruno, clara = (room.player(name) for name in ("Ada", "Bruno", "Clara"))
    address = ada.host("--players", "3", *QUICK).address
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bruno.join(address, "--port", str(port))
    ada.hears("Bruno joins")
    clara.join(f"127.0.0.1:{port}#{code_of(address)}")  # the code is the table's, not the opener's
    ada.hears("Clara joins")
    for player in (ada, bruno, clara):
        player.finish()
    same_and_right([ada.save, bruno.save, clara.save])


def test_two_tables_on_one_machine_and_one_identity_at_both_ends(room: Room) -> None:
    """Two tables do not disturb each other; whoever has only one machine can try it with two terminals."""
    ada, bruno = room.player("Ada"), room.player("Bruno")
    first, second = ada.host("--players", "2", *QUICK), bruno.host("--players", "2", *QUICK)
    assert port_of(first.address) != port_of(second.address)
    again = room.player("Ada2")
    again.folder = ada.folder  # the same data folder
    again.join(first.address)
    other = room.player("Dario").join(second.address)
    for player in (ada, again, bruno, other):
        player.finish()
    same_and_right([ada.save, again.save])
    same_and_right([bruno.save, other.save])


def test_what_is_wrong_is_said_in_one_sentence(room: Room) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        busy = room.player("Busy").host("--players", "2", "--port", str(port))
        busy.finish(status=2)
        busy.hears(f"Port {port} is in use")
    ada = room.player("Ada").host("--players", "2", *QUICK, "--target", "1000", "--pace", "1")
    address = ada.address
    wrong = room.player("Wrong").join(address.partition("#")[0] + "#AAAA-AAAA")
    wrong.finish(status=2)
    wrong.hears("does not match the code")
    nobody = room.player("Nobody").join("no-such-host.invalid")
    nobody.finish(status=2)
    nobody.hears("No machine called")
    bruno = room.player("Bruno").join(address)
    bruno.records(3)
    late = room.player("Late").join(address)
    late.finish(status=2)
    late.hears("has already started")
    again = room.player("Again").start("host", "--save", str(ada.save), "--local")
    again.finish(status=2)
    again.hears("already exists")
    twice = room.player("Twice").start("resume", str(ada.save))
    twice.finish(status=2)
    twice.hears("being played by another p2puno")
    for player in (busy, wrong, nobody, late, again, twice):
        assert "Traceback" not in player.text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("join", ""), "the host is missing"),
        (("join", "\x1b]0;title\x07 host"), "“]0;title host” is not an address"),
        (("join", "h" * 500), "“" + "h" * 60 + "” is not an address"),
        (("join", "127.0.0.1:99999"), "a port is a number from 1 to 65535"),
        (("join", "http://127.0.0.1:10866"), "it looks like a web address: leave out the http:// part"),
        (("join", "http://ada.local"), "it looks like a web address: leave out the http:// part"),
        (("join", "[::1]:port"), "a port is a number from 1 to 65535"),
        (("host", "--port", "99999"), "a port is a number from 1 to 65535"),
        (("host", "--name", "\x1b[31mred"), "that name cannot be shown"),
        (("host", "--name", "\u202edren"), "that name cannot be shown"),
        (("host", "--name", "n" * 25), "that name cannot be shown"),
        (("join", "127.0.0.1", "--name", "a\nb"), "that name cannot be shown"),
        (("host", "--name", "Ada\ufe0f"), "that name has invisible characters"),
        (("join", "127.0.0.1", "--name", "\u3164"), "that name has invisible characters"),
        (("host", "--name", "Ada 500, Bob"), "that name has characters that are not allowed"),
        (("join", "127.0.0.1", "--name", "You"), "p2puno uses that name"),
        (("host", "--name", "B" + 3 * "\u0301"), "that name has more than two accents on one letter"),
        (("host", "--save", "game.journal"), "is the name of a private journal"),
    ],
)
def test_what_is_typed_wrong_is_told_without_harm(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also to the terminal: nothing that it would obey is printed."""
    assert main([*arguments, "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("p2puno: ")
    assert why in said
    assert said.rstrip("\n").isprintable()


def test_a_guest_who_leaves_frees_the_seat_and_the_opener_closes_the_table(room: Room) -> None:
    ada, bruno, clara = (room.player(name) for name in ("Ada", "Bruno", "Clara"))
    address = ada.host("--players", "3", *QUICK).address
    bruno.join(address)
    bruno.hears("You have a seat")  # who was never there is waited for longer
    bruno.tell(signal.SIGTERM)
    bruno.finish(status=128 + signal.SIGTERM)
    ada.hears("Bruno is no longer at the table")
    clara.join(address)
    clara.hears("You have a seat")  # not only in Ada's eyes
    ada.tell(signal.SIGTERM)
    ada.finish(status=128 + signal.SIGTERM)
    clara.finish(status=2)
    clara.hears("has left: the game has not started")
    assert not list(clara.folder.glob("*.journal"))
