"""Whole matches among processes: all files are the same, and right."""

from __future__ import annotations

import re

import pytest

from tests.network.players import LONG, QUICK, Room, same_and_right


def test_two_players_and_a_spectator(room: Room) -> None:
    ada, bruno, carla = (room.player(name) for name in ("Ada", "Bruno", "Carla"))
    # Slow enough that the spectator, who asks twice a second whether it has begun, is there before its end.
    address = ada.host("--players", "2", *LONG, "--pace", "0.2").address
    carla.watch(address).hears("has not started")
    bruno.join(address)
    for player in (ada, bruno, carla):
        player.finish()
        player.hears(rf"wins? the match! Saved: {re.escape(str(player.save))}")
    same_and_right([ada.save, bruno.save, carla.save])


def test_bots_beside_the_one_who_opens(room: Room) -> None:
    ada = room.player("Ada").host("--players", "4", "--bots", "3", *QUICK)
    ada.finish()
    files = ada.bot_files()
    assert len(files) == 3
    same_and_right([ada.save, *files])


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "flip", "battle", "crash", "swap", "no-mercy"])
def test_four_players(room: Room, variant: str) -> None:
    players = room.table(4, "--variant", variant, *QUICK)
    for player in players:
        player.finish()
    same_and_right(player.save for player in players)


@pytest.mark.slow
@pytest.mark.long
def test_ten_players(room: Room) -> None:
    players = room.table(10, *QUICK)
    for player in players:
        player.finish(seconds=300)
    same_and_right(player.save for player in players)
