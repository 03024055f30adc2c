"""What a benchmark's `main` returns besides what it prints: lines of the table that `make bench` makes."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    name: str
    figure: str
    beside: str = ""
    """The peer, or the raw floor, and its figure in the same run."""
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None


HEAD = ("what", "figure", "peer or floor", "ratio", "goal", "met")


def at_most(ratio: float, limit: float) -> tuple[float, str, bool]:
    """Ratio, goal and whether it is met, for what should not cost more."""
    return ratio, f"at most {limit:g}×", ratio <= limit


def at_least(ratio: float, limit: float) -> tuple[float, str, bool]:
    return ratio, f"at least {limit:g}×", ratio >= limit


def markdown(rows: list[Row]) -> str:
    """The table, with columns as wide as need be: to be read as it is, too."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    lines = [" | ".join(map(str.ljust, line, widths)) for line in cells]
    lines.insert(1, " | ".join("-" * width for width in widths))
    return "".join(f"| {line} |\n" for line in lines)


def _cells(row: Row) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}×"
    met = "" if row.met is None else "yes" if row.met else "NO"
    return row.name, row.figure, row.beside, ratio, row.goal, met
