"""Draws a moment in the middle of the table."""

from __future__ import annotations

from cli.screen.canvas import Canvas, cut, text_width, wrap
from cli.screen.cards import LARGE, Look, draw_card
from cli.screen.scene import Moment

SMALL = (8, 5)
BETWEEN = 36
"""Columns of the text: with its margins it just fits between the players left and right in a window of 80."""
GAP = 8
"""Columns between the two cards of a battle."""


def draw_moment(canvas: Canvas, moment: Moment, width: int, top: int, height: int, look: Look) -> None:
    """Draw it in the middle of an area that starts in column 0."""
    card_width, card_height = LARGE if height >= LARGE[1] + 7 else SMALL
    cards = card_height + 1 if moment.cards else 0
    inner = min(width - 6, max(text_width(moment.title), BETWEEN, 2 * card_width + GAP if cards else 0))
    lines = wrap(moment.text, inner, indent=0) if moment.text else []
    told = max(len(lines), 2 if cards else 0)
    roomy = height >= cards + told + 4
    rows = min(height, cards + told + (3 if roomy else 1))
    x, y = (width - inner - 4) // 2, top + (height - rows) // 2
    _box(canvas, x, y, inner + 4, rows, look)
    canvas.fill(x, y, inner + 4, 1, "class:uno")
    _centred(canvas, x + 2, y, inner, cut(moment.title, inner), "class:uno")
    at = y + 1 + roomy
    if moment.cards:
        _fight(canvas, moment, x + 2, at, inner, card_width, card_height, look)
        at += cards
    for row, line in enumerate(lines[: y + rows - at]):
        _centred(canvas, x + 2, at + row, inner, line, "class:moment bold")


def _box(canvas: Canvas, x: int, y: int, width: int, height: int, look: Look) -> None:
    canvas.fill(x, y, width, height, "class:moment")
    if look.framed:
        for row in range(y, y + height):
            edge = row in (y, y + height - 1)
            line = "+" + "-" * (width - 2) + "+" if edge else "|" + " " * (width - 2) + "|"
            canvas.put(x, row, line, "class:moment")


def _fight(
    canvas: Canvas, moment: Moment, x: int, y: int, inner: int, width: int, height: int, look: Look
) -> None:
    """The two cards face to face, coming together, with the names of their players below."""
    middle = x + inner // 2
    away = round((1 - moment.approach) * (inner // 2 - width - GAP // 2))
    lefts = middle - GAP // 2 - width - away, middle + GAP // 2 + away
    for left, (name, face) in zip(lefts, moment.cards, strict=True):
        draw_card(canvas, left, y, face, width, height, look)
        _centred(canvas, left - 2, y + height, width + 4, cut(name, width + 4), "class:moment")
    canvas.put(middle - 1, y + height // 2, "VS", "class:moment bold")


def _centred(canvas: Canvas, x: int, y: int, width: int, text: str, style: str) -> None:
    canvas.put(x + max(0, (width - text_width(text)) // 2), y, text, style)
