"""How costs grow: with 2 to 10 players, and over 1 to 100 rounds, with the real deck.

    python -m benchmarks.scale [--quick]

Matches are played in the simulator. Beside each figure stands that of the smallest table, or of the first
round, in the same run. Nothing may grow faster than entries times players. Times are of the processor, so
that other work on the machine counts less.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import protocol.log.entry
from benchmarks.rows import Row, at_most
from benchmarks.table import memory_of
from protocol.deck import Calculator
from protocol.files.log_file import LogFile
from protocol.files.private_journal import Journal
from protocol.identity import is_signed
from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.net.keys_and_card import Keys
from protocol.peer.load_game import load
from protocol.replay.recording import open_recording
from protocol.replay.verify import BAD, verify
from tests.simulation.players import Players
from tests.simulation.world import World, quick_terms

PLAYERS, EACH = (2, 4, 7, 10), 5
"""The tables that are compared, and how many rounds are played at each: rounds differ much in length."""
ROUNDS = (1, 10, 100)
RUNS = 3
"""How often each cost is measured."""
WOBBLE = 1.25
"""How much a figure may differ from a straight line: the clock of the processor is not steadier."""


@dataclass(frozen=True)
class Played:
    """A match from the view of seat 0, and the number of entries after each round."""

    genesis: Genesis
    secret: bytes
    entries: list[Entry]
    rounds: list[int]


def play(seats: int, rounds: int) -> Played:
    """Play this many rounds."""
    world = World(5, quick_terms(target=100_000, hand_size=7), tuple(range(seats)), calculator=Calculator())
    Players(world, asleep=0)
    world.start()
    first = world.peers[0]
    assert first.secret is not None
    ends: list[int] = []
    while len(ends) < rounds:
        assert world.run(lambda: _rounds(world) > len(ends), 24 * 3_600_000)
        ends.append(len(first.disk.entries))
    return Played(world.genesis, first.secret, first.disk.entries[: ends[-1]], ends)


def _rounds(world: World) -> int:
    table = world.peers[0].table
    return len(table.game.finished) if table is not None else 0


@dataclass(frozen=True)
class Costs:
    """What a log costs, in seconds and bytes."""

    entries: int
    size: int
    restart: float
    verified: float
    opened: float
    memory: int


def measure(played: Played, entries: list[Entry]) -> Costs:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.uno"
        log, journal = LogFile(path, played.genesis), Journal(path)
        keys = Keys.fresh()
        journal.begin(0, played.secret, keys, keys.identity.public, "", b"", played.genesis.body)
        for entry in entries:
            log.append(entry, sync=False)
        log.sync()
        journal.wrote([entry for entry in entries if entry.seat == 0])
        journal.vouch(log, strayed=False)

        def opened() -> None:
            assert open_recording(path, Calculator(), own=journal.own).wrong is None

        def verified() -> None:
            assert verify(path, Calculator()).state != BAD

        restart = timed(lambda: load(log, played.genesis, journal, Calculator()))
        opening = timed(opened)
        log.close()
        journal.close()
        peak = memory_of(path)
        return Costs(len(entries), path.stat().st_size, restart, timed(verified), opening, peak.more)


def timed(what: Callable[[], object]) -> float:
    """Seconds of the processor, the least of some runs: what else the processor does only adds to it."""
    found = []
    for _ in range(RUNS):
        began = process_time()
        what()
        found.append(process_time() - began)
    return min(found)


def by_players(costs: dict[int, Costs]) -> list[Row]:
    """The same number of rounds at each table: what an entry costs there, and how that grows."""
    rows = []
    fewest = min(costs)
    for players, cost in costs.items():
        figure = (
            f"{cost.entries} entries, {cost.size / 1e3:.0f} kB, {cost.memory / 1e6:.1f} MB of memory; "
            f"verified in {cost.verified:.2f} s"
        )
        rows.append(
            Row(
                f"{EACH} rounds of {players}", figure, f"{cost.verified / cost.entries * 1e3:.2f} ms an entry"
            )
        )
    most = max(costs)
    for name, what in (("bytes", "size"), ("memory", "memory"), ("time to verify", "verified")):
        many, few = (getattr(costs[n], what) / costs[n].entries / n for n in (most, fewest))
        about = f"{name} by entry and player, {most} players beside {fewest}"
        rows.append(Row(about, f"{many / few:.2f}", "entries × players: 1", *at_most(many / few, WOBBLE)))
    return rows


def by_rounds(players: int, costs: dict[int, Costs]) -> list[Row]:
    """Matches of one length after the other: what a round costs, and how that grows with the match."""
    rows = []
    for rounds, cost in costs.items():
        figure = (
            f"restart {cost.restart:.2f} s, verify {cost.verified:.2f} s, replay opened {cost.opened:.2f} s, "
            f"{cost.memory / 1e6:.1f} MB of memory"
        )
        megabytes = cost.size / 1e6
        speed = cost.restart / megabytes
        name = f"{rounds} round{'s' * (rounds > 1)} of {players}: {cost.entries} entries, {megabytes:.1f} MB"
        rows.append(
            Row(name, figure, f"restart: {speed:.2f} s for a MB", None, "at most 1 s for a MB", speed <= 1)
        )
    middle, last = sorted(costs)[-2:]
    for name, what in (("restart", "restart"), ("verify", "verified"), ("opening a replay", "opened")):
        # By bytes: a round costs by its deck as much as by its moves, and rounds differ much in length.
        many, few = (getattr(costs[n], what) / costs[n].size for n in (last, middle))
        about = f"{name} by size, {last} rounds beside {middle}"
        rows.append(Row(about, f"{many / few:.2f}", "bytes: 1", *at_most(many / few, WOBBLE)))
    return rows


def main() -> list[Row]:
    quick = "--quick" in sys.argv
    tables, lengths = ((2, 3), (1, 3)) if quick else (PLAYERS, ROUNDS)
    short = {players: play(players, EACH) for players in tables}
    long = play(2, max(lengths))
    protocol.log.entry.is_signed = is_signed  # type: ignore[attr-defined]  # the simulator remembers signatures
    measure(long, long.entries[: long.rounds[0]])  # the first time pays for imports
    rows = by_players({players: measure(played, played.entries) for players, played in short.items()})
    ends = {rounds: long.entries[: long.rounds[rounds - 1]] for rounds in lengths}
    rows += by_rounds(2, {rounds: measure(long, entries) for rounds, entries in ends.items()})
    for row in rows:
        print(row)
    return rows


if __name__ == "__main__":
    main()
