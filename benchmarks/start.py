"""How long the program takes to answer: processor time beside that of a bare Python.

    python -m benchmarks.start [--quick]

Each command is run by turns with `python -c pass`, and the ratio of each pair counts: of processor time, since
other programs only delay the clock's. In English, and in another language, which is read first.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from subprocess import DEVNULL, run

from benchmarks.rows import Row, at_most

GOAL = 3.0
BARE = (sys.executable, "-c", "pass")
PROGRAM = str(Path(sys.executable).with_name("p2puno"))
SETTINGS = 'name = "Ada"\nlanguage = "de"\ntheme = "light"\n'


def main() -> list[Row]:
    turns = 10 if "--quick" in sys.argv else 40
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text(SETTINGS, "utf-8")
        none = str(Path(folder) / "none.toml")
        return [
            row("p2puno --help", turns, none, "--help"),
            row("p2puno --help, German by settings", turns, str(settings), "--help"),
            row("p2puno --version", turns, none, "--version"),
            row("p2puno completion bash", turns, none, "completion", "bash"),
            row("p2puno completion fish, German", turns, none, "completion", "fish", "--lang", "de"),
        ]


def row(name: str, turns: int, settings: str, *arguments: str) -> Row:
    pairs = [(used(*BARE), used(PROGRAM, *arguments, P2PUNO_CONFIG=settings)) for _turn in range(turns)]
    ratio = median(ours / bare for bare, ours in pairs)
    bare, ours = (1000 * median(each) for each in zip(*pairs, strict=True))
    print(f"{name}: {ours:.1f} ms, bare Python {bare:.1f} ms: {ratio:.2f} times", flush=True)
    return Row(name, f"{ours:.0f} ms", f"python -c pass: {bare:.0f} ms", *at_most(ratio, GOAL))


def used(*command: str, **environ: str) -> float:
    """Seconds of the processor."""
    before = getrusage(RUSAGE_CHILDREN)
    run(command, stdout=DEVNULL, check=True, env={**os.environ, "LC_ALL": "C.UTF-8", **environ})
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
