"""kill -9, of anybody, at any instant: nothing is lost, the match ends, all files are the same and right."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path
from random import Random

import pytest

from protocol.files.private_journal import read_journal
from protocol.net.address import split_endpoint
from protocol.net.keys_and_card import Card
from protocol.replay.verify import verify
from tests.network.players import LONG, QUICK, Player, Room, same_and_right, until

VARIANTS = ("classic", "flip", "battle", "crash", "swap", "no-mercy")


def end_well(players: list[Player]) -> None:
    for player in players:
        try:
            player.finish()
        except AssertionError as error:
            told = (f"--- {p.name}, {p.entries} entries:\n{p.text[-800:]}" for p in players)
            raise AssertionError("\n".join(told)) from error
    same_and_right(player.save for player in players)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_anybody_is_killed_and_comes_back(room: Room, seed: int) -> None:
    """Again and again, the opener first, at positions that chance chooses."""
    random = Random(seed)
    variant = VARIANTS[seed % len(VARIANTS)]
    players = room.table(3, "--variant", variant, *QUICK)
    victims = [players[0], *(random.choice(players) for _ in range(3))]
    position = 0
    for victim in victims:
        position += random.randrange(1, 25)
        victim.records(position)
        victim.kill()
        if not victim.text.rstrip().endswith("the match!"):
            victim.resume()
    end_well(players)


@pytest.mark.slow
def test_all_are_killed_at_once(room: Room) -> None:
    random = Random("flip")
    players = room.table(3, "--variant", "flip", *LONG)
    for _ in range(3):
        players[1].records(players[1].entries + random.randrange(1, 30))
        for player in players:
            player.kill()
        for player in random.sample(players, len(players)):
            player.resume()
    end_well(players)


@pytest.mark.slow
def test_a_player_with_bots_is_killed_and_comes_back_with_them(room: Room) -> None:
    ada, bruno = room.player("Ada"), room.player("Bruno")
    ada.host("--players", "4", "--bots", "2", *QUICK)
    bruno.join(ada.address)
    ada.records(30)
    group = ada.pid
    ada.kill()
    until(lambda: not living(group), "the bots to end with their player")
    ada.resume()
    for player in (ada, bruno):
        player.finish()
    files = ada.bot_files()
    assert len(files) == 2
    same_and_right([ada.save, bruno.save, *files])


@pytest.mark.slow
def test_one_who_stays_away_is_lost_and_the_others_end_the_match(room: Room) -> None:
    players = room.table(4, *QUICK, "--grace", "3")
    players[0].records(20)  # the opener, like anyone
    players[0].kill()
    rest = players[1:]
    end_well(rest)
    assert verify(rest[0].save).lost == ((0, "silent"),)


@pytest.mark.slow
def test_two_players_wait_for_each_other(room: Room) -> None:
    ada, bruno = room.table(2, *QUICK, "--grace", "1")
    bruno.records(15)
    bruno.kill()
    ada.hears("The match is waiting for Bruno")
    until_quiet(ada.save)
    assert not ada.ended
    bruno.resume()
    end_well([ada, bruno])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_who_is_told_to_end_takes_leave(room: Room, number: signal.Signals) -> None:
    """A closed terminal, Ctrl-C, the system going down: the bots end too, and the game can be resumed."""
    ada = room.player("Ada")
    ada.host("--players", "3", "--bots", "2", *LONG)
    ada.records(10)
    group = ada.pid
    os.killpg(group, number) if number is signal.SIGINT else ada.tell(number)
    ada.finish(status=130 if number is signal.SIGINT else 128 + number)
    until(lambda: not living(group), "the bots to end with their player")
    assert "Traceback" not in ada.text
    same_and_right([ada.save], "cut")


def living(group: int) -> bool:
    """Whether anybody of a process group is still there."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def until_quiet(path: Path) -> None:
    """Wait until nothing more is recorded."""
    sizes: list[int] = []

    def quiet() -> bool:
        sizes.append(path.stat().st_size)
        return len(sizes) > 100 and len(set(sizes[-100:])) == 1

    until(quiet, "the game to stand still")


@pytest.mark.slow
def test_all_come_back_at_other_ports_and_find_each_other(room: Room) -> None:
    players = room.table(2, *LONG)
    players[1].records(15)
    for player in players:
        player.kill()
    ports = {split_endpoint(place)[1] for player in players for place in own_card(player).addresses}
    taken = [socket.create_server(("127.0.0.1", port)) for port in ports]
    try:
        for player in players:
            player.resume()
        end_well(players)
    finally:
        for server in taken:
            server.close()


def own_card(player: Player) -> Card:
    own = read_journal(player.save.with_suffix(".journal"))
    assert own.keys is not None
    cards = [Card.read(blob) for blob in own.cards]
    return next(card for card in cards if card.curve == own.keys.curve_public)
