"""Scores as they decide a match: fixed partners have one score together (R-03)."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.match import modes
from p2puno.options import Options

Side = tuple[int, ...]
"""The seats that share a score."""


def sides(options: Options, seats: int) -> tuple[Side, ...]:
    """Both pairs of fixed partners; otherwise every seat by itself."""
    return modes.sides(options.mode, seats)


def side_name(names: Sequence[str], side: Side) -> str:
    return " + ".join(names[seat] for seat in side)


def shared_score(options: Options, totals: Sequence[int], seat: int) -> int:
    """What counts for this seat towards the end of the match."""
    side = next(side for side in sides(options, len(totals)) if seat in side)
    return sum(totals[one] for one in side)
