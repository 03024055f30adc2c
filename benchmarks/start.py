"""How long the program takes to answer at first, beside a bare Python.

    python -m benchmarks.start [--quick]

Each command is run by turns with `python -c pass`, and the ratio of each pair counts: of processor time, as
other programs only delay the clock's. In English, and in another language, which is read first. A game shows
a progress bar first, then the table, then cards: by the clock, in a real pseudo-terminal.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from subprocess import DEVNULL, run
from time import monotonic

from benchmarks.rows import Row, at_most
from tests.cli.terminal import Terminal

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
        rows = [
            row("p2puno --help", turns, none, "--help"),
            row("p2puno --help, German by settings", turns, str(settings), "--help"),
            row("p2puno --version", turns, none, "--version"),
            row("p2puno completion bash", turns, none, "completion", "bash"),
            row("p2puno completion fish, German", turns, none, "completion", "fish", "--lang", "de"),
        ]
        return [*rows, *first_pictures(Path(folder), max(turns // 8, 3))]


def row(name: str, turns: int, settings: str, *arguments: str) -> Row:
    used(PROGRAM, *arguments, P2PUNO_CONFIG=settings)  # once, to have all compiled
    pairs = [(used(*BARE), used(PROGRAM, *arguments, P2PUNO_CONFIG=settings)) for _turn in range(turns)]
    ratio = median(ours / bare for bare, ours in pairs)
    bare, ours = (1000 * median(each) for each in zip(*pairs, strict=True))
    print(f"{name}: {ours:.1f} ms, bare Python {bare:.1f} ms: {ratio:.2f} times", flush=True)
    return Row(name, f"{ours:.0f} ms", f"python -c pass: {bare:.0f} ms", *at_most(ratio, GOAL))


def first_pictures(folder: Path, games: int) -> list[Row]:
    """Seconds from the start of `p2puno play` until each of these is on the screen."""
    seen: dict[str, list[float]] = {"the progress bar": [], "the table": [], "the own cards": []}
    bare = []
    for game in range(games):
        began = monotonic()
        run(BARE, check=True)
        bare.append(monotonic() - began)
        home, config = str(folder / str(game)), folder / "none.toml"
        began = monotonic()
        with Terminal(
            "play", "--name", "Ada", program=(PROGRAM,), config=config, P2PUNO_HOME=home
        ) as terminal:
            patterns = r"\[[.#]{30}\]", r"\? keys", r"\d+ cards?, \d+ points?"
            for what, pattern in zip(seen, patterns, strict=True):
                terminal.sees(pattern)
                seen[what].append(terminal.read_at - began)
            terminal.type("\x03\x03")
            terminal.ends()
    rows = []
    for what, seconds in seen.items():
        figure, beside = median(seconds), f"python -c pass: {median(bare):.2f} s"
        print(f"p2puno play, {what}: {figure:.2f} s, {beside}", flush=True)
        rows.append(Row(f"p2puno play, {what}", f"{figure:.2f} s", beside, figure / median(bare)))
    return [rows[0]._replace(goal="at most 0.5 s", met=median(seen["the progress bar"]) <= 0.5), *rows[1:]]


def used(*command: str, **environ: str) -> float:
    """Seconds of the processor."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules would be compiled each time
    before = getrusage(RUSAGE_CHILDREN)
    run(command, stdout=DEVNULL, check=True, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
