"""Derives every secret number of a deal from one secret per game.

Nothing here is random: a restarted peer derives the same again. Each use has a label and is bound to its
statement, so that no derived secret is used for two statements.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from protocol.deck.group import ORDER
from protocol.deck.transcript import DOMAIN, Part, frame

SEED_BYTES = 32
# 128 bits more than the order, so that the remainder is uniform up to 2^-128.
_WIDE = 48
# HKDF gives 255 blocks of 32 bytes for one label.
_PER_LABEL = 255 * 32 // _WIDE


def deal_seed(secret: bytes, game: bytes, after: bytes, seat: int) -> bytes:
    """The seed of one seat for the deal that follows the log entry with the hash `after`.

    It is published at the reveal; the game's secret never is. Another history means another hash, and so
    another seed: none is ever reused.
    """
    info = frame(DOMAIN, "seed", game, after, seat)
    return HKDF(SHA256(), SEED_BYTES, salt=None, info=info).derive(secret)


def stream(seed: bytes, length: int, label: str, *bound: Part) -> bytes:
    return HKDFExpand(SHA256(), length, info=frame(DOMAIN, label, *bound)).derive(seed)


def scalars(seed: bytes, count: int, label: str, *bound: Part) -> list[int]:
    """`count` scalars from 1 to `ORDER` - 1."""
    out: list[int] = []
    while len(out) < count:
        chunk = min(count - len(out), _PER_LABEL)
        data = stream(seed, chunk * _WIDE, label, len(out), *bound)
        out += [
            int.from_bytes(data[at : at + _WIDE], "big") % (ORDER - 1) + 1
            for at in range(0, len(data), _WIDE)
        ]
    return out


def scalar(seed: bytes, label: str, *bound: Part) -> int:
    return scalars(seed, 1, label, *bound)[0]


def permutation(seed: bytes, size: int, label: str, *bound: Part) -> list[int]:
    """A uniform permutation of 0..size-1: Fisher-Yates from the top, each draw by rejection."""
    order = list(range(size))
    pool, page = b"", 0
    for top in range(size - 1, 0, -1):
        limit = (1 << 64) - (1 << 64) % (top + 1)
        while True:
            if not pool:
                pool, page = stream(seed, 1024, label, page, *bound), page + 1
            draw, pool = int.from_bytes(pool[:8], "big"), pool[8:]
            if draw < limit:
                break
        pick = draw % (top + 1)
        order[top], order[pick] = order[pick], order[top]
    return order
