"""Nobody waits for players who look at the result of a round: the next one is dealt, and their clock starts
when they are back at the table, or a while after the deal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from p2puno.moves import Stop
from protocol.log.entry import MOVE
from protocol.table.default_move import default_move
from tests.cheats.cheater import table_of
from tests.simulation.players import Players
from tests.simulation.test_cases import HOUR, losses, table, until_due
from tests.simulation.world import TICK, Peer, World, quick_terms

TURN_TIME, LOOK = 8_000, 3_500
"""Of quick terms, in milliseconds: the turn time, and half of what the grace exceeds it by."""


class Lookers(Players):
    """Players who play the first round, and then look at its result and move no more."""

    def __init__(self, world: World) -> None:
        super().__init__(world, asleep=0)
        self.looking = set(world.peers)

    def look(self, peer: Peer) -> None:
        if not rounds(peer):
            super().look(peer)
        elif peer.table is not None:
            peer.table.own.turn_clock.look(peer in self.looking, peer.now())


def rounds(peer: Peer) -> int:
    return len(peer.table.game.finished) if peer.table is not None else 0


@pytest.mark.parametrize("back_after", [0, 1_000, HOUR])
def test_the_first_turn_of_a_round(back_after: int) -> None:
    world = World(3, quick_terms(target=500), (0, 1, 2))
    players = Lookers(world)
    world.start()

    def asked() -> Peer | None:
        for peer in world.peers:
            due = peer.table.game.due() if peer.table is not None and rounds(peer) else None
            if due is not None and (due.seat, due.kind) == (peer.seat, MOVE):
                return peer
        return None

    assert world.run(lambda: asked() is not None, 60_000), "the next round is dealt while all look"
    peer = asked()
    assert peer is not None
    dealt = peer.now()
    world.after(back_after + 1, lambda: players.looking.clear())
    assert world.run(lambda: bool(peer.timeouts), 60_000)
    waited = peer.timeouts[0] - dealt
    assert 0 <= waited - TURN_TIME - min(back_after, LOOK) <= 3 * TICK
    world.wait(10_000)
    assert losses(world) == []


def test_a_look_at_the_result_delays_one_turn_only() -> None:
    """Whoever never comes back to the table does not slow every turn down."""
    world = World(5, quick_terms(target=500), (0, 1))
    Lookers(world)
    world.start()
    assert world.run(lambda: sum(len(peer.timeouts) for peer in world.peers) >= 6, HOUR)
    times = sorted(time for peer in world.peers for time in peer.timeouts)
    assert all(later - earlier < TURN_TIME + LOOK for earlier, later in pairwise(times))
    assert losses(world) == []


def test_a_program_lays_no_further_card_for_its_player() -> None:
    """With the house rule `doubles`, somebody whose time is up after a number card stops."""
    for seed in range(40):
        world = table(3, seed=seed, target=1, hand_size=6, house_rules=("doubles",))
        view = table_of(world.peers[until_due(world, MOVE, "double")]).game.view
        assert view is not None
        if len(view.moves()) > 1:
            assert default_move(view) == Stop()
            return
    raise AssertionError("nobody held a second card")
