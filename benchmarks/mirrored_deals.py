"""Mirrored deals: each is played four times, once with the player at each seat, so that luck cancels out."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

SEATS = 4


class Share(NamedTuple):
    """The share of rounds won, and half of its 95 % interval."""

    deals: int
    mean: float
    half: float

    def __str__(self) -> str:
        return f"wins {self.mean:.1%} ± {self.half:.1%}, {SEATS * self.deals} rounds"


def share(won: Sequence[int]) -> Share:
    """The mean of deals, each of which counts once: its four rounds are not independent."""
    shares = [count / SEATS for count in won]
    mean = sum(shares) / len(shares)
    spread = sum((each - mean) ** 2 for each in shares) / max(len(shares) - 1, 1)
    return Share(len(shares), mean, 1.96 * sqrt(spread / len(shares)))


def label(seed: int, variant: str, number: int) -> str:
    """What all randomness of a deal comes from."""
    return f"{seed}/{variant}/{number}"
