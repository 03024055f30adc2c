"""Colours, symbols and faces: what is printed on one side of a card.

Every face is a single shared object, so `is` compares them. Its code ("R5", "W+4") names it in the notation,
in logs and in golden files. `decks.py` says what each is worth and how many there are.
"""

from dataclasses import dataclass
from enum import StrEnum

LIGHT, DARK = 0, 1
"""The sides of a card. One-sided cards have only the first."""


class Colour(StrEnum):
    BLUE = "B"
    GREEN = "G"
    RED = "R"
    YELLOW = "Y"
    PINK = "P"
    TEAL = "T"
    ORANGE = "O"
    PURPLE = "U"


COLOURS = (
    (Colour.BLUE, Colour.GREEN, Colour.RED, Colour.YELLOW),
    (Colour.PINK, Colour.TEAL, Colour.ORANGE, Colour.PURPLE),
)
"""The colours of each side."""


class Symbol(StrEnum):
    """The symbol on a face; it decides what the card does. A digit's name is the digit."""

    N0 = "0"
    N1 = "1"
    N2 = "2"
    N3 = "3"
    N4 = "4"
    N5 = "5"
    N6 = "6"
    N7 = "7"
    N8 = "8"
    N9 = "9"
    DRAW_ONE = "+1"
    DRAW_TWO = "+2"
    DRAW_FOUR = "+4"
    DRAW_FIVE = "+5"
    REVERSE = "r"
    SKIP = "s"
    SKIP_EVERYONE = "e"
    DISCARD_ALL = "d"
    FLIP = "f"
    WILD = "W"
    WILD_DRAW_TWO = "W+2"
    WILD_DRAW_FOUR = "W+4"
    WILD_DRAW_COLOUR = "W+c"
    WILD_REVERSE_DRAW_FOUR = "W+4r"
    WILD_DRAW_SIX = "W+6"
    WILD_DRAW_TEN = "W+10"
    ROULETTE = "Wr"
    BATTLE = "Wb"
    CRASH = "Wc"
    SWAP = "Ws"


NUMBERS = tuple(Symbol(str(n)) for n in range(10))
WILD_DRAWS = (Symbol.WILD_DRAW_TWO, Symbol.WILD_DRAW_FOUR, Symbol.WILD_DRAW_COLOUR)
"""Those that may be a bluff (A-05, F-05). Those of No Mercy may be laid at any time."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One printed side. There is exactly one object for each; get it with `face`."""

    colour: Colour | None
    """None for wild cards (T-08)."""
    symbol: Symbol
    code: str
    wild: bool
    number: int
    """Its value in a battle and in the draw for the deal; symbols count zero (S-02, B-02)."""

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return face, (self.code,)


def _make(colour: Colour | None, symbol: Symbol) -> Face:
    return Face(
        colour=colour,
        symbol=symbol,
        code=symbol.value if colour is None else colour.value + symbol.value,
        wild=colour is None,
        number=NUMBERS.index(symbol) if symbol in NUMBERS else 0,
    )


WILD_SYMBOLS = tuple(symbol for symbol in Symbol if symbol.value.startswith("W"))
_FACES = {
    made.code: made
    for made in (
        *(_make(colour, symbol) for colour in Colour for symbol in Symbol if symbol not in WILD_SYMBOLS),
        *(_make(None, symbol) for symbol in WILD_SYMBOLS),
    )
}


def face(code: str) -> Face:
    """The face with this code; KeyError if there is none."""
    return _FACES[code]
