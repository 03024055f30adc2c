"""How far players are on the way from greedy to clairvoyant: one against three hard bots, on mirrored deals.

Every deal is played four times, with the player at each seat, so that luck with the deal cancels out: a hard
bot wins exactly one of the four. Players who see hidden cards show what is out of reach for honest ones.
If g++ is there, the compiled model in `benchmarks/model` plays the rounds of those whom it knows, at least
10,000 in every rule set that it knows. The engine plays the others.
"""

from __future__ import annotations

import argparse
import os
from functools import partial
from multiprocessing import Pool
from random import Random

from benchmarks.mirrored_deals import SEATS, Share, label, share
from benchmarks.model.compiled import can_compile
from benchmarks.model.record import VARIANTS as MODELLED
from benchmarks.model.strength import PLAYERS
from benchmarks.model.strength import wins as model_wins
from benchmarks.rows import Row
from benchmarks.yardsticks import NAMES, THINKING, make_player
from p2puno.bots import make_bot
from p2puno.dealer import deal
from p2puno.options import VARIANTS, Options
from tests.bot_matches import play_round

EQUAL = 1 / SEATS
GOAL = 1.3
"""How often master should win, relative to an equal share."""
MODEL_DEALS = 2500
"""How many deals the compiled model plays at least: they cost it a minute or two."""


def wins(variant: str, name: str, seed: int, number: int) -> int:
    """How many of the four rounds of one deal the player wins."""
    won = 0
    for seat in range(SEATS):
        source = label(seed, variant, number)
        random = Random(source)
        table = deal(Options(variant), range(SEATS), random.randrange(SEATS), random)
        bots = {other: make_bot("hard", Random(f"{source}/{other}")) for other in range(SEATS)}
        bots[seat] = make_player(name, Random(f"{source}/{seat}"), table)
        won += play_round(table, bots, random, seed=source).out == seat
    return won


def share_of(variant: str, name: str, seed: int, deals: int, processes: int) -> Share:
    """The share that the player wins. The compiled model plays where it can, because it gets the same winners
    a hundred times as fast."""
    if variant in MODELLED and name in PLAYERS and can_compile():
        return share(model_wins(variant, name, seed, max(deals, MODEL_DEALS), processes))
    with Pool(processes) as pool:
        numbers = range(deals // SEATS if name in THINKING else deals)
        return share(pool.map(partial(wins, variant, name, seed), numbers, chunksize=5))


def main() -> list[Row]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument(
        "--deals",
        type=int,
        default=400,
        help="deals, each played four times (default 400); a quarter of them where the engine thinks",
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
            shares[name] = share_of(variant, name, arguments.seed, arguments.deals, arguments.processes)
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
