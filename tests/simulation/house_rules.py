"""Random house rules that go together."""

from __future__ import annotations

from random import Random

from p2puno.house import HOUSE_RULES, PRESETS, read_house_rules
from p2puno.options import OptionError


def random_house_rules(random: Random, variant: str) -> tuple[str, ...]:
    """A preset, or some rules that the rule set and each other allow."""
    if random.random() < 0.2:
        return read_house_rules(random.choice(sorted(PRESETS)), variant)
    chosen: tuple[str, ...] = ()
    names = list(HOUSE_RULES)
    for name in random.sample(names, min(len(names), random.choice((1, 2, 3, 4, 6, 9)))):
        parameter = HOUSE_RULES[name].parameter
        word = name if parameter is None else f"{name}:{random.randint(parameter.low, parameter.high)}"
        try:
            chosen = read_house_rules(",".join((*chosen, word)), variant)
        except OptionError:
            continue  # it contradicts another one
    return chosen
