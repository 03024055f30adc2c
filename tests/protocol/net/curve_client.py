"""CurveZMQ (RFC 26) by hand, so that a test can send what no ZeroMQ library would: parts without end.

Slow, and only for tests: XSalsa20 in plain Python, from its specification.
"""

import os
import socket
import struct

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.poly1305 import Poly1305

GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"CURVE".ljust(20, b"\0") + bytes(32)
_SIGMA = struct.unpack("<4I", b"expand 32-byte k")
_MASK = 0xFFFFFFFF
_COLUMNS = ((0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11))
_ROWS = ((0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14))


def _rounds(x: list[int]) -> list[int]:
    for _ in range(10):
        for a, b, c, d in _COLUMNS + _ROWS:
            for to, one, two, by in ((b, a, d, 7), (c, b, a, 9), (d, c, b, 13), (a, d, c, 18)):
                t = (x[one] + x[two]) & _MASK
                x[to] ^= (t << by | t >> (32 - by)) & _MASK
    return x


def _state(key: bytes, middle: tuple[int, ...]) -> list[int]:
    k = struct.unpack("<8I", key)
    return [_SIGMA[0], *k[:4], _SIGMA[1], *middle, _SIGMA[2], *k[4:], _SIGMA[3]]


def _hsalsa(key: bytes, nonce: bytes) -> bytes:
    x = _rounds(_state(key, struct.unpack("<4I", nonce)))
    return struct.pack("<8I", *(x[i] for i in (0, 5, 10, 15, 6, 7, 8, 9)))


def _stream(key: bytes, nonce: bytes, size: int) -> bytes:
    sub = _hsalsa(key, nonce[:16])
    n = struct.unpack("<2I", nonce[16:])
    out = b""
    for block in range(-(-size // 64)):
        start = _state(sub, (*n, block & _MASK, block >> 32))
        out += struct.pack("<16I", *((a + b) & _MASK for a, b in zip(start, _rounds(start[:]), strict=True)))
    return out[:size]


def _xor(a: bytes, b: bytes) -> bytes:
    return (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).to_bytes(len(a), "big")


def _box(shared: bytes, nonce: bytes, text: bytes) -> bytes:
    stream = _stream(shared, nonce, 32 + len(text))
    sealed = _xor(text, stream[32:])
    return Poly1305.generate_tag(stream[:32], sealed) + sealed


def _unbox(shared: bytes, nonce: bytes, sealed: bytes) -> bytes:
    stream = _stream(shared, nonce, 16 + len(sealed))
    Poly1305.verify_tag(stream[:32], sealed[16:], sealed[:16])
    return _xor(sealed[16:], stream[32:])


def _shared(public: bytes, secret: X25519PrivateKey) -> bytes:
    return _hsalsa(secret.exchange(X25519PublicKey.from_public_bytes(public)), bytes(16))


class CurveClient:
    """A DEALER in the eyes of the server, on a blocking socket."""

    def __init__(self, host: str, port: int, server: bytes, public: bytes, secret: bytes) -> None:
        self.sock = socket.create_connection((host, port), timeout=20)
        try:
            self._shake_hands(server, public, secret)
        except BaseException:
            self.close()
            raise

    def _shake_hands(self, server: bytes, public: bytes, secret: bytes) -> None:
        self.sock.sendall(GREETING)
        self._read(64)
        long_term = X25519PrivateKey.from_private_bytes(secret)
        short = X25519PrivateKey.generate()
        mine = short.public_key().public_bytes_raw()
        hello = _box(_shared(server, short), b"CurveZMQHELLO---" + _number(1), bytes(64))
        self._command(b"\x05HELLO\x01\x00" + bytes(72) + mine + _number(1) + hello)
        welcome = self._receive()
        assert welcome.startswith(b"\x07WELCOME")
        opened = _unbox(_shared(server, short), b"WELCOME-" + welcome[8:24], welcome[24:])
        theirs, cookie = opened[:32], opened[32:]
        self._key = _shared(theirs, short)
        nonce = os.urandom(16)
        vouch = nonce + _box(_shared(theirs, long_term), b"VOUCH---" + nonce, mine + server)
        about = b"\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER" + b"\x08Identity" + struct.pack(">I", 0)
        initiate = _box(self._key, b"CurveZMQINITIATE" + _number(2), public + vouch + about)
        self._command(b"\x08INITIATE" + cookie + _number(2) + initiate)
        assert self._receive().startswith(b"\x05READY")
        self._count = 2

    def part(self, data: bytes, *, more: bool) -> bytes:
        """The bytes that carry one part of a message."""
        self._count += 1
        sealed = _box(self._key, b"CurveZMQMESSAGEC" + _number(self._count), bytes((more,)) + data)
        body = b"\x07MESSAGE" + _number(self._count) + sealed
        return b"\x02" + struct.pack(">Q", len(body)) + body

    def close(self) -> None:
        self.sock.close()

    def _command(self, body: bytes) -> None:
        head = b"\x04" + bytes((len(body),)) if len(body) < 256 else b"\x06" + struct.pack(">Q", len(body))
        self.sock.sendall(head + body)

    def _receive(self) -> bytes:
        (flags,) = self._read(1)
        size = struct.unpack(">Q", self._read(8))[0] if flags & 2 else self._read(1)[0]
        return self._read(size)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            chunk = self.sock.recv(size - len(data))
            if not chunk:
                raise ConnectionError("the server has closed")
            data += chunk
        return data


def _number(value: int) -> bytes:
    return struct.pack(">Q", value)
