"""Fast group arithmetic: several cores, a cache of verified statements, and private random weights that allow
checking many equations as one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import TypeVar

from protocol.deck.errors import InvalidError, MisuseError
from protocol.deck.group import LAMBDA, ORDER, SECP256K1, Group, Point, scalar_bytes
from protocol.deck.transcript import Part, number, numbers

T = TypeVar("T")

# Fewer products than this are not worth another thread.
_CHUNK = 28


class Trust(Enum):
    """What to accept without verifying it."""

    NOTHING = "nothing"
    PROOFS = "proofs"
    """The proofs of a log that was verified before. An audit's checks may fail without refusing an entry, so
    they are repeated."""
    AUDITS = "audits"
    """These checks too: of a log that was verified before, and whose audits named nobody."""


class Memo:
    """Statements verified in this process, by hash; the oldest are evicted.

    Decks of one process that share it verify each statement once, for example the seats of a simulation.
    """

    def __init__(self, limit: int = 4096) -> None:
        self._limit = limit
        self._known: dict[bytes, str | None] = {}
        self.trusts = Trust.NOTHING

    @contextmanager
    def trusting(self, trusts: Trust) -> Iterator[None]:
        """In this context, trust this much."""
        before, self.trusts = self.trusts, trusts
        try:
            yield
        finally:
            self.trusts = before

    def check(self, statement: bytes, verify: Callable[[], None], audit: bool = False) -> None:
        """Run `verify`, unless this exact statement has passed before or is trusted; raises what it raises.
        `audit`: a check of the audit, which refuses no entry if it fails."""
        if self.trusts is Trust.AUDITS or (self.trusts is Trust.PROOFS and not audit):
            return
        key = hashlib.sha256(statement).digest()
        if key not in self._known:
            why: str | None = None
            try:
                verify()
            except InvalidError as error:
                why = str(error)
            while len(self._known) >= self._limit:
                del self._known[next(iter(self._known))]
            self._known[key] = why
        known = self._known[key]
        if known is not None:
            raise InvalidError(known)


@dataclass(frozen=True)
class Calculator:
    """A group, a cache, and optionally threads to spread products over (the library releases the GIL).

    `private` is at least 16 fresh random bytes that are never shared. With them, a shuffle proof is checked
    with fewer products and the same result.
    """

    group: Group = SECP256K1
    executor: Executor | None = None
    memo: Memo = field(default_factory=Memo)
    private: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.private is not None and len(self.private) < 16:
            raise MisuseError("weights that could be guessed")

    def decode(self, data: bytes) -> Point:
        """The point with this encoding. Points of a trusted log are parsed when they are first used: most of
        them never are."""
        if self.memo.trusts is Trust.NOTHING:
            return self.group.decode(data)
        return self.group.decode_later(data)

    def products(self, points: Sequence[Point], factors: Sequence[int]) -> list[Point]:
        """`factor·point` of each pair."""
        mul = self.group.mul
        return self.spread(
            lambda start, stop: list(map(mul, points[start:stop], factors[start:stop])), len(points)
        )

    def bases(self, factors: Sequence[int]) -> list[Point]:
        """`factor·G` of each."""
        base = self.group.base
        return self.spread(lambda start, stop: list(map(base, factors[start:stop])), len(factors))

    def sums(self, left: Sequence[Point], right: Sequence[Point]) -> list[Point]:
        """The sum of each pair."""
        add = self.group.add
        return self.spread(
            lambda start, stop: list(map(add, zip(left[start:stop], right[start:stop], strict=True))),
            len(left),
        )

    def spread(self, work: Callable[[int, int], list[T]], size: int) -> list[T]:
        """The list that `work(0, size)` returns, computed on several cores if there is an executor."""
        return self.ahead(work, size)()

    def ahead(self, work: Callable[[int, int], list[T]], size: int) -> Callable[[], list[T]]:
        """The same, lazily: starts at once with an executor, else when the result is first requested."""
        if self.executor is None or size < 2 * _CHUNK:
            return cache(lambda: work(0, size))
        slices = [(start, min(start + _CHUNK, size)) for start in range(0, size, _CHUNK)]
        jobs = [self.executor.submit(work, *bounds) for bounds in slices]
        return lambda: [made for job in jobs for made in job.result()]

    def weights(self, count: int, *bound: Part) -> list[int]:
        """Unpredictable 128-bit factors, each as two halves (see `LAMBDA`)."""
        if self.private is None:
            raise MisuseError("we have no weights of our own")
        drawn = numbers(count, 16, "own weights", self.private, *bound)
        return [((value >> 64) + (value % (1 << 64)) * LAMBDA) % ORDER for value in drawn]

    def total(self, points: Sequence[Point], factors: Sequence[int], *more: Point) -> Point:
        """The sum of `factor·point` over all pairs, and of `more`."""
        return self.group.add([*self.products(points, factors), *more])

    def secret_mul(self, point: Point, secret: int, seed: bytes) -> Point:
        """`secret·point` as two products whose scalars each reveal nothing about `secret`.

        The time of `mul` depends slightly on its scalar, and others choose the points that a key is
        multiplied with. Each point gets its own mask, so that timings of one secret never add up.
        """
        mask = number("mask", seed, self.group.encode(point), scalar_bytes(secret))
        return self.group.add([self.group.mul(point, secret - mask), self.group.mul(point, mask)])
