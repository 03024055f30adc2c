"""The strength of master on far more deals than the engine can play: the compiled model plays them.

It plays the very rounds of `benchmarks.strength` from the same random numbers and gets the same winners, some
hundred times as fast. `python -m benchmarks.model.strength` plays 10,000 rounds of each player in every rule
set that the model knows. It wants g++.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

from benchmarks.model.record import VARIANTS, networks, seed, weights
from benchmarks.strength import SEATS, share
from p2puno.bots.master import EFFORT

HERE = Path(__file__).parent
COMPILE = ("g++", "-O3", "-march=native", "-ffp-contract=off", "-std=c++17")
PLAYERS = ("hard", "judging", "master")
AT_ONCE = 25
"""How many deals a process plays."""


def seeds(label: str) -> str:
    """The seeds of a deal, and of the bot at each seat."""
    labels = (label, *(f"{label}/{seat}" for seat in range(SEATS)))
    return " ".join(map(seed, labels))


def play(command: Iterable[object], labels: Iterable[str]) -> list[int]:
    """How many of its four rounds the player wins, for each deal."""
    lines = "\n".join(map(seeds, labels))
    done = run([*map(str, command)], input=lines, capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


def main() -> None:
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
        default=EFFORT[:4],
        help="another effort of master, to compare (default: that of the game)",
    )
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.processes) as pool:
        there = Path(folder)
        run([*COMPILE, HERE / "strength.cpp", "-o", there / "strength"], check=True)
        (there / "weights").write_text(weights())
        for variant in VARIANTS if arguments.variant is None else (arguments.variant,):
            (there / variant).write_text(networks(variant))
            labels = [f"{arguments.seed}/{variant}/{number}" for number in range(arguments.deals)]
            parts = [labels[at : at + AT_ONCE] for at in range(0, len(labels), AT_ONCE)]
            for player in PLAYERS if arguments.player is None else (arguments.player,):
                files = (there / "strength", there / "weights", there / variant)
                work = partial(play, (*files, variant, player, *arguments.effort))
                won = [count for part in pool.map(work, parts) for count in part]
                print(f"{variant:9}{player:12}{share(won)}", flush=True)


if __name__ == "__main__":
    main()
