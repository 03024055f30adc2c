"""The prime-order group: secp256k1, by libsecp256k1.

Cofactor 1, so every point on the curve is in the group and there are no small subgroups. The point at
infinity has no encoding: an operation that would produce it raises `InvalidError`. An honest peer meets that
with probability 2^-128 at most, so a value that leads there is refused.

Timing: `base` is constant-time in its scalar, `mul` is not. Use `Calculator.secret_mul` for secrets that are
used more than once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from btclib_secp256k1 import ffi, lib
from btclib_secp256k1.context import ctx

from protocol.deck.errors import InvalidError

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
POINT_BYTES = 33
SCALAR_BYTES = 32
# A cube root of one modulo `ORDER`. The library multiplies by k1 + k2·LAMBDA in the time of the longer of k1
# and k2, so 128 random bits are cheapest as two halves of 64.
LAMBDA = 0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72

# A parsed point, opaque outside its group: a `CurvePoint` in the real one, an int in the glass one.
Point: TypeAlias = Any

# The library's types and most used functions, looked up once. All functions are thread-safe: the context was
# randomised when the library was imported and is only read since, and each call writes only into objects made
# for it.
_KEY = ffi.typeof("secp256k1_pubkey *")
_BYTES = ffi.typeof(f"unsigned char[{POINT_BYTES}]")
_LENGTH = ffi.typeof("size_t *")
_COMPRESSED = 258  # SECP256K1_EC_COMPRESSED, a macro that the bindings leave out
_new = ffi.new
_create = lib.secp256k1_ec_pubkey_create
_multiply = lib.secp256k1_ec_pubkey_tweak_mul
_combine = lib.secp256k1_ec_pubkey_combine
_negate = lib.secp256k1_ec_pubkey_negate
_parse = lib.secp256k1_ec_pubkey_parse
_serialize = lib.secp256k1_ec_pubkey_serialize


class Group(Protocol):
    """What the scheme needs from a group of order `ORDER`; additive, without an encoded identity."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> bytes: ...
    def base(self, scalar: int) -> Point: ...
    def mul(self, point: Point, scalar: int) -> Point: ...
    def add(self, points: Sequence[Point]) -> Point: ...
    def neg(self, point: Point) -> Point: ...
    def encode(self, point: Point) -> bytes: ...
    def decode(self, data: bytes) -> Point: ...
    def decode_later(self, data: bytes) -> Point: ...
    def hash(self, data: bytes) -> Point: ...


class CurvePoint:
    """A point in the library's format. Only `Secp256k1` creates them; they are immutable."""

    __slots__ = ("encoded", "key")

    def __init__(self, key: Any, encoded: bytes | None = None) -> None:
        if key is not None:
            self.key = key
        self.encoded = encoded

    def __getattr__(self, name: str) -> Any:
        """Called only for what is not set yet: parse the point when its `key` is first used."""
        if name != "key" or self.encoded is None:
            raise AttributeError(name)
        self.key = SECP256K1.decode(self.encoded).key
        return self.key


class Secp256k1:
    """The group of every real game.

    The library's functions take raw pointers and return a status code. So we check the type, length and range
    of every argument first, and ignore no status code.
    """

    name = b"secp256k1"

    def base(self, scalar: int) -> CurvePoint:
        """`scalar·G`, in constant time."""
        key = _new(_KEY)
        _sure(_create(ctx, key, scalar_bytes(scalar)))
        return CurvePoint(key)

    def mul(self, point: CurvePoint, scalar: int) -> CurvePoint:
        """`scalar·point`, in variable time."""
        key = _new(_KEY, point.key[0])  # a copy: the library multiplies in place
        _sure(_multiply(ctx, key, scalar_bytes(scalar)))
        return CurvePoint(key)

    def add(self, points: Sequence[CurvePoint]) -> CurvePoint:
        """The sum of one or more points."""
        if not points:
            raise InvalidError("a sum of no points")
        key = _new(_KEY)
        if not _combine(ctx, key, [point.key for point in points], len(points)):
            raise InvalidError("the identity")
        return CurvePoint(key)

    def neg(self, point: CurvePoint) -> CurvePoint:
        key = _new(_KEY, point.key[0])
        _sure(_negate(ctx, key))
        return CurvePoint(key)

    def encode(self, point: CurvePoint) -> bytes:
        """Its 33 bytes, cached: most points are hashed several times."""
        if point.encoded is None:
            out = _new(_BYTES)
            _sure(_serialize(ctx, out, _new(_LENGTH, POINT_BYTES), point.key, _COMPRESSED))
            point.encoded = bytes(ffi.buffer(out))
        return point.encoded

    def decode(self, data: bytes) -> CurvePoint:
        """The point with this one canonical encoding: compressed, x below the field's prime, on the curve."""
        if type(data) is not bytes or len(data) != POINT_BYTES:
            raise InvalidError("not a point: length")
        key = _new(_KEY)
        if not _parse(ctx, key, data, POINT_BYTES):
            raise InvalidError("not a point of the curve")
        return CurvePoint(key, data)

    def decode_later(self, data: bytes) -> CurvePoint:
        """The same for data that passed `decode` before: parsed when the point is first used."""
        return CurvePoint(None, data)

    def hash(self, data: bytes) -> CurvePoint:
        """A point with unknown logarithm: the first counter whose hash is an x on the curve, with even y.

        The time depends on `data`, which is always public.
        """
        for counter in range(256):
            try:
                return self.decode(b"\x02" + hashlib.sha256(data + bytes([counter])).digest())
            except InvalidError:
                continue
        raise InvalidError("no point found")  # once in 2^256 inputs


def _sure(returned: int) -> None:
    """Raise if a call that cannot fail with checked arguments fails anyway: never use its result."""
    if not returned:
        raise AssertionError("libsecp256k1 refused what was checked")


SECP256K1 = Secp256k1()


def scalar_bytes(scalar: int) -> bytes:
    """The scalar reduced and encoded; zero, which would lead to the identity, is refused."""
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
