"""Who a player is: an Ed25519 key, a nickname, and words by which two people compare keys aloud."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY_BYTES = 32
SIGNATURE_BYTES = 64
MAX_NAME = 24

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


class Identity:
    """A private key; `public` is what others know a player by."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, tag: bytes, body: bytes) -> bytes:
        """The domain tag keeps a signature for one purpose from serving another."""
        return self._key.sign(tag + body)


@lru_cache(maxsize=256)
def _public(key: bytes) -> Ed25519PublicKey | None:
    try:
        return Ed25519PublicKey.from_public_bytes(key)
    except ValueError:
        return None


def is_signed(key: bytes, tag: bytes, body: bytes, signature: bytes) -> bool:
    public = _public(key)
    if public is None:
        return False
    try:
        public.verify(signature, tag + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def words(data: bytes, count: int = 5) -> str:
    """Pronounceable words, 16 bits each (as proquints do it): `words(key)` is a key's fingerprint."""
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
    """A seat as all know it. `operator` is the seat whose player runs it: its own, or a bot's owner."""

    key: bytes
    name: str
    operator: int
