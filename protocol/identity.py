"""A player's identity: an Ed25519 key, a nickname, and words for comparing keys aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY_BYTES = 32
SIGNATURE_BYTES = 64
MAX_NAME = 24

_PRIME = 2**255 - 19
_Y = 2**255 - 1
"""The bits of a key that hold its point's y; the highest bit is the sign of x."""
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL = frozenset({0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH})
"""The y of the points of order 4; 1 and 2; and 8."""

# The table of docs/protocol.md, section 5: fixed, so that all versions of Python and Unicode agree.
_UNPRINTABLE = re.compile(
    "[\0-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f"
    "\u2028-\u202f\u205f-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U0010ffff]"
)

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


class Identity:
    """A private key; `public` is the player's identity for others."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, tag: bytes, body: bytes) -> bytes:
        """Sign. The domain tag prevents a signature for one purpose from being used for another."""
        return self._key.sign(tag + body)


def is_key(key: bytes) -> bool:
    """Whether these bytes are acceptable as a key: a point in canonical form, and not one of the eight of
    small order, for which one signature is valid for many or all messages."""
    y = int.from_bytes(key, "little") & _Y
    return len(key) == KEY_BYTES and y < _PRIME and y not in _SMALL


@lru_cache(maxsize=256)
def _public(key: bytes) -> Ed25519PublicKey | None:
    if not is_key(key):
        return None
    try:
        return Ed25519PublicKey.from_public_bytes(key)
    except ValueError:
        return None


def is_signed(key: bytes, tag: bytes, body: bytes, signature: bytes) -> bool:
    """Verify as docs/protocol.md, section 3, defines it: implementations differ in details."""
    public = _public(key)
    if public is None:
        return False
    try:
        public.verify(signature, tag + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_printable(text: str) -> bool:
    """Whether a name may have these characters: `str.isprintable` depends on the version of Unicode."""
    return _UNPRINTABLE.search(text) is None


def words(data: bytes, count: int = 5) -> str:
    """Pronounceable words (proquints), 16 bits each: `words(key)` is a key's fingerprint."""
    digest = sha256(b"p2puno/words" + data).digest()
    spoken = []
    for at in range(0, 2 * count, 2):
        number = int.from_bytes(digest[at : at + 2], "big")
        spoken.append(
            _CONSONANTS[number >> 12 & 15]
            + _VOWELS[number >> 10 & 3]
            + _CONSONANTS[number >> 6 & 15]
            + _VOWELS[number >> 4 & 3]
            + _CONSONANTS[number & 15]
        )
    return "-".join(spoken)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's public data. `operator` is the seat of the player who runs it: its own, or a bot's owner's."""

    key: bytes
    name: str
    operator: int
