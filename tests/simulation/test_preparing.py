"""What a seat makes ahead while its player thinks."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.moves import Ask, Play
from protocol.deck import equality
from protocol.log.entry import MOVE
from protocol.play.deal import Deal
from tests.simulation.test_cases import table, to_end, until_due
from tests.simulation.world import Peer


def deal_of(peer: Peer) -> Deal:
    assert peer.table is not None
    assert peer.table.game.deal is not None
    return peer.table.game.deal


def test_after_a_thought_a_card_is_played_without_a_new_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card of the hand is prepared, also those that do not fit: the time tells nothing about them."""
    world = table(3, seed=5, hand_size=5)
    peer = world.peers[until_due(world, MOVE, Ask.TURN)]
    assert peer.table is not None
    deal = deal_of(peer)
    assert deal.view is not None
    plays = [Play(card, face) for card, face in deal.view.hand()]
    assert len(plays) >= 5
    made = [deal.own_move(play, []) for play in plays]
    peer.table.own.prepare_moves()

    def refuse(*_: Any) -> bytes:
        raise AssertionError("a proof was made again")

    with monkeypatch.context() as patch:
        patch.setattr(equality, "prove", refuse)
        assert [deal.own_move(play, []) for play in plays] == made
    to_end(world)


def test_nothing_is_prepared_while_others_think() -> None:
    world = table(3, seed=5, hand_size=5)
    seat = until_due(world, MOVE, Ask.TURN)
    for peer in world.peers:
        assert peer.table is not None
        peer.table.own.prepare_moves()
        assert bool(deal_of(peer).deck._next_shares) == (peer.seat == seat)
