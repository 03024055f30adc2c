"""The decks of D-01…D-17 and N-01…N-11: which cards exist, and what each is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from p2puno.cards import COLOURS, DARK, LIGHT, NUMBERS, Face, Symbol, face


@dataclass(frozen=True)
class Deck:
    """Physical cards in a fixed public order: position i of every side is the same card."""

    sides: tuple[tuple[Face, ...], ...]
    points: Mapping[Face, int]

    @cached_property
    def by_card(self) -> tuple[Mapping[int, Face], ...]:
        """The faces by side and card, before the first shuffle."""
        return tuple(dict(enumerate(side)) for side in self.sides)

    @property
    def size(self) -> int:
        return len(self.sides[LIGHT])

    @property
    def highest_points(self) -> int:
        return max(self.points.values())


def _side(
    side: int, numbers: Mapping[Symbol, int], actions: Mapping[Symbol, int], wilds: Mapping[Symbol, int]
) -> tuple[Face, ...]:
    """One side of a deck: `numbers` and `actions` are counts per colour, `wilds` the total of each."""
    coloured = {**numbers, **actions}
    return tuple(
        face(colour.value + symbol.value)
        for colour in COLOURS[side]
        for symbol, count in coloured.items()
        for _ in range(count)
    ) + tuple(face(symbol.value) for symbol, count in wilds.items() for _ in range(count))


def _points(sides: tuple[tuple[Face, ...], ...], of: Mapping[Symbol, int]) -> Mapping[Face, int]:
    """Numbers are worth their value (D-01, D-10), everything else the value in `of`."""
    return {f: of.get(f.symbol, f.number) for side in sides for f in side}


@cache
def classic(extra: Symbol | None = None) -> Deck:
    """The 108 cards of D-01…D-06; with `extra`, also the four of D-07."""
    wilds = {Symbol.WILD: 4, Symbol.WILD_DRAW_FOUR: 4} | ({extra: 4} if extra else {})
    sides = (
        _side(
            LIGHT,
            {symbol: 1 if symbol is Symbol.N0 else 2 for symbol in NUMBERS},
            {Symbol.DRAW_TWO: 2, Symbol.REVERSE: 2, Symbol.SKIP: 2},
            wilds,
        ),
    )
    actions = {Symbol.DRAW_TWO: 20, Symbol.REVERSE: 20, Symbol.SKIP: 20}
    return Deck(sides, _points(sides, actions | dict.fromkeys(wilds, 50)))


@cache
def flip() -> Deck:
    """The 112 two-sided cards of D-10…D-17. Each shuffle decides which sides share a card (D-17)."""
    numbers = dict.fromkeys(NUMBERS[1:], 2)
    light = {Symbol.DRAW_ONE: 10, Symbol.REVERSE: 20, Symbol.SKIP: 20, Symbol.FLIP: 20}
    dark = {Symbol.DRAW_FIVE: 20, Symbol.REVERSE: 20, Symbol.SKIP_EVERYONE: 30, Symbol.FLIP: 20}
    wilds = {Symbol.WILD: 40, Symbol.WILD_DRAW_TWO: 50, Symbol.WILD_DRAW_COLOUR: 60}
    sides = (
        _side(LIGHT, numbers, dict.fromkeys(light, 2), {Symbol.WILD: 4, Symbol.WILD_DRAW_TWO: 4}),
        _side(DARK, numbers, dict.fromkeys(dark, 2), {Symbol.WILD: 4, Symbol.WILD_DRAW_COLOUR: 4}),
    )
    return Deck(sides, _points(sides, light | dark | wilds))


@cache
def no_mercy() -> Deck:
    """The 168 cards of N-01…N-11."""
    actions = {
        Symbol.DRAW_TWO: 3,
        Symbol.DRAW_FOUR: 2,
        Symbol.REVERSE: 3,
        Symbol.SKIP: 3,
        Symbol.SKIP_EVERYONE: 2,
        Symbol.DISCARD_ALL: 3,
    }
    wilds = {
        Symbol.WILD_REVERSE_DRAW_FOUR: 8,
        Symbol.WILD_DRAW_SIX: 4,
        Symbol.WILD_DRAW_TEN: 4,
        Symbol.ROULETTE: 8,
    }
    sides = (_side(LIGHT, dict.fromkeys(NUMBERS, 2), actions, wilds),)
    return Deck(sides, _points(sides, dict.fromkeys(actions, 20) | dict.fromkeys(wilds, 50)))
