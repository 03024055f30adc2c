"""The rule sets by name."""

from collections.abc import Mapping
from types import MappingProxyType

from p2puno.options import OptionError, OptionFault, Options
from p2puno.round.rule_set import HouseRule, RuleSet
from p2puno.rulesets import battle, classic, crash, flip, swap

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (classic.RULES, flip.RULES, battle.RULES, crash.RULES, swap.RULES)}
)

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType({})
"""None yet. Each will be one object in a module of its own, listed here."""


def rule_set(options: Options) -> RuleSet:
    """The rules of a table: its rule set, with its house rules applied in the given order."""
    rules = RULE_SETS[options.variant]
    for name in options.house_rules:
        if name not in HOUSE_RULES:
            raise OptionError(OptionFault.NO_SUCH_HOUSE_RULE, name=name)
        rules = HOUSE_RULES[name].amend(rules)
    return rules
