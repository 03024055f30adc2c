"""Challenging a wild draw card (C)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Colour, Face
from p2puno.events import Challenged, Judged
from p2puno.moves import Accept, Ask, Challenge, Guilty, IllegalMove, Innocent, Item, Move, Waiting, choices
from p2puno.round.drawing import DrawCards
from p2puno.round.task import Look, Task, wrong_move

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_CHALLENGE, _VERDICT = choices(Ask.CHALLENGE), choices(Ask.VERDICT)
INNOCENT_EXTRA = 2
"""How many extra cards a challenger draws when the accused was innocent (C-04)."""


@dataclass(slots=True)
class Penalty:
    """What a wild draw card makes a player draw."""

    count: int
    to_colour: bool
    """Wild Draw Color: draw until a card of the colour in play comes (F-05)."""

    def drawn_by(self, round: Round, seat: int, extra: int = 0) -> DrawCards:
        return DrawCards(seat, self.count + extra, round.colour if self.to_colour else None)


@dataclass(slots=True)
class Doubt(Task):
    """The player who must draw may challenge first (C-01)."""

    victim: int
    accused: int
    colour: Colour | None
    """The colour in play before the wild draw card."""
    penalty: Penalty

    def wait(self, round: Round) -> Waiting:
        return _CHALLENGE[self.victim]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Accept:
            miss_and_draw(round, self.victim, self.penalty)
        elif type(move) is Challenge:
            round.news.append(Challenged(self.victim, self.accused))
            round.agenda[-1] = Verdict(self.victim, self.accused, self.colour, self.penalty)
            hidden = [card for card in round.hands[self.accused] if card not in round.faces[round.side]]
            if hidden:  # C-02: to the challenger, and to nobody else
                round.agenda.append(Look(tuple(Item(card, round.side, self.victim) for card in hidden)))
        else:
            raise wrong_move("C-01", "draw the cards or challenge")

    def without(self, round: Round, seat: int) -> Task | None:
        return _without(self, round, seat)

    def moves(self, view: View) -> list[Move]:
        return [Accept(), Challenge()]


@dataclass(slots=True)
class Verdict(Task):
    """The challenger has seen the hand, and states what it proves."""

    victim: int
    accused: int
    colour: Colour | None
    penalty: Penalty

    def wait(self, round: Round) -> Waiting:
        return _VERDICT[self.victim]

    def proves(self, face: Face) -> bool:
        """Whether this card, of the colour in play, made the wild draw card illegal (A-05, T-08)."""
        return face.colour is not None and face.colour == self.colour

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Guilty:
            if move.card not in round.hands[self.accused]:
                raise IllegalMove("C-03", "that card is not in the hand that was shown")
            round.check_face(move.card, move.face)
            if not self.proves(move.face):
                raise IllegalMove("C-03", "that card does not make the wild draw card illegal")
            round.faces[round.side][move.card] = move.face
            round.news.append(Judged(self.victim, self.accused, True))
            round.agenda[-1] = self.penalty.drawn_by(round, self.accused)  # it is the challenger's turn: C-03
        elif type(move) is Innocent:
            public = round.faces[round.side]
            if any(self.proves(public[card]) for card in round.hands[self.accused] if card in public):
                raise IllegalMove("C-03", "everybody can see a card that proves the opposite")
            round.news.append(Judged(self.victim, self.accused, False))
            miss_and_draw(round, self.victim, self.penalty, INNOCENT_EXTRA)
        else:
            raise wrong_move("C-03", "say what the hand proves")

    def without(self, round: Round, seat: int) -> Task | None:
        return _without(self, round, seat)

    def moves(self, view: View) -> list[Move]:
        shown = [(card, view.face(card)) for card in view.round.hands[self.accused]]
        guilty: list[Move] = [
            Guilty(card, face) for card, face in shown if face is not None and self.proves(face)
        ]
        if guilty:
            return guilty
        return [Innocent()] if all(face is not None for _, face in shown) else []


@dataclass(slots=True)
class Pay(Task):
    """A player must draw; no challenge is possible."""

    seat: int
    penalty: Penalty

    def wait(self, round: Round) -> Waiting | None:
        round.agenda[-1] = self.penalty.drawn_by(round, self.seat)
        return None

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self


def miss_and_draw(round: Round, victim: int, penalty: Penalty, extra: int = 0) -> None:
    round.agenda[-1] = penalty.drawn_by(round, victim, extra)
    round.miss_turn(victim)


def _without(task: Doubt | Verdict, round: Round, seat: int) -> Task | None:
    if seat == task.victim:
        return None
    if seat == task.accused:  # no challenge, but the cards are still drawn (L-02)
        round.upcoming = round.next(task.victim)
        return Pay(task.victim, task.penalty)
    return task
