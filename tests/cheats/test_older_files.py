"""A seat that comes back with an older file of the game, or with none, among cheats."""

from __future__ import annotations

import pytest

from tests.cheats.cheater import table_of
from tests.simulation.promises import all_over, check_all
from tests.simulation.test_cases import HOUR, losses
from tests.simulation.test_finality import two_lines


@pytest.mark.parametrize("left", [0, 5])
def test_file_lost_after_going_back(left: int) -> None:
    """The journal says how much was final before the log went back. The file is lost or cut: the seat takes
    the same entries again from the others, and plays on."""
    world, cheat, sharer, _, place = two_lines()
    world.heal()
    assert world.run(lambda: sharer.rewound == place, HOUR)
    assert table_of(sharer).game.final > left
    sharer.kill()
    del sharer.disk.entries[left:]
    sharer.start()
    assert world.run(lambda: all_over(world), HOUR), [
        (table_of(p).game.position, table_of(p).game.final) for p in world.peers if p.table
    ]
    assert losses(world) == [([cheat.seat], "fork")]
    check_all(world)
