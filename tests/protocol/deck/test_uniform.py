"""The joint order is uniform while one mixer is honest, and a planted relation tells nothing."""

from __future__ import annotations

import hashlib
import math
from collections import Counter

import pytest

from protocol.deck import RefusedError, Shuffle, shuffle
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.derived_secrets import permutation, scalars
from protocol.deck.errors import InvalidError
from protocol.deck.group import ORDER, POINT_BYTES, SECP256K1, Point
from protocol.deck.shuffle import Pair, Witness
from tests.protocol.deck.forger import Forger, pair_of, permutation_matrix
from tests.protocol.deck.table import Table, setup_of
from tests.protocol.deck.test_seeds import quantile
from tests.simulation.glass_deck import GLASS

CARDS = 4
MIXERS = 3


def joint_order(run: int, honest: set[int]) -> tuple[int, ...]:
    """The order after all have mixed a deck of glass; who is not honest mixes by the same order always."""
    calc = Calculator(GLASS)
    secret = 31337
    key = GLASS.base(secret)
    pairs = [pair_of(calc, GLASS.base(1), GLASS.add([card + 1, key])) for card in range(CARDS)]
    for seat in range(MIXERS):
        seed = hashlib.sha256(b"%d %d" % (run, seat)).digest()
        witness = shuffle.witness(seed, b"context", pairs)
        if seat not in honest:
            witness = Witness([1, 2, 3, 0], witness.blinds)
        pairs = shuffle.mix(calc, key, pairs, witness)
    return tuple((pair.b - pair.a * secret) % ORDER - 1 for pair in pairs)


@pytest.mark.parametrize("honest", [{0, 1, 2}, {0}, {1}, {2}], ids=str)
def test_the_joint_order_is_uniform(honest: set[int]) -> None:
    runs = 2400
    counts = Counter(joint_order(run, honest) for run in range(runs))
    cells = math.factorial(CARDS)
    assert all(sorted(order) == list(range(CARDS)) for order in counts)
    expected = runs / cells
    chi = sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (
        cells - len(counts)
    )
    assert chi < quantile(cells - 1)


def test_the_measure_would_notice() -> None:
    """With nobody honest there is one order only, and the statistic is far beyond its bound."""
    assert len({joint_order(run, set()) for run in range(20)}) == 1


def test_whole_deals_differ_by_seat_secrets() -> None:
    """In the deck itself: two games that differ in one seat's secret alone are dealt differently."""

    def dealt(changed: int) -> list[int]:
        table = Table(
            setup_of(3, 30), secrets=lambda seat: hashlib.sha256(b"%d %d" % (seat, seat == changed)).digest()
        )
        table.deal()
        state = table.watcher._state
        key = sum(deck._state.secret or 0 for deck in table.decks.values())
        return [state.card((card, 0), -key * state.pairs[card, 0].a % ORDER) for card in sorted(state.alive)]

    assert len({tuple(dealt(changed)) for changed in (0, 1, 2, 9)}) == 4


# The plant: the first mixer puts in P and c·P and looks for that relation when the others are done.

FACTOR = 7


def related(points: list[Point]) -> list[tuple[int, int]]:
    """All places (i, j) with points[j] = FACTOR·points[i]."""
    encoded = {SECP256K1.encode(point): at for at, point in enumerate(points)}
    times = [SECP256K1.encode(SECP256K1.mul(point, FACTOR)) for point in points]
    return [(at, encoded[data]) for at, data in enumerate(times) if data in encoded]


def planted() -> list[Pair]:
    """Four cards, of which the second is FACTOR times the first, in both halves."""
    calc = Calculator()
    pairs = [pair_of(calc, SECP256K1.base(50 + i), SECP256K1.hash(b"%d" % i)) for i in range(4)]
    pairs[1] = pair_of(calc, SECP256K1.mul(pairs[0].a, FACTOR), SECP256K1.mul(pairs[0].b, FACTOR))
    return pairs


def test_the_plant_breaks_commutative_masking() -> None:
    """The scheme we do not use: each seat multiplies all points by its key. The relation stays."""
    points = [pair.b for pair in planted()]
    for seat in range(3):
        seed = hashlib.sha256(b"seat %d" % seat).digest()
        (key,) = scalars(seed, 1, "mask")
        points = [SECP256K1.mul(points[at], key) for at in permutation(seed, 4, "order")]
    assert len(related(points)) == 1


def test_the_plant_is_gone_after_one_honest_mix() -> None:
    """Were it let in, re-blinding by a mixer who is not in on it would still hide it."""
    calc, pairs = Calculator(), planted()
    key = SECP256K1.base(1234567)
    assert related([pair.a for pair in pairs]) == related([pair.b for pair in pairs]) == [(0, 1)]
    after = shuffle.mix(calc, key, pairs, shuffle.witness(bytes(32), b"context", pairs))
    assert related([pair.a for pair in after]) == related([pair.b for pair in after]) == []
    halves = [pair.a for pair in after] + [pair.b for pair in after]
    assert related(halves + [pair.a for pair in pairs] + [pair.b for pair in pairs]) == [(8, 9), (12, 13)]


def test_the_plant_is_refused_by_the_proof() -> None:
    """It is not let in: the first mixer cannot prove it, with an honest proof or a forged one."""
    table = Table(setup_of(3, 4), SECP256K1)
    table.run()

    def plant(value: list[bytes]) -> list[bytes]:
        a, b = (SECP256K1.decode(value[0][at : at + POINT_BYTES]) for at in (0, POINT_BYTES))
        copy = b"".join(SECP256K1.encode(SECP256K1.mul(point, FACTOR)) for point in (a, b))
        return [value[0][: 2 * POINT_BYTES] + copy + value[0][4 * POINT_BYTES :]]

    table.cheats[0, "mix"] = plant
    table.begin(Shuffle((0, 1, 2, 3), 4))
    with pytest.raises(RefusedError) as caught:
        table.run()
    assert (caught.value.blame.seat, caught.value.blame.step) == (0, "prove")

    calc = Calculator()
    state = table.watcher._state
    before = [state.pairs[card, 0] for card in range(4)]
    after = shuffle.decode_pairs(Calculator(), table.watcher.history[-3][3][0], 4)
    forger = Forger(permutation_matrix([0, 1, 2, 3]), permutation_matrix([0, 1, 2, 3]), [1, 1, 1, 1])
    proof = forger.prove(calc, b"context", state.joint, before, after)
    with pytest.raises(InvalidError):
        shuffle.verify(calc, b"context", state.joint, before, after, proof)
