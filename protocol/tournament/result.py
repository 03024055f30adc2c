"""The result of one table of a tournament, and its signatures (docs/tournament.md §5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from p2puno.match.schedule import ROUNDS_A_SEATING
from protocol.codec import are_whole, pack
from protocol.identity import SIGNATURE_BYTES, Identity
from protocol.log.entry import check_signature
from protocol.log.genesis import Slot
from protocol.log.roster import Roster
from protocol.play.game import Game
from protocol.remote_errors import MalformedError

RESULT_TAG = b"p2puno/result\0"
MARK_BYTES = 8
MAX_POINTS = 1_000_000


class Result(NamedTuple):
    """What a finished game says. Two of one slot that differ contradict each other."""

    slot: Slot
    points: tuple[int, ...]
    rounds: int
    """How many rounds counted."""
    out: tuple[int, ...]
    """The seats that were not in the match any more when it ended."""

    def wire(self) -> list[Any]:
        return [self.slot.stage, self.slot.table, list(self.points), self.rounds, list(self.out)]


def result_of(game: Game) -> Result:
    """The result of a table's game that is over."""
    slot = game.genesis.slot
    assert slot is not None
    assert game.over
    counted = sum(deal.result is not None and deal.result.how == "out" for deal in game.finished)
    return Result(slot, tuple(game.match.totals), counted, tuple(sorted(game.match.gone)))


@dataclass(frozen=True)
class Record:
    """A result, and the signatures of the table's seats; empty for a seat that has not signed."""

    result: Result
    signatures: tuple[bytes, ...]

    @property
    def complete(self) -> bool:
        return all(self.signatures)

    @property
    def signers(self) -> tuple[int, ...]:
        return tuple(seat for seat, signature in enumerate(self.signatures) if signature)

    @cached_property
    def mark(self) -> bytes:
        """A short name for it: another one if somebody else has signed."""
        return sha256(pack([self.result.wire(), list(self.signers)])).digest()[:MARK_BYTES]

    def merged(self, other: Record) -> Record:
        """The same result with the signatures of both."""
        both = zip(self.signatures, other.signatures, strict=True)
        return Record(self.result, tuple(one or more for one, more in both))

    def wire(self) -> list[Any]:
        return [self.result.wire(), list(self.signatures)]


@dataclass(frozen=True)
class Lie:
    """Two different results of one slot that one seat has signed."""

    seat: int
    results: tuple[Result, Result]
    signatures: tuple[bytes, bytes]

    @property
    def slot(self) -> Slot:
        return self.results[0].slot

    @cached_property
    def mark(self) -> bytes:
        return sha256(pack(["lie", self.slot.stage, self.slot.table, self.seat])).digest()[:MARK_BYTES]

    def wire(self) -> list[Any]:
        one, other = (result.wire() for result in self.results)
        return [self.seat, one, self.signatures[0], other, self.signatures[1]]


def _said(roster: Roster, result: Result) -> bytes:
    return pack([roster.id, roster.genesis(result.slot).game, result.wire()])


def sign_result(identity: Identity, roster: Roster, result: Result) -> Record:
    """A record with our signature only."""
    players = roster.genesis(result.slot).players
    said = identity.sign(RESULT_TAG, _said(roster, result))
    return Record(result, tuple(said if player.key == identity.public else b"" for player in players))


def read_result(roster: Roster, wire: object) -> Result:
    """Parse a result, and check that there is such a slot. Raises MalformedError."""
    match wire:
        case [int(stage), int(table), [int(a), int(b), int(c), int(d)], int(rounds), [*given]] if (
            are_whole(stage, table, a, b, c, d, rounds)
            and 0 <= stage < len(roster.stages)
            and 0 <= table < len(roster.stages[stage])
            and all(0 <= points <= MAX_POINTS for points in (a, b, c, d))
            and 0 <= rounds <= ROUNDS_A_SEATING
        ):
            out = tuple(seat for seat in range(4) if seat in given)
            if pack(list(out)) == pack(given):
                return Result(Slot(roster.id, stage, table), (a, b, c, d), rounds, out)
    raise MalformedError("not a result of this tournament")


def read_record(roster: Roster, wire: object) -> Record:
    """Parse a record without checking its signatures. Raises MalformedError."""
    match wire:
        case [result, [bytes(a), bytes(b), bytes(c), bytes(d)]] if all(
            len(one) in (0, SIGNATURE_BYTES) for one in (a, b, c, d)
        ) and (a or b or c or d):
            return Record(read_result(roster, result), (a, b, c, d))
    raise MalformedError("a record is a result and the signatures of its four")


def check_record(roster: Roster, record: Record, known: Record | None = None) -> None:
    """Raise unless every signature is valid; those of a known record of the same result were checked."""
    for seat, signature in enumerate(record.signatures):
        if signature and (known is None or known.signatures[seat] != signature):
            _check(roster, record.result, seat, signature)


def _check(roster: Roster, result: Result, seat: int, signature: bytes) -> None:
    key = roster.genesis(result.slot).players[seat].key
    check_signature(key, RESULT_TAG, _said(roster, result), signature, seat)


def read_lie(roster: Roster, wire: object) -> Lie:
    """Parse and check a contradiction. Raises RemoteError."""
    match wire:
        case [int(seat), one, bytes(first), other, bytes(second)] if are_whole(seat) and 0 <= seat < 4:
            results = read_result(roster, one), read_result(roster, other)
            if results[0].slot != results[1].slot or results[0] == results[1]:
                raise MalformedError("these two results do not contradict each other", seat)
            for result, signature in zip(results, (first, second), strict=True):
                _check(roster, result, seat, signature)
            return Lie(seat, results, (first, second))
    raise MalformedError("not a contradiction")
