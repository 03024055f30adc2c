"""The group, hashes, derivations and proofs (cryptography.md §2 to §8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256

from btclib_secp256k1 import keys
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from tests.independent.wire import Bad, hashed

N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
DOMAIN = b"p2puno deck 1"
GROUP = b"secp256k1"
Part = bytes | str | int
Pair = tuple[bytes, bytes, bytes]


def unproved(why: str) -> Bad:
    return Bad("unproved", why)


# -- points, as the 33 bytes that are sent, and scalars


def point(data: object) -> bytes:
    if type(data) is not bytes or len(data) != 33 or not keys.pubkey_verify(data):
        raise unproved("not a point")
    return data


def scalar(data: object) -> int:
    if type(data) is not bytes or len(data) != 32 or not 0 < int.from_bytes(data, "big") < N:
        raise unproved("not a scalar")
    return int.from_bytes(data, "big")


def _reduced(factor: int) -> int:
    factor %= N
    if factor == 0:
        raise unproved("the identity")
    return factor


def base(factor: int) -> bytes:
    return keys.pubkey_from_prvkey(_reduced(factor))


def times(factor: int, of: bytes) -> bytes:
    return keys.pubkey_tweak_mul(of, _reduced(factor))


def plus(*points: bytes) -> bytes:
    sum_ = keys.pubkey_sum(points)
    if sum_ is None:
        raise unproved("the identity")
    return sum_


def total(factors: Sequence[int], points: Sequence[bytes], *more: bytes) -> bytes:
    return plus(*map(times, factors, points), *more)


def hash_to_point(data: bytes) -> bytes:
    for counter in range(256):
        found = b"\x02" + hashed(data + bytes([counter]))
        if keys.pubkey_verify(found):
            return found
    raise AssertionError


# -- hashes


def frame(*parts: Part) -> bytes:
    out = b""
    for part in parts:
        kind = b"b" if isinstance(part, bytes) else b"s" if isinstance(part, str) else b"i"
        data = part if isinstance(part, bytes) else part.encode() if isinstance(part, str) else _eight(part)
        out += kind + _eight(len(data)) + data
    return out


def _eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def digest(label: str, *parts: Part) -> bytes:
    return hashed(frame(DOMAIN, label, *parts))


def challenge(label: str, *parts: Part) -> int:
    return int.from_bytes(digest(label, *parts), "big") % N


def numbers(count: int, size: int, label: str, *parts: Part) -> list[int]:
    start = frame(DOMAIN, label, *parts)
    begun = sha256(start)
    out = []
    for index in range(count):
        one = begun.copy()
        one.update(_eight(index))
        out.append(int.from_bytes(one.digest()[:size], "big"))
    return out


# -- what seeds give (§4)


def expand(seed: bytes, length: int, *info: Part) -> bytes:
    return HKDFExpand(SHA256(), length, frame(DOMAIN, *info)).derive(seed)


def scalars(seed: bytes, count: int, label: str, *bound: Part) -> list[int]:
    out: list[int] = []
    for start in range(0, count, 170):
        some = min(170, count - start)
        data = expand(seed, 48 * some, label, start, *bound)
        out += [int.from_bytes(data[48 * i : 48 * i + 48], "big") % (N - 1) + 1 for i in range(some)]
    return out


def permutation(seed: bytes, size: int, label: str, *bound: Part) -> list[int]:
    order = list(range(size))
    draws: list[int] = []
    page = 0
    for place in range(size - 1, 0, -1):
        highest = (1 << 64) // (place + 1) * (place + 1)
        while True:
            if not draws:
                data = expand(seed, 1024, label, page, *bound)
                draws = [int.from_bytes(data[i : i + 8], "big") for i in range(0, 1024, 8)]
                page += 1
            draw = draws.pop(0)
            if draw < highest:
                break
        other = draw % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


# -- proofs. What was checked once in this process is remembered: tests check the same logs many times.

_known: dict[bytes, Bad | None] = {}


def remembered(key: bytes, check: Callable[[], None]) -> None:
    name = hashed(key)
    if name not in _known:
        try:
            check()
            _known[name] = None
        except Bad as bad:
            _known[name] = bad
    found = _known[name]
    if found is not None:
        raise Bad(found.code, str(found))


def check_equality(
    context: bytes, key: bytes, sources: Sequence[bytes], images: Sequence[bytes], proof: object
) -> None:
    """§8"""
    if type(proof) is not bytes or len(proof) != 64:
        raise unproved("equality: length")
    c, s = scalar(proof[:32]), scalar(proof[32:])
    statement = frame(context, key, b"".join(sources), b"".join(images))

    def check() -> None:
        hints = [plus(base(s), times(-c, key))]
        if sources:
            a, b = sources[0], images[0]
            if len(sources) > 1:
                weights = numbers(len(sources), 16, "equality weights", statement)
                a, b = total(weights, sources), total(weights, images)
            hints.append(plus(times(s, a), times(-c, b)))
        if challenge("equality", statement, *hints) != c:
            raise unproved("equality: does not hold")

    remembered(b"equality" + statement + proof, check)


def read_pairs(data: object, count: int) -> list[Pair]:
    if type(data) is not bytes or len(data) != 66 * count:
        raise unproved("a list of cards: length")
    some = [data[i : i + 66] for i in range(0, len(data), 66)]
    return [(point(one[:33]), point(one[33:]), one) for one in some]


def pairs_bytes(pairs: Sequence[Pair]) -> bytes:
    return b"".join(pair[2] for pair in pairs)


def mix(seed: bytes, context: bytes, joint: bytes, before: Sequence[Pair]) -> bytes:
    """What this seed makes of this list (§6)."""
    bound = digest("deck", context, pairs_bytes(before))
    order = permutation(seed, len(before), "order", bound)
    out = b""
    for source, blind in zip(order, scalars(seed, len(before), "blind", bound), strict=True):
        a, b, _ = before[source]
        out += plus(a, base(blind)) + plus(b, times(blind, joint))
    return out


@lru_cache(maxsize=8)
def generators(count: int) -> tuple[bytes, list[bytes]]:
    places = [hash_to_point(frame(DOMAIN, "place generator", GROUP, place)) for place in range(count)]
    return hash_to_point(frame(DOMAIN, "chain generator", GROUP)), places


def check_shuffle(
    context: bytes, joint: bytes, before: Sequence[Pair], after: Sequence[Pair], proof: object
) -> None:
    """§7, each link of the chain by itself."""
    size = len(before)
    if type(proof) is not bytes or len(proof) != 163 * size + 293 or len(after) != size:
        raise unproved("shuffle: length")
    statement = frame(context, size, joint, pairs_bytes(before), pairs_bytes(after))
    data = proof

    def check() -> None:
        cut = [data[33 * size * i : 33 * size * (i + 1)] for i in range(3)]
        firsts, rest = data[99 * size : 99 * size + 165], data[99 * size + 165 :]
        cs, chain, hints = ([point(part[i : i + 33]) for i in range(0, len(part), 33)] for part in cut)
        t1, t2, t3, t4a, t4b = (point(firsts[i : i + 33]) for i in range(0, 165, 33))
        answers = [scalar(rest[i : i + 32]) for i in range(0, len(rest), 32)]
        s1, s2, s3, s4 = answers[:4]
        s_hat, s_mix = answers[4 : 4 + size], answers[4 + size :]
        u = [n % N for n in numbers(size, 32, "shuffle exponents", statement, cut[0])]
        c = challenge("shuffle challenge", statement, *cut, firsts)
        h, places = generators(size)
        product = 1
        for factor in u:
            product = product * factor % N
        minus = [times(-1, place) for place in places]
        _hold(base(s1) == plus(t1, times(c, plus(*cs, *minus))), "columns")
        _hold(base(s2) == plus(t2, times(c, chain[-1]), times(-c * product, h)), "product")
        left = total(s_mix, places, base(s3))
        _hold(left == plus(t3, times(c, total(u, cs))), "exponents")
        left = total(s_mix, [a for a, _, _ in after], base(-s4))
        _hold(left == plus(t4a, times(c, total(u, [a for a, _, _ in before]))), "first halves")
        left = total(s_mix, [b for _, b, _ in after], times(-s4, joint))
        _hold(left == plus(t4b, times(c, total(u, [b for _, b, _ in before]))), "second halves")
        for j in range(size):
            left = plus(base(s_hat[j]), times(s_mix[j], chain[j - 1] if j else h))
            _hold(left == plus(hints[j], times(c, chain[j])), "chain")

    remembered(b"shuffle" + statement + proof, check)


def _hold(holds: bool, equation: str) -> None:
    if not holds:
        raise unproved(f"shuffle: {equation}")
