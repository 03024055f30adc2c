"""A peer's two keys, and the signed card that binds them to each other and to addresses.

The Ed25519 *identity* says who a peer is; the CURVE key is what ZeroMQ encrypts with, and names the peer on
the mesh. The identity signs the card, and a peer that shows a card must hold its CURVE key to get through the
handshake. So neither key can be borrowed.
"""

import os
from dataclasses import dataclass
from typing import Any

import zmq
from zmq.utils import z85

from protocol.codec import pack, unpack
from protocol.identity import Identity, is_signed
from protocol.net.address import split_endpoint
from protocol.net.errors import BadAddress
from protocol.remote_errors import MalformedError

CARD_LIMIT = 1024
MAX_ADDRESSES = 8
_VERSION = 1
_TAG = b"p2puno/net/card/1\0"


@dataclass(frozen=True, slots=True)
class Keys:
    """A player's secrets: the identity to sign with, and the CURVE pair (32 raw bytes each)."""

    identity: Identity
    curve_public: bytes
    curve_secret: bytes

    @classmethod
    def fresh(cls, identity: Identity | None = None) -> "Keys":
        """A new CURVE pair, with this identity or a new one."""
        public, secret = zmq.curve_keypair()
        return cls(identity or Identity(os.urandom(32)), z85.decode(public), z85.decode(secret))

    @classmethod
    def from_secrets(cls, identity: bytes, curve: bytes) -> "Keys":
        """The keys from the two 32-byte secrets stored on disk."""
        public = zmq.curve_public(z85.encode(curve))
        return cls(Identity(identity), z85.decode(public), curve)

    def card(self, addresses: list[str], serial: int) -> "Card":
        """This peer's card for other peers. A higher serial replaces a lower one."""
        addresses = addresses[:MAX_ADDRESSES]
        body = pack([_VERSION, self.identity.public, self.curve_public, serial, addresses])
        blob = pack([body, self.identity.sign(_TAG, body)])
        return Card(self.identity.public, self.curve_public, serial, tuple(addresses), blob)


@dataclass(frozen=True, slots=True)
class Card:
    """One peer's keys and addresses, signed. ``blob`` is the signed text and is passed on unchanged."""

    identity: bytes
    curve: bytes
    serial: int
    addresses: tuple[str, ...]
    blob: bytes

    @classmethod
    def read(cls, blob: bytes) -> "Card":
        """Parse and verify a card. Raises MalformedError."""
        if len(blob) > CARD_LIMIT:
            raise MalformedError("card too long")
        body, signature = fields(blob, bytes, bytes)
        version, identity, curve, serial, addresses = fields(body, int, bytes, bytes, int, list)
        if version != _VERSION or len(curve) != 32 or serial < 0:
            raise MalformedError("not a card of this version")
        if len(addresses) > MAX_ADDRESSES:
            raise MalformedError("too many addresses")
        try:
            for address in addresses:
                split_endpoint(address)
        except (BadAddress, AttributeError, TypeError) as error:
            raise MalformedError("not an address") from error
        check_signed(identity, _TAG, body, signature)
        return cls(identity, curve, serial, tuple(addresses), blob)


def check_signed(identity: bytes, tag: bytes, body: bytes, signature: bytes) -> None:
    """Raise MalformedError unless this identity signed this body under this tag."""
    if not is_signed(identity, tag, body, signature):
        raise MalformedError("not signed by its identity")


def fields(blob: bytes, *types: type) -> list[Any]:
    """Parse a msgpack list of exactly these types. Raises MalformedError."""
    value = unpack(blob)
    if type(value) is not list or len(value) != len(types):
        raise MalformedError("not the list it should be")
    if any(type(v) is not t for v, t in zip(value, types, strict=True)):
        raise MalformedError("a field is of the wrong type")
    return value
