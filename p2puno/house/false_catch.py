"""false-catch: a wrong catch costs one card (K-38)."""

from dataclasses import replace

from p2puno.house.house_rule import HouseRule
from p2puno.round.rule_set import RuleSet


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    return replace(rules, wrong_catch=1)


RULE = HouseRule("false-catch", amend)
