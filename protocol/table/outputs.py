"""The outputs of a table, in order. Everything before a `Send` must be on disk before it is sent."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.log.entry import Entry
from protocol.remote_errors import RemoteError

Party = int | bytes
"""A peer: a seat, or the network key of a spectator."""


@dataclass(frozen=True, slots=True)
class Store:
    """Append an entry to the game's file; durable before anything that follows is done."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Note:
    """Append to the private journal (a vote, a refusal); durable before anything that follows is done."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Rewind:
    """Remove the entries from this position on from the game's file, and keep them as evidence."""

    position: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Write a file that proves what a seat did."""

    seat: int
    reason: str
    record: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Send to one peer, or to everybody (None)."""

    to: Party | None
    message: bytes


@dataclass(frozen=True, slots=True)
class Applied:
    """The game has applied this entry."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Refused:
    """Something from this sender (a seat, a stranger's key, or unknown) was refused."""

    sender: Party | None
    error: RemoteError


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Our player's time was up, and the program chose a move for them."""


Output = Store | Note | Rewind | Evidence | Send | Applied | Refused | TimedOut
