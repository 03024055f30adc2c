"""What a table wants done, in this order: the rim carries it out and tells nobody before it is on disk."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.errors import RemoteError
from protocol.log.entry import Entry

Party = int | bytes
"""Who is at the other end: a seat, or the network key of somebody who has none and only watches."""


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
    """Take entries from this position on out of the game's file, and keep them as evidence."""

    position: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Write this down for whoever wants to check it: what a seat did, and the messages that prove it."""

    seat: int
    reason: str
    record: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """To one of those who are there, or to everybody (None)."""

    to: Party | None
    message: bytes


@dataclass(frozen=True, slots=True)
class Applied:
    """The game went on by this entry."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Refused:
    """Something from this sender (a seat, a stranger's key, or nobody known) was refused."""

    sender: Party | None
    error: RemoteError


Output = Store | Note | Rewind | Evidence | Send | Applied | Refused
