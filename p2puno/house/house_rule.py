"""A house rule: a named change of a rule set, and what it cannot be combined with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType

from p2puno.cards import Symbol
from p2puno.options import VARIANTS
from p2puno.round.rule_set import Effect, RuleSet


class Clash(Enum):
    """Why two house rules, or a house rule and a rule set, do not go together."""

    ONE_WAY_TO_STACK = auto()
    """Each says which cards may be laid on a pending draw card."""
    ONE_VIEW_OF_BLUFFS = auto()
    """One forbids what the other allows: a wild draw card although the hand has the colour."""
    CARD_UNSEEN = auto()
    """One needs to know the card that the other keeps face down."""
    DECK_TOO_LARGE = auto()
    """Two decks are more than a table can shuffle: the proof would fit into no entry."""
    OWN_RULE = auto()
    """The rule set has this rule already, or another one in its place."""


HAS_ITS_OWN = MappingProxyType({"no-mercy": Clash.OWN_RULE})
"""The rule set that decides by itself what some house rules are about (N-13)."""


class Parameter:
    """The whole number after a rule's name, as in `open-hands:3`."""

    def __init__(self, low: int, high: int, usual: int) -> None:
        self.low = low
        self.high = high
        self.usual = usual
        """The number if only the name is given."""


@dataclass(frozen=True)
class HouseRule:
    name: str
    amend: Callable[[RuleSet, int], RuleSet]
    """The rule set with this rule, and with its parameter (0 if it has none)."""
    parameter: Parameter | None = None
    unfit: Mapping[str, Clash] = field(default_factory=lambda: MappingProxyType({}))
    """Rule sets that it cannot be added to, and why."""
    clashes: Mapping[str, Clash] = field(default_factory=lambda: MappingProxyType({}))
    """House rules listed before this one that it contradicts, and why."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The rule sets that it can be added to."""
        return tuple(variant for variant in VARIANTS if variant not in self.unfit)


def with_effects(rules: RuleSet, effects: Mapping[Symbol, Effect]) -> Mapping[Symbol, Effect]:
    """The effects of a rule set, some of them replaced."""
    return {**rules.effects, **effects}
