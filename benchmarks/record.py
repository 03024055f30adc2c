"""The player's record: `p2puno stats` over 1,000 games that were read before, and the first reading.

The games are copies of a sample, each with its own id in the cache. The program is started anew for each
measurement, and both commands take turns, so that what else the machine does hits them alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from benchmarks.rows import Row
from cli.replay.game_summary import summarise
from cli.replay.summary_cache import SummaryCache, mark
from protocol.deck import Calculator
from protocol.files.log_file import MAGIC, fingerprint, read_records
from protocol.files.private_journal import Private
from protocol.files.store import Store
from protocol.replay.recording import Recording, open_recording
from protocol.replay.verify import verify

GAMES, RUNS = 1000, 7
SAMPLE = Path(__file__).parents[1] / "replays" / "flip.uno"
DAY = 86_400_000


def seconds(home: Path, *arguments: str) -> float:
    """Of a whole process, by the clock: that is what a player waits for."""
    began = perf_counter()
    environ = {**os.environ, "P2PUNO_HOME": str(home)}
    subprocess.run(
        [sys.executable, "-m", "cli", *arguments], env=environ, stdout=subprocess.DEVNULL, check=True
    )
    return perf_counter() - began


def fill(home: Path, recording: Recording) -> None:
    """The player's folder with many games, all of them in the cache."""
    games, cache = Store(home).games, SummaryCache(home)
    first = games / "0000.uno"
    first.write_bytes(SAMPLE.read_bytes())
    summary = summarise(recording, 0)
    for number in range(GAMES):
        file = games / f"{number:04}.uno"
        if number:
            os.link(first, file)
        one = replace(summary, game=f"{number:064x}", time=summary.time + number * DAY)
        cache.add(file, mark(file), one)
    cache.write()


def main() -> list[Row]:
    own = list(read_records(SAMPLE, MAGIC))
    began = process_time()
    assert verify(SAMPLE, Calculator()).state == "complete"
    verified = process_time()
    recording = open_recording(SAMPLE, Calculator(), own=Private(vouched=(len(own), fingerprint(own))))
    replayed = process_time()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        fill(home, recording)
        pairs = [(seconds(home, "stats"), seconds(home, "replay", "--help")) for _ in range(RUNS)]
    figure, floor = (median(each) for each in zip(*pairs, strict=True))
    ratio = median(ours / theirs for ours, theirs in pairs)
    first, whole = replayed - verified, verified - began
    return [
        Row(
            f"stats over {GAMES:,} games, read before",
            f"{figure:.2f} s",
            f"--help: {floor:.2f} s",
            ratio,
            "under 2 s",
            figure < 2,
        ),
        Row(
            f"first reading of an own game of {len(own)} records",
            f"{first:.2f} s",
            f"verify: {whole:.2f} s",
            first / whole,
        ),
    ]


if __name__ == "__main__":
    for row in main():
        print(row)
