"""Cards drawn as SVG, for the HTML page and the picture of a position."""

from __future__ import annotations

from xml.sax.saxutils import escape

from cli.words.card_names import colour_letter
from p2puno.cards import COLOURS, Colour, Face, Symbol

WIDTH, HEIGHT = 60, 90

FILLS = {
    Colour.BLUE: "#1f6feb",
    Colour.GREEN: "#1a7f37",
    Colour.RED: "#d7263d",
    Colour.YELLOW: "#f2c418",
    Colour.PINK: "#ff6fb0",
    Colour.TEAL: "#12b3a8",
    Colour.ORANGE: "#ff8a1f",
    Colour.PURPLE: "#7d45e0",
}
INKS = FILLS | {
    Colour.YELLOW: "#8a6500",
    Colour.PINK: "#c2287a",
    Colour.TEAL: "#0b7d74",
    Colour.ORANGE: "#a85100",
}
"""The colours, readable on white."""

DARK_TEXT, LIGHT_TEXT = "#17181c", "#ffffff"
_BRIGHT = (Colour.YELLOW, Colour.PINK, Colour.TEAL, Colour.ORANGE)


def text_on(colour: Colour) -> str:
    """A text colour that is readable on a colour."""
    return DARK_TEXT if colour in _BRIGHT else LIGHT_TEXT


_FONT = 'font-family="system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif" font-weight="800"'


def card_svg(face: Face, side: int) -> str:
    """The contents of a card's `<svg viewBox="0 0 60 90">`."""
    if face.colour is None:
        return (
            _frame("#17181c", "#ffffff") + _wheel(side) + _corners(_corner(face), "#ffffff", "") + _sign(face)
        )
    oval = '<ellipse cx="30" cy="45" rx="18" ry="31" transform="rotate(24 30 45)" fill="#ffffff"/>'
    corners = _corners(_corner(face), text_on(face.colour), colour_letter(face.colour))
    return _frame(FILLS[face.colour], "#ffffff") + oval + corners + _sign(face)


def back_svg() -> str:
    """A card face down."""
    oval = '<ellipse cx="30" cy="45" rx="19" ry="32" transform="rotate(24 30 45)" fill="#d7263d"/>'
    word = (
        f'<text x="30" y="51" transform="rotate(-20 30 45)" {_FONT} font-size="17" text-anchor="middle"'
        ' fill="#ffd94a">UNO</text>'
    )
    return _frame("#17181c", "#8d939c") + oval + word


def _frame(fill: str, edge: str) -> str:
    return (
        f'<rect x="1" y="1" width="58" height="88" rx="7" fill="{edge}" stroke="#00000055"/>'
        f'<rect x="4" y="4" width="52" height="82" rx="5" fill="{fill}"/>'
    )


def _wheel(side: int) -> str:
    """The four colours of the side."""
    quarters = (
        "M30 45V17A28 28 0 0 1 58 45Z",
        "M30 45H58A28 28 0 0 1 30 73Z",
        "M30 45V73A28 28 0 0 1 2 45Z",
        "M30 45H2A28 28 0 0 1 30 17Z",
    )
    paths = "".join(
        f'<path d="{path}" fill="{FILLS[colour]}"/>'
        for path, colour in zip(quarters, COLOURS[side], strict=True)
    )
    return f'<g transform="translate(30 45) scale(.72 1.06) translate(-30 -45)">{paths}</g>'


def _corner(face: Face) -> str:
    match face.symbol:
        case Symbol.REVERSE:
            return "⇄"
        case Symbol.SKIP | Symbol.SKIP_EVERYONE:
            return "⊘"
        case Symbol.FLIP:
            return "⇅"
        case Symbol.DISCARD_ALL:
            return "⇊"
        case Symbol.WILD_REVERSE_DRAW_FOUR:
            return "⇄4"
        case Symbol.ROULETTE:
            return "?"
        case Symbol.WILD_DRAW_TWO | Symbol.WILD_DRAW_FOUR | Symbol.WILD_DRAW_SIX | Symbol.WILD_DRAW_TEN:
            return face.symbol.value[1:]
        case Symbol.WILD_DRAW_COLOUR:
            return "+?"
        case Symbol.BATTLE:
            return "VS"
        case Symbol.CRASH:
            return "✕"
        case Symbol.SWAP:
            return "⇆"
    return face.symbol.value


def _corners(text: str, fill: str, letter: str) -> str:
    """The symbol and the colour's letter in the corners that the oval leaves free; rotated at the bottom."""
    size = 14 if len(text) < 3 else 11
    one = f'<text x="8" y="18" font-size="{size}"{_line_below(text)}>{escape(text)}</text>'
    if letter:
        one += f'<text x="7.5" y="29.5" font-size="9.5">{escape(letter)}</text>'
    group = f'<g {_FONT} fill="{fill}"'
    return f'{group}>{one}</g>{group} transform="rotate(180 30 45)">{one}</g>'


def _line_below(text: str) -> str:
    """The line printed under some symbols, so that nobody holds the card upside down."""
    return ' text-decoration="underline"' if text in ("6", "9") else ""


def _sign(face: Face) -> str:
    """The large symbol in the middle."""
    if face.colour is None:
        if face.symbol is Symbol.WILD:
            return ""
        return _big(_corner(face), "#ffffff", 'stroke="#17181c" stroke-width="5" paint-order="stroke"', 26)
    fill = INKS[face.colour]
    line = f'fill="none" stroke="{fill}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"'
    match face.symbol:
        case Symbol.SKIP:
            return f'<g {line}><circle cx="30" cy="45" r="13"/><path d="M21 54 39 36"/></g>'
        case Symbol.SKIP_EVERYONE:
            rings = '<circle cx="26" cy="49" r="11"/><circle cx="35" cy="40" r="11"/>'
            return f'<g {line}>{rings}<path d="M19 57 42 32"/></g>'
        case Symbol.REVERSE:
            return f'<g {line}><path d="M19 39H39L33 32M41 51H21L27 58"/></g>'
        case Symbol.DISCARD_ALL:
            return f'<g {line}><path d="M23 32V54L17 47M23 54 29 47M37 36V58L31 51M37 58 43 51"/></g>'
        case Symbol.FLIP:
            return f'<g {line}><path d="M24 57V33L17 41M36 33V57L43 49"/></g>'
    return _big(_corner(face), fill, "", 34 if len(_corner(face)) == 1 else 26)


def _big(text: str, fill: str, extra: str, size: int) -> str:
    return (
        f'<text x="30" y="{45 + size * 0.35:g}" {_FONT} font-size="{size}" text-anchor="middle"'
        f' fill="{fill}"{_line_below(text)} {extra}>{escape(text)}</text>'
    )
