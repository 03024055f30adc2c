"""The group's arithmetic beside a textbook's, on extreme values and on random ones: a library that multiplies
wrongly in one case out of many would make games that nobody else can verify."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from btclib_secp256k1 import ffi

from protocol.deck.errors import InvalidError
from protocol.deck.group import LAMBDA, ORDER, SECP256K1, CurvePoint
from tests.independent import affine
from tests.independent.affine import PRIME, Affine

HALF = (ORDER + 1) // 2
# The cube root of one in the field that belongs to LAMBDA: LAMBDA·(x, y) = (BETA·x, y).
BETA = 0x7AE96A2B657C07106E64479EAC3434E99CF0497512F58995C1396C28719501EE


def near(*centers: int, by: int = 2) -> Iterator[int]:
    for center in centers:
        yield from range(center - by, center + by + 1)


def extreme_scalars() -> list[int]:
    """Around the ends and the middle, powers of two, long runs of equal and of changing bits, and around what
    the library splits a scalar into: `first + second·LAMBDA` with both about as long as half of it."""
    found = {*near(0, ORDER, HALF, by=5), *near(2**128, 2**129, 2**255)}
    found |= {*near(LAMBDA, LAMBDA**2 % ORDER, -LAMBDA, by=3)}
    found |= {1 << bit for bit in range(256)}
    found |= {int(pattern * 64, 16) for pattern in ("5", "a", "3", "6", "f")}
    found |= {int("10" * 32, 16), int("80" * 32, 16), int("f" * 32 + "0" * 32, 16), int("0f" * 32, 16)}
    parts = (1, 2**63, 2**64 - 1, 2**64, 2**126, 2**127 - 1, 2**127, 2**128 - 1, 2**128)
    for first in parts:
        for second in parts:
            found |= {first + second * LAMBDA, first - second * LAMBDA}
    return sorted({scalar % ORDER for scalar in found} - {0})


def extreme_points() -> list[Affine]:
    """The generator and its nearest multiples, the least and the greatest x there are, x around the order,
    and three that share one y."""
    found = [affine.times(factor, affine.G) for factor in (1, 2, -1, HALF, LAMBDA)]
    found.append(next(point for x in range(1, 99) if (point := affine.lift(x))))
    found.append(next(point for x in range(PRIME - 1, 0, -1) if (point := affine.lift(x, odd=True))))
    found.append(next(point for x in range(ORDER, PRIME) if (point := affine.lift(x))))
    x, y = affine.lift(2) or (0, 0)
    found += [(x, y), (x * BETA % PRIME, y), (x * BETA**2 % PRIME, y)]
    return found


def ours(point: Affine) -> CurvePoint:
    return SECP256K1.decode(affine.encode(point))


def random_point(source: random.Random) -> Affine:
    while (point := affine.lift(source.randrange(PRIME), odd=source.random() < 0.5)) is None:
        pass
    return point


def agree_on_a_sum(points: Sequence[Affine]) -> None:
    expected: Affine = None
    for point in points:
        expected = affine.plus(expected, point)
    if expected is None:
        with pytest.raises(InvalidError, match="identity"):
            SECP256K1.add(list(map(ours, points)))
    else:
        assert SECP256K1.encode(SECP256K1.add(list(map(ours, points)))) == affine.encode(expected)


def test_every_extreme_scalar_times_the_generator_and_another_point() -> None:
    point = affine.lift(2)
    assert len(extreme_scalars()) > 400
    for scalar in extreme_scalars():
        expected = affine.encode(affine.times(scalar, affine.G))
        assert SECP256K1.encode(SECP256K1.base(scalar)) == expected, hex(scalar)
        assert SECP256K1.encode(SECP256K1.mul(ours(affine.G), scalar)) == expected, hex(scalar)
        expected = affine.encode(affine.times(scalar, point))
        assert SECP256K1.encode(SECP256K1.mul(ours(point), scalar)) == expected, hex(scalar)


def test_the_most_extreme_scalars_times_every_extreme_point() -> None:
    for point in extreme_points():
        for scalar in (1, 2, 3, ORDER - 1, ORDER - 2, HALF, HALF - 1, LAMBDA, ORDER - LAMBDA, 2**128, 2**255):
            product = SECP256K1.mul(ours(point), scalar)
            assert SECP256K1.encode(product) == affine.encode(affine.times(scalar, point)), (point, scalar)
        opposite = affine.encode(affine.times(-1, point))
        assert SECP256K1.encode(SECP256K1.neg(ours(point))) == opposite


def test_sums_of_every_two_extreme_points() -> None:
    """Among them doublings, opposites, and different points with one y."""
    points = extreme_points()
    for left in points:
        for right in (*points, affine.times(-1, left)):
            agree_on_a_sum([left, right])


def test_sums_that_are_or_pass_the_identity() -> None:
    point, other = affine.lift(2), affine.G
    minus = affine.times(-1, point)
    triple = [affine.times(factor, point) for factor in (1, LAMBDA, LAMBDA**2)]
    for sum_ in (
        [point, minus],
        [point, minus, other],
        [other, point, minus],
        [point, minus, point, minus],
        [point, point, affine.times(-2, point)],
        triple,
        [*triple, other],
        [point] * 113,
        [point] * 56 + [minus] * 56,
        [point] * 56 + [minus] * 57,
    ):
        agree_on_a_sum(sum_)


def check_random(source: random.Random, count: int) -> None:
    for _ in range(count):
        point, other = random_point(source), random_point(source)
        scalar = source.choice((source.randrange(1, ORDER), source.randrange(1, 2**128)))
        product = affine.times(scalar, point)
        assert SECP256K1.encode(SECP256K1.mul(ours(point), scalar)) == affine.encode(product), hex(scalar)
        expected = affine.encode(affine.times(scalar, affine.G))
        assert SECP256K1.encode(SECP256K1.base(scalar)) == expected, hex(scalar)
        agree_on_a_sum([point, other, product, *source.choices((point, other), k=source.randrange(9))])


def test_random_products_and_sums() -> None:
    check_random(random.Random("arithmetic"), 60)


@pytest.mark.slow
def test_many_random_products_and_sums() -> None:
    check_random(random.Random("more arithmetic"), 200)


def test_what_is_calculated_with_stays_as_it_was() -> None:
    point, other = SECP256K1.hash(b"one"), SECP256K1.hash(b"other")
    before = [bytes(ffi.buffer(each.key)) for each in (point, other)]
    SECP256K1.mul(point, 5)
    SECP256K1.neg(point)
    SECP256K1.add([point, other, point])
    SECP256K1.encode(point)
    assert [bytes(ffi.buffer(each.key)) for each in (point, other)] == before


def test_a_result_that_the_library_disowns_is_never_used() -> None:
    nothing = CurvePoint(ffi.new("secp256k1_pubkey *"))
    with pytest.raises(AssertionError):
        SECP256K1.mul(nothing, 5)
    with pytest.raises(AssertionError):
        SECP256K1.neg(nothing)
    with pytest.raises(AssertionError):
        SECP256K1.encode(nothing)
