"""secp256k1 as a textbook has it: points as pairs of integers, no library, nothing clever.

Some hundred times slower than what games are played with; it is what that is compared to.
"""

from __future__ import annotations

from functools import lru_cache

PRIME = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
# A point, or None for the identity.
Affine = tuple[int, int] | None
G: Affine = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def plus(left: Affine, right: Affine) -> Affine:
    """The chord, or the tangent where both are the same point."""
    if left is None:
        return right
    if right is None:
        return left
    (x1, y1), (x2, y2) = left, right
    if x1 == x2:
        if (y1 + y2) % PRIME == 0:
            return None
        slope = 3 * x1 * x1 * pow(2 * y1, -1, PRIME)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, PRIME)
    x = (slope * slope - x1 - x2) % PRIME
    return x, (slope * (x1 - x) - y1) % PRIME


@lru_cache(maxsize=64)
def _doublings(point: Affine) -> list[Affine]:
    found = [point]
    while len(found) < 256:
        found.append(plus(found[-1], found[-1]))
    return found


def times(factor: int, point: Affine) -> Affine:
    """Double and add, by the bits of `factor` modulo `ORDER`."""
    factor %= ORDER
    sum_: Affine = None
    for bit, doubled in enumerate(_doublings(point)):
        if factor >> bit & 1:
            sum_ = plus(sum_, doubled)
    return sum_


def lift(x: int, odd: bool = False) -> Affine:
    """The point with this x, which is on the curve if it is not None."""
    square = (pow(x, 3, PRIME) + 7) % PRIME
    y = pow(square, (PRIME + 1) // 4, PRIME)
    if y * y % PRIME != square:
        return None
    return x, (PRIME - y if y % 2 != odd else y)


def encode(point: Affine) -> bytes:
    assert point is not None
    return bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")
