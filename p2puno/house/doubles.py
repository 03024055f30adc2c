"""doubles: several cards of one number in one turn, one by one (K-31, K-32)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2puno.cards import NUMBERS, Face
from p2puno.house.house_rule import HouseRule, with_effects
from p2puno.moves import Ask, Move, Play, Stop, Waiting, choices
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Task, wrong_move
from p2puno.round.turn import check, lay, plays

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_DOUBLE = choices(Ask.DOUBLE)


def number(round: Round, seat: int, face: Face) -> None:
    if round.out is None:
        round.agenda.append(Another(seat, face))


@dataclass(slots=True)
class Another(Task):
    """The player of a number may lay another card of that number. The last one takes effect."""

    seat: int
    last: Face

    def wait(self, round: Round) -> Waiting:
        return _DOUBLE[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Play:
            check(round, self.seat, move, self.same(round))
            round.drew = True  # the turn has begun: the card answers this choice
            lay(round, self.seat, move, self.same(round))
        elif type(move) is Stop:
            round.agenda.pop()
            effect = round.rules.last_effects.get(self.last.symbol)
            if effect is not None:
                effect(round, self.seat, self.last)
        else:
            raise wrong_move("K-31", "lay another card of the same number, or stop")

    def same(self, round: Round) -> frozenset[Face]:
        return frozenset(face for face in round.rules.faces[round.side] if face.symbol is self.last.symbol)

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        round = view.round
        return [*plays(view, self.seat, round.hands[self.seat], self.same(round)), Stop()]


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    waiting = {symbol: rules.effects[symbol] for symbol in NUMBERS if symbol in rules.effects}
    effects = with_effects(rules, dict.fromkeys(NUMBERS, number))
    return replace(rules, effects=effects, last_effects=waiting)


RULE = HouseRule("doubles", amend)
