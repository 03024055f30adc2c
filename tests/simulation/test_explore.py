"""All that can happen at small tables: nothing final is lost, nobody honest contradicts itself, all go on.

Larger bounds: `python -m tests.simulation.explore --help`.
"""

from __future__ import annotations

import pytest

from protocol.table.pool import Pool
from tests.simulation.explore import Bounds, Explorer


def search(bounds: Bounds, complete: bool = True) -> None:
    """Go through all states, or through the first ones where there are more than the tests' time allows."""
    found = Explorer(bounds).run()
    assert not found.violations, "\n    ".join(
        next([what, *trace] for what, trace in found.violations.items())
    )
    assert found.complete or not complete


@pytest.mark.parametrize("liar", [0, 1, 2])
def test_one_liar_of_three(liar: int) -> None:
    search(Bounds(seats=3, liars=(liar,), length=3, ticks=1, lies=1))


@pytest.mark.slow
@pytest.mark.long
def test_one_liar_of_four() -> None:
    search(Bounds(seats=4, liars=(0,), length=2, ticks=0, states=15_000), complete=False)


@pytest.mark.slow
@pytest.mark.long
def test_one_liar_of_three_for_longer() -> None:
    search(Bounds(seats=3, liars=(0,), length=4, ticks=2, lies=1))


def test_two_liars_of_four() -> None:
    search(Bounds(seats=4, liars=(0, 3), length=3, ticks=0, states=2_000), complete=False)


def test_parted_with_one_liar() -> None:
    search(Bounds(seats=3, liars=(0,), length=3, ticks=1, parted=True, states=12_000), complete=False)


def test_killed_with_one_liar() -> None:
    search(Bounds(seats=3, liars=(0,), length=2, ticks=0, crashes=1))


def test_who_was_not_silent_may_still_have_contradicted_itself() -> None:
    """1 refuses that 0 be lost for silence, and 2 gets another body. Neither goes over to the other's line:
    0 is lost where they part."""
    explorer = Explorer(Bounds(seats=3, liars=(0,), length=3, ticks=1, parted=True))
    state = explorer.follow(
        "1 hears new entry|at 1|by 0: next 1",
        "time passes at 2",
        "1 hears vote by 2 at 1|silent",
        "2 hears refusal by 1 at 1|silent",
        "2 hears fork entry|at 1|by 0: next 2",
    )
    assert explorer.heal(state) is None


def test_an_entry_is_pooled_once() -> None:
    """A proof brings an entry of our log, and going back brings it again: dropped, it is gone."""
    explorer, pool = Explorer(Bounds(ticks=0)), Pool()
    explorer.follow("1 hears new entry|at 1|by 0: next 1")
    entry = next(message.entry for message in explorer.messages.all if message.entry is not None)
    for sender in (None, 1):
        pool.add(entry, sender)
    pool.drop(entry)
    assert not pool.following(entry.previous)
    assert not pool._kept
