"""The rule sets by name."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from p2puno.house import amended
from p2puno.options import Options
from p2puno.round.rule_set import RuleSet
from p2puno.rulesets import battle, classic, crash, flip, no_mercy, swap

RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rules.name: rules
        for rules in (classic.RULES, flip.RULES, battle.RULES, crash.RULES, swap.RULES, no_mercy.RULES)
    }
)


def rule_set(options: Options, first_rules: bool = False) -> RuleSet:
    """The rules of a table: its rule set with its house rules. OptionError if they do not go together.

    `first_rules`: as in games recorded before there was K-42.
    """
    return _rule_set(options.variant, tuple(options.house_rules), first_rules)


@lru_cache(maxsize=64)
def _rule_set(variant: str, house_rules: tuple[str, ...], first_rules: bool) -> RuleSet:
    rules = RULE_SETS[variant]
    return amended(rules, house_rules, first_rules) if house_rules else rules
