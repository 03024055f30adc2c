"""Pictures of cards: a coloured block with the colour's letter and the symbol."""

from __future__ import annotations

from dataclasses import dataclass

from cli.screen.big_symbols import glyph
from cli.screen.canvas import Canvas, cut, text_width
from cli.words.card_names import colour_letter, colour_mark
from p2puno.cards import COLOURS, DARK, LIGHT, NUMBERS, Face, Symbol

LARGE = (13, 7)
"""Minimum columns and rows of a card with a large symbol."""


@dataclass(frozen=True, slots=True)
class Look:
    """The characters that the terminal can show. None has an ambiguous width."""

    reverse: str = "⇄"
    skip: str = "⊘"
    flip: str = "⇅"
    swap: str = "⇆"
    discard: str = "⇊"
    clockwise: str = "↻"
    counter: str = "↺"
    turn: str = "►"
    back: str = "▮"
    full: str = "▰"
    empty: str = "▱"
    verified: str = "✓"
    more_above: str = "▴"
    more_below: str = "▾"
    framed: bool = False
    """Whether cards need an outline, because there are no colours."""


UNICODE = Look()
ASCII = Look(
    reverse="<>",
    skip="(/)",
    flip="^v",
    swap="<=>",
    discard="vv",
    clockwise="->",
    counter="<-",
    turn=">",
    back="#",
    full="#",
    empty=".",
    verified="ok",
    more_above="^",
    more_below="v",
)


def symbol_sign(face: Face, look: Look) -> str:
    """The symbol, as large as fits on the card."""
    symbol = face.symbol
    if symbol in NUMBERS:
        return symbol.value
    return {
        Symbol.REVERSE: look.reverse,
        Symbol.SKIP: look.skip,
        Symbol.SKIP_EVERYONE: look.skip * 2 if len(look.skip) == 1 else "(//)",
        Symbol.FLIP: look.flip,
        Symbol.WILD: "W",
        Symbol.WILD_DRAW_TWO: "+2",
        Symbol.WILD_DRAW_FOUR: "+4",
        Symbol.WILD_DRAW_COLOUR: "+?",
        Symbol.DISCARD_ALL: look.discard,
        Symbol.WILD_REVERSE_DRAW_FOUR: f"{look.reverse}4",
        Symbol.WILD_DRAW_SIX: "+6",
        Symbol.WILD_DRAW_TEN: "+10",
        Symbol.ROULETTE: "?",
        Symbol.BATTLE: "VS",
        Symbol.CRASH: "><",
        Symbol.SWAP: look.swap,
    }.get(symbol, symbol.value)


def style_of(face: Face, dim: bool = False) -> str:
    colour = face.colour.value.lower() if face.colour else "w"
    return f"class:card.{colour}.dim" if dim else f"class:card.{colour}"


def chip(face: Face, look: Look) -> str:
    """The card in one to four characters, with the sign that it shows."""
    sign = symbol_sign(face, look)
    if face.colour is None:
        return "W" if face.symbol is Symbol.WILD else f"W{sign}"
    return colour_letter(face.colour) + (sign if len(sign) <= 2 else face.symbol.value)


def draw_chips(canvas: Canvas, x: int, y: int, faces: tuple[Face, ...], width: int, look: Look) -> int:
    """Draw as many cards as fit, as chips; returns how many."""
    shown = fitting(faces, width, look)
    while shown and shown < len(faces):  # leave room for the number of hidden ones
        if fitting(faces[:shown], width - 1 - len(f"({len(faces) - shown})"), look) == shown:
            break
        shown -= 1
    for face in faces[:shown]:
        x = canvas.put(x, y, chip(face, look), style_of(face)) + 1
    if shown < len(faces):
        canvas.put(x, y, f"({len(faces) - shown})", "class:quiet")
    return shown


def fitting(faces: tuple[Face, ...], width: int, look: Look) -> int:
    """How many of the cards fit in a row, as chips."""
    used = 0
    for count, face in enumerate(faces):
        used += text_width(chip(face, look)) + (count > 0)
        if used > width:
            return count
    return len(faces)


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    face: Face,
    width: int,
    height: int,
    look: Look,
    *,
    dim: bool = False,
    action: str = "",
    below: str = "",
    lit: bool = False,
) -> None:
    """Draw a card: its colour's letter, its symbol in the middle, and `below` in its last row. With enough
    room the symbol is drawn large, and small in the corner."""
    style = style_of(face, dim) + (" reverse" if lit else "")
    canvas.fill(x, y, width, height, style, action)
    left, inside = (x + 1, width - 2) if width > 4 else (x, width)
    large = width >= LARGE[0] and height >= LARGE[1]
    if look.framed:
        left, inside = x + 1, width - 2
        for row in range(y, y + height):
            canvas.put(x, row, "|", style, action)
            canvas.put(x + width - 1, row, "|", style, action)
        if height > 4:
            for row in (y, y + height - 1):
                canvas.put(x, row, "+" + "-" * (width - 2) + "+", style, action)
            if not large:
                y, height = y + 1, height - 2
    canvas.put(left, y, colour_mark(face)[:inside], style, action)
    sign = symbol_sign(face, look)
    if large:
        canvas.put(left + inside - text_width(sign), y, sign, style + " bold", action)
        _draw_glyph(canvas, x, y + 1, width, height - 2, face, style, look, action)
    else:
        middle = y + max(1, height // 2)
        canvas.put(left + max(0, (inside - text_width(sign)) // 2), middle, sign, style + " bold", action)
    if below and height > 2:
        canvas.put(left, y + height - 1, cut(below, inside), style, action)
    elif face.wild and height > 2 and not look.framed:
        _stripe(canvas, x, y + height - 1, width, face, dim, action)


def _draw_glyph(
    canvas: Canvas, x: int, y: int, width: int, height: int, face: Face, style: str, look: Look, action: str
) -> None:
    """Draw the symbol in cells of the card's ink; a wild card's in its four colours."""
    rows = glyph(face)
    left, top = x + (width - len(rows[0])) // 2, y + (height - len(rows)) // 2
    coloured = face.symbol is Symbol.WILD and not look.framed and style == style_of(face)
    colours = COLOURS[LIGHT]
    inked = style.removesuffix(" reverse") if style.endswith(" reverse") else style + " reverse"
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell != "x":
                continue
            quarter = 2 * (2 * row >= len(rows)) + (2 * column >= len(cells))
            ink = f"class:card.{colours[quarter].value.lower()}" if coloured else inked
            canvas.put(left + column, top + row, " ", ink, action)


def _stripe(canvas: Canvas, x: int, y: int, width: int, face: Face, dim: bool, action: str) -> None:
    """The four colours at the bottom of a wild card."""
    colours = COLOURS[DARK if face.symbol is Symbol.WILD_DRAW_COLOUR else LIGHT]
    for place, colour in enumerate(colours):
        start, end = place * width // 4, (place + 1) * width // 4
        style = f"class:card.{colour.value.lower()}" + (".dim" if dim else "")
        canvas.put(x + start, y, " " * (end - start), style, action)


def draw_back(canvas: Canvas, x: int, y: int, width: int, height: int, look: Look, action: str = "") -> None:
    """A card seen from the back."""
    canvas.fill(x, y, width, height, "class:back", action)
    if look.framed:
        for row in range(y, y + height):
            edge = "+" + "-" * (width - 2) + "+" if row in (y, y + height - 1) else ""
            canvas.put(x, row, edge or "|" + " " * (width - 2) + "|", "class:back", action)
    tall = 3 if height > 5 else 1
    canvas.fill(x + 1, y + (height - tall) // 2, width - 2, tall, "class:oval", action)
    canvas.put(x + (width - 3) // 2, y + height // 2, "UNO", "class:oval", action)
