"""no-bluff: a wild draw card only if the rest of the hand does not have the colour in play (K-27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from p2puno.cards import WILD_DRAWS, Face
from p2puno.house.house_rule import HAS_ITS_OWN, Clash, HouseRule, with_effects
from p2puno.round.rule_set import Effect, RuleSet

if TYPE_CHECKING:
    from p2puno.round.state import Round


def may_lay(round: Round, seat: int, card: int, face: Face, known: Mapping[int, Face]) -> bool:
    if face.symbol not in WILD_DRAWS:
        return True
    others = (known[other] for other in round.hands[seat] if other != card and other in known)
    return all(other.wild or other.colour != round.colour for other in others)


def _honest(usual: Effect) -> Effect:
    def effect(round: Round, seat: int, face: Face) -> None:
        faces = round.rules.faces[round.side]
        illegal = frozenset(other for other in faces if not other.wild and other.colour == round.colour)
        round.vow(seat, round.hands[seat], illegal, fit=False)
        usual(round, seat, face)

    return effect


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    effects = {symbol: _honest(rules.effects[symbol]) for symbol in WILD_DRAWS if symbol in rules.effects}
    return replace(
        rules,
        effects=with_effects(rules, effects),
        challenges=False,
        may_lay=may_lay,
        restricted=frozenset(WILD_DRAWS),
    )


RULE = HouseRule("no-bluff", amend, unfit=HAS_ITS_OWN, clashes={"blind-draw": Clash.CARD_UNSEEN})
