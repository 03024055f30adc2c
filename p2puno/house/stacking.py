"""stack-same, stack-up, stack-any: the target of a draw card may lay another one on it (K-02…K-09).

The sums add up, and the first player who lays none draws them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.house.house_rule import HAS_ITS_OWN, Clash, HouseRule
from p2puno.round.rule_set import RuleSet

if TYPE_CHECKING:
    from p2puno.round.state import Round

STRENGTH = {
    Symbol.DRAW_ONE: 1,
    Symbol.DRAW_TWO: 2,
    Symbol.WILD_DRAW_TWO: 2,
    Symbol.DRAW_FOUR: 4,
    Symbol.WILD_DRAW_FOUR: 4,
    Symbol.WILD_REVERSE_DRAW_FOUR: 4,
    Symbol.DRAW_FIVE: 5,
    Symbol.WILD_DRAW_COLOUR: 6,
    Symbol.WILD_DRAW_SIX: 6,
    Symbol.WILD_DRAW_TEN: 10,
}
"""All draw cards. A Wild Draw Color is the strongest: nobody knows how many cards it costs."""

MayFollow = Callable[[Symbol, Symbol], bool]
"""Whether a draw card may be laid on another: (the pending one, the new one)."""


def pending_symbol(round: Round) -> Symbol | None:
    """The draw card that is pending. Cards that only passed it on may lie on it (K-10)."""
    public = round.faces[round.side]
    for card in reversed(round.discard):
        if (symbol := public[card].symbol) in STRENGTH:
            return symbol
    return None


def answers(may_follow: MayFollow, round: Round) -> frozenset[Face]:
    return _following(may_follow, pending_symbol(round), round.rules.faces[round.side])


@cache
def _following(may_follow: MayFollow, pending: Symbol | None, faces: frozenset[Face]) -> frozenset[Face]:
    return frozenset(
        face
        for face in faces
        if pending is not None and face.symbol in STRENGTH and may_follow(pending, face.symbol)
    )


def _rule(name: str, may_follow: MayFollow, *before: str) -> HouseRule:
    def amend(rules: RuleSet, parameter: int) -> RuleSet:
        return replace(rules, answers=partial(answers, may_follow))

    return HouseRule(name, amend, unfit=HAS_ITS_OWN, clashes=dict.fromkeys(before, Clash.ONE_WAY_TO_STACK))


STACK_SAME = _rule("stack-same", lambda pending, new: pending is new)  # K-03
STACK_UP = _rule("stack-up", lambda pending, new: STRENGTH[pending] <= STRENGTH[new], "stack-same")  # K-04
STACK_ANY = _rule("stack-any", lambda pending, new: True, "stack-same", "stack-up")  # K-05
