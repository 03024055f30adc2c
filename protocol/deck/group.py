"""The prime-order group: secp256k1, by libsecp256k1.

Cofactor 1, so every point on the curve is in the group and there is no subgroup to fall out of. The point at
infinity cannot be written down: whatever would make it raises `InvalidError`, which an honest peer meets with
probability 2^-128 at most, so a value that leads there is refused.

Timing: `base` is constant-time in its scalar, `mul` is not (libsecp256k1 has no constant-time multiplication
that returns a point). `Calculator.secret_mul` is for secrets that are used more than once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from coincurve import PublicKey

from protocol.deck.errors import InvalidError

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
POINT_BYTES = 33
SCALAR_BYTES = 32
# A cube root of one modulo `ORDER`. The library multiplies by k1 + k2·LAMBDA in the time that the longer of
# k1 and k2 takes, so 128 random bits are cheapest as two halves of 64.
LAMBDA = 0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72

# A parsed point, opaque outside its group: `coincurve.PublicKey` in the real one, an int in the glass one.
Point: TypeAlias = Any


class Group(Protocol):
    """What the scheme needs of a group of order `ORDER`; additive, without a written identity."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> bytes: ...
    def base(self, scalar: int) -> Point: ...
    def mul(self, point: Point, scalar: int) -> Point: ...
    def add(self, points: Sequence[Point]) -> Point: ...
    def neg(self, point: Point) -> Point: ...
    def encode(self, point: Point) -> bytes: ...
    def decode(self, data: bytes) -> Point: ...
    def hash(self, data: bytes) -> Point: ...


class Secp256k1:
    """The group every real game is played in."""

    name = b"secp256k1"

    def base(self, scalar: int) -> PublicKey:
        """`scalar·G`, in constant time."""
        return PublicKey.from_valid_secret(scalar_bytes(scalar))

    def mul(self, point: PublicKey, scalar: int) -> PublicKey:
        """`scalar·point`, in variable time. The range is checked here: the library drops the return code."""
        return point.multiply(scalar_bytes(scalar))

    def add(self, points: Sequence[PublicKey]) -> PublicKey:
        """The sum of one or more points."""
        if not points:  # the library would abort the whole process
            raise InvalidError("a sum of no points")
        try:
            return PublicKey.combine_keys(list(points))
        except ValueError:
            raise InvalidError("the identity") from None

    def neg(self, point: PublicKey) -> PublicKey:
        data = self.encode(point)
        return PublicKey(bytes([data[0] ^ 1]) + data[1:])

    def encode(self, point: PublicKey) -> bytes:
        """Its 33 bytes, found once: most points are hashed several times, in one statement after another."""
        known: bytes | None = point.__dict__.get("encoded")
        if known is None:
            known = point.__dict__["encoded"] = point.format()
        return known

    def decode(self, data: bytes) -> PublicKey:
        """The point with this one canonical encoding: compressed, x below the field's prime, on the curve."""
        if type(data) is not bytes or len(data) != POINT_BYTES:
            raise InvalidError("not a point: length")
        try:
            point = PublicKey(data)
        except ValueError:
            raise InvalidError("not a point of the curve") from None
        point.__dict__["encoded"] = data
        return point

    def hash(self, data: bytes) -> PublicKey:
        """A point whose logarithm nobody knows: the first counter whose hash is an x on the curve, with even
        y.

        The time taken depends on `data`, which is always public.
        """
        for counter in range(256):
            try:
                return PublicKey(b"\x02" + hashlib.sha256(data + bytes([counter])).digest())
            except ValueError:
                continue
        raise InvalidError("no point found")  # once in 2^256 inputs


SECP256K1 = Secp256k1()


def scalar_bytes(scalar: int) -> bytes:
    """Reduced and encoded; zero, which would lead to the identity, is refused."""
    scalar %= ORDER
    if not scalar:
        raise InvalidError("the scalar zero")
    return scalar.to_bytes(SCALAR_BYTES, "big")


def decode_scalar(data: object) -> int:
    """The scalar with this one canonical encoding, from 1 to `ORDER` - 1."""
    if type(data) is not bytes or len(data) != SCALAR_BYTES:
        raise InvalidError("not a scalar: length")
    scalar = int.from_bytes(data, "big")
    if not 0 < scalar < ORDER:
        raise InvalidError("not a canonical scalar")
    return scalar
