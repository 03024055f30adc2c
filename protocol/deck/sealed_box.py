"""Seals bytes to one seat, in the deck's own group, so that all can judge a lie about the contents.

A seal is `R = r·G`, a proof of knowing `r`, and an AEAD box under a key from `r·P`. The recipient, whose key
is `P = p·G`, may dispute by showing `p·R` with a proof; this opens just this one seal to everybody. The proof
of knowing `r` prevents an attack: copying another seat's `R`, so that the recipient's dispute of the copy
opens the original.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from protocol.deck import derived_secrets, equality
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.errors import InvalidError
from protocol.deck.group import POINT_BYTES, Point
from protocol.deck.transcript import DOMAIN, digest, frame

_TAG_BYTES = 16
_HEAD_BYTES = POINT_BYTES + equality.PROOF_BYTES
OVERHEAD = _HEAD_BYTES + _TAG_BYTES
DISPUTE_BYTES = POINT_BYTES + equality.PROOF_BYTES
# Every key is used for one box only, so a constant nonce is safe.
_NONCE = bytes(12)


def seal(calc: Calculator, context: bytes, seed: bytes, to: Point, text: bytes) -> bytes:
    """Seal `text` to the owner of the key `to`."""
    group = calc.group
    secret = derived_secrets.scalar(seed, "seal", context, group.encode(to), digest("sealed text", text))
    key = group.base(secret)
    proof = equality.prove(calc, frame("seal", context), seed, secret, key, [], [])
    box = ChaCha20Poly1305(_box_key(calc, context, key, to, group.mul(to, secret)))
    return group.encode(key) + proof + box.encrypt(_NONCE, text, context)


def check(calc: Calculator, context: bytes, data: object, length: int) -> bytes:
    """Check what is public of a seal on `length` bytes; returns it as bytes."""
    if type(data) is not bytes or len(data) != length + OVERHEAD:
        raise InvalidError("seal: length")
    key = calc.group.decode(data[:POINT_BYTES])
    equality.verify(calc, frame("seal", context), key, [], [], data[POINT_BYTES:_HEAD_BYTES])
    return data


def unseal(calc: Calculator, context: bytes, seed: bytes, secret: int, to: Point, data: bytes) -> bytes:
    """The text, opened with the recipient's `secret`."""
    return _open(
        calc, context, to, data, calc.secret_mul(calc.group.decode(data[:POINT_BYTES]), secret, seed)
    )


def open_with(calc: Calculator, context: bytes, key: int, to: Point, data: bytes) -> bytes:
    """The text, opened with a recipient's key that is no longer secret."""
    return _open(calc, context, to, data, calc.group.mul(calc.group.decode(data[:POINT_BYTES]), key))


def dispute(calc: Calculator, context: bytes, seed: bytes, secret: int, to: Point, data: bytes) -> bytes:
    """The recipient's claim that this seal does not contain what it should."""
    key = calc.group.decode(data[:POINT_BYTES])
    shared = calc.secret_mul(key, secret, seed)
    proof = equality.prove(calc, frame("dispute", context), seed, secret, to, [key], [shared])
    return calc.group.encode(shared) + proof


def judge(calc: Calculator, context: bytes, to: Point, data: bytes, claim: object) -> bytes | None:
    """The real contents of a disputed seal, if any. `InvalidError` if the claim is not proved."""
    if type(claim) is not bytes or len(claim) != DISPUTE_BYTES:
        raise InvalidError("dispute: length")
    key, shared = calc.group.decode(data[:POINT_BYTES]), calc.group.decode(claim[:POINT_BYTES])
    equality.verify(calc, frame("dispute", context), to, [key], [shared], claim[POINT_BYTES:])
    try:
        return _open(calc, context, to, data, shared)
    except InvalidError:
        return None


def _open(calc: Calculator, context: bytes, to: Point, data: bytes, shared: Point) -> bytes:
    box = ChaCha20Poly1305(_box_key(calc, context, calc.group.decode(data[:POINT_BYTES]), to, shared))
    try:
        return box.decrypt(_NONCE, data[_HEAD_BYTES:], context)
    except InvalidTag:
        raise InvalidError("the seal does not open") from None


def _box_key(calc: Calculator, context: bytes, key: Point, to: Point, shared: Point) -> bytes:
    encode = calc.group.encode
    info = frame(DOMAIN, "box", context, encode(key), encode(to))
    return HKDF(SHA256(), 32, salt=None, info=info).derive(encode(shared))
