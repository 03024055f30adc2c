"""The draw for the deal among peers: whoever leaves it changes nothing (S-07)."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.cards import Face
from protocol.deck.opening import SHARE
from protocol.log.entry import DECK, MOVE, SETTLE
from protocol.play.game import Game
from tests.cheats.cheater import forged, honest_payload, table_of
from tests.simulation.test_cases import HOUR, losses, table, to_end, until_due
from tests.simulation.world import Peer, World


def before_the_last_share(**options: Any) -> tuple[World, Peer]:
    """A table at which all but the last seat have given their shares of the cards drawn; the last seat, which
    alone can see who will deal."""
    world = table(4, target=1, hand_size=3, **options)
    while True:
        peer = world.peers[until_due(world, DECK, SHARE)]
        game = table_of(peer).game
        assert not game.draws
        if peer.seat == 3:
            peer.honest = False
            return world, peer
        peer.do(table_of(peer).tick(peer.now()))


def foreseen(peer: Peer) -> Game:
    """The game as it would be if this one gave its share."""
    game = Game(peer.world.genesis, peer.seat, peer.secret, peer.world.calculator)
    game.replay(table_of(peer).game.entries)
    game.apply(forged(peer, *honest_payload(peer)))
    return game


def drawn(game: Game) -> list[dict[int, Face]]:
    """What came out of the draw: its first cards alone if there was a tie."""
    assert game.deal is not None
    assert game.deal.draw is not None
    return game.deal.draw.draws


@pytest.mark.parametrize("seed", range(100, 108))
def test_who_sees_the_outcome_first_cannot_leave_for_another_one(seed: int) -> None:
    world, cheat = before_the_last_share(seed=seed)
    would_be = foreseen(cheat)
    cards = drawn(would_be)[0]
    cheat.kill()
    assert world.run(lambda: bool(table_of(world.peers[0]).game.draws), HOUR)
    assert losses(world) == [([3], "silent")]
    game = table_of(world.peers[0]).game
    draw = game.draws[0]
    assert draw.draws[0] == cards
    highest = max(face.number for face in cards.values())
    if [seat for seat, face in cards.items() if face.number == highest] == [3]:
        assert draw.dealer == 0
    elif would_be.draws:
        assert draw.dealer == would_be.draws[0].dealer
    assert game.deal is not None
    assert game.deal.round is not None
    assert game.deal.round.order == (0, 1, 2)
    assert game.deal.round.dealer == draw.dealer
    to_end(world)


def test_partners_finish_the_draw_before_they_wait() -> None:
    """Who leaves and is taken back deals, or does not, as it came out."""
    world, cheat = before_the_last_share(seed=100, mode="partners")
    would_be = foreseen(cheat)
    assert would_be.draws, "a tie"
    cheat.kill()
    assert until_due(world, SETTLE) in (0, 1, 2)
    game = table_of(world.peers[0]).game
    assert [draw.draws for draw in game.draws] == [would_be.draws[0].draws]
    cheat.start()
    assert world.run(lambda: table_of(world.peers[0]).game.deal is not None, HOUR)
    assert game.deal is not None
    assert (game.deal.draw, game.deal.pairing.dealer) == (None, would_be.draws[0].dealer)
    to_end(world)


def test_without_split_keys_the_next_deal_begins_with_a_draw_of_its_own() -> None:
    world, cheat = before_the_last_share(seed=100, dropout="redeal")
    cards = drawn(foreseen(cheat))[0]
    cheat.kill()
    until_due(world, MOVE)
    game = table_of(world.peers[0]).game
    assert len(game.draws) == 1
    assert list(game.draws[0].draws[0]) == [0, 1, 2]
    assert list(game.draws[0].draws[0].values()) != list(cards.values())[:3]
    to_end(world)


def test_a_drawn_dealer_stays_when_the_round_is_dealt_again() -> None:
    world = table(4, seed=100, target=1, hand_size=3, dropout="redeal")
    until_due(world, MOVE)
    game = table_of(world.peers[0]).game
    dealer = game.draws[0].dealer
    other = next(peer for peer in world.peers if peer.seat not in (0, dealer))
    other.honest = False
    other.kill()
    assert world.run(lambda: bool(world.losses), HOUR)
    until_due(world, MOVE)
    assert len(game.draws) == 1
    assert game.deal is not None
    assert game.deal.draw is None
    assert game.deal.pairing.dealer == dealer
    to_end(world)
