"""Compares two records of one game: whether they agree, where they diverge, and who signed on both branches.

At a small table that is split by the network, a liar can vote and play on both sides. Nobody can prevent
that, but the two records together show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from protocol.deck import Calculator
from protocol.log.contradictions import read_proof
from protocol.log.entry import LOSS, NOBODY, Entry
from protocol.log.genesis import Genesis
from protocol.play.game import Game

OTHER, SAME, PREFIX, PARTED = "other", "same", "prefix", "parted"
FORK, FINAL = "fork", "final"
VOTE = "vote"


@dataclass(frozen=True, slots=True)
class Signed:
    """One signature of a seat on a branch: an entry of this kind, or a vote to lose seats."""

    position: int
    what: str
    lost: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OnBoth:
    """What one seat signed on each branch, from the point of divergence on."""

    seat: int
    first: tuple[Signed, ...]
    second: tuple[Signed, ...]
    proved: str | None
    """What both branches together prove about the seat. `fork`: it signed two entries for the place where
    they diverge. `final`: on both branches it continued after every remaining seat had signed on top of that
    place, which no honest program does. None: an honest seat may have done the same."""


@dataclass(frozen=True, slots=True)
class Comparison:
    relation: str
    """`other` game, the `same` entries, one the `prefix` of the other, or `parted`."""
    position: int = 0
    """The first position at which they differ; for a prefix, the first that it lacks."""
    longer: int = 0
    """Which of the two continues, if one is a prefix."""
    both: tuple[OnBoth, ...] = ()

    @property
    def liars(self) -> tuple[int, ...]:
        return tuple(one.seat for one in self.both if one.proved is not None)


def compare(
    first: tuple[Genesis, Sequence[Entry]],
    second: tuple[Genesis, Sequence[Entry]],
    calculator: Calculator | None = None,
) -> Comparison:
    """Compare two records that are each valid."""
    (genesis, one), (other_genesis, other) = first, second
    if genesis.game != other_genesis.game:
        return Comparison(OTHER)
    common = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a.body != b.body),
        min(len(one), len(other)),
    )
    position = common + 1
    if common == len(one) == len(other):
        return Comparison(SAME, position)
    if common in (len(one), len(other)):
        return Comparison(PREFIX, position, longer=int(len(other) > len(one)))
    left, right = (_Line(genesis, entries, position, calculator) for entries in (one, other))
    forker = _forker(genesis, one[common], other[common])
    both = tuple(
        OnBoth(seat, left.signed[seat], right.signed[seat], _proved(seat, forker, left, right))
        for seat in range(len(genesis.players))
        if left.signed[seat] and right.signed[seat]
    )
    return Comparison(PARTED, position, both=both)


class _Line:
    """One of two branches, from the place where they diverge."""

    def __init__(
        self, genesis: Genesis, entries: Sequence[Entry], position: int, calculator: Calculator | None
    ) -> None:
        self._game = Game(genesis, calculator=calculator)
        self._game.replay(entries)
        self._position = position
        self.signed: dict[int, tuple[Signed, ...]] = {
            seat: tuple(self._signed_by(seat, entries[position - 1 :]))
            for seat in range(len(genesis.players))
        }

    def _signed_by(self, seat: int, entries: Iterable[Entry]) -> Iterable[Signed]:
        for entry in entries:
            if entry.seat == seat:
                yield Signed(entry.position, entry.kind)
            elif entry.seat == NOBODY and entry.kind == LOSS:
                lost = tuple(entry.payload[0])
                if seat in self._game.playing_at(entry.position) and seat not in lost:
                    yield Signed(entry.position, VOTE, lost)

    def is_final_for(self, seat: int) -> bool:
        """Whether everybody still in the match had signed on top of the point of divergence when the seat
        signed for the last time."""
        last = max(signed.position for signed in self.signed[seat])
        after = {
            one
            for one, signatures in self.signed.items()
            if any(self._position < signed.position < last for signed in signatures)
        }
        return last > self._position and {*self._game.playing_at(last)} <= after | {seat}


def _forker(genesis: Genesis, one: Entry, other: Entry) -> int | None:
    if one.seat != other.seat or one.seat == NOBODY:
        return None
    return read_proof(genesis, ["fork", one.wire(), other.wire()]).seat


def _proved(seat: int, forker: int | None, *lines: _Line) -> str | None:
    if seat == forker:
        return FORK
    return FINAL if all(line.is_final_for(seat) for line in lines) else None
