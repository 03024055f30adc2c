"""seven-zero: a 7 trades hands with a player of choice, a 0 passes all hands on (K-12…K-16)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.house.house_rule import HAS_ITS_OWN, HouseRule, with_effects
from p2puno.moves import Ask, IllegalMove, Move, Swap, Waiting, choices
from p2puno.round import uno
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Task, wrong_move
from p2puno.round.trading import HandOver, PassOn

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_TRADE = choices(Ask.TRADE)


def seven(round: Round, seat: int, face: Face) -> None:
    if round.out is None:  # K-14
        round.agenda.append(OwnTrade(seat))


def zero(round: Round, seat: int, face: Face) -> None:
    if round.out is None:
        round.agenda += [OneCardLeft(None), PassOn(seat)]


@dataclass(slots=True)
class OwnTrade(Task):
    """The player of a 7 chooses with whom to trade hands (K-12)."""

    seat: int

    def wait(self, round: Round) -> Waiting:
        return _TRADE[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is not Swap:
            raise wrong_move("K-12", "say with whom you trade hands")
        both = {move.first, move.second}
        if len(both) != 2 or self.seat not in both or not both <= set(round.seats):
            raise IllegalMove("K-12", "your own hand must be traded with that of another player")
        round.agenda.pop()
        round.agenda += [OneCardLeft((move.first, move.second)), HandOver(self.seat, move.first, move.second)]

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        others = (seat for seat in sorted(view.round.seats) if seat != self.seat)
        return [Swap(min(self.seat, seat), max(self.seat, seat)) for seat in others]


@dataclass(slots=True)
class OneCardLeft(Task):
    """After the trade, the players who now hold one card owe the call (K-15); None: all players."""

    traders: tuple[int, ...] | None

    def wait(self, round: Round) -> Waiting | None:
        round.agenda.pop()
        uno.open_for_all(round, round.seats if self.traders is None else self.traders)
        return None

    def without(self, round: Round, seat: int) -> Task | None:
        return None if self.traders is not None and seat in self.traders else self  # no trade (K-16)


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    effects = {Symbol.N7: seven, Symbol.N0: zero}
    return replace(rules, effects=with_effects(rules, effects), trading=frozenset(effects))


RULE = HouseRule("seven-zero", amend, unfit=HAS_ITS_OWN)
