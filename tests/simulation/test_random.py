"""Random matches under random faults; `python -m tests.simulate` runs more of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from protocol.deck import Calculator
from tests.simulation import coalition
from tests.simulation.faults import plan, run

SEEDS = [
    seed
    for seed in range(400)
    if len(plan(seed).operators) <= 5 and plan(seed).terms.options.mode != "rotating"
]

FOUND = {
    55: "the refusal of a seat that was lost freed some of those who had voted, and not others",
    20019: "who tried what a forger wrote asked only for what follows it, never for the forger's loss",
    51743: "who had gone back to a fork did not come after those who had lost the forger for a later one",
}
"""Seeds that once broke a promise, and why."""

FOUND_BY_COALITIONS = {
    10797: "who had refused a ballot for a fork could not vote when its author forked at that very place",
}


def play(seed: int, real: bool = False, house: bool = False) -> None:
    try:
        run(seed, Calculator() if real else None, house)
    except Exception as error:
        flags = "".join(f" --{name}" for name, is_set in (("real", real), ("house", house)) if is_set)
        command = f"python -m tests.simulate --games 1 --seed {seed}{flags}"
        raise AssertionError(f"{error}\nrepeat with: {command}") from error


@pytest.mark.parametrize("batch", range(10))
def test_glass(batch: int) -> None:
    for seed in SEEDS[3 * batch : 3 * batch + 3]:
        play(seed)


@pytest.mark.parametrize("batch", range(4))
def test_house_rules(batch: int) -> None:
    for seed in SEEDS[3 * batch : 3 * batch + 3]:
        play(seed, house=True)


@pytest.mark.parametrize("seed", range(1000, 1004))
def test_a_coalition_with_house_rules(seed: int) -> None:
    coalition.run(seed, None, house=True)


def _of_no_mercy(chosen: Callable[[int], Any], count: int) -> list[int]:
    """The first seeds that stand for games of this rule set among few players."""
    seeds = (seed for seed in range(3000, 4000) if chosen(seed).terms.options.variant == "no-mercy")
    return list(islice((seed for seed in seeds if len(chosen(seed).operators) <= 4), count))


@pytest.mark.parametrize("seed", _of_no_mercy(plan, 4))
def test_no_mercy(seed: int) -> None:
    play(seed)


@pytest.mark.parametrize("seed", _of_no_mercy(coalition.plan, 3))
def test_a_coalition_at_no_mercy(seed: int) -> None:
    coalition.run(seed, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    "batch", [4, 5, 6, 7, *(pytest.param(batch, marks=pytest.mark.long) for batch in range(8, 14))]
)
def test_more_house_rules(batch: int) -> None:
    for seed in SEEDS[3 * batch : 3 * batch + 3]:
        play(seed, house=True)


@pytest.mark.parametrize("seed", FOUND)
def test_found(seed: int) -> None:
    play(seed)


@pytest.mark.parametrize("seed", FOUND_BY_COALITIONS)
def test_found_by_a_coalition(seed: int) -> None:
    coalition.run(seed, None)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10, 16))
def test_more_glass(batch: int) -> None:
    for seed in SEEDS[3 * batch : 3 * batch + 3]:
        play(seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [s for s in SEEDS if len(plan(s).operators) <= 3 and plan(s).terms.options.target == 1][:3]
)
def test_real(seed: int) -> None:
    play(seed, real=True)
