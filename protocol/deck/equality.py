"""A proof that one secret was used on many points (batched Chaum-Pedersen), or simply that it is known.

The statement is a public key `P` and points `A_i` and `B_i`; the claim is one `x` with `P = x·G` and every
`B_i = x·A_i`. The pairs are first folded into one, with weights that hash the whole statement. With no pairs
it is Schnorr's proof of knowing `x`.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.deck import derived_secrets
from protocol.deck.batch_arithmetic import Calculator
from protocol.deck.errors import InvalidError
from protocol.deck.group import ORDER, SCALAR_BYTES, Point, decode_scalar, scalar_bytes
from protocol.deck.transcript import frame, number, numbers

PROOF_BYTES = 2 * SCALAR_BYTES


def prove(
    calc: Calculator,
    context: bytes,
    seed: bytes,
    secret: int,
    key: Point,
    sources: Sequence[Point],
    images: Sequence[Point],
) -> bytes:
    """The proof, bound to `context`; `images` must be `secret` times `sources`."""
    group = calc.group
    statement = _statement(calc, context, key, sources, images)
    nonce = derived_secrets.scalar(seed, "equality nonce", statement)
    hints = [group.encode(group.base(nonce))]
    if sources:
        hints.append(group.encode(calc.secret_mul(_fold(calc, statement, sources), nonce, seed)))
    challenge = number("equality", statement, *hints) % ORDER
    return scalar_bytes(challenge) + scalar_bytes(nonce + challenge * secret)


def verify(
    calc: Calculator,
    context: bytes,
    key: Point,
    sources: Sequence[Point],
    images: Sequence[Point],
    proof: object,
) -> None:
    """Raises `InvalidError` unless the proof holds for exactly this statement and context."""
    if type(proof) is not bytes or len(proof) != PROOF_BYTES:
        raise InvalidError("equality proof: length")
    if len(sources) != len(images):
        raise InvalidError("equality proof: lists differ in length")
    challenge = decode_scalar(proof[:SCALAR_BYTES])
    response = decode_scalar(proof[SCALAR_BYTES:])
    statement = _statement(calc, context, key, sources, images)

    def equations() -> None:
        group = calc.group
        hints = [group.encode(group.add([group.base(response), group.mul(key, -challenge)]))]
        if sources:
            source, image = _fold(calc, statement, sources), _fold(calc, statement, images)
            hints.append(group.encode(group.add([group.mul(source, response), group.mul(image, -challenge)])))
        if number("equality", statement, *hints) % ORDER != challenge:
            raise InvalidError("equality proof does not hold")

    calc.memo.check(frame("equality", statement, proof), equations)


def _statement(
    calc: Calculator, context: bytes, key: Point, sources: Sequence[Point], images: Sequence[Point]
) -> bytes:
    encode = calc.group.encode
    return frame(context, encode(key), b"".join(map(encode, sources)), b"".join(map(encode, images)))


def _fold(calc: Calculator, statement: bytes, points: Sequence[Point]) -> Point:
    if len(points) == 1:
        return points[0]
    return calc.total(points, numbers(len(points), 16, "equality weights", statement))
