"""What the table costs: applying an entry, verifying a game, and the memory of a peer.

    python -m benchmarks.table [--quick]

Times are of the processor, so that other work on the machine counts less.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import protocol.log.entry
from benchmarks.rows import Row, at_most
from protocol.codec import pack
from protocol.deck import Calculator
from protocol.deck.group import SECP256K1, Group, Point
from protocol.files.log_file import LogFile, read_log
from protocol.identity import is_signed
from protocol.log.entry import ENTRY_TAG, MOVE, Entry
from protocol.log.genesis import Genesis
from protocol.play.game import Game
from protocol.replay.verify import verify_entries
from protocol.table.table import Table
from tests.simulation.glass_deck import GLASS
from tests.simulation.players import Players
from tests.simulation.promises import all_over
from tests.simulation.world import World, quick_terms

GOAL = 2.0
"""An entry may cost so many signature verifications."""
VERIFY_GOAL = 1.2
PRIVATE = b"known to this run alone"


class Recorded:
    """The group, and what it was asked for."""

    name = SECP256K1.name

    def __init__(self, group: Group = SECP256K1) -> None:
        self.group = group
        self.asked: list[tuple[Callable[..., object], tuple[object, ...]]] = []

    def base(self, scalar: int) -> Point:
        return self._ask(self.group.base, scalar)

    def mul(self, point: Point, scalar: int) -> Point:
        return self._ask(self.group.mul, point, scalar)

    def add(self, points: Sequence[Point]) -> Point:
        return self._ask(self.group.add, tuple(points))

    def neg(self, point: Point) -> Point:
        return self._ask(self.group.neg, point)

    def encode(self, point: Point) -> bytes:
        return self.group.encode(point)

    def decode(self, data: bytes) -> Point:
        return self._ask(self.group.decode, data)

    def decode_later(self, data: bytes) -> Point:
        return self.group.decode_later(data)

    def hash(self, data: bytes) -> Point:
        return self._ask(self.group.hash, data)

    def _ask(self, operation: Callable[..., Point], *values: object) -> Point:
        self.asked.append((operation, values))
        return operation(*values)

    def again(self) -> float:
        """Seconds that all of it takes by itself."""
        began = time.process_time()
        for operation, values in self.asked:
            operation(*values)
        return time.process_time() - began


def play(seats: int, calculator: Calculator, **options: object) -> tuple[Genesis, list[Entry]]:
    """A match played to its end in one process."""
    world = World(1, quick_terms(**options), tuple(range(seats)), calculator=calculator)  # type: ignore[arg-type]
    Players(world, asleep=0)
    world.start()
    if not world.run(lambda: all_over(world), 24 * 3_600_000):
        raise RuntimeError("the match did not end")
    return world.genesis, world.peers[0].disk.entries


def per_entry(genesis: Genesis, entries: list[Entry], calculator: Calculator) -> Row:
    """Signature, entitlement and engine; the deck's proofs are remembered, since they have a benchmark."""
    verify_entries(genesis, entries, calculator=calculator)
    game = Game(genesis, calculator=calculator)
    moves = [entry for entry in entries if entry.kind == MOVE]
    spent: list[float] = []
    for entry in entries:
        began = time.process_time()
        game.apply(entry)
        if entry.kind == MOVE:
            spent.append(time.process_time() - began)
    began = time.process_time()
    for entry in moves:
        is_signed(genesis.players[entry.seat].key, ENTRY_TAG, entry.body, entry.signature)
    raw = (time.process_time() - began) / len(moves)
    applied = sorted(spent)[len(spent) // 2]
    print(
        f"a move applied (median of {len(spent)}): {applied * 1e6:.0f} µs, {1 / applied:.0f}/s; "
        f"one signature: {raw * 1e6:.0f} µs; {applied / raw:.1f} signatures (goal: at most {GOAL:.0f})"
    )
    figure, beside = f"{applied * 1e6:.0f} µs", f"one signature: {raw * 1e6:.0f} µs"
    return Row("a move applied, without its card's share", figure, beside, *at_most(applied / raw, GOAL))


def whole_game(genesis: Genesis, entries: list[Entry]) -> Row:
    """Verified with private weights, as programs do; beside it all that the deck's group is asked for, once
    more by itself, and the signatures, which are arithmetic of another group."""
    began = time.process_time()
    verdict = verify_entries(genesis, entries, calculator=Calculator(private=PRIVATE))
    seconds = time.process_time() - began
    group = Recorded()
    verify_entries(genesis, entries, calculator=Calculator(group, private=PRIVATE))
    began = time.process_time()
    for entry in entries:
        if entry.seat >= 0:
            is_signed(genesis.players[entry.seat].key, ENTRY_TAG, entry.body, entry.signature)
    signatures = time.process_time() - began
    arithmetic = group.again()
    floor = arithmetic + signatures
    print(
        f"a recorded game of {len(genesis.players)} verified: {verdict.state}, {len(entries)} entries in "
        f"{seconds:.2f} s, {len(entries) / seconds:.0f}/s; group arithmetic alone {arithmetic:.2f} s, "
        f"signatures alone {signatures:.2f} s"
    )
    name = f"a game of {len(genesis.players)} verified, {len(entries)} entries"
    beside = f"group arithmetic {arithmetic:.2f} s and signatures {signatures:.2f} s alone"
    return Row(name, f"{seconds:.2f} s", beside, *at_most(seconds / floor, VERIFY_GOAL))


class Memory(NamedTuple):
    """What following a match took: bytes at its start, and more at the most."""

    rounds: int
    before: int
    more: int


def memory_of(path: Path) -> Memory:
    """The memory of a peer that follows this match, in a process of its own, by what the system says: most of
    it is points of the group, which Python's own count does not see."""
    command = [sys.executable, "-m", "benchmarks.table", "--peer", str(path)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    rounds, before, after = map(int, said.split())
    return Memory(rounds, before, after - before)


def memory(genesis: Genesis, entries: list[Entry]) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.uno"
        log = LogFile(path, genesis)
        for entry in entries:
            log.append(entry, sync=False)
        log.close()
        size = path.stat().st_size
        rounds, before, more = memory_of(path)
    print(
        f"a peer after a match of {len(genesis.players)} with the real deck, {rounds} rounds, "
        f"{len(entries)} entries ({size / 1e6:.1f} MB of log): "
        f"{more / 1e6:.0f} MB more than the {before / 1e6:.0f} MB it began with"
    )
    name = f"memory of a peer after {rounds} rounds of {len(genesis.players)}"
    return Row(name, f"{more / 1e6:.1f} MB", f"its log: {size / 1e6:.1f} MB", more / size)


def peer(path: Path) -> None:
    """Follow a whole match as a peer does, and say what memory that took."""
    genesis, recorded = read_log(path)
    entries = list(recorded)
    before = peak_memory()
    table = Table(Game(genesis), None, 0)
    for entry in entries:
        table.receive(None, pack(["entry", *entry.wire()]), entry.time)
    print(len(table.game.finished), before, peak_memory())


def peak_memory() -> int:
    """Bytes that this process has had in memory at most. (On Linux `getrusage` counts its parent's too.)"""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> list[Row]:
    if "--peer" in sys.argv:
        peer(Path(sys.argv[-1]))
        return []
    quick = "--quick" in sys.argv
    glass = Calculator(GLASS)
    genesis, entries = play(4, glass, target=60, hand_size=7)
    protocol.log.entry.is_signed = is_signed  # type: ignore[attr-defined]  # the simulator remembers signatures
    real = Calculator()
    return [
        per_entry(genesis, entries, glass),
        whole_game(*play(2 if quick else 4, real, target=1, hand_size=2 if quick else 7)),
        memory(*play(2 if quick else 10, real, target=1 if quick else 500, hand_size=2 if quick else 7)),
    ]


if __name__ == "__main__":
    main()
