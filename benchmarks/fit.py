"""Find the weights of the hard bot again: `python -m benchmarks.fit`, after rules or features change.

Bots play rounds, now and then choosing by chance so that unusual positions come up too. Every position that
a hard bot leaves after its turn is noted, and whether it won that round; logistic regression does the rest.
The table printed goes into `p2puno/bots/weights.py`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from math import exp, sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from p2puno.bots import Bot, hard
from p2puno.bots.evaluation import Features, features
from p2puno.bots.habits import Habits, Mind
from p2puno.bots.lookahead import Prospect
from p2puno.bots.memory import Memory
from p2puno.dealer import deal
from p2puno.events import Event
from p2puno.moves import Ask, Choice, Move
from p2puno.options import VARIANTS, Options
from p2puno.rulesets import rule_set
from tests.bot_matches import play_round

SEATS = 4
ROUNDS_A_JOB = 50
EXPLORE = 0.15
PASSES = 8
RATE = 0.3


class Sample(NamedTuple):
    side: int
    seen: tuple[float, ...]
    won: bool


def explore(mind: Mind, moves: Sequence[Move]) -> Move:
    """Like hard, but sometimes anything."""
    return mind.random.choice(moves) if mind.random.random() < EXPLORE else hard.choose(mind, moves)


EXPLORER = Habits(calls=1, calls_late=1, catches=1, choose=explore, remembers=True)


def samples(variant: str, seed: int, numbers: Sequence[int]) -> list[Sample]:
    return [sample for number in numbers for sample in _of_one_round(variant, f"{seed}/{variant}/{number}")]


def _of_one_round(variant: str, seed: str) -> list[Sample]:
    """What the hard bots of a round left behind."""
    random = Random(seed)
    levels = ["hard", *random.choices(["hard", "normal"], k=SEATS - 1)]
    random.shuffle(levels)
    bots = {seat: Bot(level, Random(random.getrandbits(64))) for seat, level in enumerate(levels)}
    memories = {seat: Memory() for seat, level in enumerate(levels) if level == "hard"}
    for seat in memories:
        bots[seat].habits = EXPLORER
    table = deal(Options(variant), range(SEATS), random.randrange(SEATS), random)
    round = table.round
    left: list[tuple[int, int, Features]] = []
    before: int | None = None

    def watch(_: int, move: Move, news: list[Event]) -> None:
        nonlocal before
        for listener, memory in memories.items():
            for event in news:
                memory.hear(table.views[listener], event)
        if type(round.waiting) is Choice and round.waiting.ask is Ask.TURN and before != round.turn:
            if before in memories and before in round.hands:
                prospect = Prospect(Mind(table.views[before], random, memories[before], None))
                seen = features(prospect.outlook(prospect.now(), round.turn))
                left.append((before, round.side, seen))
            before = round.turn

    result = play_round(table, bots, random, watch, seed)
    return [Sample(side, tuple(seen), result.out == seat) for seat, side, seen in left]


def regress(found: Sequence[Sample], random: Random) -> list[float]:
    """Logistic regression by stochastic descent, with a step of its own for each weight."""
    weights = [0.0] * len(Features._fields)
    slopes = [1e-6] * len(weights)
    shuffled = list(found)
    for _ in range(PASSES):
        random.shuffle(shuffled)
        for _, seen, won in shuffled:
            present = [(i, amount) for i, amount in enumerate(seen) if amount]
            error = 1 / (1 + exp(-sum(weights[i] * amount for i, amount in present))) - won
            for i, amount in present:
                slope = error * amount
                slopes[i] += slope * slope
                weights[i] -= RATE * slope / sqrt(slopes[i])
    return weights


def fit() -> None:
    # Not called main: `make bench` runs what is, and this measures nothing.
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7000, help="of each rule set (default 7000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=VARIANTS, help="only this rule set")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    columns: dict[str, list[float]] = {}
    for variant in VARIANTS:
        if arguments.variant not in (None, variant):
            continue
        jobs = [range(at, at + ROUNDS_A_JOB) for at in range(0, arguments.rounds, ROUNDS_A_JOB)]
        with Pool(arguments.processes) as pool:
            found = [
                sample
                for part in pool.imap(partial(samples, variant, arguments.seed), jobs)
                for sample in part
            ]
        for side in range(len(rule_set(Options(variant)).deck.sides)):
            of_side = [sample for sample in found if sample.side == side]
            columns[f"{variant}/{side}"] = regress(of_side, Random(arguments.seed))
    print("feature".ljust(18) + " ".join(f"{name:>9}" for name in columns))
    for i, name in enumerate(Features._fields):
        print(name.ljust(18) + " ".join(f"{weights[i]:9.2f}" for weights in columns.values()))


if __name__ == "__main__":
    fit()
