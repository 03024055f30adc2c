"""Draws the log: the latest lines at the bottom, with the names of cards in their colours.

What the coach of a lesson says is above them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cli.screen.canvas import Canvas, wrap
from cli.screen.cards import Look
from cli.screen.scene import Line

Piece = tuple[str, str]
"""A text and its style."""


def draw_log(
    canvas: Canvas,
    log: tuple[Line, ...],
    coach: str,
    x: int,
    y: int,
    width: int,
    height: int,
    look: Look,
    *,
    beside: bool,
) -> None:
    if height < 1:
        return
    inner = width - 2
    if beside:
        for row in range(y, y + height):
            canvas.put(x, row, "|" if look.framed else " ", "class:pane")
            canvas.fill(x + 1, row, width - 1, 1, "class:pane")
        x, inner = x + 2, width - 3
    else:
        canvas.fill(x, y, width, height, "class:pane")
        x += 1
    said = wrap(coach, inner, indent=0)[:height] if coach else []
    for row, text in enumerate(said, y):
        canvas.put(x, row, text, "class:pane class:good")
    y, height = y + len(said), height - len(said)
    if height < 1:
        return
    rows = [row for line in log[-height:] for row in _rows(line, inner)][-height:]
    for place, pieces in enumerate(rows, y + height - len(rows)):
        at = x
        for text, style in pieces:
            at = canvas.put(at, place, text, style)


def _rows(line: Line, width: int) -> Iterable[list[Piece]]:
    """The rows that a line takes. Wrapping moves spaces only, so styles go by the other characters."""
    usual = f"class:pane class:{line.kind}"
    if not line.cards:
        yield from ([(text, usual)] for text in wrap(line.text, width))
        return
    styles = [
        next((f"class:card.{colour}" for start, end, colour in line.cards if start <= place < end), usual)
        for place, char in enumerate(line.text)
        if not char.isspace()
    ]
    done = 0
    for text in wrap(line.text, width):
        row: list[Piece] = []
        for char in text:
            if char.isspace():
                # A space within a name has its style: the same before it and after it.
                inside = 0 < done < len(styles) and bool(row) and styles[done - 1] == styles[done]
                style = styles[done] if inside else usual
            else:
                style = styles[done] if done < len(styles) else usual
                done += 1
            if row and row[-1][1] == style:
                row[-1] = row[-1][0] + char, style
            else:
                row.append((char, style))
        yield row
