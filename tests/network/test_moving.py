"""Players whose network changes or fails during the game, each at a machine of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.network.networks import machines
from tests.network.players import LONG, Room, same_and_right, until

COUNT = 4


@pytest.mark.slow
def test_all_addresses_change_at_once_while_everybody_plays(tmp_path: Path) -> None:
    """A router restarts: for a while there is no network, and then everybody has another address."""
    with machines([f"10.9.0.{10 + place}" for place in range(COUNT)]) as network:
        room = Room(tmp_path, network)
        try:
            players = room.table(COUNT, *LONG, "--grace", "300")
            for player in players:
                player.records(20)
            for machine in network:
                machine.leave_network()
            for player, machine in zip(players, network, strict=True):
                player.hears("is away")
                until(machine.hears_nearby, f"{player.name} to look for the others nearby")
            for place, machine in enumerate(network):
                machine.enter_network(f"10.8.0.{20 + place}")
            for player in players:
                player.finish()
            same_and_right(player.save for player in players)
        finally:
            room.clear()


@pytest.mark.slow
def test_a_mute_path_is_told_before_the_table_goes_round_it(tmp_path: Path) -> None:
    """Nothing that Ada sends arrives any more, in the middle of a deal of bots."""
    with machines([f"10.9.0.{10 + place}" for place in range(3)]) as network:
        room = Room(tmp_path, network)
        try:
            _ada, bruno, clara = room.table(3, *LONG, "--grace", "15")
            clara.records(20)
            network[0].run(*(f"ip route add blackhole 10.9.0.{10 + place}/32" for place in (1, 2)))
            for player in (bruno, clara):
                player.hears(r"The table is waiting for Ada: their program has not answered for \d+ s")
                player.finish()
            assert "Ada did not come back and loses the seat." in bruno.text
        finally:
            room.clear()
