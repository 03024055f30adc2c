"""A pending penalty: the cards of a draw card that its target must draw, unless they challenge it (C) or lay
a card on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Colour, Face
from p2puno.events import Challenged, Judged
from p2puno.moves import (
    Accept,
    Ask,
    Challenge,
    Guilty,
    IllegalMove,
    Innocent,
    Move,
    Play,
    Waiting,
    choices,
)
from p2puno.round import uno
from p2puno.round.drawing import DrawCards
from p2puno.round.task import Look, Task, wrong_move
from p2puno.round.turn import check, lay, plays

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_DOUBT, _STACK, _VERDICT = choices(Ask.CHALLENGE), choices(Ask.STACK), choices(Ask.VERDICT)
_ACCEPT, _CHALLENGE, _INNOCENT = Accept(), Challenge(), Innocent()
INNOCENT_EXTRA = 2
"""How many extra cards a challenger draws when the accused was innocent (C-04)."""


@dataclass(slots=True)
class Penalty:
    """What draw cards make a player draw."""

    count: int
    to_colour: bool | int
    """Wild Draw Color: first draw until a card of the colour in play comes (F-05), this many times."""

    def __add__(self, other: Penalty) -> Penalty:
        return Penalty(self.count + other.count, self.to_colour + other.to_colour)

    def drawn_by(self, round: Round, seat: int, extra: int = 0) -> list[Task]:
        """The tasks by which a seat draws this, next one last."""
        if not self.to_colour:
            return [DrawCards(seat, self.count + extra)]
        first = [DrawCards(seat, 0, round.colour)] * (self.to_colour - 1)
        return [DrawCards(seat, self.count + extra, round.colour), *first]


@dataclass(slots=True)
class Doubt(Task):
    """The player who must draw may challenge first (C-01), or lay a card that the rules allow (K-02)."""

    victim: int
    accused: int | None
    """Who laid the wild draw card; None if nothing can be challenged."""
    colour: Colour | None
    """The colour in play before the wild draw card."""
    penalty: Penalty

    def wait(self, round: Round) -> Waiting | None:
        if self.accused is not None:
            return _DOUBT[self.victim]
        if round.rules.answers is not None:
            return _STACK[self.victim]
        miss_and_draw(round, self.victim, self.penalty)
        return None

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Accept:
            miss_and_draw(round, self.victim, self.penalty)
        elif type(move) is Play and round.rules.answers is not None:
            faces = round.rules.answers(round)
            check(round, self.victim, move, faces)
            self._lay(round, move, faces)
        elif type(move) is Challenge and self.accused is not None:
            round.news.append(Challenged(self.victim, self.accused))
            round.agenda[-1] = Verdict(self.victim, self.accused, self.colour, self.penalty)
            public = round.faces[round.side]
            accused = round.hands[self.accused]
            hidden = [(card, round.side, self.victim) for card in accused if card not in public]
            if hidden:  # C-02: to the challenger, and to nobody else
                round.agenda.append(Look(tuple(hidden)))
        else:
            raise wrong_move("C-01", "draw the cards or challenge")

    def _lay(self, round: Round, move: Play, faces: frozenset[Face]) -> None:
        """The target lays a card: their turn begins (T-05), and the penalty goes on with that card."""
        agenda = round.agenda
        agenda.pop()
        below = len(agenda)
        uno.judge(round)  # G-05: the effect of the card before is over
        caught = agenda[below:]
        del agenda[below:]
        round.turn = self.victim
        round.owed = self.penalty
        lay(round, self.victim, move, faces)
        agenda += caught

    def without(self, round: Round, seat: int) -> Task | None:
        return _without(self, round, seat)

    def moves(self, view: View) -> list[Move]:
        round = view.round
        moves: list[Move] = [_ACCEPT] if self.accused is None else [_ACCEPT, _CHALLENGE]
        if round.rules.answers is None:
            return moves
        return moves + plays(view, self.victim, round.hands[self.victim], round.rules.answers(round))


@dataclass(slots=True)
class Verdict(Task):
    """The challenger has seen the hand, and states what it proves."""

    victim: int
    accused: int
    colour: Colour | None
    penalty: Penalty

    def wait(self, round: Round) -> Waiting:
        return _VERDICT[self.victim]

    def proofs(self, round: Round) -> frozenset[Face]:
        """The faces of the colour in play: such a card made the wild draw card illegal (A-05, T-08)."""
        return frozenset() if self.colour is None else round.rules.of_colour(round.side, self.colour)

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Guilty:
            if move.card not in round.hands[self.accused]:
                raise IllegalMove("C-03", "that card is not in the hand that was shown")
            round.check_face(move.card, move.face)
            if move.face not in self.proofs(round):
                raise IllegalMove("C-03", "that card does not make the wild draw card illegal")
            round.faces[round.side][move.card] = move.face
            round.news.append(Judged(self.victim, self.accused, True))
            round.agenda[-1:] = self.penalty.drawn_by(round, self.accused)  # the challenger's turn: C-03
        elif type(move) is Innocent:
            public = round.faces[round.side]
            if not self.proofs(round).isdisjoint(map(public.get, round.hands[self.accused])):
                raise IllegalMove("C-03", "everybody can see a card that proves the opposite")
            round.news.append(Judged(self.victim, self.accused, False))
            miss_and_draw(round, self.victim, self.penalty, INNOCENT_EXTRA)
        else:
            raise wrong_move("C-03", "say what the hand proves")

    def without(self, round: Round, seat: int) -> Task | None:
        return _without(self, round, seat)

    def moves(self, view: View) -> list[Move]:
        round = view.round
        hand, proofs = round.hands[self.accused], self.proofs(round)
        shown = view.known_of(hand)
        guilty: list[Move] = [Guilty(card, face) for card, face in shown if face in proofs]
        return guilty or ([_INNOCENT] if len(shown) == len(hand) else [])


@dataclass(slots=True)
class Pay(Task):
    """A player must draw; no challenge is possible."""

    seat: int
    penalty: Penalty

    def wait(self, round: Round) -> Waiting | None:
        round.agenda[-1:] = self.penalty.drawn_by(round, self.seat)
        return None

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self


def owed_with(round: Round, penalty: Penalty) -> Penalty:
    """The penalty of the card just laid, together with the one that it was laid on."""
    owed, round.owed = round.owed, None
    return penalty if owed is None else owed + penalty


def hit(round: Round, victim: int, penalty: Penalty) -> None:
    """A card that cannot be challenged makes a player draw and miss the turn."""
    penalty = owed_with(round, penalty)
    if round.rules.answers is not None and round.out is None:
        round.agenda.append(Doubt(victim, None, None, penalty))
    else:
        round.miss_turn(victim)
        round.agenda += penalty.drawn_by(round, victim)


def miss_and_draw(round: Round, victim: int, penalty: Penalty, extra: int = 0) -> None:
    round.agenda[-1:] = penalty.drawn_by(round, victim, extra)
    round.miss_turn(victim)


def _without(task: Doubt | Verdict, round: Round, seat: int) -> Task | None:
    if seat == task.victim:
        return None
    if seat == task.accused:  # no challenge, but the cards are still drawn (L-02)
        if type(task) is Doubt and round.rules.answers is not None:
            return Doubt(task.victim, None, None, task.penalty)
        round.upcoming = round.next(task.victim)
        return Pay(task.victim, task.penalty)
    return task
