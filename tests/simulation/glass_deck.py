"""The glass group: points are their own logarithms, so everybody can see through every card.

The whole scheme runs over it unchanged: the same steps, the same messages of the same sizes, the same
checks, some fifty times faster. It is for simulating games by the thousand and protects nothing; only tests
and simulators may name it, and its name is in every hash, so that nothing made with it is ever taken for
real.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from protocol.deck.errors import InvalidError
from protocol.deck.group import ORDER, POINT_BYTES


class Glass:
    """Integers modulo `ORDER` in place of points."""

    name = b"glass"

    def base(self, scalar: int) -> int:
        return self._nonzero(scalar)

    def mul(self, point: int, scalar: int) -> int:
        return self._nonzero(point * scalar)

    def add(self, points: Sequence[int]) -> int:
        return self._nonzero(sum(points))

    def neg(self, point: int) -> int:
        return ORDER - point

    def encode(self, point: int) -> bytes:
        return point.to_bytes(POINT_BYTES, "big")

    def decode(self, data: bytes) -> int:
        if type(data) is not bytes or len(data) != POINT_BYTES:
            raise InvalidError("not a point: length")
        point = int.from_bytes(data, "big")
        if not 0 < point < ORDER:
            raise InvalidError("not a point of the curve")
        return point

    def decode_later(self, data: bytes) -> int:
        return self.decode(data)

    def hash(self, data: bytes) -> int:
        return self._nonzero(int.from_bytes(hashlib.sha256(data).digest(), "big"))

    @staticmethod
    def _nonzero(value: int) -> int:
        value %= ORDER
        if not value:
            raise InvalidError("the identity")
        return value


GLASS = Glass()
