"""Frames between peers: single-part ZeroMQ messages whose first byte is the kind."""

from protocol.remote_errors import MalformedError

DATA = 0x01  # payload of the layer above
PING = 0x02  # session of the sender, session last heard of the receiver
HELLO = 0x03  # the sender's card
BYE = 0x04  # session of the sender, which is leaving
ASK = 0x10  # a knock: please show the table
SHOW = 0x11  # the answer to it
SIT = 0x12  # a knock: please seat me
VERDICT = 0x13  # the answer to it

SESSION = 8
NOBODY = bytes(SESSION)


def frame(kind: int, payload: bytes = b"") -> bytes:
    return bytes((kind,)) + payload


def ping(session: bytes, echo: bytes) -> bytes:
    return bytes((PING,)) + session + echo


def read_ping(payload: bytes) -> tuple[bytes, bytes]:
    """The session of the sender and the session it last heard. Raises MalformedError."""
    if len(payload) != 2 * SESSION or payload[:SESSION] == NOBODY:
        raise MalformedError("not a ping")
    return payload[:SESSION], payload[SESSION:]
