"""What the deck costs: each step beside the raw cost of its group multiplications, measured in the same run.

    python -m benchmarks.deck [--quick]

prints the table of docs/cryptography.md §14. The critical path of a deal is worked out from measured steps
as if every peer sat on a machine of its own, one thread each and a millisecond away: who must wait for whom,
from the first commitment to the last hand.

Times are of the processor, so that other work on the machine counts less; only what threads gain is measured
by the clock on the wall, with and without them. The steps of a single card are short, so each is timed in a
row of equal ones: alone, it would mostly show how cold the processor's caches were.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benchmarks.rows import Row, at_most
from protocol.deck import Calculator, Deck, Memo, Open, Request, Reveal, Setup, Shuffle
from protocol.deck.group import SECP256K1, Group, Point
from tests.protocol.deck.history import RecordedDeck, feed
from tests.simulation.glass_deck import GLASS

CARDS = 112
HAND = 7
LATENCY = 0.001
MULTIPLICATION = 100e-6  # the machine that the goals are set for
PRIVATE = b"weights of the watcher's own"
ROW, TRIES = 6, 4  # so many equal steps are timed together if they are short, and so many times


@dataclass
class Counting:
    """The group, counting its products."""

    group: Group = SECP256K1
    products: int = 0
    bases: int = 0
    name: bytes = field(default=SECP256K1.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counting)

    def base(self, scalar: int) -> Point:
        self.bases += 1
        return self.group.base(scalar)

    def mul(self, point: Point, scalar: int) -> Point:
        self.products += 1
        return self.group.mul(point, scalar)

    def add(self, points: Sequence[Point]) -> Point:
        return self.group.add(points)

    def neg(self, point: Point) -> Point:
        return self.group.neg(point)

    def encode(self, point: Point) -> bytes:
        return self.group.encode(point)

    def decode(self, data: bytes) -> Point:
        return self.group.decode(data)

    def decode_later(self, data: bytes) -> Point:
        return self.group.decode_later(data)

    def hash(self, data: bytes) -> Point:
        return self.group.hash(data)


@dataclass(frozen=True)
class Raw:
    """One multiplication of a point, and of the generator."""

    product: float
    base: float


@dataclass(frozen=True)
class Cost:
    """One step: its time, its products of points and of the generator, and what one of these costs."""

    seconds: float
    products: int
    bases: int
    wall: float
    raw: Raw

    @property
    def ratio(self) -> float:
        """How many times the raw cost of the same products."""
        return self.seconds / (self.products * self.raw.product + self.bases * self.raw.base)

    @property
    def scaled(self) -> float:
        """The time it would take where one product takes `MULTIPLICATION`."""
        return self.seconds * MULTIPLICATION / self.raw.product


POINTS = [SECP256K1.hash(b"%d" % i) for i in range(60)]
FACTORS = [int.from_bytes(hashlib.sha256(b"%d" % i).digest(), "big") for i in range(60)]


def raw() -> Raw:
    """Through the same module that the deck uses; taken next to each step, since clock rates vary."""

    def each(run: Callable[[], object]) -> float:
        start = time.thread_time()
        run()
        return (time.thread_time() - start) / len(POINTS)

    product = each(lambda: list(map(SECP256K1.mul, POINTS, FACTORS)))
    return Raw(product, each(lambda: list(map(SECP256K1.base, FACTORS))))


class Closed(Memo):
    """A memo that, once closed, remembers nothing any more."""

    closed = False

    def check(self, statement: bytes, verify: Callable[[], None], audit: bool = False) -> None:
        if self.closed:
            verify()
        else:
            super().check(statement, verify, audit)


@dataclass
class Measured:
    """A deal of which every answer was timed, and every taking of one by somebody who knew nothing before."""

    setup: Setup
    executor: Executor | None = None
    answers: dict[tuple[int, str], list[Cost]] = field(default_factory=dict)
    takes: dict[tuple[int, str], list[Cost]] = field(default_factory=dict)
    order: list[tuple[int, str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        # The seats share a memo that has seen everything, so that only the watcher's takings are timed whole.
        known = Calculator(Counting(), self.executor, private=PRIVATE)
        self.group = Counting()
        self.decks = {
            seat: Deck(self.setup, seat, hashlib.sha256(b"seat %d" % seat).digest(), calculator=known)
            for seat in self.setup.seats
        }
        watching = Calculator(self.group, self.executor, private=PRIVATE)
        self.watcher = RecordedDeck(self.setup, calculator=watching)
        self.known = known.group

    def run(self, request: Request | None = None) -> None:
        if request is not None:
            for deck in [self.watcher, *self.decks.values()]:
                deck.begin(request)
        while self.watcher.waiting():
            seat, step = self.watcher.waiting()[0]
            tries = []
            for _ in range(3):
                value, cost = timed(lambda s=seat, w=step: self.decks[s].answer(w), self.known)  # type: ignore[misc]
                tries.append(cost)
            self.answers.setdefault((seat, step), []).append(typical(tries))
            _, cost = timed(lambda s=seat, w=step, v=value: self.watcher.take(s, w, v), self.group)  # type: ignore[misc]
            self.takes.setdefault((seat, step), []).append(cost)
            self.order.append((seat, step, size_of(value)))
            for deck in self.decks.values():
                deck.take(seat, step, value)

    def critical_path(self, scaled: bool, threaded: Measured | None = None) -> float:
        """When everybody has taken the last entry, each on a machine of its own; see the module's text.

        Every seat is taken to be as quick as the quickest. An answer is made as soon as its step is asked
        for, a proof as soon as its mix is sent; entries are taken in the order of the log, own ones too, but
        for one's own proof, which a deck does not verify again.
        """

        def time_of(costs: dict[tuple[int, str], list[Cost]], step: str) -> float:
            same = [some[0] for (_, other), some in costs.items() if other == step]
            return typical(same).scaled if scaled else min(cost.seconds for cost in same)

        def gain(
            mine: dict[tuple[int, str], list[Cost]], theirs: dict[tuple[int, str], list[Cost]], step: str
        ) -> float:
            """How much of the time on the wall is left with threads."""
            walls = [min(some[0].wall for (_, s), some in one.items() if s == step) for one in (mine, theirs)]
            return min(1.0, walls[1] / walls[0])

        steps = {step for _, step, _ in self.order}
        answers = {step: time_of(self.answers, step) for step in steps}
        takes = {step: time_of(self.takes, step) for step in steps}
        if threaded is not None:
            for step in ("mix", "prove", "share"):
                answers[step] *= gain(self.answers, threaded.answers, step)
                takes[step] *= gain(self.takes, threaded.takes, step)
        free = dict.fromkeys(self.setup.seats, 0.0)
        made: dict[tuple[int, str], float] = {}
        written, phase = 0.0, ""
        for seat, step, _ in self.order:
            if step not in (phase, "mix", "prove"):
                for other in self.setup.seats:
                    if (other, step) in self.answers:
                        free[other] += answers[step]
                        made[other, step] = free[other]
            phase = step
            if step == "mix":
                made[seat, step] = free[seat] + answers[step]
                made[seat, "prove"] = free[seat] = made[seat, step] + answers["prove"]
            written = max(written, made[seat, step])
            for other in self.setup.seats:
                if other != seat:
                    free[other] = max(free[other], written + LATENCY) + takes[step]
                elif step != "prove":
                    free[other] = max(free[other], written) + takes[step]
        return max(free.values())


def typical(costs: Sequence[Cost]) -> Cost:
    """The one in the middle by its ratio: clock rates vary, and a step and its raw cost vary together."""
    return sorted(costs, key=lambda cost: cost.ratio if cost.products else cost.seconds)[len(costs) // 2]


def timed(run: Callable[[], Any], group: Any, times: int = 1) -> tuple[Any, Cost]:
    """Runs it so many times, between two measurements of the raw cost; what one of them costs."""
    before = group.products, group.bases
    first = raw()
    wall, start = time.perf_counter(), time.thread_time()
    for _ in range(times):
        value = run()
    spent, wall = time.thread_time() - start, time.perf_counter() - wall
    last = raw()
    mean = Raw((first.product + last.product) / 2, (first.base + last.base) / 2)
    products, bases = (
        (now - then) // times for now, then in zip((group.products, group.bases), before, strict=True)
    )
    return value, Cost(spent / times, products, bases, wall / times, mean)


def one_card(measured: Measured, card: int) -> tuple[list[Cost], list[Cost]]:
    """Everybody's share of one card, opened to all, made and checked."""
    group, memo = measured.group, Closed()
    row = [Deck(measured.setup, calculator=Calculator(group, memo=memo)) for _ in range(TRIES * ROW)]
    for deck in row:
        for event in measured.watcher.history:
            feed(deck, event)
    request = Open(((card, 0, None),))
    for deck in (*row, measured.watcher, *measured.decks.values()):
        deck.begin(request)
    memo.closed = True
    made, checked = [], []
    while measured.watcher.waiting():
        seat, step = measured.watcher.waiting()[0]
        todo = iter(row)
        for _ in range(TRIES):
            value, cost = timed(lambda s=seat, w=step: measured.decks[s].answer(w), measured.known, ROW)  # type: ignore[misc]
            made.append(cost)
            _, cost = timed(lambda s=seat, w=step, v=value, t=todo: next(t).take(s, w, v), group, ROW)  # type: ignore[misc]
            checked.append(cost)
        for deck in (measured.watcher, *measured.decks.values()):
            deck.take(seat, step, value)
    return made, checked


def size_of(value: object) -> int:
    if isinstance(value, bytes):
        return len(value)
    return sum(map(size_of, value)) if isinstance(value, list) else 1


def deal(peers: int, sides: int, executor: Executor | None = None) -> Measured:
    """Commit, split, mix, prove, open seven cards to each and one to all; of two-sided cards the backs."""
    seats = tuple(range(peers))
    measured = Measured(Setup(b"b" * 32, b"a" * 32, seats, seats, CARDS, sides), executor)
    measured.run()
    measured.run(Shuffle(tuple(range(CARDS)), CARDS))
    first = CARDS
    dealt = [(first + i, 0, seats[i % peers]) for i in range(HAND * peers)]
    shown = [(first + HAND * peers, 0, None)]
    backs = [(first + i, 1, None) for i in range(HAND * peers + 2)] if sides == 2 else []
    measured.run(Open((*dealt, *shown, *backs)))
    return measured


class Report(NamedTuple):
    """Of one number of peers and sides: what is printed, each step's usual cost, and the deal's path."""

    cells: list[str]
    steps: dict[str, Cost]
    path: float
    """As in the column with two threads."""


def report(peers: int, sides: int, executor: Executor | None) -> Report:
    measured = deal(peers, sides)
    path, scaled = measured.critical_path(scaled=False), measured.critical_path(scaled=True)
    wire = sum(size for _, _, size in measured.order)
    threaded = deal(peers, sides, executor)
    both = measured.critical_path(scaled=True, threaded=threaded)

    steps: dict[str, Cost] = {}

    def cell(step: str, costs: Sequence[Cost]) -> str:
        steps[step] = typical(costs)
        return f"{min(cost.seconds for cost in costs) * 1e3:.1f} ms ({typical(costs).ratio:.2f}×)"

    seats = measured.setup.seats
    made, checked = one_card(measured, 2 * CARDS - 1)
    measured.run(Reveal())
    _, audit = timed(measured.watcher.audit, measured.group)
    threads = min(threaded.takes[seat, "prove"][0].wall for seat in seats)
    alone = min(measured.takes[seat, "prove"][0].wall for seat in seats)
    cells = [
        str(peers),
        str(sides),
        cell("mix", [measured.answers[seat, "mix"][0] for seat in seats]),
        cell("prove", [measured.answers[seat, "prove"][0] for seat in seats]),
        cell("verify", [measured.takes[seat, "prove"][0] for seat in seats]),
        f"{threads * 1e3:.1f} of {alone * 1e3:.1f} ms",
        cell("share of one card", made),
        cell("check it", checked),
        cell("audit", [audit]),
        f"{path:.2f} s",
        f"{scaled:.2f} s",
        f"{both:.2f} s",
        f"{wire / 1000:.0f} kB",
    ]
    return Report(cells, steps, both)


HEAD = [
    "peers",
    "sides",
    "mix",
    "prove",
    "verify",
    "verify, 2 threads of 1",
    "share of one card",
    "check it",
    "audit",
    "deal",
    "deal at 100 µs",
    "with 2 threads",
    "wire",
]


def main() -> list[Row]:
    """Prints a table in Markdown."""
    quick = "--quick" in sys.argv
    raw_cost = min((raw() for _ in range(10)), key=lambda cost: cost.product)
    print(
        f"one multiplication {raw_cost.product * 1e6:.1f} µs, of the generator {raw_cost.base * 1e6:.1f} µs;"
    )
    print("in brackets: times the raw cost of the same multiplications")
    print()
    print("| " + " | ".join(HEAD) + " |")
    print("| " + " | ".join("---" for _ in HEAD) + " |")
    reports: dict[tuple[int, int], Report] = {}
    with ThreadPoolExecutor(2) as executor:
        for sides in (1, 2):
            for peers in (2,) if quick else (2, 4, 10):
                reports[peers, sides] = report(peers, sides, executor)
                print("| " + " | ".join(reports[peers, sides].cells) + " |", flush=True)
    glass = deal_in_glass()
    print(f"\nthe same deal among 4 in one process, one side, in glass: {glass * 1e3:.0f} ms")
    return rows(reports)


def rows(reports: dict[tuple[int, int], Report]) -> list[Row]:
    """Each step where it is worst beside its raw cost, and each deal on the machine the goals are set for."""
    made = []
    for step in next(iter(reports.values())).steps:
        peers, sides = max(reports, key=lambda at: reports[at].steps[step].ratio)
        cost = reports[peers, sides].steps[step]
        name = f"{step} ({peers} peers, {'one side' if sides == 1 else 'two sides'}: the worst)"
        raw_cost = f"its multiplications: {cost.seconds / cost.ratio * 1e3:.1f} ms"
        made.append(Row(name, f"{cost.seconds * 1e3:.1f} ms", raw_cost, *at_most(cost.ratio, 1.4)))
    for (peers, sides), found in reports.items():
        name = f"a deal among {peers}, {'one side' if sides == 1 else 'two sides'}, at 100 µs, 2 threads"
        limit = {(4, 1): 0.6, (10, 1): 1.3}.get((peers, sides))
        goal, met = ("", None) if limit is None else (f"at most {limit} s", found.path <= limit)
        made.append(Row(name, f"{found.path:.2f} s", goal=goal, met=met))
    return made


def deal_in_glass() -> float:
    """All four peers and their checks, with the memo they share: what a simulator pays for a deal."""
    calc = Calculator(GLASS)
    setup = Setup(b"b" * 32, b"a" * 32, (0, 1, 2, 3), (0, 1, 2, 3), CARDS)
    start = time.perf_counter()
    decks = {seat: Deck(setup, seat, bytes([seat]) * 32, calculator=calc) for seat in setup.seats}
    for request in (None, Shuffle(tuple(range(CARDS)), CARDS)):
        for deck in decks.values():
            if request is not None:
                deck.begin(request)
        while decks[0].waiting():
            seat, step = decks[0].waiting()[0]
            value = decks[seat].answer(step)
            for deck in decks.values():
                deck.take(seat, step, value)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
