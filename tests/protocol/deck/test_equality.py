"""The proof that one secret was used throughout: complete, sound in both equations, bound to all."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import equality
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.errors import InvalidError
from protocol.deck.group import ORDER, SECP256K1, Group, Point, scalar_bytes
from protocol.deck.transcript import number
from tests.simulation.glass_deck import GLASS

SEED = hashlib.sha256(b"prover").digest()
SECRET = 123456789123456789


def sample(group: Group, count: int) -> tuple[Point, list[Point], list[Point]]:
    sources = [group.hash(b"%d" % i) for i in range(count)]
    return group.base(SECRET), sources, [group.mul(source, SECRET) for source in sources]


def refuses(
    context: bytes,
    key: Point,
    sources: list[Point],
    images: list[Point],
    proof: object,
    group: Group = SECP256K1,
) -> bool:
    try:
        equality.verify(Calculator(group), context, key, sources, images, proof)
    except InvalidError:
        return True
    return False


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.integers(0, 40), st.binary(max_size=20))
def test_honest_proofs_hold(count: int, context: bytes) -> None:
    key, sources, images = sample(GLASS, count)
    proof = equality.prove(Calculator(GLASS), context, SEED, SECRET, key, sources, images)
    equality.verify(Calculator(GLASS), context, key, sources, images, proof)


@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_honest_proofs_hold_on_the_curve_and_for_one_statement_only(count: int) -> None:
    group = SECP256K1
    key, sources, images = sample(group, count)
    proof = equality.prove(Calculator(), b"ctx", SEED, SECRET, key, sources, images)
    assert not refuses(b"ctx", key, sources, images, proof)
    assert refuses(b"other", key, sources, images, proof)
    assert refuses(b"ctx", group.base(5), sources, images, proof)
    assert refuses(b"ctx", key, [*sources, key], [*images, group.mul(key, SECRET)], proof)
    assert refuses(b"ctx", key, [*sources, key], images, proof)
    for i in range(count):
        assert refuses(b"ctx", key, sources, [*images[:i], key, *images[i + 1 :]], proof)
        assert refuses(b"ctx", key, [*sources[:i], key, *sources[i + 1 :]], images, proof)
    if count > 1:
        assert refuses(b"ctx", key, sources[::-1], images[::-1], proof)
    for at in (0, 31, 32, 63):
        broken = bytearray(proof)
        broken[at] ^= 1
        assert refuses(b"ctx", key, sources, images, bytes(broken))


def test_points_without_partners_are_refused() -> None:
    """Else the proof of knowing a key, which needs no points, would do for any share."""
    key, _, (image,) = sample(SECP256K1, 1)
    proof = equality.prove(Calculator(), b"ctx", SEED, SECRET, key, [], [image])
    with pytest.raises(InvalidError, match="differ in length"):
        equality.verify(Calculator(), b"ctx", key, [], [image], proof)


@pytest.mark.parametrize("proof", [b"", bytes(64), bytes(63), b"\xff" * 64, None, 3, [1, 2], bytearray(64)])
def test_what_is_no_proof_is_refused(proof: object) -> None:
    key, sources, images = sample(SECP256K1, 1)
    assert refuses(b"ctx", key, sources, images, proof)


def cheat(
    sources: list[Point],
    images: list[Point],
    key: Point,
    key_secret: int,
    image_secret: int,
    answer_with: int,
) -> bytes:
    """A prover whose key and images have different secrets and who answers with one of them."""
    group, calc = SECP256K1, Calculator()
    statement = equality._statement(calc, b"ctx", key, sources, images)
    nonce = 4242
    hints = [group.base(nonce), group.mul(equality._fold(calc, statement, sources), nonce)]
    challenge = number("equality", statement, *map(group.encode, hints)) % ORDER
    return scalar_bytes(challenge) + scalar_bytes(nonce + challenge * answer_with)


def test_each_equation_is_needed() -> None:
    """With the key's secret only the first equation holds, with the images' secret only the second."""
    group = SECP256K1
    _, sources, images = sample(group, 3)
    key = group.base(SECRET + 1)
    for secret in (SECRET, SECRET + 1):
        proof = cheat(sources, images, key, SECRET + 1, SECRET, secret)
        assert refuses(b"ctx", key, sources, images, proof)
    honest = cheat(sources, images, group.base(SECRET), SECRET, SECRET, SECRET)
    assert not refuses(b"ctx", group.base(SECRET), sources, images, honest)


def test_wrong_images_that_cancel_in_a_plain_sum_are_refused() -> None:
    """Two shares off by opposite amounts: without weights the batch would let them pass."""
    group = SECP256K1
    key, sources, images = sample(group, 4)
    off = group.base(99)
    images[0], images[1] = group.add([images[0], off]), group.add([images[1], group.neg(off)])
    proof = cheat(sources, images, key, SECRET, SECRET, SECRET)
    assert refuses(b"ctx", key, sources, images, proof)


def test_nonces_depend_on_the_statement() -> None:
    """Else two proofs of one key would give the key away."""
    group, calc = SECP256K1, Calculator()
    key = group.base(SECRET)
    one = equality.prove(calc, b"one", SEED, SECRET, key, [], [])
    two = equality.prove(calc, b"two", SEED, SECRET, key, [], [])
    c1, s1, c2, s2 = (int.from_bytes(p[a : a + 32], "big") for p in (one, two) for a in (0, 32))
    assert (s1 - s2) * pow(c1 - c2, -1, ORDER) % ORDER != SECRET
    assert one == equality.prove(calc, b"one", SEED, SECRET, key, [], [])
