"""What proves to anybody that a seat contradicted itself: two things it signed that exclude each other.

`["fork", entry, entry]`: two bodies after the same entry. `["equivocation", vote, refusal]`: a vote, and the
promise never to cast it. An honest program signs neither pair, whenever it is killed and started again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from protocol.codec import are_whole
from protocol.errors import MalformedError
from protocol.log.entry import (
    ENTRY_TAG,
    REFUSAL,
    STATEMENT_TAG,
    VOTE,
    Entry,
    check_signature,
    read_entry,
    read_statement,
)

if TYPE_CHECKING:
    from protocol.log.genesis import Genesis


class Proof(NamedTuple):
    seat: int
    position: int
    previous: bytes
    """Where in the log the seat contradicted itself."""
    message: list[Any]
    entries: tuple[Entry, ...] = ()
    """Of a fork, the two entries."""


def read_proof(genesis: Genesis, message: object) -> Proof:
    """Check a proof entirely, or raise."""
    match message:
        case ["fork", [*one], [*other]]:
            return _fork(genesis, one, other)
        case ["equivocation", [*one], [*other]]:
            return _equivocation(genesis, one, other)
    raise MalformedError("no proof of anything")


def _fork(genesis: Genesis, one: list[Any], other: list[Any]) -> Proof:
    first, second = read_entry(one), read_entry(other)
    seat = first.seat
    if (
        first.game != genesis.game
        or second.game != genesis.game
        or first.body == second.body
        or (first.position, first.previous, seat) != (second.position, second.previous, second.seat)
        or not 0 <= seat < len(genesis.players)
    ):
        raise MalformedError("no proof of a fork")
    for entry in (first, second):
        check_signature(genesis.players[seat].key, ENTRY_TAG, entry.body, entry.signature, seat)
    return Proof(seat, first.position, first.previous, ["fork", one, other], (first, second))


def _equivocation(genesis: Genesis, one: list[Any], other: list[Any]) -> Proof:
    vote, refusal = read_statement(one), read_statement(other)
    seat = vote.seat
    match vote.values:
        case [int(position), bytes(previous), [*_], str()] if (
            are_whole(position)
            and vote.kind == VOTE
            and refusal.kind == REFUSAL
            and refusal.seat == seat < len(genesis.players)
            and vote.values == refusal.values
            and vote.game == refusal.game == genesis.game
        ):
            pass
        case _:
            raise MalformedError("no proof of an equivocation")
    for said in (vote, refusal):
        check_signature(genesis.players[seat].key, STATEMENT_TAG, said.body, said.signature, seat)
    return Proof(seat, position, previous, ["equivocation", one, other])
