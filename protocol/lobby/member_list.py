"""The founding: the list of players at a table, signed by its opener; and the table's short code.

The code is a slow hash of the opener's identity and a fresh salt. Any seated peer can show the founding, and
it matches the same code, no matter who shows it and who has sat down since. To pass off another table under a
given code, an attacker must find another identity and salt with the same 40 bits: 2^40 tries on average, each
an scrypt of 32 MB. See docs/network.md for what that costs.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass

from protocol.codec import pack
from protocol.identity import is_key
from protocol.net.address import CODE_ALPHABET, CODE_LENGTH
from protocol.net.keys_and_card import Keys, check_signed, fields
from protocol.remote_errors import MalformedError

MAX_MEMBERS = 64
LIMIT = 8192
SALT = 16
TAG = 6
"""Bytes of the salt that tell the messages of several tables apart."""
_VERSION = 1
_TAG = b"p2puno/net/founding/1\0"
_CODE_TAG = b"p2puno/net/code/1\0"
# 2^15 * 8 * 128 bytes = 32 MB; takes 0.1 to 0.3 seconds.
_SCRYPT = {"n": 1 << 15, "r": 8, "p": 1}


@dataclass(frozen=True, slots=True)
class Member:
    """One seat's two public keys."""

    identity: bytes
    curve: bytes


@dataclass(frozen=True, slots=True)
class Founding:
    """The opener's identity, the salt of the code, and all members.

    A higher serial replaces a lower one.
    """

    founder: bytes
    salt: bytes
    serial: int
    members: tuple[Member, ...]
    blob: bytes

    @classmethod
    def make(
        cls, keys: Keys, members: Iterable[Member], *, salt: bytes | None = None, serial: int = 0
    ) -> "Founding":
        """Sign a new founding as the opener. Keep the salt while the table is open, or the code changes."""
        salt = os.urandom(SALT) if salt is None else salt
        seated = tuple(members)
        listed = [[m.identity, m.curve] for m in seated]
        body = pack([_VERSION, keys.identity.public, salt, serial, listed])
        return cls(keys.identity.public, salt, serial, seated, pack([body, keys.identity.sign(_TAG, body)]))

    def again(self, keys: Keys, members: Iterable[Member]) -> "Founding":
        """The same table after somebody sat down or left."""
        return Founding.make(keys, members, salt=self.salt, serial=self.serial + 1)

    @property
    def table(self) -> tuple[bytes, bytes]:
        """Identifies the table: the opener's identity and the salt, from which the code is made."""
        return self.founder, self.salt

    @property
    def label(self) -> str:
        """The table's name in announcements."""
        return self.salt[:TAG].hex()

    @classmethod
    def read(cls, blob: bytes) -> "Founding":
        """Parse, and verify the founder's signature. Raises MalformedError."""
        if len(blob) > LIMIT:
            raise MalformedError("founding too long")
        body, signature = fields(blob, bytes, bytes)
        version, founder, salt, serial, listed = fields(body, int, bytes, bytes, int, list)
        if version != _VERSION or len(salt) != SALT or serial < 0:
            raise MalformedError("not a founding of this version")
        if not 0 < len(listed) <= MAX_MEMBERS:
            raise MalformedError("too many members, or none")
        members = tuple(_member(pair) for pair in listed)
        if len({m.curve for m in members}) != len(members) or len({m.identity for m in members}) != len(
            members
        ):
            raise MalformedError("a key sits twice")
        if founder not in {m.identity for m in members}:
            raise MalformedError("whoever opened the table does not sit there")
        check_signed(founder, _TAG, body, signature)
        return cls(founder, salt, serial, members, blob)

    def code(self) -> str:
        """The eight characters that pin this table, the same for all its foundings.

        Slow on purpose: call it off the loop.
        """
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        raw = Scrypt(salt=_CODE_TAG + self.salt, length=5, **_SCRYPT).derive(self.founder)
        number = int.from_bytes(raw, "big")
        return "".join(CODE_ALPHABET[number >> 5 * i & 31] for i in reversed(range(CODE_LENGTH)))


def read_table(blob: bytes) -> tuple[bytes, bytes]:
    """The table (`Founding.table`) of a founding from our own files, whose signature was verified before.
    Raises MalformedError."""
    body, _signature = fields(blob, bytes, bytes)
    _version, founder, salt, _serial, _listed = fields(body, int, bytes, bytes, int, list)
    return founder, salt


def _member(pair: object) -> Member:
    if not isinstance(pair, list) or len(pair) != 2:
        raise MalformedError("not a member")
    identity, curve = pair
    if not (
        isinstance(identity, bytes) and isinstance(curve, bytes) and is_key(identity) and len(curve) == 32
    ):
        raise MalformedError("not a member's keys")
    return Member(identity, curve)
