"""Plays on in a possible deal, after a move of ours, until it is our turn again or the round is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from p2puno.bots.possible_deals import Faces
from p2puno.cards import Face
from p2puno.dealer import Dealer, sealed
from p2puno.moves import NONCE_SIZE, Accept, Ask, Choice, Move, Name, Play, Show, Swap
from p2puno.view import View

MOST_MOVES = 200
"""Nobody gets another turn only if others play again and again; this ends it."""


class _Table(Dealer):
    """A table in a possible deal."""

    def face(self, card: int, side: int) -> Face:
        """What departed seats held before a shuffle is only counted at the end (L-05): any face does."""
        known = self.faces[side].get(card) or self.left.get((card, side))
        return known or self.round.rules.deck.sides[side][0]


def play_on(view: View, faces: Faces, move: Move, random: Random) -> View:
    """Our view when our next turn begins, or when the round is over."""
    assert view.seat is not None
    round, me = view.round.copy(), view.seat
    round.heard = False
    table = _Table(round, random, tuple(side.copy() for side in faces))
    for seat, other in table.views.items():
        # Others look only at their own cards, so that they can share one deal. Our view stays as it is.
        other.known = tuple(side.copy() for side in view.known) if seat == me else table.faces
    shows: dict[int, Show] = {}
    round.apply(me, _with_call(table.views[me], move))
    for _ in range(MOST_MOVES):
        table.serve()
        waiting = round.waiting
        if type(waiting) is not Choice or (waiting.ask is Ask.TURN and waiting.seat == me):
            break
        if me not in round.hands:
            break
        seat = waiting.seat
        move = shows[seat] if waiting.ask is Ask.UNSEAL else _reply(table.views[seat], waiting.ask, random)
        if waiting.ask is Ask.SEAL:
            assert type(move) is Show
            move, shows[seat] = sealed(move, bytes(NONCE_SIZE))
        round.apply(seat, move)
    return table.views[me]


def _with_call(view: View, move: Move) -> Move:
    """The move, with an UNO call if that is needed (G-01)."""
    assert view.seat is not None
    if type(move) is Play and len(view.round.hands[view.seat]) == 2:
        return Play(move.card, move.face, True)
    return move


def _reply(view: View, ask: Ask, random: Random) -> Move:
    """A quick and sensible answer: any fitting card that is not wild, the colour held most, and so on."""
    moves = view.moves()
    if len(moves) == 1:
        return moves[0]
    if ask is Ask.COLOUR:
        return _colour(view, moves, random)
    if ask is Ask.CHALLENGE:
        return Accept()
    if ask in (Ask.SEAL, Ask.BATTLE):
        return max((move for move in moves if type(move) is Show), key=lambda show: show.face.number)
    if ask is Ask.TRADE:
        return _trade(view, moves, random)
    plays = [move for move in moves if type(move) is Play]
    preferred = [play for play in plays if not play.face.wild] or plays or moves
    return _with_call(view, preferred[int(random.random() * len(preferred))])


def _colour(view: View, moves: Sequence[Move], random: Random) -> Move:
    held = Counter(face.colour for _, face in view.hand())
    weights = {move.colour: held[move.colour] + random.random() for move in moves if type(move) is Name}
    return Name(max(weights, key=weights.__getitem__))


def _trade(view: View, moves: Sequence[Move], random: Random) -> Move:
    """Take the smallest hand, whoever has it."""
    hands, me = view.round.hands, view.seat
    smallest = min((seat for seat in hands if seat != me), key=lambda seat: len(hands[seat]))
    for move in moves:
        if type(move) is Swap and {move.first, move.second} == {me, smallest}:
            return move
    return moves[int(random.random() * len(moves))]
