"""House rules by name, presets of them, and how a list of them is written.

The order of `HOUSE_RULES` is the order in which rules are applied and written down, so a table's list of them
has exactly one form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from p2puno.house import (
    blind_draw,
    clean_finish,
    deflect,
    doubles,
    draw_until,
    false_catch,
    force,
    jump_in,
    mercy,
    no_bluff,
    no_challenge,
    open_hands,
    seven_zero,
    stacking,
    two_decks,
)
from p2puno.house.house_rule import Clash, HouseRule, Parameter
from p2puno.options import OptionError, OptionFault
from p2puno.round.rule_set import RuleSet

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "Clash",
    "HouseRule",
    "Parameter",
    "amended",
    "presets_of",
    "read_house_rules",
]

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            two_decks.RULE,
            stacking.STACK_SAME,
            stacking.STACK_UP,
            stacking.STACK_ANY,
            deflect.RULE,
            seven_zero.RULE,
            doubles.RULE,  # after seven-zero, whose effects wait for the last card
            draw_until.RULE,
            blind_draw.RULE,
            force.RULE,
            no_bluff.RULE,
            no_challenge.RULE,
            clean_finish.RULE,
            mercy.RULE,
            open_hands.RULE,
            false_catch.RULE,
            jump_in.RULE,
        )
    }
)

PRESETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "official": (),
        "family": ("stack-same", "seven-zero", "draw-until"),
        "party": ("stack-any", "seven-zero", "doubles", "force", "jump-in"),
    }
)
"""Names for several rules. Those that do not go with the rule set are left out."""


SHUFFLE_LIMIT = 10
"""With house rules, a round is over when the discard pile was shuffled this often (K-41)."""


def presets_of(variant: str) -> Mapping[str, tuple[str, ...]]:
    """The presets that make a difference in a rule set, with those of their rules that go with it."""
    fitting = {
        preset: tuple(name for name in names if variant not in HOUSE_RULES[name].unfit)
        for preset, names in PRESETS.items()
    }
    return {preset: names for preset, names in fitting.items() if names or not PRESETS[preset]}


def read_house_rules(text: str, variant: str) -> tuple[str, ...]:
    """The house rules that a player asks for, as in `stack-same,open-hands:3` or `party,mercy`: each once, in
    order, with its parameter. Raises OptionError if they do not go together."""
    wanted: dict[str, str] = {}
    for word in (word.strip() for word in text.split(",")):
        if word in PRESETS:
            wanted |= {name: name for name in PRESETS[word] if variant not in HOUSE_RULES[name].unfit}
        elif word:
            name, parameter = _parse(word)
            wanted[name] = _written(name, parameter)
    chosen = tuple(wanted[name] for name in HOUSE_RULES if name in wanted)
    _check(chosen, variant)
    return chosen


def amended(rules: RuleSet, chosen: Sequence[str], first_rules: bool = False) -> RuleSet:
    """A rule set with house rules. Raises OptionError unless the list has the one form it can have.

    `first_rules`: as in games recorded before there was K-42.
    """
    _check(chosen, rules.name)
    for word in chosen:
        name, parameter = _parse(word)
        rules = HOUSE_RULES[name].amend(rules, parameter)
    if first_rules:
        rules = replace(rules, long_draws=None)
    return replace(rules, shuffle_limit=SHUFFLE_LIMIT) if chosen else rules


def _check(chosen: Sequence[str], variant: str) -> None:
    parsed = [_parse(word) for word in chosen]
    names = [name for name, _ in parsed]
    for name in names:
        rule = HOUSE_RULES[name]
        if variant in rule.unfit:
            raise OptionError(
                OptionFault.HOUSE_RULE_UNFIT, name=name, variant=variant, why=rule.unfit[variant]
            )
        for other, why in rule.clashes.items():
            if other in names:
                raise OptionError(OptionFault.HOUSE_RULES_CLASH, first=other, second=name, why=why)
    canonical = [_written(name, parameter) for name, parameter in parsed]
    if list(chosen) != canonical or names != [name for name in HOUSE_RULES if name in names]:
        raise OptionError(OptionFault.HOUSE_RULES_OUT_OF_ORDER, given=tuple(chosen))


def _parse(word: str) -> tuple[str, int]:
    """A name and its parameter, 0 if it has none."""
    name, colon, number = word.partition(":")
    rule = HOUSE_RULES.get(name)
    if rule is None or (colon and rule.parameter is None):
        raise OptionError(OptionFault.NO_SUCH_HOUSE_RULE, name=word)
    if rule.parameter is None:
        return name, 0
    if not colon:
        return name, rule.parameter.usual
    low, high = rule.parameter.low, rule.parameter.high
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and low <= int(number) <= high):
        raise OptionError(OptionFault.NOT_BETWEEN, option=name, value=number, low=low, high=high)
    return name, int(number)


def _written(name: str, parameter: int) -> str:
    return name if HOUSE_RULES[name].parameter is None else f"{name}:{parameter}"
