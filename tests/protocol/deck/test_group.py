"""The group behind its small interface, and the strictness of what it reads."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.errors import InvalidError
from protocol.deck.group import LAMBDA, ORDER, SECP256K1, Group, decode_scalar, scalar_bytes
from tests.independent import affine
from tests.simulation.glass_deck import GLASS

PRIME = 2**256 - 2**32 - 977
BOTH = pytest.mark.parametrize("group", [SECP256K1, GLASS], ids=["real", "glass"])
# The generator and its double, from SEC 2.
G = bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
G2 = bytes.fromhex("02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5")


def test_it_is_the_curve_of_the_standard() -> None:
    assert SECP256K1.encode(SECP256K1.base(1)) == G
    assert SECP256K1.encode(SECP256K1.add([SECP256K1.decode(G), SECP256K1.decode(G)])) == G2
    assert SECP256K1.encode(SECP256K1.base(ORDER - 1)) == b"\x03" + G[1:]


def test_no_two_weights_are_the_same_factor() -> None:
    """`low + high·LAMBDA` of 64 bits each: two that were equal would differ by a short vector (x, y) with
    `x + y·LAMBDA = 0`. Gauss finds the shortest there is."""
    assert pow(LAMBDA, 3, ORDER) == 1 != LAMBDA

    def dot(one: tuple[int, int], other: tuple[int, int]) -> int:
        return one[0] * other[0] + one[1] * other[1]

    long, short = (ORDER, 0), (ORDER - LAMBDA, 1)
    while dot(short, short) < dot(long, long):
        times = (2 * dot(long, short) + dot(short, short)) // (2 * dot(short, short))
        long, short = short, (long[0] - times * short[0], long[1] - times * short[1])
    assert dot(long, long) > (2**126) ** 2


@BOTH
def test_laws(group: Group) -> None:
    point = group.hash(b"some point")
    assert group.encode(group.mul(point, 5)) == group.encode(group.add([point] * 5))
    assert group.encode(group.add([group.base(3), group.base(4)])) == group.encode(group.base(7))
    assert group.encode(group.mul(point, -1)) == group.encode(group.neg(point))
    assert group.encode(group.decode(group.encode(point))) == group.encode(point)
    calc = Calculator(group)
    assert group.encode(calc.secret_mul(point, 77, bytes(32))) == group.encode(group.mul(point, 77))


@BOTH
def test_the_identity_cannot_be_reached(group: Group) -> None:
    point = group.base(9)
    for sum_ in ([point, group.neg(point)], []):
        with pytest.raises(InvalidError):
            group.add(sum_)
    for zero in (0, ORDER, -ORDER):
        with pytest.raises(InvalidError):
            group.mul(point, zero)
        with pytest.raises(InvalidError):
            group.base(zero)


X_OFF_CURVE = next(x for x in range(1, 99) if pow(x**3 + 7, (PRIME - 1) // 2, PRIME) != 1)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        bytes(33),
        G[:-1],
        G + b"\x00",
        b"\x04" + G[1:],
        b"\x05" + G[1:],
        b"\x02" + X_OFF_CURVE.to_bytes(32, "big"),
        b"\x02" + PRIME.to_bytes(32, "big"),
        b"\x02" + (PRIME + 1).to_bytes(32, "big"),
        b"\x02" + b"\xff" * 32,
        bytearray(G),
        None,
        7,
        "text",
    ],
)
def test_what_is_no_point_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidError):
        SECP256K1.decode(data)


def test_longer_encodings_of_good_points_are_refused() -> None:
    x, y = affine.times(2, affine.G) or (0, 0)
    coordinates = x.to_bytes(32, "big") + y.to_bytes(32, "big")
    for first in (4, 6, 7):  # 6 and 7 are the hybrid encodings of an even and an odd y
        with pytest.raises(InvalidError):
            SECP256K1.decode(bytes([first]) + coordinates)


@pytest.mark.parametrize(
    "data",
    [b"", bytes(32), ORDER.to_bytes(32, "big"), b"\xff" * 32, bytes(31), bytes(33), None, 1, bytearray(32)],
)
def test_what_is_no_scalar_is_refused(data: object) -> None:
    with pytest.raises(InvalidError):
        decode_scalar(data)


@settings(derandomize=True, deadline=None)
@given(st.binary(max_size=40))
@example(G)
def test_decoding_gives_back_the_bytes_or_refuses(data: bytes) -> None:
    groups: list[Group] = [SECP256K1, GLASS]
    for group in groups:
        try:
            point = group.decode(data)
        except InvalidError:
            continue
        assert group.encode(point) == data
    try:
        assert scalar_bytes(decode_scalar(data)) == data
    except InvalidError:
        assert len(data) != 32 or not 0 < int.from_bytes(data, "big") < ORDER


def test_hashing_gives_points_that_differ_by_input() -> None:
    points = {SECP256K1.encode(SECP256K1.hash(b"%d" % i)) for i in range(300)}
    assert len(points) == 300
    assert all(point[0] == 2 for point in points)
