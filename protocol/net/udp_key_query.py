"""The doorbell: tells anyone our CURVE key, over UDP on the same port number.

A CURVE client must know the server's key before its first byte, but a player who types an address knows no
key. So the client rings first. The answer proves nothing by itself: the knock that follows does (see
knock.py). The bell keeps no state, and its answer is shorter than the question, so that it is useless for
flooding a third party.
"""

import asyncio
import os
import socket
from contextlib import suppress
from typing import cast

from protocol.net.address import endpoint
from protocol.net.errors import NoAnswer, UnknownHost

_RING = b"p2puno?\x01"
_HERE = b"p2puno!\x01"
_NONCE = 16
_RING_SIZE = 128
_EVERY = 0.25  # seconds between rings, because datagrams get lost


class Doorbell(asyncio.DatagramProtocol):
    """Answers rings with a key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        if len(data) == _RING_SIZE and data.startswith(_RING):
            nonce = data[len(_RING) : len(_RING) + _NONCE]
            with suppress(OSError):
                self._transport.sendto(_HERE + nonce + self._key, addr)

    def error_received(self, exc: Exception) -> None:
        """An answer could not be delivered: the sender is gone."""


class _Ringer(asyncio.DatagramProtocol):
    def __init__(self, nonce: bytes) -> None:
        self._want = _HERE + nonce
        self.answer: asyncio.Future[tuple[str, int, bytes]] = asyncio.get_running_loop().create_future()

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        if len(data) == len(self._want) + 32 and data.startswith(self._want) and not self.answer.done():
            self.answer.set_result((addr[0], addr[1], data[len(self._want) :]))

    def error_received(self, exc: Exception) -> None:
        """Nobody listens there (yet): keep ringing."""


async def resolve(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[str, int]]]:
    """All numeric addresses of a host, most preferred first. Raises UnknownHost."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError) as error:
        raise UnknownHost(host) from error
    return [(family, addr) for family, _, _, _, addr in found]  # type: ignore[misc]


async def ring(host: str, port: int, timeout: float) -> tuple[str, int, bytes]:
    """Ring at every address of the host until one answers: its number, port and CURVE key (unproved).

    Raises UnknownHost or NoAnswer.
    """
    loop = asyncio.get_running_loop()
    addresses = await resolve(host, port)
    nonce = os.urandom(_NONCE)
    ringer = _Ringer(nonce)
    message = (_RING + nonce).ljust(_RING_SIZE, b"\0")
    transports: dict[socket.AddressFamily, asyncio.DatagramTransport] = {}
    try:
        for family in {family for family, _ in addresses}:
            with suppress(OSError):
                transports[family], _ = await loop.create_datagram_endpoint(lambda: ringer, family=family)
        async with asyncio.timeout(timeout):
            while True:
                for family, address in addresses:
                    if family in transports:
                        with suppress(OSError):
                            transports[family].sendto(message, address)
                done, _ = await asyncio.wait([ringer.answer], timeout=_EVERY)
                if done:
                    return ringer.answer.result()
    except TimeoutError as error:
        raise NoAnswer(endpoint(host, port)) from error
    finally:
        ringer.answer.cancel()
        for transport in transports.values():
            transport.close()
