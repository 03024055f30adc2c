"""The outputs of a table, in order. Everything before a `Send` must be on disk before it is sent."""

from __future__ import annotations

from typing import NamedTuple

from protocol.log.entry import Entry
from protocol.remote_errors import RemoteError

Party = int | bytes
"""A peer: a seat, or the network key of a spectator."""


class Store(NamedTuple):
    """The game has applied this entry: append it to the game's file. It is durable before anything that
    follows is done."""

    entry: Entry


class Note(NamedTuple):
    """Append to the private journal (a vote, a refusal); durable before anything that follows is done."""

    record: bytes


class Rewind(NamedTuple):
    """Remove the entries from this position on from the game's file, and keep them as evidence."""

    position: int


class Evidence(NamedTuple):
    """Write a file that proves what a seat did."""

    seat: int
    reason: str
    record: bytes


class Send(NamedTuple):
    """Send to one peer, or to everybody (None)."""

    to: Party | None
    message: bytes


class Refused(NamedTuple):
    """Something from this sender (a seat, a stranger's key, or unknown) was refused."""

    sender: Party | None
    error: RemoteError


class TimedOut(NamedTuple):
    """Our player's time was up, and the program chose a move for them."""


Output = Store | Note | Rewind | Evidence | Send | Refused | TimedOut
