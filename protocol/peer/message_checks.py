"""The forms of the table's messages (docs/protocol.md §4), checked before any work is done for them.

An honest peer forwards only what it could parse itself. So a message of any other form counts against its
sender. A well-formed entry that the table refuses does not: somebody else may have written it.
"""

from __future__ import annotations

from contextlib import suppress

from protocol.codec import are_whole, unpack
from protocol.log.entry import HASH_BYTES, read_entry, read_statement
from protocol.log.genesis import Genesis
from protocol.log.roster import read_signed
from protocol.net.limits import Rate
from protocol.remote_errors import ForeignError, MalformedError, RemoteError

MAX_PARTS = 16
"""The limit of arrays and array items in a message. Bodies are byte strings and counted separately."""

MAX_CHAT = 300
"""The maximum characters in a line of chat."""
CHAT_RATE = Rate(messages=1, burst=6, bytes=1e6, byte_burst=1e6)

TABLE, CHAT, GENESIS, ASK_GENESIS = b"T", b"C", b"G", b"?"
"""The first byte of a message of the mesh says what it is for (docs/lobby.md)."""

_QUESTIONS = (b"\x93\xa4head", b"\x92\xa4want")
"""The first bytes of the messages that spectators may send."""


def is_question(message: bytes) -> bool:
    """Whether this is a message that spectators may send."""
    return message.startswith(_QUESTIONS)


def check_form(message: bytes, seated: bool) -> str:
    """The kind of a message. Raises MalformedError if it has no known form, or its sender may not send it."""
    value = unpack(message, items=MAX_PARTS)
    with suppress(ForeignError):  # another version: the table refuses it and reports it
        match value:
            case ["head", int(position), bytes(head)] if are_whole(position) and len(head) == HASH_BYTES:
                pass
            case ["want", int(position)] if are_whole(position):
                pass
            case _ if not seated:
                raise MalformedError("a spectator may only ask")
            case ["entry", *wire]:
                read_entry(wire)
            case ["statement", *wire]:
                read_statement(wire)
            case ["fork", [*first], [*second]]:
                read_entry(first)
                read_entry(second)
            case ["equivocation", [*first], [*second]]:
                read_statement(first)
                read_statement(second)
            case _:
                raise MalformedError("not a message of this protocol")
    return str(value[0])


def read_genesis_message(message: bytes) -> Genesis | None:
    """The genesis in a message, or the roster of a tournament, if it contains one."""
    if message[:1] != GENESIS:
        return None
    try:
        return read_signed(unpack(message[1:]))
    except RemoteError:
        return None


def clean(text: str) -> str:
    """A line of chat, made safe to show."""
    return "".join(c for c in text if c.isprintable()).strip()[:MAX_CHAT]
