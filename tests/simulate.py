"""Simulated games with faults, as many as one likes: `python -m tests.simulate --games N --seed S`; with
`--coalition`, games against operators who act together and stop at nothing; with `--house`, games with house
rules."""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter

from protocol.deck import Calculator
from tests.simulation import coalition
from tests.simulation.faults import KINDS, plan, run
from tests.simulation.invariants import NAMES
from tests.simulation.tally import Tally
from tests.simulation.world import BrokenPromise


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the others follow it")
    parser.add_argument("--real", action="store_true", help="with the real deck instead of the glass one")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes")
    parser.add_argument("--coalition", action="store_true", help="some operators cheat together")
    parser.add_argument("--house", action="store_true", help="with random house rules")
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        choices=NAMES,
        help="with --coalition: go on when this is broken, to find what lies behind it",
    )
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return coalitions(given) if given.coalition else faults(given)


def coalitions(given: argparse.Namespace) -> int:
    tally, began, failed = Tally(), time.monotonic(), 0
    for seed in range(given.seed, given.seed + given.games):
        if given.minutes and time.monotonic() - began > 60 * given.minutes:
            break
        calculator = Calculator() if given.real else None
        try:
            cheated = coalition.run(seed, calculator, ignored=given.ignore, house=given.house)
            honest = coalition.run(seed, calculator, honest=True, house=given.house)
        except KeyboardInterrupt:
            break
        except Exception as error:
            failed += 1
            name = error.name if isinstance(error, coalition.Broken) else type(error).__name__
            tally.broken.setdefault(name, []).append(seed)
            if not isinstance(error, BrokenPromise):
                traceback.print_exc()
            chosen = coalition.plan(seed, given.house)
            print(f"FAILED: {error}\n    {chosen}\n    {repeat(seed, given)}", flush=True)
            continue
        tally.add(cheated, honest)
    tally.report()
    for what in tally.pays():
        failed += 1
        print(f"FAILED: [points] cheating pays: {what}")
    seconds = time.monotonic() - began
    print(
        f"{tally.games} games to their end and {tally.unfinished} unfinished, {tally.entries} entries, "
        f"{failed} failed, {seconds:.0f} s, from seed {given.seed}"
    )
    return 1 if failed else 0


def faults(given: argparse.Namespace) -> int:
    seen: dict[str, Counter[str]] = {}
    tables: Counter[str] = Counter()
    began, games, entries, failed = time.monotonic(), 0, 0, 0
    for seed in range(given.seed, given.seed + given.games):
        if given.minutes and time.monotonic() - began > 60 * given.minutes:
            break
        try:
            chosen, covered, length = run(seed, Calculator() if given.real else None, given.house)
        except KeyboardInterrupt:  # tell what was covered so far
            break
        except Exception:
            failed += 1
            traceback.print_exc()
            print(f"{plan(seed, given.house)}\nFAILED: repeat with\n    {repeat(seed, given)}", flush=True)
            continue
        games, entries = games + 1, entries + length
        options = chosen.terms.options
        tables[f"{options.variant}"] += 1
        tables[f"{options.mode}"] += 1
        tables[f"{len(chosen.operators)} seats"] += 1
        tables[chosen.terms.dropout] += 1
        for rule in options.house_rules:
            tables[rule.partition(":")[0]] += 1
        if len(set(chosen.operators)) < len(chosen.operators):
            tables["with bots"] += 1
        for fault in chosen.faults:
            for what, times in covered.items():
                seen.setdefault(what, Counter())[fault] += times
    report(seen, tables)
    seconds = time.monotonic() - began
    print(f"{games} games, {entries} entries, {failed} failed, {seconds:.0f} s, from seed {given.seed}")
    return 1 if failed else 0


def repeat(seed: int, given: argparse.Namespace) -> str:
    """The command that plays this game again."""
    flags = [f"--{name}" for name in ("coalition", "real", "house") if getattr(given, name)]
    flags += [f'--ignore "{name}"' for name in given.ignore]
    return " ".join(["python -m tests.simulate", *flags, f"--games 1 --seed {seed}"])


def report(seen: dict[str, Counter[str]], tables: Counter[str]) -> None:
    """What happened how often under which fault: empty places are gaps."""
    print("tables: " + ", ".join(f"{what} {times}" for what, times in sorted(tables.items())))
    print(f"{'':26}" + "".join(f"{kind[:10]:>11}" for kind in KINDS))
    for what in sorted(seen):
        print(f"{what:26}" + "".join(f"{seen[what][kind] or '-':>11}" for kind in KINDS))


if __name__ == "__main__":
    sys.exit(main())
