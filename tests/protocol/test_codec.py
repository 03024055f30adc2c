"""One table of cases for both directions, and what must be refused."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2puno.options import MAX_SEATS
from protocol.codec import MAX_DEPTH, MAX_INT, MAX_ITEMS, MAX_MESSAGE, pack, unpack
from protocol.log.entry import MAX_BODY, write_certificate
from protocol.net.limits import Limits
from protocol.remote_errors import MalformedError

CASES: list[tuple[Any, str]] = [
    (None, "c0"),
    (True, "c3"),
    (False, "c2"),
    (0, "00"),
    (127, "7f"),
    (128, "cc80"),
    (-1, "ff"),
    (-33, "d0df"),
    (65_535, "cdffff"),
    (MAX_INT, "cf0020000000000000"),
    (-MAX_INT, "d3ffe0000000000000"),
    ("", "a0"),
    ("UNO", "a3554e4f"),
    ("é", "a2c3a9"),
    (b"", "c400"),
    (b"\x00\xff", "c40200ff"),
    ([], "90"),
    ([1, [2, [b"3"]]], "92019202" + "91c40133"),
    (["entry", b"body", b"signature"], "93a5656e747279c404626f6479c4097369676e6174757265"),
]


@pytest.mark.parametrize(("value", "data"), CASES)
def test_whole(value: Any, data: str) -> None:
    assert pack(value) == bytes.fromhex(data)
    assert unpack(bytes.fromhex(data)) == value
    assert type(unpack(bytes.fromhex(data))) is type(value)


@pytest.mark.parametrize(("value", "data"), CASES)
def test_cut_at_every_byte(value: Any, data: str) -> None:
    raw = bytes.fromhex(data)
    for size in range(len(raw)):
        with pytest.raises(MalformedError):
            unpack(raw[:size])


@pytest.mark.parametrize(("value", "data"), CASES)
def test_trailing_bytes(value: Any, data: str) -> None:
    with pytest.raises(MalformedError):
        unpack(bytes.fromhex(data) + b"\x00")


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


BAD: list[bytes] = [
    msgpack.packb({"a": 1}),
    msgpack.packb({}),
    msgpack.packb(1.5),
    msgpack.packb(msgpack.ExtType(1, b"")),
    msgpack.packb(MAX_INT + 1),
    msgpack.packb(-MAX_INT - 1),
    b"\xa1\xff",
    b"\xc1",
    msgpack.packb(nested(MAX_DEPTH + 1)),
    b"\x91" * 5_000 + b"\x00",
    msgpack.packb([0] * MAX_ITEMS),
    msgpack.packb([[]] * (MAX_ITEMS // 2)),
    msgpack.packb([[[]] * 1000] * 200),
    b"\xdc\x03\xff" * 1000,
    msgpack.packb(b"\0" * (MAX_MESSAGE + 1)),
    b"\xdd\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
]


@pytest.mark.parametrize("data", BAD)
def test_refused(data: bytes) -> None:
    with pytest.raises(MalformedError):
        unpack(data)


def test_at_the_limits() -> None:
    assert unpack(pack(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    most = MAX_ITEMS - 1  # and the array itself
    assert unpack(pack([0] * most)) == [0] * most
    assert unpack(pack([[]] * (most // 2))) == [[]] * (most // 2)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INT, MAX_INT)
    | st.binary(max_size=40)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=20,
)


@given(VALUES)
def test_round_trip(value: Any) -> None:
    if depth(value) > MAX_DEPTH:
        with pytest.raises(MalformedError):
            unpack(pack(value))
    else:
        assert unpack(pack(value)) == value


def depth(value: Any) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(st.binary(max_size=300))
def test_noise(data: bytes) -> None:
    with suppress(MalformedError):
        unpack(data)


def test_the_largest_certificate_fits_a_message() -> None:
    """Nine seats of ten contradict themselves, with entries as large as may be: the tenth can still tell."""
    wire = [bytes(MAX_BODY), bytes(64)]
    proofs = [["fork", wire, wire] for _ in range(MAX_SEATS - 1)]
    entry = write_certificate(bytes(32), MAX_INT, bytes(32), [*range(9)], "fork", [bytes(64)], proofs)
    message = pack(["entry", *entry.wire()])
    assert len(message) <= MAX_MESSAGE < Limits().message
    assert unpack(message)
    assert unpack(entry.signature) == [[bytes(64)], proofs]
