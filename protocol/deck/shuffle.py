"""Mixes a list of ciphertexts, and proves that nothing else was done (Terelius and Wikström).

A ciphertext is an ElGamal pair `(a, b)` under the joint key `H`. Mixing gives `out[j] = in[order[j]]`,
re-blinded: `a' = a + r·G`, `b' = b + r·H`. The notation of the proof follows Haenni, Locher, Koenig and
Dubuis, "Pseudo-code algorithms for verifiable re-encryption mix-nets", written additively;
docs/cryptography.md has every equation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from protocol.deck import derived_secrets
from protocol.deck.batch_arithmetic import Calculator, Trust
from protocol.deck.errors import InvalidError
from protocol.deck.group import ORDER, POINT_BYTES, SCALAR_BYTES, Group, Point, decode_scalar, scalar_bytes
from protocol.deck.transcript import DOMAIN, digest, frame, number, numbers

PAIR_BYTES = 2 * POINT_BYTES
_WEIGHT_BYTES = 16


class Pair(NamedTuple):
    """One parsed ciphertext, with its bytes kept so that hashing needs no encoding."""

    a: Point
    b: Point
    raw: bytes


class Witness(NamedTuple):
    """What only the mixer knows: the input and the blinding of each output."""

    order: list[int]
    blinds: list[int]


class Generators(NamedTuple):
    """Points with no known relation: one for the chain, one per position, and minus the sum of the latter."""

    chain: Point
    places: list[Point]
    minus_sum: Point


def encode_pairs(pairs: Sequence[Pair]) -> bytes:
    return b"".join([pair.raw for pair in pairs])


def decode_pairs(calc: Calculator, data: object, size: int) -> list[Pair]:
    """`size` ciphertexts; every point is checked."""
    if type(data) is not bytes or len(data) != size * PAIR_BYTES:
        raise InvalidError("list of ciphertexts: length")
    points = _points(calc, data)
    raws = [data[at : at + PAIR_BYTES] for at in range(0, len(data), PAIR_BYTES)]
    return [Pair(*pair) for pair in zip(points[::2], points[1::2], raws, strict=True)]


def proof_bytes(size: int) -> int:
    return POINT_BYTES * (3 * size + 5) + SCALAR_BYTES * (2 * size + 4)


def witness(seed: bytes, context: bytes, before: Sequence[Pair]) -> Witness:
    """The order and blindings that this seed gives for exactly this deck in this context."""
    bound = digest("deck", context, encode_pairs(before))
    size = len(before)
    return Witness(
        derived_secrets.permutation(seed, size, "order", bound),
        derived_secrets.scalars(seed, size, "blind", bound),
    )


def mix(calc: Calculator, joint: Point, before: Sequence[Pair], secret: Witness) -> list[Pair]:
    """The list permuted and re-blinded according to `secret`."""
    group = calc.group
    add, base, mul, encode = group.add, group.base, group.mul, group.encode

    def some(start: int, stop: int) -> list[Pair]:
        out = []
        for source, blind in zip(secret.order[start:stop], secret.blinds[start:stop], strict=True):
            pair = before[source]
            a, b = add([pair.a, base(blind)]), add([pair.b, mul(joint, blind)])
            out.append(Pair(a, b, encode(a) + encode(b)))
        return out

    return calc.spread(some, len(before))


@lru_cache(maxsize=512)
def generators(group: Group, size: int) -> Generators:
    """The generators of this size: the same in all games, so they are cached."""
    places = [_place(group, index) for index in range(size)]
    chain = group.hash(frame(DOMAIN, "chain generator", group.name))
    return Generators(chain, places, group.neg(group.add(places)))


@lru_cache(maxsize=512)
def _place(group: Group, index: int) -> Point:
    return group.hash(frame(DOMAIN, "place generator", group.name, index))


def prove(
    calc: Calculator,
    context: bytes,
    seed: bytes,
    joint: Point,
    before: Sequence[Pair],
    after: Sequence[Pair],
    secret: Witness,
) -> bytes:
    """The proof that `after` is `before`, mixed; `seed` gives the nonces, bound to the whole statement."""
    group, size = calc.group, len(before)
    encode = group.encode
    statement = _statement(group, context, joint, before, after)
    bound = digest("shuffle nonces", statement)
    chain, places, _ = generators(group, size)

    # Commit to the order: c[order[j]] = rho[order[j]]·G + places[j].
    rho = derived_secrets.scalars(seed, size, "shuffle rho", bound)
    placed: list[Point] = [None] * size
    for place, source in enumerate(secret.order):
        placed[source] = places[place]
    commits = b"".join(map(encode, calc.sums(calc.bases(rho), placed)))

    u = _exponents(statement, commits, size)
    mixed = [u[source] for source in secret.order]

    # The chain of commitments, link[i] = hat[i]·G + mixed[i]·link[i-1], in closed form so that no product
    # waits for another: link[i] = grown[i]·G + power[i]·chain.
    hat = derived_secrets.scalars(seed, size, "shuffle hat", bound)
    grown, power = _unrolled(hat, mixed)
    w1, w2, w3, w4 = derived_secrets.scalars(seed, 4, "shuffle omega", bound)
    w_hat = derived_secrets.scalars(seed, size, "shuffle omega hat", bound)
    w_mix = derived_secrets.scalars(seed, size, "shuffle omega mix", bound)
    # The hints of the chain, hint[i] = w_hat[i]·G + w_mix[i]·link[i-1], in the same closed form.
    on_base = [(w_hat[i] + w_mix[i] * grown[i]) % ORDER for i in range(size)]
    on_chain = [w_mix[i] * power[i] % ORDER for i in range(size)]
    g_parts = calc.bases(grown[1:] + on_base)
    h_parts = calc.products([chain] * (2 * size), power[1:] + on_chain)
    both = calc.sums(g_parts, h_parts)
    links = b"".join(map(encode, both[:size]))
    hints = b"".join(map(encode, both[size:]))

    t1, t2 = group.base(w1), group.base(w2)
    t3 = calc.total(places, w_mix, group.base(w3))
    t4a = calc.total([pair.a for pair in after], w_mix, group.base(-w4))
    t4b = calc.total([pair.b for pair in after], w_mix, group.mul(joint, -w4))
    firsts = b"".join(map(encode, (t1, t2, t3, t4a, t4b)))

    c = _challenge(statement, commits, links, hints, firsts)
    r_tilde = sum(r * e for r, e in zip(rho, u, strict=True))
    r_mix = sum(r * e for r, e in zip(secret.blinds, mixed, strict=True))
    answers = [w1 + c * sum(rho), w2 + c * grown[-1], w3 + c * r_tilde, w4 + c * r_mix]
    answers += [w + c * r for w, r in zip(w_hat, hat, strict=True)]
    answers += [w + c * e for w, e in zip(w_mix, mixed, strict=True)]
    return commits + links + hints + firsts + b"".join(map(scalar_bytes, answers))


def _unrolled(own: Sequence[int], factors: Sequence[int]) -> tuple[list[int], list[int]]:
    """The scalars of the chain's closed form: those of `G`, and those of `chain`."""
    grown, power = [0], [1]
    for each, factor in zip(own, factors, strict=True):
        grown.append((each + factor * grown[-1]) % ORDER)
        power.append(factor * power[-1] % ORDER)
    return grown, power


# The folded points of a list, computed on demand.
Fold: TypeAlias = Callable[[], list[Point]]


def fold(calc: Calculator, pairs: Sequence[Pair]) -> Fold:
    """One point in place of each pair, `first·a + second·b`, with weights that nobody else knows.

    A proof makes the same claim about both halves, so what holds for these points holds for both. The list
    after one mix is the list before the next, so each fold serves two proofs.
    """

    def some(start: int, stop: int) -> list[Point]:
        first, second = calc.weights(2, "fold")
        add, mul = calc.group.add, calc.group.mul
        return [add([mul(pair.a, first), mul(pair.b, second)]) for pair in pairs[start:stop]]

    if calc.memo.trusts is not Trust.NOTHING:  # nobody will ask for them
        return lambda: some(0, len(pairs))
    return calc.ahead(some, len(pairs))


def verify(
    calc: Calculator,
    context: bytes,
    joint: Point,
    before: Sequence[Pair],
    after: Sequence[Pair],
    proof: object,
    folds: tuple[Fold, Fold] | None = None,
) -> None:
    """Raise `InvalidError`, naming the equation, unless the proof holds for these lists and context.

    With private weights, all equations are first checked as one; `folds` are those of the two lists, if
    available.
    """
    size = len(before)
    if not size or len(after) != size:
        raise InvalidError("shuffle proof: lists differ in length")
    if type(proof) is not bytes or len(proof) != proof_bytes(size):
        raise InvalidError("shuffle proof: length")
    statement = _statement(calc.group, context, joint, before, after)
    bound = frame("shuffle", statement, proof)

    def all_hold() -> None:
        claim = _claim(calc, statement, proof, size)
        if calc.private is not None:
            ins, outs = folds or (fold(calc, before), fold(calc, after))
            with suppress(InvalidError):  # an identity point: if that is a fault, it is named below
                if _hold_as_one(calc, claim, bound, joint, ins(), outs()):
                    return
        for why, holds in equations(calc, claim, bound, joint, before, after):
            if not holds:
                raise InvalidError(f"shuffle proof: {why}")

    calc.memo.check(bound, all_hold)


def is_mixed_by(
    calc: Calculator, joint: Point, secret: Witness, before: Fold, after: Fold, bound: bytes
) -> bool:
    """Whether one folded list is the other, mixed by `secret`: all cards as one sum with private weights, one
    product for each instead of two. A wrong card goes undetected with probability 2^-128. False does not mean
    that it is not: then derive the list."""
    group, ins = calc.group, before()
    weights = calc.weights(len(ins), "mixed by", bound)
    first, second = calc.weights(2, "fold")
    blind = sum(weight * each for weight, each in zip(weights, secret.blinds, strict=True))
    with suppress(InvalidError):  # an identity point
        moved = calc.sums(after(), [group.neg(ins[source]) for source in secret.order])
        mixed = group.add([group.base(first * blind), group.mul(joint, second * blind)])
        return _same(group, mixed, calc.total(moved, weights))
    return False


class Claim(NamedTuple):
    """A parsed proof, and the challenges that it must answer."""

    commit: list[Point]
    link: list[Point]
    hint: list[Point]
    firsts: list[Point]
    s: list[int]
    s_hat: list[int]
    s_mix: list[int]
    u: list[int]
    c: int

    @property
    def product(self) -> int:
        product = 1
        for factor in self.u:
            product = product * factor % ORDER
        return product

    def on_links(self, w: Sequence[int]) -> list[int]:
        """The links' factors in the sum of the chain's equations `hint[i] + c·link[i] - s_mix[i]·link[i-1] =
        s_hat[i]·G`, each taken by its weight."""
        owed = [*(weight * answer for weight, answer in zip(w[1:], self.s_mix[1:], strict=True)), 0]
        return [weight * self.c - other for weight, other in zip(w, owed, strict=True)]


def _claim(calc: Calculator, statement: bytes, proof: bytes, size: int) -> Claim:
    cut = POINT_BYTES * size
    commits, links, hints = proof[:cut], proof[cut : 2 * cut], proof[2 * cut : 3 * cut]
    firsts, answers = proof[3 * cut : 3 * cut + 5 * POINT_BYTES], proof[3 * cut + 5 * POINT_BYTES :]
    commit, link, hint, first = (_points(calc, data) for data in (commits, links, hints, firsts))
    s = [decode_scalar(answers[at : at + SCALAR_BYTES]) for at in range(0, len(answers), SCALAR_BYTES)]
    u = _exponents(statement, commits, size)
    c = _challenge(statement, commits, links, hints, firsts)
    return Claim(commit, link, hint, first, s[:4], s[4 : 4 + size], s[4 + size :], u, c)


def _hold_as_one(
    calc: Calculator, claim: Claim, bound: bytes, joint: Point, before: list[Point], after: list[Point]
) -> bool:
    """Check all equations as one sum with private weights: a wrong equation goes undetected with probability
    2^-128. `before` and `after` are folded, which covers both halves."""
    group, size = calc.group, len(claim.u)
    chain, places, minus_places = generators(group, size)
    (s1, s2, s3, s4), c = claim.s, claim.c
    first, second = calc.weights(2, "fold")
    columns, end, *w = calc.weights(size + 2, "shuffle", bound)
    terms = [
        *zip(calc.sums(places, after), (-answer for answer in claim.s_mix), strict=True),
        *zip(calc.sums(claim.commit, before), (c * factor for factor in claim.u), strict=True),
        *zip(claim.link, claim.on_links(w), strict=True),
        *zip(claim.hint, w, strict=True),
        *zip(claim.firsts, (columns, end, 1, first, second), strict=True),
        (group.add([*claim.commit, minus_places]), columns * c),
        (claim.link[-1], end * c),
        (chain, -end * c * claim.product - w[0] * claim.s_mix[0]),
        (joint, second * s4),
    ]
    points, factors = zip(*terms, strict=True)
    on_base = columns * s1 + end * s2 + s3 - first * s4
    on_base += sum(weight * answer for weight, answer in zip(w, claim.s_hat, strict=True))
    return _same(group, group.base(on_base), calc.total(points, factors))


def equations(
    calc: Calculator, claim: Claim, bound: bytes, joint: Point, before: Sequence[Pair], after: Sequence[Pair]
) -> Iterator[tuple[str, bool]]:
    """Each equation of the proof: the error if it fails, and whether it holds."""
    group, size = calc.group, len(claim.u)
    add, base, mul = group.add, group.base, group.mul
    chain, places, minus_places = generators(group, size)
    t1, t2, t3, t4a, t4b = claim.firsts
    (s1, s2, s3, s4), c = claim.s, claim.c
    factors = claim.s_mix + [-c * factor % ORDER for factor in claim.u]

    end = add([t1, mul(add([*claim.commit, minus_places]), c)])
    yield "the commitment's columns do not add up to one", _same(group, base(s1), end)
    end = add([t2, mul(claim.link[-1], c), mul(chain, -c * claim.product)])
    yield "the chain does not end in the product", _same(group, base(s2), end)
    sum_ = calc.total([*places, *claim.commit], factors, base(s3))
    yield "the commitment is not to these exponents", _same(group, t3, sum_)
    sum_ = calc.total([pair.a for pair in (*after, *before)], factors, base(-s4))
    yield "the first halves are not a mix", _same(group, t4a, sum_)
    sum_ = calc.total([pair.b for pair in (*after, *before)], factors, mul(joint, -s4))
    yield "the second halves are not a mix", _same(group, t4b, sum_)
    # All links of the chain at once, under weights that hash the whole proof: one product per point instead
    # of three per link.
    w = numbers(size, _WEIGHT_BYTES, "shuffle weights", bound)
    whole = base(sum(weight * answer for weight, answer in zip(w, claim.s_hat, strict=True)))
    factors = claim.on_links(w) + w
    sum_ = calc.total(claim.link + claim.hint, factors, mul(chain, -w[0] * claim.s_mix[0]))
    yield "the chain is broken", _same(group, whole, sum_)


def _same(group: Group, left: Point, right: Point) -> bool:
    return group.encode(left) == group.encode(right)


def _statement(
    group: Group, context: bytes, joint: Point, before: Sequence[Pair], after: Sequence[Pair]
) -> bytes:
    return frame(context, len(before), group.encode(joint), encode_pairs(before), encode_pairs(after))


def _exponents(statement: bytes, commits: bytes, size: int) -> list[int]:
    return [value % ORDER for value in numbers(size, SCALAR_BYTES, "shuffle exponents", statement, commits)]


def _challenge(statement: bytes, commits: bytes, links: bytes, hints: bytes, firsts: bytes) -> int:
    return number("shuffle challenge", statement, commits, links, hints, firsts) % ORDER


def _points(calc: Calculator, data: bytes) -> list[Point]:
    decode = calc.decode

    def some(start: int, stop: int) -> list[Point]:
        return [decode(data[at * POINT_BYTES : (at + 1) * POINT_BYTES]) for at in range(start, stop)]

    return calc.spread(some, len(data) // POINT_BYTES)
