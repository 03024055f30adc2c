"""The cards in their canonical order, and what they count (protocol.md §19.1, rules.md D)."""

from __future__ import annotations

LIGHT, DARK = "BGRY", "PTOU"
_DIGITS = "0123456789"
_EXTRA = {"classic": [], "battle": ["Wb"] * 4, "crash": ["Wc"] * 4, "swap": ["Ws"] * 4}


def sides_of(variant: str) -> list[list[str]]:
    """The codes of all cards, side by side."""
    if variant == "flip":
        light = [c + s for c in LIGHT for s in [*_DIGITS[1:], "+1", "r", "s", "f"] for _ in "12"]
        dark = [c + s for c in DARK for s in [*_DIGITS[1:], "+5", "r", "e", "f"] for _ in "12"]
        return [light + ["W"] * 4 + ["W+2"] * 4, dark + ["W"] * 4 + ["W+c"] * 4]
    if variant == "no-mercy":
        actions = {"+2": 3, "+4": 2, "r": 3, "s": 3, "e": 2, "d": 3}
        counts = dict.fromkeys(_DIGITS, 2) | actions
        wilds = ["W+4r"] * 8 + ["W+6"] * 4 + ["W+10"] * 4 + ["Wr"] * 8
        return [[c + s for c in LIGHT for s, count in counts.items() for _ in range(count)] + wilds]
    coloured = [c + s for c in LIGHT for s in ["0", *(d for d in _DIGITS[1:] for _ in "12")]]
    cards: list[str] = []
    for colour in LIGHT:
        cards += [code for code in coloured if code[0] == colour]
        cards += [colour + s for s in ("+2", "r", "s") for _ in "12"]
    return [cards + ["W"] * 4 + ["W+4"] * 4 + _EXTRA[variant]]


def colour_of(code: str) -> str | None:
    return None if code[0] == "W" else code[0]


def symbol_of(code: str) -> str:
    return code if code[0] == "W" else code[1:]


def number_of(code: str) -> int:
    symbol = symbol_of(code)
    return int(symbol) if symbol in set(_DIGITS) else 0


def points_of(variant: str, code: str) -> int:
    symbol = symbol_of(code)
    if symbol in set(_DIGITS):
        return int(symbol)
    if variant == "flip":
        return {"W": 40, "W+2": 50, "W+c": 60, "e": 30, "+1": 10}.get(symbol, 20)
    return 50 if symbol[0] == "W" else 20


def highest_points(variant: str) -> int:
    return 60 if variant == "flip" else 50
