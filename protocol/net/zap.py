"""ZAP (RFC 27): ZeroMQ asks here whether to admit a CURVE key, before it reads anything else."""

from collections.abc import Callable

import zmq

from protocol.net.async_socket import Pump
from protocol.net.zmq_sockets import ZAP_DOMAIN

_ENDPOINT = "inproc://zeromq.zap.01"


class Gatekeeper:
    """Answers ZAP for one context.

    ``decide(key, ip)`` says yes or no; messages then carry the key as User-Id.
    """

    def __init__(self, ctx: "zmq.Context[zmq.Socket[bytes]]", decide: Callable[[bytes, str], bool]) -> None:
        self._decide = decide
        sock = ctx.socket(zmq.ROUTER)
        sock.linger = 0
        sock.bind(_ENDPOINT)
        self._pump = Pump(sock, self._asked)

    def close(self) -> None:
        self._pump.close()

    def _asked(self, frames: list[zmq.Frame]) -> None:
        parts = [frame.bytes for frame in frames]
        split = parts.index(b"")
        envelope, request = parts[: split + 1], parts[split + 1 :]
        version, number, domain, ip, _, mechanism, *credentials = request
        # ZeroMQ in our own process asks, so the format is valid; the content is a stranger's.
        good = (
            version == b"1.0"
            and domain == ZAP_DOMAIN
            and mechanism == b"CURVE"
            and len(credentials) == 1
            and len(credentials[0]) == 32
            and self._decide(credentials[0], ip.decode("ascii", "replace"))
        )
        # 400 closes the connection at once; 300 would keep it until the handshake times out.
        status, user = (b"200", credentials[0].hex().encode()) if good else (b"400", b"")
        self._pump.send([*envelope, b"1.0", number, status, b"", user, b""])


def sender(frame: zmq.Frame) -> bytes:
    """The CURVE key that ZAP admitted on the connection of this message."""
    user = frame.get("User-Id")
    assert isinstance(user, str)
    return bytes.fromhex(user)
