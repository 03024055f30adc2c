"""A rule set: a deck, and what its symbols do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from p2puno.cards import Colour, Face, Symbol
from p2puno.decks import Deck

if TYPE_CHECKING:
    from p2puno.round.drawing import DrawCards
    from p2puno.round.state import Round

Effect = Callable[["Round", int, Face], None]
"""What playing a face does: (round, the seat that played it, the face)."""

Opening = Callable[["Round", int, Face], None]
"""What a face does as the opening card: (round, the seat left of the dealer, the face)."""

DrawEffect = Callable[["Round", "DrawCards", int], None]
"""What drawing a face does immediately: (round, the draw it came up in, the card)."""

Fitting = Callable[["Round"], frozenset[Face]]
"""The faces that may be played now."""


@dataclass(frozen=True)
class RuleSet:
    name: str
    deck: Deck
    effects: Mapping[Symbol, Effect]
    openings: Mapping[Symbol, Opening]
    never_open: frozenset[Symbol]
    """Opening cards that go back into the deck (O-05)."""
    fitting: Fitting
    on_draw: Mapping[Symbol, DrawEffect] = field(default_factory=lambda: MappingProxyType({}))
    faces: tuple[frozenset[Face], ...] = field(init=False)
    """All faces, by side."""

    matching: tuple[Mapping[Colour | None, Mapping[Symbol, frozenset[Face]]], ...] = field(init=False)
    """By side, colour in play and top symbol: the faces that match one of them, and the wild cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(frozenset(side) for side in self.deck.sides))
        object.__setattr__(self, "matching", tuple(_matching(faces) for faces in self.faces))


def _matching(faces: frozenset[Face]) -> Mapping[Colour | None, Mapping[Symbol, frozenset[Face]]]:
    return {
        colour: {
            symbol: frozenset(f for f in faces if f.wild or f.colour == colour or f.symbol == symbol)
            for symbol in Symbol
        }
        for colour in (None, *Colour)
    }


@dataclass(frozen=True)
class HouseRule:
    """A rule added by a table: a function that takes a rule set and returns a changed one."""

    name: str
    amend: Callable[[RuleSet], RuleSet]
