"""Leaving when the round goes badly: it saves nobody what they hold (L-05 to L-09)."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.log.entry import AGREE, MOVE
from protocol.play.deal import Deal
from protocol.play.game import Game
from tests.cheats.cheater import table_of
from tests.simulation.test_cases import HOUR, losses, table, until_due
from tests.simulation.world import Peer, World

CHARGING: list[dict[str, Any]] = [{"scoring": "lowest"}, {"mode": "challenge"}]


def current(peer: Peer) -> tuple[Game, Deal]:
    game = table_of(peer).game
    assert game.deal is not None
    return game, game.deal


def points_seen_by(peer: Peer) -> int:
    """What a player holds, as their own program sees it."""
    _, deal = current(peer)
    assert deal.view is not None
    return sum(deal.rules.deck.points[face] for _, face in deal.view.hand())


def finish(world: World, game: Game) -> Deal:
    """Play until the first round is counted."""
    assert world.run(lambda: bool(game.finished), HOUR)
    return game.finished[0]


@pytest.mark.parametrize("options", CHARGING, ids=str)
@pytest.mark.parametrize("when", [(MOVE, "turn"), (AGREE, "")], ids=["in its turn", "when it has lost"])
def test_leaving_saves_no_points(options: dict[str, Any], when: tuple[str, str]) -> None:
    world = table(4, 614, target=400, **options)
    gone = world.peers[until_due(world, *when)]
    _, deal = current(gone)
    if deal.round is not None and deal.round.out == gone.seat:
        raise AssertionError("choose another seed")
    held = points_seen_by(gone)
    assert held > 0
    gone.kill()
    witness = next(peer for peer in world.peers if peer is not gone)
    game = table_of(witness).game
    counted = finish(world, game)
    assert losses(world) == [([gone.seat], "silent")]
    assert counted.result is not None
    assert counted.result.held[gone.seat] == held
    assert game.match.totals[gone.seat] == held


def test_leaving_takes_nothing_from_who_goes_out() -> None:
    world = table(4, 614, target=400)
    gone = world.peers[until_due(world, MOVE, "turn")]
    gone.kill()
    game = table_of(next(peer for peer in world.peers if peer is not gone)).game
    counted = finish(world, game)
    assert counted.result is not None
    assert counted.result.out is not None
    assert counted.result.held[gone.seat] > 0
    assert game.match.totals[counted.result.out] == sum(counted.result.held.values())


@pytest.mark.parametrize("options", [*CHARGING, {}], ids=str)
def test_leaving_so_that_the_round_is_dealt_again(options: dict[str, Any]) -> None:
    """Three players, one of them with a bot; keys are not split. The player falls silent and the round cannot
    go on: both its seats are charged the highest value for each card, where cards are charged."""
    for seed in range(615, 640):
        world = table(4, seed, (0, 1, 2, 0), dropout="redeal", target=5_000, **options)
        if until_due(world, MOVE, "turn") == 0:
            break
    gone = world.peers[0]
    game, deal = table_of(world.peers[1]).game, current(gone)[1]
    assert deal.round is not None
    cards = {seat: len(hand) for seat, hand in deal.round.hands.items()}
    gone.kill()
    assert world.run(lambda: bool(game.losses), HOUR)
    assert losses(world) == [([0], "silent")]
    assert game.finished == []
    charged = [50 * cards[0], 0, 0, 50 * cards[3]] if options else [0, 0, 0, 0]
    assert game.match.totals == charged


@pytest.mark.rule("K-40")
def test_everybody_still_in_the_round_leaves_at_once() -> None:
    """With `mercy` only one player's two seats are left in the round, and that player closes the program. The
    seat that leaves last has won the round; the players who were put out of it go on with the match."""
    rules = ("stack-any", "draw-until", "mercy")
    world = table(4, 707, (0, 1, 2, 0), target=1, hand_size=20, house_rules=rules)
    game = table_of(world.peers[1]).game
    deal = game.deal
    assert deal is not None
    assert world.run(lambda: deal.round is not None and set(deal.round.expelled) == {1, 2}, 600_000)
    assert deal.round is not None
    assert deal.round.seats == [0, 3]
    for seat in (0, 3):
        world.peers[seat].kill()
    counted = finish(world, game)
    assert losses(world) == [([0, 3], "silent")]
    assert counted.result is not None
    assert (counted.result.how, counted.result.out) == ("out", 3)
    assert counted.result.held[3] == 0
    assert game.match.totals[3] == sum(counted.result.held.values()) > 0
    assert game.deal is not None
