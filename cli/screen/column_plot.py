"""A column plot in text: shares between 0 and 1, drawn in Braille or in ASCII."""

from __future__ import annotations

from collections.abc import Sequence

from cli.words.written_numbers import percent

BLOCKS = " ⣀⣤⣶⣿"
"""Unlike block elements, none of them has an ambiguous width."""
_ASCII = " .:#"
AXIS = 6
"""Columns of the labels on the left."""
_WIDEST = 3
"""Columns of one value at most."""


def column_plot(
    values: Sequence[float], level: float, width: int, height: int, *, ascii_only: bool = False
) -> list[str]:
    """One column for each value, at most `width - AXIS` of them; a dashed line at `level`. The axis below
    takes one more line."""
    blocks = _ASCII if ascii_only else BLOCKS
    parts = len(blocks) - 1
    wide = max(1, min(_WIDEST, (width - AXIS) // max(len(values), 1)))
    lines = []
    for row in range(height - 1, -1, -1):
        dashed = row == min(int(level * height), height - 1)
        cells = ""
        for place, value in enumerate(values):
            filled = round(value * height * parts) - row * parts
            block = blocks[max(0, min(filled, parts))] * wide
            cells += block if block.strip() or not dashed else "- "[place % 2] * wide
        label = {height - 1: percent(1), 0: percent(0)}.get(row, "")
        lines.append(f"{label:>{AXIS - 1}}|{cells}".rstrip())
    return [*lines, " " * (AXIS - 1) + "+" + "-" * (len(values) * wide)]
