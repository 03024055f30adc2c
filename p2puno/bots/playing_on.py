"""Plays on in a possible deal, after a move of ours: each seat replies like hard, and sees only its cards."""

from __future__ import annotations

from random import Random

from p2puno.bots import hard
from p2puno.bots.habits import Mind
from p2puno.bots.possible_deals import Faces
from p2puno.cards import Face
from p2puno.dealer import Dealer, sealed
from p2puno.moves import NONCE_SIZE, Ask, Choice, Move, Play, Show
from p2puno.view import View

MOST_MOVES = 200
"""Nobody gets another turn only if others play again and again; this ends it."""
LONGEST_ROUND = 2000
"""The same for a round that is played to its end."""


class _Table(Dealer):
    """A table in a possible deal."""

    def face(self, card: int, side: int) -> Face:
        """What departed seats held before a shuffle is only counted at the end (L-05): any face does."""
        known = self.faces[side].get(card) or self.left.get((card, side))
        return known or self.round.rules.deck.sides[side][0]


def play_on(mind: Mind, faces: Faces, move: Move, random: Random, *, to_end: bool = False) -> View:
    """Our view when our next turn begins, or when the round is over."""
    me = mind.view.seat
    assert me is not None
    round = mind.view.round.copy()
    round.heard = False
    table = _Table(round, random, tuple(side.copy() for side in faces))
    for seat, view in table.views.items():
        # Our view stays as it is. Others see their own cards, and what is public.
        hand = round.hands.get(seat, ())
        view.known = tuple(
            known.copy() if seat == me else {card: dealt[card] for card in hand}
            for known, dealt in zip(mind.view.known, table.faces, strict=True)
        )
    shows: dict[int, Show] = {}
    round.apply(me, _with_call(table.views[me], move))
    for _ in range(LONGEST_ROUND if to_end else MOST_MOVES):
        table.serve()
        waiting = round.waiting
        if type(waiting) is not Choice or me not in round.hands:
            break
        seat = waiting.seat
        if seat == me and waiting.ask is Ask.TURN and not to_end:
            break
        reply = shows[seat] if waiting.ask is Ask.UNSEAL else _reply(mind, table.views[seat], random)
        if waiting.ask is Ask.SEAL:
            assert type(reply) is Show
            reply, shows[seat] = sealed(reply, bytes(NONCE_SIZE))
        round.apply(seat, reply)
    return table.views[me]


def _with_call(view: View, move: Move) -> Move:
    """The move, with an UNO call if that is needed (G-01)."""
    assert view.seat is not None
    if type(move) is Play and len(view.round.hands[view.seat]) == 2:
        return Play(move.card, move.face, True)
    return move


def _reply(mind: Mind, view: View, random: Random) -> Move:
    """What hard would do. It remembers what we remember: that is public, but for what we were shown."""
    moves = [move for move in view.moves() if type(move) is not Play or not move.uno]
    if len(moves) > 1:
        moves = [hard.choose(Mind(view, random, mind.memory, _partner(mind, view.seat)), moves)]
    return _with_call(view, moves[0])


def _partner(mind: Mind, seat: int | None) -> int | None:
    """The partner of a seat, if we have one: the other two of four are partners too (R-01)."""
    if mind.partner is None:
        return None
    ours = (mind.view.seat, mind.partner)
    if seat in ours:
        return ours[0] if seat == ours[1] else ours[1]
    return next((other for other in mind.view.round.seats if other not in ours and other != seat), None)
