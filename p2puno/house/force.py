"""force: a player who holds a card that fits must lay one, also if it was just drawn (K-23, K-24)."""

from dataclasses import replace

from p2puno.house.house_rule import HAS_ITS_OWN, Clash, HouseRule
from p2puno.round.rule_set import RuleSet


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    return replace(rules, must_play=True)


RULE = HouseRule("force", amend, unfit=HAS_ITS_OWN, clashes={"blind-draw": Clash.CARD_UNSEEN})
