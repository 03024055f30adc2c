"""The curve of Ed25519 in plain arithmetic: enough to make the keys and signatures that no library makes."""

from __future__ import annotations

from hashlib import sha512

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, P) % P
_I = pow(2, (P - 1) // 4, P)
Point = tuple[int, int]
ZERO: Point = 0, 1


def add(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = _D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def times(scalar: int, point: Point) -> Point:
    total = ZERO
    for bit in bin(scalar)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def minus(point: Point) -> Point:
    return -point[0] % P, point[1]


def on_curve(y: int) -> Point | None:
    """The point with this y and an even x."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * _I % P
    if x * x % P != square:
        return None
    return (-x % P if x & 1 else x), y


def encode(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(r + key + message).digest(), "little") % L


def _base() -> Point:
    found = on_curve(4 * pow(5, -1, P) % P)
    assert found is not None
    return found


BASE = _base()


def small_points() -> list[Point]:
    """The eight points whose order divides 8."""
    y = 2
    while True:
        point = on_curve(y)
        if point is not None:
            eighth = times(L, point)
            if times(4, eighth) != ZERO:
                return [times(n, eighth) for n in range(8)]
        y += 1


def encodings(point: Point) -> set[bytes]:
    """All bytes that a lenient reader takes for this point: y may be written plus P where that fits, and a
    zero x with either sign."""
    x, y = point
    signs = {0, 1} if x == 0 else {x & 1}
    return {
        (written | sign << 255).to_bytes(32, "little")
        for written in (y, y + P)
        if written < 1 << 255
        for sign in signs
    }
