"""Rock-'n'-Swap: hands change owners (W)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.decks import classic as classic_deck
from p2puno.moves import Ask, IllegalMove, Move, Swap, Waiting, choices
from p2puno.round.naming import NAME_COLOUR
from p2puno.round.task import Task, wrong_move
from p2puno.round.trading import HandOver
from p2puno.rulesets import classic

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_TRADE = choices(Ask.TRADE)


def swap(round: Round, seat: int, face: Face) -> None:
    if round.out is None:  # W-03
        round.agenda.append(Trade(seat))
        round.agenda.append(NAME_COLOUR[seat])  # T-07: before the trade


@dataclass(slots=True)
class Trade(Task):
    """The player of the card chooses which two hands are traded (W-02)."""

    seat: int

    def wait(self, round: Round) -> Waiting:
        return _TRADE[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is not Swap:
            raise wrong_move("W-02", "say whose hands are traded")
        if move.first == move.second or not {move.first, move.second} <= set(round.seats):
            raise IllegalMove("W-02", "two different players must trade hands")
        round.agenda[-1] = HandOver(self.seat, move.first, move.second)

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        return [Swap(first, second) for first, second in combinations(sorted(view.round.seats), 2)]


RULES = replace(
    classic.RULES,
    name="swap",
    deck=classic_deck(Symbol.SWAP),
    effects={**classic.EFFECTS, Symbol.SWAP: swap},
    never_open=classic.NEVER_OPEN | {Symbol.SWAP},
)
