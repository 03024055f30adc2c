"""The strength of master on far more deals than the engine can play: the compiled model plays them.

It plays the very rounds of `benchmarks.strength` from the same random numbers and gets the same winners, some
hundred times as fast. `python -m benchmarks.model.strength` plays 10,000 rounds of each player in every rule
set that the model knows, and can try other efforts of master.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from subprocess import run

from benchmarks.mirrored_deals import SEATS, label, share
from benchmarks.model.compiled import inputs, program
from benchmarks.model.record import VARIANTS, seed
from benchmarks.yardsticks import CLAIRVOYANT
from p2puno.bots.master import usual_effort

PLAYERS = ("judging", "master", "sees all")
AT_ONCE = 25
"""How many deals a process plays."""


def wins(
    variant: str, player: str, start: int, deals: int, processes: int, tried: Sequence[object] | None = None
) -> list[int]:
    """How many of its four rounds the player wins, for each deal."""
    labels = [label(start, variant, number) for number in range(deals)]
    parts = [labels[at : at + AT_ONCE] for at in range(0, deals, AT_ONCE)]
    cost = tried or (CLAIRVOYANT if player == "sees all" else usual_effort(variant))[:4]
    command = (program("strength"), *inputs(variant), variant, player, *cost)
    with ThreadPoolExecutor(processes) as pool:
        return [count for part in pool.map(partial(_play, command), parts) for count in part]


def _play(command: Iterable[object], labels: Iterable[str]) -> list[int]:
    done = run(
        [*map(str, command)], input="\n".join(map(_seeds, labels)), capture_output=True, text=True, check=True
    )
    return [int(line) for line in done.stdout.split()]


def _seeds(deal: str) -> str:
    """The seeds of a deal, and of the bot at each seat."""
    return " ".join(map(seed, (deal, *(f"{deal}/{seat}" for seat in range(SEATS)))))


def compare() -> None:
    # Not called main: `make bench` runs what is, and shows these figures as part of `benchmarks.strength`.
    parser = argparse.ArgumentParser(prog="python -m benchmarks.model.strength", description=__doc__)
    parser.add_argument("--deals", type=int, default=2500, help="each is played four times (default 2500)")
    parser.add_argument("--seed", type=int, default=1, help="what the rounds are dealt from (default 1)")
    parser.add_argument("--variant", choices=VARIANTS, help="only this rule set")
    parser.add_argument("--player", choices=PLAYERS, help="only this player")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--effort",
        nargs=4,
        metavar=("STAGES", "DEALS", "CLOSE", "PRIOR"),
        help="another effort of master, to compare (default: that of the game)",
    )
    arguments = parser.parse_args()
    for variant in VARIANTS if arguments.variant is None else (arguments.variant,):
        for player in PLAYERS if arguments.player is None else (arguments.player,):
            won = wins(
                variant, player, arguments.seed, arguments.deals, arguments.processes, arguments.effort
            )
            print(f"{variant:9}{player:12}{share(won)}", flush=True)


if __name__ == "__main__":
    compare()
