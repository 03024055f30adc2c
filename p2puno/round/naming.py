"""Naming the colour in play (A-04, T-07)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import COLOURS
from p2puno.events import Named
from p2puno.moves import Ask, IllegalMove, Move, Name, Waiting, choices
from p2puno.options import MAX_SEATS
from p2puno.round.task import Task, wrong_move

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_CHOICES = choices(Ask.COLOUR)
_NAMES = tuple(tuple(Name(colour) for colour in side) for side in COLOURS)


@dataclass(slots=True)
class NameColour(Task):
    seat: int

    def wait(self, round: Round) -> Waiting:
        return _CHOICES[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is not Name:
            raise wrong_move("A-04", "name a colour")
        if move.colour not in COLOURS[round.side]:
            raise IllegalMove("A-04", "that colour is not on the side in play")
        round.agenda.pop()
        round.cover(round.top, move.colour)
        round.news.append(Named(self.seat, move.colour))

    def without(self, round: Round, seat: int) -> Task | None:
        if seat != self.seat:
            return self
        # The colour in play stays (L-02). After an opening wild there is none yet: the first player names it
        # (O-04).
        return None if round.colour is not None else NameColour(round.next(seat))

    def moves(self, view: View) -> list[Move]:
        return list(_NAMES[view.round.side])


NAME_COLOUR = tuple(NameColour(seat) for seat in range(MAX_SEATS))
"""By seat, created in advance because they are needed often."""
