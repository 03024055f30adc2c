"""Who agrees to what is played: a game begins only with the terms and seats that every player agreed to."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from protocol.codec import pack
from protocol.log.table_terms import Terms

TAG = b"p2puno/terms\0"
MARK_BYTES = 32


def mark_of(terms: Terms, seats: int) -> bytes:
    """The mark of what is played."""
    return sha256(TAG + pack([terms.values(), seats])).digest()


class Agreement:
    """The last mark of every guest, by identity; and our own."""

    def __init__(self, own: bytes) -> None:
        self._own = own
        self._marks: dict[bytes, bytes] = {}

    @property
    def mark(self) -> bytes | None:
        """What our player agrees to; None before that."""
        return self._marks.get(self._own)

    def give(self, mark: bytes) -> None:
        """Our player agrees."""
        self._marks[self._own] = mark

    def take(self, guest: bytes, mark: bytes) -> bool:
        """A guest says what its player agrees to; whether that is new."""
        if guest == self._own or self._marks.get(guest) == mark:
            return False
        self._marks[guest] = mark
        return True

    def forget(self, guest: bytes) -> None:
        """The guest left, or was restarted."""
        if guest != self._own:
            self._marks.pop(guest, None)

    def of(self, guests: Iterable[bytes], mark: bytes) -> frozenset[bytes]:
        """Those of these guests who agree to what has this mark."""
        return frozenset(guest for guest in guests if self._marks.get(guest) == mark)
