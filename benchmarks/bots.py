"""How much stronger each level is than the one below, in every rule set: `python -m benchmarks.bots`.

Tables of four. One bot sits against three of the level below, at each seat equally often, so that a share
of 25 % would mean that they are equals; or, with partners, two against two, where it would be 50 %.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from benchmarks.rows import Row
from p2puno.bots import make_bot
from p2puno.dealer import deal
from p2puno.events import Event
from p2puno.house import read_house_rules
from p2puno.moves import Move
from p2puno.options import VARIANTS, Options
from tests.bot_matches import play_round

SEATS = 4
ROUNDS_A_JOB = 50


class Contest(NamedTuple):
    """Who sits at the table, beginning with the one whose rounds are counted."""

    variant: str
    levels: tuple[str, str, str, str]
    partners: bool = False
    house: str = ""
    """As in `--house`."""

    @property
    def equal_share(self) -> float:
        return 0.5 if self.partners else 1 / SEATS

    def together(self, one: int, other: int) -> bool:
        """Whether these seats win together (R-01)."""
        return one == other or (self.partners and (one - other) % SEATS == 2)

    def __str__(self) -> str:
        first, other = self.levels[0], self.levels[1]
        return f"2 {first}, 2 {other}, partners" if self.partners else f"1 {first}, 3 {other}"


class Tally(NamedTuple):
    rounds: int = 0
    won: int = 0
    points: int = 0
    others_points: int = 0
    """What the others scored, all together."""
    moves: int = 0
    seconds: float = 0.0

    def plus(self, other: Tally) -> Tally:
        return Tally(
            self.rounds + other.rounds,
            self.won + other.won,
            self.points + other.points,
            self.others_points + other.others_points,
            self.moves + other.moves,
            self.seconds + other.seconds,
        )

    @property
    def share(self) -> float:
        return self.won / self.rounds


def wilson(won: int, rounds: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share, after Wilson."""
    share = won / rounds
    middle = share + z * z / (2 * rounds)
    half = z * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
    scale = 1 + z * z / rounds
    return (middle - half) / scale, (middle + half) / scale


def play(contest: Contest, seed: int, numbers: Sequence[int]) -> Tally:
    """Play the rounds with these numbers; each has a seed and a seating of its own."""
    tally = Tally()
    moves = 0

    def count(seat: int, move: Move, news: list[Event]) -> None:
        nonlocal moves
        moves += 1

    began = time.process_time()
    for number in numbers:
        name = f"{seed}/{contest.variant}/{number}"
        random = Random(name)
        first = number % SEATS
        bots = {
            (first + place) % SEATS: make_bot(
                level,
                Random(random.getrandbits(64)),
                (first + place + 2) % SEATS if contest.partners else None,
            )
            for place, level in enumerate(contest.levels)
        }
        options = Options(
            contest.variant,
            mode="partners" if contest.partners else "single",
            house_rules=read_house_rules(contest.house, contest.variant),
        )
        table = deal(options, range(SEATS), random.randrange(SEATS), random)
        result = play_round(table, bots, random, count, name)
        won = result.out is not None and contest.together(first, result.out)
        points = sum(
            held
            for seat, held in result.held.items()
            if result.out is not None and not contest.together(seat, result.out)
        )
        tally = tally.plus(Tally(1, won, points if won else 0, 0 if won else points))
    return tally._replace(moves=moves, seconds=time.process_time() - began)


def compete(contest: Contest, seed: int, rounds: int, processes: int) -> Tally:
    jobs = [range(at, min(at + ROUNDS_A_JOB, rounds)) for at in range(0, rounds, ROUNDS_A_JOB)]
    work = partial(play, contest, seed)
    if processes == 1:
        tallies = list(map(work, jobs))
    else:
        with Pool(processes) as pool:
            tallies = pool.map(work, jobs, chunksize=1)
    total = Tally()
    for tally in tallies:
        total = total.plus(tally)
    return total


def contests(house: str = "") -> list[Contest]:
    return [
        contest._replace(house=house)
        for variant in VARIANTS
        for contest in (
            Contest(variant, ("normal", "easy", "easy", "easy")),
            Contest(variant, ("hard", "normal", "normal", "normal")),
            Contest(variant, ("hard", "normal", "hard", "normal"), partners=True),
        )
    ]


def main() -> list[Row]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__)
    parser.add_argument("--rounds", type=int, default=4000, help="rounds of each contest (default 4000)")
    parser.add_argument("--seed", type=int, default=1, help="what the rounds are dealt from (default 1)")
    parser.add_argument("--variant", choices=VARIANTS, help="only this rule set")
    parser.add_argument("--house", default="", help="house rules, as in party or stack-same,mercy")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    print(f"{arguments.rounds} rounds each, seed {arguments.seed}")
    print(
        f"{'rule set':9}{'table':28}{'won':>7}  {'95 % interval':16}{'equals':>7}{'points':>9}{'others':>8}",
        end="",
    )
    print(f"{'decisions/s':>13}")
    rows = []
    for contest in contests(arguments.house):
        if arguments.variant in (None, contest.variant):
            tally = compete(contest, arguments.seed, arguments.rounds, arguments.processes)
            low, high = wilson(tally.won, tally.rounds)
            others = 1 if contest.partners else SEATS - 1
            print(
                f"{contest.variant:9}{contest!s:28}{tally.share:7.1%}  {low:6.1%} … {high:6.1%} "
                f"{contest.equal_share:7.0%}{tally.points / tally.rounds:9.1f}"
                f"{tally.others_points / tally.rounds / others:8.1f}{tally.moves / tally.seconds:13,.0f}",
                flush=True,
            )
            figure = f"wins {tally.share:.1%} ({low:.1%} … {high:.1%})"
            equals, ratio = f"equals: {contest.equal_share:.0%}", tally.share / contest.equal_share
            goal = "all of the interval above equals"
            name = f"{contest.variant}, {contest}"
            rows.append(Row(name, figure, equals, ratio, goal, low > contest.equal_share))
    print("points: the mean score of a round, of the first and of each other (of each pair with partners);")
    print("decisions/s: moves of all four by one process, with everything a round needs besides")
    return rows


if __name__ == "__main__":
    main()
