"""draw-until: draw until a card fits, then lay it or keep it (K-21, K-22, K-42)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2puno.house.house_rule import HAS_ITS_OWN, HouseRule
from p2puno.moves import Draw, IllegalMove, Keep, Move
from p2puno.options import MAX_SEATS
from p2puno.round.drawing import DrawCards
from p2puno.round.rule_set import RuleSet
from p2puno.round.turn import Drawn, decline, plays

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View


NAME = "draw-until"
SHUFFLES = 3
"""Once the discard pile was shuffled this often, a player draws one card only (K-42)."""


def draws_are_long(round: Round) -> bool:
    """Whether one still draws until a card fits (K-42)."""
    shuffles = round.rules.long_draws
    return shuffles is None or (round.shuffles or 0) < shuffles


def goes_on(round: Round) -> bool:
    """Whether a player whose card does not fit draws another one."""
    return round.can_draw and draws_are_long(round)


@dataclass(slots=True)
class DrawnUntil(Drawn):
    """Only the player knows whether the card drawn fits, so what they do about it is a vow (K-24)."""

    def answer(self, round: Round, move: Move) -> None:
        drawn = round.hands[self.seat][-1:]
        if type(move) is Draw and not round.can_draw:
            raise IllegalMove("T-09", "there is nothing left to draw: lay the card or keep it")
        if not goes_on(round):
            Drawn.answer(self, round, move)
        elif type(move) is Draw:
            decline(round, self.seat, drawn, round.rules.restricted)
            round.agenda[-1] = round.rules.own_draws[self.seat]
        elif type(move) is Keep:
            faces = round.fitting
            if round.rules.must_play:
                raise IllegalMove("K-23", "lay the card if it fits, and draw on if it does not")
            if round.faces[round.side].get(drawn[0], next(iter(faces))) not in faces:
                raise IllegalMove("K-21", "everybody can see that this card does not fit: draw on")
            round.vow(self.seat, drawn, faces, fit=True)
            Drawn.answer(self, round, move)
        else:
            Drawn.answer(self, round, move)

    def moves(self, view: View) -> list[Move]:
        round = view.round
        if not goes_on(round):
            return Drawn.moves(self, view)
        laid = plays(view, self.seat, round.hands[self.seat][-1:], round.fitting)
        if not laid:
            return [Draw()]
        return laid if round.rules.must_play else [*laid, Keep()]


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    own_draws = tuple(DrawCards(seat, 1, None, DrawnUntil(seat)) for seat in range(MAX_SEATS))
    long_draws = None if NAME in rules.built_in else SHUFFLES
    return replace(rules, own_draws=own_draws, long_draws=long_draws)


RULE = HouseRule(NAME, amend, unfit=HAS_ITS_OWN)
