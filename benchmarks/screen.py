"""How long the screen takes to answer a key: in a real pseudo-terminal, at rest and while a deck is mixed.

    python -m benchmarks.screen [--quick]

From the moment a key is written to the terminal until what it does can be read off the screen. Beside it, by
turns, the floor: a prompt_toolkit program that only shows the key. The goal is 50 ms, also during a deal. All
peers of that deal are processes on this one machine, which share its processors; the load is printed.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from time import monotonic

from benchmarks.rows import Row
from tests.cli.terminal import Terminal

GOAL = 50
"""Milliseconds."""
KEYS = {"w": r"Lift a card to see", "x": r"That is not possible|not your turn"}
"""Two keys, and what each of them makes appear."""
DEALING = re.compile(r"shuffling \d|handing out|Waiting for \w|Connecting")


def main() -> list[Row]:
    quick = "--quick" in sys.argv
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; goal {GOAL} ms")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "settings.toml"
        floor, idle = at_rest(config, 40 if quick else 200)
        print(f"prompt_toolkit that shows a key:   {spread(floor)}")
        print(f"p2puno, at rest:                   {spread(idle)}")
        beside = f"prompt_toolkit that shows a key: {1000 * median(floor):.1f} ms"
        rows = [
            row("a key answered, at rest", idle)._replace(beside=beside, ratio=median(idle) / median(floor))
        ]
        for bots, deals in ((3, 2 if quick else 6), *(() if quick else ((9, 2),))):
            dealing = during_deals(config, folder, bots, deals)
            print(f"p2puno, dealing among {bots + 1:>2} peers:   {spread(dealing)}")
            rows.append(row(f"a key answered, dealing among {bots + 1} peers", dealing))
    return rows


def row(name: str, seconds: Sequence[float]) -> Row:
    if len(seconds) < 2:
        return Row(name, "no figures")
    p99 = 1000 * quantiles(seconds, n=100)[98]
    figure, goal = f"p50 {1000 * median(seconds):.1f} ms, p99 {p99:.1f} ms", f"p99 at most {GOAL} ms"
    return Row(name, figure, goal=goal, met=p99 <= GOAL)


def spread(seconds: Sequence[float]) -> str:
    if len(seconds) < 2:
        return "no figures"
    milliseconds = [1000 * each for each in seconds]
    p99 = quantiles(milliseconds, n=100)[98]
    late = sum(each > GOAL for each in milliseconds)
    return f"p50 {median(milliseconds):5.1f} ms, p99 {p99:5.1f} ms, {late} of {len(seconds)} over {GOAL} ms"


def at_rest(config: Path, keys: int) -> tuple[list[float], list[float]]:
    """The floor and the program, key by key in turn."""
    floor, idle = [], []
    with (
        Terminal(config=config, program=(sys.executable, "-m", "benchmarks.screen_floor")) as raw,
        Terminal("play", "--name", "Ada", "--seed", "3", "--speed", "0", config=config) as ours,
    ):
        raw.sees("ready")
        ours.sees("Your turn: play")
        for number in range(keys):
            key = list(KEYS)[number % 2]
            floor.append(answered(raw, key, partial(re.search, f"key {key}")))
            idle.append(answered(ours, key, partial(re.search, KEYS[key])))
    return floor, idle


def during_deals(config: Path, folder: str, bots: int, deals: int) -> list[float]:
    """Keys pressed while the deck of a game among peers is mixed, proved and opened."""
    found = []
    for deal in range(deals):
        home = str(Path(folder) / f"{bots}-{deal}")
        with Terminal(
            "play", "--name", "Ada", "--bots", str(bots), config=config, P2PUNO_HOME=home
        ) as terminal:
            terminal.until(DEALING.search, "a deal")
            for number in count():
                key = list(KEYS)[number % 2]
                took = answered(terminal, key, partial(answers_or_dealt, KEYS[key]))
                if not DEALING.search(terminal.text):
                    break
                found.append(took)
            terminal.type("\x03\x03")
            terminal.ends()
    return found


def answers_or_dealt(pattern: str, text: str) -> bool:
    return bool(re.search(pattern, text)) or not DEALING.search(text)


def answered(terminal: Terminal, key: str, seen: Callable[[str], object]) -> float:
    """Seconds from the key to the picture."""
    start = monotonic()
    terminal.type(key)
    terminal.until(seen, f"the answer to {key}")
    return terminal.read_at - start


if __name__ == "__main__":
    main()
