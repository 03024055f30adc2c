"""The vectors on file are what the program makes, and hold for arithmetic written from the documentation
alone.

Nothing below the first test uses the package: the curve, the framing and all equations are written again,
slowly.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

from tests.protocol.deck import vectors

VECTORS: dict[str, Any] = json.loads(vectors.PATH.read_text())


def test_the_file_is_what_the_program_makes() -> None:
    assert json.loads(json.dumps(vectors.plain(vectors.make()))) == VECTORS


# The curve y² = x³ + 7, points as (x, y), None for the identity.

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
Affine = tuple[int, int] | None


def lift(x: int, odd: bool) -> Affine:
    y = pow(x**3 + 7, (P + 1) // 4, P)
    if x >= P or y * y % P != (x**3 + 7) % P:
        return None
    return x, y if (y & 1) == odd else P - y


def add(a: Affine, b: Affine) -> Affine:
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] ** 2 * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope**2 - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def mul(k: int, point: Affine) -> Affine:
    out: Affine = None
    for bit in bin(k % N)[2:]:
        out = add(out, out)
        if bit == "1":
            out = add(out, point)
    return out


def total(*terms: tuple[int, Affine]) -> Affine:
    out: Affine = None
    for k, point in terms:
        out = add(out, mul(k, point))
    return out


G = lift(0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798, odd=False)


def decode(data: bytes) -> Affine:
    return lift(int.from_bytes(data[1:], "big"), odd=data[0] == 3)


def encode(point: Affine) -> bytes:
    assert point is not None
    return bytes([2 + (point[1] & 1)]) + point[0].to_bytes(32, "big")


def points(data: bytes) -> list[Affine]:
    return [decode(data[at : at + 33]) for at in range(0, len(data), 33)]


def scalars(data: bytes) -> list[int]:
    return [int.from_bytes(data[at : at + 32], "big") for at in range(0, len(data), 32)]


# Hashes.

DOMAIN = b"p2puno deck 1"


def frame(*parts: bytes | str | int) -> bytes:
    out = b""
    for part in parts:
        if isinstance(part, int):
            out += b"i" + (8).to_bytes(8, "big") + part.to_bytes(8, "big")
        else:
            data = part if isinstance(part, bytes) else part.encode()
            out += (b"b" if isinstance(part, bytes) else b"s") + len(data).to_bytes(8, "big") + data
    return out


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def challenge(label: str, *parts: bytes | str | int) -> int:
    return int.from_bytes(sha(frame(DOMAIN, label, *parts)), "big") % N


def hash_to_point(data: bytes) -> Affine:
    return next(
        point for i in range(256) if (point := lift(int.from_bytes(sha(data + bytes([i])), "big"), odd=False))
    )


def expand(seed: bytes, length: int, info: bytes) -> bytes:
    out, block, count = b"", b"", 1
    while len(out) < length:
        block = hmac.digest(seed, block + info + bytes([count]), "sha256")
        out, count = out + block, count + 1
    return out[:length]


def scalar(seed: bytes, label: str, *bound: bytes | str | int) -> int:
    data = expand(seed, 48, frame(DOMAIN, label, 0, *bound))
    return int.from_bytes(data, "big") % (N - 1) + 1


def h(text: str) -> bytes:
    return bytes.fromhex(text)


def equality_holds(
    context: bytes, key: bytes, sources: list[bytes], images: list[bytes], proof: bytes
) -> bool:
    statement = frame(context, key, b"".join(sources), b"".join(images))
    c, s = scalars(proof)
    hints = [encode(total((s, G), (-c, decode(key))))]
    if sources:
        root = frame(DOMAIN, "equality weights", statement)
        weights = [int.from_bytes(sha(root + i.to_bytes(8, "big"))[:16], "big") for i in range(len(sources))]
        if len(sources) == 1:
            weights = [1]
        source = total(*zip(weights, map(decode, sources), strict=True))
        image = total(*zip(weights, map(decode, images), strict=True))
        hints.append(encode(total((s, source), (-c, image))))
    return challenge("equality", statement, *hints) == c


def test_hashing() -> None:
    assert h(VECTORS["frame"][0]["framed"]) == frame(b"ab", "ab", 7)
    assert h(VECTORS["digest"]["digest"]) == sha(frame(DOMAIN, "a label", b"ab"))
    for case in VECTORS["hash_to_point"]:
        assert encode(hash_to_point(h(case["data"]))) == h(case["point"])
    generators = VECTORS["generators"]
    assert encode(hash_to_point(frame(DOMAIN, "chain generator", b"secp256k1"))) == h(generators["chain"])
    for i, place in enumerate(generators["places"]):
        assert encode(hash_to_point(frame(DOMAIN, "place generator", b"secp256k1", i))) == h(place)


def test_derivation() -> None:
    seed = h(VECTORS["seed"])
    data = expand(seed, 3 * 48, frame(DOMAIN, "label", 0))
    values = [int.from_bytes(data[at : at + 48], "big") % (N - 1) + 1 for at in (0, 48, 96)]
    assert [f"{value:064x}" for value in values] == VECTORS["scalars"]["values"]
    order = list(range(20))
    pool = expand(seed, 1024, frame(DOMAIN, "label", 0))
    for top in range(19, 0, -1):
        draw = int.from_bytes(pool[:8], "big")
        pool = pool[8:]
        assert draw < 2**64 - 2**64 % (top + 1)  # no rejection with this seed
        pick = draw % (top + 1)
        order[top], order[pick] = order[pick], order[top]
    assert order == VECTORS["permutation"]["order"]


def test_equality() -> None:
    case = VECTORS["equality"]
    for one in case["proofs"]:
        sources, images = list(map(h, one["sources"])), list(map(h, one["images"]))
        assert equality_holds(h(case["context"]), h(case["key"]), sources, images, h(one["proof"]))
        assert not equality_holds(b"other", h(case["key"]), sources, images, h(one["proof"]))


def test_mix_and_proof_of_shuffle() -> None:
    """Every equation by itself, the chain link by link."""
    case = VECTORS["shuffle"]
    context, joint, before, after = (h(case[name]) for name in ("context", "joint", "before", "after"))
    old, new = points(before), points(after)
    size = len(old) // 2
    key = decode(joint)
    blinds = [int(text, 16) for text in case["blinds"]]
    for j, (source, r) in enumerate(zip(case["order"], blinds, strict=True)):
        assert new[2 * j] == add(old[2 * source], mul(r, G))
        assert new[2 * j + 1] == add(old[2 * source + 1], mul(r, key))

    proof = h(case["proof"])
    cut = 33 * size
    commits, links, hints = proof[:cut], proof[cut : 2 * cut], proof[2 * cut : 3 * cut]
    firsts, answers = proof[3 * cut : 3 * cut + 165], scalars(proof[3 * cut + 165 :])
    statement = frame(context, size, joint, before, after)
    root = frame(DOMAIN, "shuffle exponents", statement, commits)
    u = [int.from_bytes(sha(root + i.to_bytes(8, "big")), "big") % N for i in range(size)]
    c = challenge("shuffle challenge", statement, commits, links, hints, firsts)
    s1, s2, s3, s4 = answers[:4]
    s_hat, s_mix = answers[4 : 4 + size], answers[4 + size :]
    t1, t2, t3, t4a, t4b = points(firsts)
    chain = decode(h(VECTORS["generators"]["chain"]))
    places = [decode(h(text)) for text in VECTORS["generators"]["places"]]
    commit, link, hint = points(commits), points(links), points(hints)
    product = 1
    for factor in u:
        product = product * factor % N

    columns = total(*((1, point) for point in commit), *((-1, point) for point in places))
    assert mul(s1, G) == add(t1, mul(c, columns))
    assert mul(s2, G) == add(t2, mul(c, add(link[-1], mul(-product, chain))))
    linked = total(*zip(u, commit, strict=True))
    assert total((s3, G), *zip(s_mix, places, strict=True)) == add(t3, mul(c, linked))
    assert total((-s4, G), *zip(s_mix, new[::2], strict=True)) == add(
        t4a, mul(c, total(*zip(u, old[::2], strict=True)))
    )
    assert total((-s4, key), *zip(s_mix, new[1::2], strict=True)) == add(
        t4b, mul(c, total(*zip(u, old[1::2], strict=True)))
    )
    for i in range(size):
        previous = link[i - 1] if i else chain
        assert total((s_hat[i], G), (s_mix[i], previous)) == add(hint[i], mul(c, link[i]))


def test_the_seats_of_the_game() -> None:
    """Seeds, keys, commitments with their proofs, and splits."""
    game = VECTORS["game"]
    setup = game["setup"]
    seats, own = setup["seats"], setup["digest"]
    digest = sha(
        frame(
            DOMAIN,
            "setup",
            b"secp256k1",
            h(setup["game"]),
            h(setup["after"]),
            frame(*seats),
            frame(*setup["operators"]),
            setup["size"],
            setup["sides"],
            int(setup["split"]),
        )
    )
    assert digest == h(own)
    for seat, case in zip(seats, game["seats"], strict=True):
        prk = hmac.digest(bytes(32), h(case["secret"]), "sha256")
        seed = expand(prk, 32, frame(DOMAIN, "seed", h(setup["game"]), h(setup["after"]), seat))
        assert seed == h(case["seed"])
        secret = scalar(seed, "key", digest)
        assert f"{secret:064x}" == case["key"]
        context = frame("context", digest, seat, "commit")
        event = next(event for event in game["events"] if event[:3] == ["take", seat, "commit"])
        promise, key, proof = map(h, event[3])
        assert promise == sha(frame(DOMAIN, "commitment", context, seed))
        assert key == encode(mul(secret, G))
        assert equality_holds(context, key, [], [], proof)
        assert sum(int(part, 16) for part in case["split"]) % N == secret
        split = next(event for event in game["events"] if event[:3] == ["take", seat, "split"])
        for part, (point, _) in zip(case["split"], split[3], strict=True):
            assert h(point) == encode(mul(int(part, 16), G))


def test_the_cards_of_the_game() -> None:
    """With all keys, every card that was mixed has a face; and they are those of the audit."""
    game = VECTORS["game"]
    secret = sum(int(case["key"], 16) for case in game["seats"])
    digest = h(game["setup"]["digest"])
    faces = [
        {encode(hash_to_point(frame(DOMAIN, "face", digest, side, card))): card for card in range(2)}
        for side in (0, 1)
    ]
    assert [[face.hex() for face in side] for side in faces] == game["faces"]
    last = [event for event in game["events"] if event[0] == "take" and event[2] == "mix"][-1]
    audit = {(handle, side): card for handle, side, card in game["audit"]}
    for side, data in enumerate(last[3]):
        pairs = points(h(data))
        for place in range(2):
            face = encode(total((1, pairs[2 * place + 1]), (-secret, pairs[2 * place])))
            assert faces[side][face] == audit[2 + place, side]
