"""blind-draw: a drawn card stays face down until it is played blind or its holder decides again (K-25,
K-26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.events import TurnedBlind
from p2puno.house.house_rule import Clash, HouseRule
from p2puno.moves import Blind, Keep, Move, Open, Play, Waiting
from p2puno.options import MAX_SEATS
from p2puno.round.drawing import DrawCards
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Task, wrong_move
from p2puno.round.turn import Drawn, lay

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View


@dataclass(slots=True)
class DrawnBlind(Drawn):
    """The card just drawn is turned up for all, or kept face down."""

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Blind:
            round.agenda[-1] = TurnUpBlind(self.seat)
        elif type(move) is Keep:
            Drawn.answer(self, round, move)
        else:
            raise wrong_move("K-25", "turn the card up or keep it face down")

    def moves(self, view: View) -> list[Move]:
        return [Blind(), Keep()]


@dataclass(slots=True)
class TurnUpBlind(Task):
    """The card is opened to all, and laid if it fits. If not, it goes into the hand, known to all."""

    seat: int

    def wait(self, round: Round) -> Waiting | None:
        card = round.hands[self.seat][-1]
        if card not in round.faces[round.side]:
            return Open(((card, round.side, None),))
        self.opened(round, (round.faces[round.side][card],))  # known since a Flip
        return None

    def opened(self, round: Round, faces: Sequence[Face | None]) -> None:
        card, face = round.hands[self.seat][-1], faces[0]
        assert face is not None
        round.blind = tuple(other for other in round.blind if other != card)
        round.faces[round.side][card] = face
        round.news.append(TurnedBlind(self.seat, face))
        if face in round.fitting:
            lay(round, self.seat, Play(card, face), round.fitting)
        else:
            round.agenda.pop()

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    own_draws = tuple(DrawCards(seat, 1, None, DrawnBlind(seat)) for seat in range(MAX_SEATS))
    return replace(rules, own_draws=own_draws, face_down=True)


_UNSEEN = Clash.CARD_UNSEEN
RULE = HouseRule(
    "blind-draw", amend, unfit=dict.fromkeys(("crash", "no-mercy"), _UNSEEN), clashes={"draw-until": _UNSEEN}
)
