"""Which keys and signatures count: the edge cases in which implementations of Ed25519 differ.

The conditions are those of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020); the points and
signatures are made here.
"""

from __future__ import annotations

from unicodedata import category

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from protocol.identity import Identity, is_key, is_printable, is_signed
from tests.protocol.edwards import (
    BASE,
    ZERO,
    L,
    P,
    add,
    challenge,
    encode,
    encodings,
    minus,
    on_curve,
    small_points,
    times,
)

SMALL = small_points()
SMALL_KEYS = sorted(key for point in SMALL for key in encodings(point))
TAG = b"tag\0"
SECRET = 0x1234567890ABCDEF1234567890ABCDEF1234567890ABCDEF1234567890ABCDE % L


def library_takes(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def scalar(number: int) -> bytes:
    return number.to_bytes(32, "little")


def test_there_are_eight_small_points_in_fourteen_forms() -> None:
    assert len(set(SMALL)) == 8
    assert len(set(SMALL_KEYS)) == 14
    assert all(times(8, point) == ZERO for point in SMALL)


def test_one_signature_would_hold_for_every_message() -> None:
    """What a key of small order is good for, if it is let in."""
    key, signature = encode(ZERO), encode(ZERO) + bytes(32)
    for number in range(20):
        message = TAG + b"%d" % number
        assert library_takes(key, message, signature)
        assert not is_signed(key, TAG, b"%d" % number, signature)


@pytest.mark.parametrize("key", SMALL_KEYS, ids=bytes.hex)
def test_no_key_of_small_order_counts_in_any_form(key: bytes) -> None:
    assert not is_key(key)
    point = next(point for point in SMALL if key in encodings(point))
    taken = 0
    for number in range(64):
        body = b"%d" % number
        for r in SMALL:
            signature = encode(r) + bytes(32)
            k = challenge(signature[:32], key, TAG + body)
            if minus(times(k % 8, point)) == r:
                taken += library_takes(key, TAG + body, signature)
                assert not is_signed(key, TAG, body, signature)
    assert taken, "the library alone would take them"


def test_a_key_in_another_form_is_no_key() -> None:
    """A y below 19 could be written in two ways, and one player would have two keys."""
    written = [y for y in range(19) if on_curve(y) is not None]
    assert [y for y in written if y not in (0, 1)], "there are such points of large order"
    for y in written:
        for sign in (0, 1):
            assert not is_key(((y + P) | sign << 255).to_bytes(32, "little"))


def test_keys_are_32_bytes() -> None:
    good = Identity(bytes(range(32))).public
    assert is_key(good)
    assert is_key(encode(times(SECRET, BASE)))
    assert not is_key(good[:31])
    assert not is_key(good + b"\0")
    assert not is_key(b"")


def signed(
    secret: int, nonce: int, body: bytes, r_extra: object = ZERO, a_extra: object = ZERO
) -> tuple[bytes, bytes]:
    """A key and a signature with these small points added to A and R."""
    key = encode(add(times(secret, BASE), a_extra))  # type: ignore[arg-type]
    r = encode(add(times(nonce, BASE), r_extra))  # type: ignore[arg-type]
    return key, r + scalar((nonce + challenge(r, key, TAG + body) * secret) % L)


def test_an_ordinary_signature_counts() -> None:
    key, signature = signed(SECRET, 77, b"body")
    assert is_signed(key, TAG, b"body", signature)


def test_s_is_below_the_order() -> None:
    """Else everybody could make a second signature of a first."""
    key, signature = signed(SECRET, 77, b"body")
    s = int.from_bytes(signature[32:], "little")
    for many in range(1, 16):
        if s + many * L < 1 << 256:
            assert not is_signed(key, TAG, b"body", signature[:32] + scalar(s + many * L))


def test_r_is_compared_byte_by_byte() -> None:
    """With a nonce of 0, R is the neutral point: it counts in its one form, and in no other."""
    key, signature = signed(SECRET, 0, b"body")
    assert is_signed(key, TAG, b"body", signature)
    others = encodings(ZERO) - {encode(ZERO)}
    assert len(others) == 3
    for r in others:
        s = challenge(r, key, TAG + b"body") * SECRET % L
        assert not is_signed(key, TAG, b"body", r + scalar(s))


@pytest.mark.parametrize("extra", SMALL[1:], ids=lambda point: encode(point).hex()[:8])
def test_no_cofactor_small_part_of_r(extra: tuple[int, int]) -> None:
    """8·S·B = 8·R + 8·k·A holds, S·B = R + k·A does not: the second counts."""
    key, signature = signed(SECRET, 77, b"body", r_extra=extra)
    assert not is_signed(key, TAG, b"body", signature)


@pytest.mark.parametrize("extra", SMALL[1:], ids=lambda point: encode(point).hex()[:8])
def test_no_cofactor_small_part_of_a(extra: tuple[int, int]) -> None:
    """A key with a small part is a key, and what it signs counts exactly when S·B = R + k·A."""
    seen = set()
    for number in range(40):
        body = b"%d" % number
        key, signature = signed(SECRET, 77, body, a_extra=extra)
        assert is_key(key)
        k = challenge(signature[:32], key, TAG + body)
        holds = times(k % 8, extra) == ZERO
        assert is_signed(key, TAG, body, signature) == holds
        seen.add(holds)
    assert seen == {True, False}


def test_what_is_printable_is_fixed() -> None:
    """The table says what this Python says of every character that its Unicode knows. Of the others it
    refuses those that Unicode sets aside for what cannot be seen, and those that later versions made so."""
    aside = {0x2065, 0xFFFE, 0xFFFF, *range(0x13430, 0x13440), *range(0xFDD0, 0xFDF0), *range(0xFFF0, 0xFFF9)}
    for number in range(0x110000):
        character = chr(number)
        if category(character) != "Cn":
            assert is_printable(character) == character.isprintable(), hex(number)
        elif number < 0xE0000:
            assert is_printable(character) == (number not in aside), hex(number)
