"""Compares the times of equal steps by their author's hand: whether they tell something about it."""

from __future__ import annotations

import random
from statistics import median
from typing import NamedTuple

from benchmarks.rows import Row
from p2puno.view import View

FEW = 4
"""Up to this many cards are few."""
GOAL = 1.05
"""How much two groups may differ, if chance alone does not explain more."""
SHUFFLES = 400
"""How often the hands are exchanged at random among the times, to see which differences are chance."""
GROUPS = {"few": "few cards or many", "wild": "a wild card or none", "fits": "a card that fits or none"}


class Timed(NamedTuple):
    """One step: what it was, how long it took, and what its author held."""

    what: str
    seconds: float
    few: bool
    wild: bool
    fits: bool


def hand_of(view: View) -> tuple[bool, bool, bool]:
    """Whether there are few cards, a wild one, and one that fits."""
    hand, round = view.hand(), view.round
    faces = [face for _, face in hand]
    wild = any(face.colour is None for face in faces)
    return len(hand) <= FEW, wild, not round.fitting.isdisjoint(faces)


def compared(times: list[Timed], what: str, group: str) -> Row:
    """Two groups of hands: the ratio of their median times, beside what chance does to it."""
    spent = [(one.seconds, getattr(one, group)) for one in times]
    flags = [flag for _, flag in spent]

    def ratio(flags: list[bool]) -> float:
        yes, no = (
            [s for (s, _), flag in zip(spent, flags, strict=True) if flag is wanted]
            for wanted in (True, False)
        )
        one, other = median(yes), median(no)
        return max(one, other) / min(one, other)

    found = ratio(flags)
    chance = sorted(ratio(random.Random(n).sample(flags, len(flags))) for n in range(SHUFFLES))
    counts = (
        f"{sum(flags)} and {len(flags) - sum(flags)} times, median {median(s for s, _ in spent) * 1e6:.0f} µs"
    )
    most = chance[int(0.99 * SHUFFLES)]
    by_chance = f"exchanged at random: up to {most:.2f}× in 99 of 100"
    goal = f"at most {GOAL:g}×, or chance"
    return Row(f"{what}, {GROUPS[group]}", counts, by_chance, found, goal, found <= max(GOAL, most))
