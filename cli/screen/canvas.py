"""A grid of characters to draw on, converted to lines of styled fragments."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

_BLANKS = re.compile(r"[ \t\n]+")

WIDEST_TEXT = 76
"""Maximum columns of a text to read: longer lines are hard to follow, and this fits into a window of 80."""


class Fragment(NamedTuple):
    """A piece of a line; `action` is what a click on it does, in the form of `Controls.click`."""

    style: str
    text: str
    action: str = ""


Picture = list[list[Fragment]]


class Canvas:
    """Everything outside is cut off; every row is exactly as wide as the canvas."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width = width
        self.height = height
        self._rows: list[list[tuple[str, str, str]]] = [[(" ", style, "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "", action: str = "") -> int:
        """Write at a position; returns the column after the text."""
        if not 0 <= y < self.height:
            return x + text_width(text)
        row = self._rows[y]
        text = breakable(text)
        if text.isascii() and x >= 0 and x + len(text) <= self.width:  # by far the most common case
            for place, char in enumerate(text, x):
                row[place] = (char, style, action)
            return x + len(text)
        for char in text:
            wide = get_cwidth(char)
            if wide < 1:
                continue
            if x >= 0 and x + wide <= self.width:
                row[x] = (char, style, action)
                for beside in range(x + 1, x + wide):
                    row[beside] = ("", style, action)
            x += wide
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: str = "", action: str = "") -> None:
        for row in range(y, y + height):
            self.put(x, row, " " * width, style, action)

    def picture(self) -> Picture:
        return [_pieces(row) for row in self._rows]


def _pieces(row: list[tuple[str, str, str]]) -> list[Fragment]:
    """Merge neighbours with the same style and action. (This is most of the cost of drawing.)"""
    pieces: list[Fragment] = []
    chars: list[str] = []
    style = action = ""
    for char, its_style, its_action in row:
        if its_style != style or its_action != action:
            if chars:
                pieces.append(Fragment(style, "".join(chars), action))
            chars, style, action = [char], its_style, its_action
        else:
            chars.append(char)
    if chars:
        pieces.append(Fragment(style, "".join(chars), action))
    return pieces


def text_width(text: str) -> int:
    """How many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(max(get_cwidth(char), 0) for char in text)


def breakable(text: str) -> str:
    """The text with ordinary spaces only: prompt_toolkit would underline the others."""
    return text.replace("\u00a0", " ")


def cut(text: str, width: int) -> str:
    """The text, shortened to a number of columns."""
    if text_width(text) <= width:
        return text
    kept = ""
    for char in text:
        if text_width(kept + char) > width - 2:
            break
        kept += char
    return (kept.rstrip() + "..")[: max(width, 0)]


def padded(text: str, width: int) -> str:
    """The text, shortened or padded to an exact number of columns."""
    text = cut(text, width)
    return text + " " * (width - text_width(text))


def wrap(text: str, width: int, indent: int = 2) -> list[str]:
    """The text in lines of limited width, all but the first indented. A word that no line can hold (an
    address, a sentence without spaces) goes on in the next one. No line ends at a no-break space."""
    lines: list[str] = []
    line = ""
    for word in _BLANKS.split(text.strip()):
        longer = f"{line} {word}" if line.strip() else line + word
        if line.strip() and text_width(longer) > width:
            lines.append(line)
            longer = " " * indent + word
        while width > indent + 1 and text_width(longer) > width:
            held = _held(longer, width)
            lines.append(longer[:held])
            longer = " " * indent + longer[held:]
        line = cut(longer, width)
    return [*lines, line]


def _held(text: str, width: int) -> int:
    """How many characters of a text fit into a line."""
    used = 0
    for place, char in enumerate(text):
        used += text_width(char)
        if used > width:
            return place
    return len(text)


def wrap_line(line: str, width: int) -> list[str]:
    """A line that keeps its indentation when it is wrapped; what follows is indented a little more."""
    indent = len(line) - len(line.lstrip(" "))
    return [" " * indent + part for part in wrap(line, width - indent, indent=2 if indent else 0)]


def in_columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Lines of a table: each column as wide as its widest cell, aligned left or right."""
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        blanks = [" " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=True)]
        cells = [
            blank + cell if place in right else cell + blank
            for place, (cell, blank) in enumerate(zip(row, blanks, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def plain_text(picture: Sequence[Sequence[Fragment]]) -> str:
    """The picture without its styles."""
    return "\n".join("".join(fragment.text for fragment in line).rstrip() for line in picture)
