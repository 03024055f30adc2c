"""The forms of the table's messages (docs/protocol.md §4), checked before any work is done for them.

An honest peer forwards only what it could parse itself. So a message of any other form counts against its
sender. A well-formed entry that the table refuses does not: somebody else may have written it.
"""

from __future__ import annotations

from protocol.codec import unpack
from protocol.log.entry import CLAIM, READY, SILENT, Statement
from protocol.log.genesis import Genesis
from protocol.log.roster import read_signed
from protocol.net.limits import Rate
from protocol.remote_errors import ForeignError, RemoteError
from protocol.table.messages import Message, read_message

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


def check_form(data: bytes, seated: bool) -> Message | bytes:
    """Read a message. Raises MalformedError if it has no known form, or its sender may not send it. A message
    of another version is returned as it came: the table refuses it and reports it."""
    try:
        return read_message(data, question=not seated)
    except ForeignError:
        return data


def is_light(message: Message | bytes) -> bool:
    """Whether a message of this kind is worked on in a millisecond or two, if what is due is quick. Votes and
    proofs may take the log back, which replays it, and `want` is answered with many entries."""
    match message:
        case Message("entry" | "head"):
            return True
        case Message("statement", [Statement(kind=kind)]):
            return kind in (CLAIM, READY, SILENT)
    return False


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
