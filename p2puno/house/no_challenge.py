"""no-challenge: a wild draw card may be laid at any time (K-28)."""

from dataclasses import replace

from p2puno.house.house_rule import HAS_ITS_OWN, Clash, HouseRule
from p2puno.round.rule_set import RuleSet


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    return replace(rules, challenges=False)


RULE = HouseRule("no-challenge", amend, unfit=HAS_ITS_OWN, clashes={"no-bluff": Clash.ONE_VIEW_OF_BLUFFS})
