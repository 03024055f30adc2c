"""Turns statements into bytes: one injective framing for everything that is hashed."""

from __future__ import annotations

import hashlib
from typing import TypeAlias

Part: TypeAlias = bytes | str | int

DOMAIN = b"p2puno deck 1"
# An integer's kind and its constant length.
_INTEGER = b"i" + (8).to_bytes(8, "big")


def frame(*parts: Part) -> bytes:
    """All parts in one string that can be parsed in only one way: kind, length, bytes of each."""
    out: list[bytes] = []
    for part in parts:
        if isinstance(part, bytes):
            out += (b"b", len(part).to_bytes(8, "big"), part)
        elif isinstance(part, str):
            data = part.encode()
            out += (b"s", len(data).to_bytes(8, "big"), data)
        else:
            out += (_INTEGER, part.to_bytes(8, "big"))
    return b"".join(out)


def digest(label: str, *parts: Part) -> bytes:
    """SHA-256 of the framed domain, label and parts."""
    return hashlib.sha256(frame(DOMAIN, label, *parts)).digest()


def number(label: str, *parts: Part) -> int:
    """A challenge: `digest` read as an integer, most significant byte first."""
    return int.from_bytes(digest(label, *parts), "big")


def numbers(count: int, size: int, label: str, *parts: Part) -> list[int]:
    """`count` challenges of `size` bytes each, all bound to all parts."""
    root = hashlib.sha256(frame(DOMAIN, label, *parts))
    out = []
    for index in range(count):
        branch = root.copy()
        branch.update(index.to_bytes(8, "big"))
        out.append(int.from_bytes(branch.digest()[:size], "big"))
    return out
