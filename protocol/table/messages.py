"""The messages between peers (docs/protocol.md §4): their form is checked before any other work."""

from __future__ import annotations

from typing import Any, NamedTuple

from protocol.codec import are_whole, unpack
from protocol.log.entry import HASH_BYTES, read_entry, read_statement
from protocol.remote_errors import MalformedError

MAX_PARTS = 16
"""The limit of arrays and array items in a message. Bodies are byte strings and counted separately."""


class Message(NamedTuple):
    """A message of a known form.

    The parts of `entry` and `statement` are one `Entry` or `Statement`; those of `head` a position and a
    hash; that of `want` a position; those of `fork` and `equivocation` two bodies with signatures, as they
    came.
    """

    kind: str
    parts: list[Any]


def read_message(data: bytes, question: bool = False) -> Message:
    """Read a message. `question`: its sender may send only `head` and `want`. Raises MalformedError if no
    honest peer would send it, and ForeignError if it is of another version."""
    value = unpack(data, items=MAX_PARTS)
    match value:
        case ["head", int(position), bytes(head)] if are_whole(position) and len(head) == HASH_BYTES:
            return Message("head", [position, head])
        case ["want", int(position)] if are_whole(position):
            return Message("want", [position])
        case _ if question:
            raise MalformedError("a spectator may only ask")
        case ["entry", *wire]:
            return Message("entry", [read_entry(wire)])
        case ["statement", *wire]:
            return Message("statement", [read_statement(wire)])
        case ["fork", [*first], [*second]]:
            read_entry(first)
            read_entry(second)
            return Message("fork", [first, second])
        case ["equivocation", [*first], [*second]]:
            read_statement(first)
            read_statement(second)
            return Message("equivocation", [first, second])
    raise MalformedError("not a message of this protocol")
