"""Compares the times of equal steps by their author's hand: whether they tell something about it."""

from __future__ import annotations

from itertools import chain, groupby
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks.rows import Row
from p2puno.view import View

FEW = 4
"""Up to this many cards are few."""
GOAL = 1.05
"""How much two groups may differ. Where they differ by more, but not by more than chance, nothing is said."""
SHIFTS = 400
"""How often the hands are moved along the times at random, to see which differences are chance."""
GROUPS = {"few": "few cards or many", "wild": "a wild card or none", "fits": "a card that fits or none"}


class Timed(NamedTuple):
    """One step: what it was, who did it, how long it took, and what its author held."""

    what: str
    author: int
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
    """Two groups of hands: the ratio of their median times, beside what chance does to it.

    A hand stays almost the same for many steps, and the steps of one program may always be a little slower.
    So chance is shown by moving all hands of an author along its times by the same random number of steps.
    """
    by_author = sorted(times, key=lambda one: one.author)
    spent = [one.seconds for one in by_author]
    held = [
        [getattr(one, group) for one in steps] for _, steps in groupby(by_author, key=lambda one: one.author)
    ]

    def ratio(flags: list[bool]) -> float:
        yes, no = (
            [seconds for seconds, flag in zip(spent, flags, strict=True) if flag is wanted]
            for wanted in (True, False)
        )
        one, other = median(yes), median(no)
        return max(one, other) / min(one, other)

    def moved(chance: Random) -> list[bool]:
        found: list[bool] = []
        for flags in held:
            at = chance.randrange(len(flags))
            found += flags[at:] + flags[:at]
        return found

    flags = list(chain.from_iterable(held))
    found = ratio(flags)
    by_chance = sorted(ratio(moved(Random(n))) for n in range(SHIFTS))[int(0.99 * SHIFTS)]
    counts = f"{sum(flags)} and {len(flags) - sum(flags)} times, median {median(spent) * 1e6:.0f} µs"
    beside = f"hands moved at random: up to {by_chance:.2f}× in 99 of 100"
    goal, met = f"at most {GOAL:g}×", found <= GOAL
    if not met and found <= by_chance:
        return Row(f"{what}, {GROUPS[group]}", counts, beside, found, f"{goal}: too few to tell")
    return Row(f"{what}, {GROUPS[group]}", counts, beside, found, goal, met)
