"""open-hands:N: a player who holds N cards or fewer lays them open (K-36)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2puno.house.house_rule import HouseRule, Parameter
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Look, Task

if TYPE_CHECKING:
    from p2puno.round.state import Round


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    def lay_open(round: Round) -> Task | None:
        public = round.faces[round.side]
        items = tuple(
            (card, round.side, None)
            for hand in round.hands.values()
            if len(hand) <= parameter
            for card in hand
            if card not in public and card not in round.blind
        )
        return Look(items) if items else None

    return replace(rules, before_turn=lay_open)


RULE = HouseRule("open-hands", amend, Parameter(1, 10, 2))
