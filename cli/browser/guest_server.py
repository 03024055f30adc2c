"""The page on a guest's phone: served in this network, encrypted with the key in its address."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request

from cli.browser.page_server import Line, PageServer, Refused, Window, json_of

NONCE = 12


class SealedLine(Line):
    """Messages of one connection, encrypted both ways."""

    def __init__(self, socket: ServerConnection, key: bytes, theirs: bytes, ours: bytes) -> None:
        super().__init__(socket)
        keys = stream(stream(key, theirs)[:32], ours)
        self._down, self._up = ChaCha20Poly1305(keys[:32]), ChaCha20Poly1305(keys[32:])
        self._sent = self._received = 0

    def _pack(self, text: str) -> bytes:
        number, self._sent = self._sent, self._sent + 1
        return self._down.encrypt(number.to_bytes(NONCE, "big"), text.encode(), None)

    def _unpack(self, message: str | bytes) -> str:
        number, self._received = self._received, self._received + 1
        try:
            if isinstance(message, bytes):
                return self._up.decrypt(number.to_bytes(NONCE, "big"), message, None).decode()
        except (InvalidTag, UnicodeDecodeError):
            pass
        raise Refused


def stream(key: bytes, nonce: bytes) -> bytes:
    """64 bytes that only somebody with the key can compute."""
    return ChaCha20Poly1305(key).encrypt(nonce, bytes(64), None)[:64]


class GuestServer(PageServer):
    """Shows a guest's table to whoever has the key."""

    given: ClassVar[dict[str, Any]] = {"guest": True}

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key

    def _may_open(self, request: Request) -> bool:
        return True  # the first message shows whether they have the key

    async def _let_in(self, socket: ServerConnection) -> Window:
        theirs, ours = await socket.recv(), secrets.token_bytes(NONCE)
        if not isinstance(theirs, bytes) or len(theirs) != NONCE:
            raise Refused
        await socket.send(ours)
        line = SealedLine(socket, self._key, theirs, ours)
        match json_of(await line.receive()):
            case {"tab": str(tab)}:
                return Window(line, tab)
        raise Refused
