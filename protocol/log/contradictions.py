"""Proofs that a seat contradicted itself: two things it signed that exclude each other.

`["fork", entry, entry]`: two different entries for one place. `["equivocation", vote, refusal]`: a vote, and
the promise never to cast it. An honest program never signs such a pair, whenever it is killed and restarted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from protocol.codec import are_whole
from protocol.log.entry import (
    ENTRY_TAG,
    REFUSAL,
    STATEMENT_TAG,
    VOTE,
    Entry,
    Statement,
    check_signature,
    read_entry,
    read_statement,
)
from protocol.remote_errors import MalformedError

if TYPE_CHECKING:
    from protocol.log.genesis import Genesis


class Proof(NamedTuple):
    seat: int
    position: int
    previous: bytes
    """The hash of the entry before the place where the seat contradicted itself."""
    message: list[Any]
    entries: tuple[Entry, ...] = ()
    """For a fork, the two entries."""

    @property
    def place(self) -> tuple[int, bytes]:
        return self.position, self.previous


def read_proof(genesis: Genesis, message: object) -> Proof:
    """Check a proof completely, or raise."""
    signed: tuple[Entry | Statement, ...]
    match message:
        case ["fork", [*one], [*other]]:
            proof, signed, tag = *_fork(one, other), ENTRY_TAG
        case ["equivocation", [*one], [*other]]:
            proof, signed, tag = *_equivocation(one, other), STATEMENT_TAG
        case _:
            raise MalformedError("no proof of anything")
    if not 0 <= proof.seat < len(genesis.players) or any(part.game != genesis.game for part in signed):
        raise MalformedError("a proof about nobody at this table")
    for part in signed:
        check_signature(genesis.players[proof.seat].key, tag, part.body, part.signature, proof.seat)
    return proof


def _fork(one: list[Any], other: list[Any]) -> tuple[Proof, tuple[Entry, Entry]]:
    first, second = read_entry(one), read_entry(other)
    place = first.seat, first.position, first.previous
    if first.body == second.body or place != (second.seat, second.position, second.previous):
        raise MalformedError("no proof of a fork")
    return Proof(*place, ["fork", one, other], (first, second)), (first, second)


def _equivocation(one: list[Any], other: list[Any]) -> tuple[Proof, tuple[Statement, Statement]]:
    vote, refusal = read_statement(one), read_statement(other)
    match vote.values:
        case [int(position), bytes(previous), [*_], str()] if (
            are_whole(position)
            and (vote.kind, refusal.kind) == (VOTE, REFUSAL)
            and (vote.seat, vote.values) == (refusal.seat, refusal.values)
        ):
            return Proof(vote.seat, position, previous, ["equivocation", one, other]), (vote, refusal)
    raise MalformedError("no proof of an equivocation")
