"""Symbols large enough to see from across the room: drawn in coloured cells, not letters."""

from __future__ import annotations

from p2puno.cards import NUMBERS, Face, Symbol

HEIGHT = 5
"""Rows of every glyph."""

Glyph = tuple[str, ...]
"""Rows of equal width; an `x` is a filled cell."""

_DIGITS: dict[str, Glyph] = {
    # Three by five; drawn twice as wide, because a cell is about twice as high as wide.
    "0": ("xxx", "x.x", "x.x", "x.x", "xxx"),
    "1": (".x.", "xx.", ".x.", ".x.", "xxx"),
    "2": ("xxx", "..x", "xxx", "x..", "xxx"),
    "3": ("xxx", "..x", "xxx", "..x", "xxx"),
    "4": ("x.x", "x.x", "xxx", "..x", "..x"),
    "5": ("xxx", "x..", "xxx", "..x", "xxx"),
    "6": ("xxx", "x..", "xxx", "x.x", "xxx"),
    "7": ("xxx", "..x", "..x", ".x.", ".x."),
    "8": ("xxx", "x.x", "xxx", "x.x", "xxx"),
    "9": ("xxx", "x.x", "xxx", "..x", "xxx"),
    "?": ("xxx", "..x", ".xx", "...", ".x."),
}
_PLUS: Glyph = ("....", ".xx.", "xxxx", ".xx.", "....")

_SYMBOLS: dict[Symbol, Glyph] = {
    Symbol.SKIP: ("..xxxxxx..", "xx....xxxx", "xx..xx..xx", "xxxx....xx", "..xxxxxx.."),
    Symbol.SKIP_EVERYONE: ("xx..xx...xx", ".xx..xx..xx", "..xx..xx.xx", ".xx..xx..xx", "xx..xx...xx"),
    Symbol.REVERSE: ("......xxx.", "xxxxxxxxxx", "..........", "xxxxxxxxxx", ".xxx......"),
    Symbol.DISCARD_ALL: ("...xx.xx...", "...xx.xx...", "xxxxx.xxxxx", ".xxxx.xxxx.", "...xx.xx..."),
    Symbol.FLIP: ("..xx...xx..", "xxxxxx.xx..", "..xx...xx..", "..xx.xxxxxx", "..xx...xx.."),
    Symbol.WILD: ("xx......xx", "xx......xx", "xx..xx..xx", "xx.xxxx.xx", "xxxx..xxxx"),
    Symbol.WILD_DRAW_TEN: ("xxxx.xxxxxx", "..xx.xx..xx", "..xx.xx..xx", "..xx.xx..xx", "..xx.xxxxxx"),
    Symbol.WILD_REVERSE_DRAW_FOUR: (
        "..xx.xx..xx",
        "xxxx.xx..xx",
        ".....xxxxxx",
        "xxxx.....xx",
        "..xx.....xx",
    ),
    Symbol.ROULETTE: ("..xxxxxx..", "xx......xx", "....xxxx..", "..........", "....xx...."),
    Symbol.BATTLE: ("xx..xx.xxxx", "xx..xx.xx..", "xx..xx.xxxx", ".xxxx....xx", "..xx...xxxx"),
    Symbol.CRASH: ("xx.......xx", "..xx...xx..", "....x.x....", "..xx...xx..", "xx.......xx"),
    Symbol.SWAP: (".xxx......", "xxxxxxxxxx", "..........", "xxxxxxxxxx", "......xxx."),
}
_DRAWS = {
    Symbol.WILD_DRAW_TWO: "2",
    Symbol.WILD_DRAW_FOUR: "4",
    Symbol.WILD_DRAW_SIX: "6",
    Symbol.WILD_DRAW_COLOUR: "?",
}


def glyph(face: Face) -> Glyph:
    """The symbol of a card."""
    symbol = face.symbol
    if symbol in NUMBERS:
        return _wide(symbol.value)
    if symbol in _SYMBOLS:
        return _SYMBOLS[symbol]
    digit = _wide(_DRAWS.get(symbol) or symbol.value.lstrip("+"))
    return tuple(f"{plus}.{row}" for plus, row in zip(_PLUS, digit, strict=True))


def _wide(digit: str) -> Glyph:
    return tuple("".join(cell * 2 for cell in row) for row in _DIGITS[digit])
