"""How far players are on the way from greedy to clairvoyant: one against three hard bots, on mirrored deals.

Every deal is played four times, with the player at each seat, so that luck with the deal cancels out: a hard
bot wins exactly one of the four. Players who see hidden cards show what is out of reach for honest ones.
`python -m benchmarks.strength --deals 10000` plays 10,000 rounds for each player that thinks, in every rule
set, and 40,000 for each of the others: some hours of one processor.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from benchmarks.rows import Row
from benchmarks.yardsticks import NAMES, THINKING, make_player
from p2puno.bots import make_bot
from p2puno.dealer import deal
from p2puno.options import VARIANTS, Options
from tests.bot_matches import play_round

SEATS = 4
EQUAL = 1 / SEATS
GOAL = 1.3
"""How often master should win, relative to an equal share."""


class Share(NamedTuple):
    """The share of rounds won, and half of its 95 % interval."""

    deals: int
    mean: float
    half: float

    def __str__(self) -> str:
        return f"wins {self.mean:.1%} ± {self.half:.1%}, {SEATS * self.deals} rounds"


def wins(variant: str, name: str, seed: int, number: int) -> int:
    """How many of the four rounds of one deal the player wins."""
    won = 0
    for seat in range(SEATS):
        label = f"{seed}/{variant}/{number}"
        random = Random(label)
        table = deal(Options(variant), range(SEATS), random.randrange(SEATS), random)
        bots = {other: make_bot("hard", Random(f"{label}/{other}")) for other in range(SEATS)}
        bots[seat] = make_player(name, Random(f"{label}/{seat}"), table)
        won += play_round(table, bots, random, seed=label).out == seat
    return won


def share(won: Sequence[int]) -> Share:
    """The mean of deals, each of which counts once: its four rounds are not independent."""
    shares = [count / SEATS for count in won]
    mean = sum(shares) / len(shares)
    spread = sum((each - mean) ** 2 for each in shares) / max(len(shares) - 1, 1)
    return Share(len(shares), mean, 1.96 * sqrt(spread / len(shares)))


def main() -> list[Row]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument(
        "--deals",
        type=int,
        default=400,
        help="deals, each played four times (default 400); a quarter of them with players that think",
    )
    parser.add_argument("--seed", type=int, default=1, help="what the rounds are dealt from (default 1)")
    parser.add_argument("--variant", choices=VARIANTS, help="only this rule set")
    parser.add_argument("--player", choices=NAMES, help="only this player")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    rows = []
    for variant in VARIANTS if arguments.variant is None else (arguments.variant,):
        shares: dict[str, Share] = {}
        for name in NAMES if arguments.player is None else (arguments.player,):
            with Pool(arguments.processes) as pool:
                work = partial(wins, variant, name, arguments.seed)
                deals = range(arguments.deals // SEATS if name in THINKING else arguments.deals)
                shares[name] = share(pool.map(work, deals, chunksize=5))
            print(f"{variant:9}{name:12}{shares[name]}", flush=True)
        rows += [row(variant, name, shares) for name in shares]
    return rows


def row(variant: str, name: str, shares: dict[str, Share]) -> Row:
    """A line of the table: the share, and how much of the way from the weakest to the strongest it is."""
    weakest, strongest = (shares[end].mean if end in shares else None for end in (NAMES[0], NAMES[-1]))
    beside = ""
    if weakest is not None and strongest is not None and weakest < strongest:
        beside = f"{(shares[name].mean - weakest) / (strongest - weakest):.0%} of greedy to clairvoyant"
    ratio = shares[name].mean / EQUAL
    goal, met = (f"at least {GOAL}×", ratio >= GOAL) if name == "master" else ("", None)
    return Row(f"{variant}, 1 {name}, 3 hard", str(shares[name]), beside, ratio, goal, met)


if __name__ == "__main__":
    main()
