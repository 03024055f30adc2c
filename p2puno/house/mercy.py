"""mercy: a player who holds 25 cards is out of the round, and the last one in wins it (K-33…K-35)."""

from dataclasses import replace

from p2puno.house.house_rule import HAS_ITS_OWN, HouseRule
from p2puno.round.rule_set import RuleSet

LIMIT = 25


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    return replace(rules, hand_limit=LIMIT)


RULE = HouseRule("mercy", amend, unfit=HAS_ITS_OWN)
