"""The group with what makes using it cheap: several cores, a memory of what was verified before, and weights
of our own by which many equations can be checked as one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from protocol.deck.errors import InvalidError, MisuseError
from protocol.deck.group import LAMBDA, ORDER, SECP256K1, Group, Point, scalar_bytes
from protocol.deck.transcript import Part, number, numbers

T = TypeVar("T")

# Fewer products than this are not worth handing to another thread.
_CHUNK = 28


class Memo:
    """Statements that were verified in this process, by hash; the oldest are forgotten.

    Decks of one process that share one verify once, as the several seats of a simulation do.
    """

    def __init__(self, limit: int = 4096) -> None:
        self._limit = limit
        self._known: dict[bytes, str | None] = {}
        self.trusts = False
        """Proofs are taken for verified."""

    @contextmanager
    def trusting(self, trusts: bool = True) -> Iterator[None]:
        """Take proofs for verified meanwhile: what is gone through again was found good the first time. Not
        so (False) where a proof may fail and the game goes on by that."""
        before, self.trusts = self.trusts, trusts
        try:
            yield
        finally:
            self.trusts = before

    def check(self, statement: bytes, verify: Callable[[], None]) -> None:
        """Runs `verify`, unless this very statement was put through it before; raises as it does."""
        if self.trusts:
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
    """A group, a memo, and perhaps threads to spread products over: the library releases the lock.

    `private` is fresh random bytes, 16 at least, that are never shown to anybody. Whoever has some checks a
    proof of shuffle with fewer products; what is found is the same.
    """

    group: Group = SECP256K1
    executor: Executor | None = None
    memo: Memo = field(default_factory=Memo)
    private: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.private is not None and len(self.private) < 16:
            raise MisuseError("weights that could be guessed")

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
        """The list that `work(0, size)` gives, made in slices on several cores if there is an executor."""
        return self.ahead(work, size)()

    def ahead(self, work: Callable[[int, int], list[T]], size: int) -> Callable[[], list[T]]:
        """The same for later: with an executor it is begun at once, without one when first called for."""
        if self.executor is None or size < 2 * _CHUNK:
            return cache(lambda: work(0, size))
        slices = [(start, min(start + _CHUNK, size)) for start in range(0, size, _CHUNK)]
        jobs = [self.executor.submit(work, *bounds) for bounds in slices]
        return lambda: [made for job in jobs for made in job.result()]

    def weights(self, count: int, *bound: Part) -> list[int]:
        """So many factors of 128 bits that nobody else can foresee, each as two halves (see `LAMBDA`)."""
        if self.private is None:
            raise MisuseError("we have no weights of our own")
        drawn = numbers(count, 16, "own weights", self.private, *bound)
        return [((value >> 64) + (value % (1 << 64)) * LAMBDA) % ORDER for value in drawn]

    def total(self, points: Sequence[Point], factors: Sequence[int], *more: Point) -> Point:
        """The sum of `factor·point` over all pairs, and of `more`."""
        return self.group.add([*self.products(points, factors), *more])

    def secret_mul(self, point: Point, secret: int, seed: bytes) -> Point:
        """`secret·point` in two products of scalars that each say nothing about `secret`.

        `mul` takes a time that depends a little on its scalar, and others choose the points that a key is
        multiplied with. Each point has its own mask, so that timings of one secret never add up.
        """
        mask = number("mask", seed, self.group.encode(point), scalar_bytes(secret))
        return self.group.add([self.group.mul(point, secret - mask), self.group.mul(point, mask)])
