"""Simulated games with faults, as many as one likes: `python -m tests.simulate --games N --seed S`."""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter

from protocol.deck import Calculator
from tests.simulation.faults import KINDS, plan, run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the others follow it")
    parser.add_argument("--real", action="store_true", help="with the real deck instead of the glass one")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    seen: dict[str, Counter[str]] = {}
    tables: Counter[str] = Counter()
    began, games, entries, failed = time.monotonic(), 0, 0, 0
    for seed in range(given.seed, given.seed + given.games):
        if given.minutes and time.monotonic() - began > 60 * given.minutes:
            break
        try:
            chosen, covered, length = run(seed, Calculator() if given.real else None)
        except KeyboardInterrupt:  # tell what was covered so far
            break
        except Exception:
            failed += 1
            traceback.print_exc()
            print(f"{plan(seed)}\nFAILED: repeat with\n    {repeat(seed, given.real)}", flush=True)
            continue
        games, entries = games + 1, entries + length
        options = chosen.terms.options
        tables[f"{options.variant}"] += 1
        tables[f"{options.mode}"] += 1
        tables[f"{len(chosen.operators)} seats"] += 1
        tables[chosen.terms.dropout] += 1
        if len(set(chosen.operators)) < len(chosen.operators):
            tables["with bots"] += 1
        for fault in chosen.faults:
            for what, times in covered.items():
                seen.setdefault(what, Counter())[fault] += times
    report(seen, tables)
    seconds = time.monotonic() - began
    print(f"{games} games, {entries} entries, {failed} failed, {seconds:.0f} s, from seed {given.seed}")
    return 1 if failed else 0


def repeat(seed: int, real: bool) -> str:
    return f"python -m tests.simulate --games 1 --seed {seed}{' --real' if real else ''}"


def report(seen: dict[str, Counter[str]], tables: Counter[str]) -> None:
    """What happened how often under which fault: empty places are gaps."""
    print("tables: " + ", ".join(f"{what} {times}" for what, times in sorted(tables.items())))
    print(f"{'':26}" + "".join(f"{kind[:10]:>11}" for kind in KINDS))
    for what in sorted(seen):
        print(f"{what:26}" + "".join(f"{seen[what][kind] or '-':>11}" for kind in KINDS))


if __name__ == "__main__":
    sys.exit(main())
