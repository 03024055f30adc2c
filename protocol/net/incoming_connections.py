"""Tracks every TCP connection to our ROUTER, so that each can be counted and closed separately.

ZeroMQ has no call to close one connection of a ROUTER. But its monitor reports the descriptor of each
accepted connection, and each message carries the descriptor it came from. Shutting that down (never closing
it: it belongs to ZeroMQ) makes ZeroMQ drop the connection. We first check that the descriptor is a TCP
connection to our port. On Windows ZeroMQ aborts the whole program when it finds its socket shut down: there
the connection stays open, and we ignore its messages for a while.
"""

import socket
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import zmq

from protocol.net.address import plain
from protocol.net.async_socket import Pump
from protocol.net.fault_statistics import Faults
from protocol.net.limits import Bucket, Limits

_EVENTS = (
    zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_ACCEPT_FAILED
)
_ENDPOINT = "inproc://p2puno.connections"
_TCP_INFO = 11  # Linux: option number, and the offset of tcpi_bytes_received in its struct
_BYTES_RECEIVED = 128
CAN_CLOSE = sys.platform != "win32"
"""Whether a single connection can be closed."""
_FRAMING = 48  # the minimum that CURVE and ZMTP add to each message


@dataclass(slots=True)
class Connection:
    """One accepted connection. ``key`` is set once an admitted key has used it."""

    fd: int
    ip: str
    since: float
    key: bytes | None = None
    seen: int = 0  # bytes of it that reached us
    strikes: int = 0
    knocks: Bucket | None = None
    ignored_until: float = 0.0  # only where we cannot close it


class Connections:
    """Tracks the ROUTER's connections; limits the number and duration of strangers' connections."""

    def __init__(
        self,
        ctx: "zmq.Context[zmq.Socket[bytes]]",
        router: "zmq.Socket[bytes]",
        limits: Limits,
        faults: Faults,
    ) -> None:
        self._router = router
        self._limits = limits
        self._faults = faults
        self._by_fd: dict[int, Connection] = {}
        self.port = 0
        self.now = 0.0
        monitor = ctx.socket(zmq.PAIR)
        # Unbounded, because a full monitor would block ZeroMQ's own thread; events are tiny and read at once.
        monitor.rcvhwm = 0
        monitor.linger = 0
        router.monitor(_ENDPOINT, _EVENTS)
        monitor.connect(_ENDPOINT)
        self._pump = Pump(monitor, self._event)

    def close(self) -> None:
        if not self._router.closed:
            self._router.disable_monitor()
        self._pump.close(0)

    def __len__(self) -> int:
        return len(self._by_fd)

    def of(self, frame: zmq.Frame) -> Connection:
        """The connection that a message came from; counts the message."""
        try:
            fd = int(frame.get("__fd"))
        except zmq.ZMQError:  # a libzmq without this information: only closing single connections fails
            return Connection(-1, plain(str(frame.get("Peer-Address"))), self.now)
        connection = self._by_fd.get(fd)
        if connection is None:  # the message overtook the monitor's event
            connection = Connection(fd, plain(str(frame.get("Peer-Address"))), self.now)
            self._by_fd[fd] = connection
        connection.seen += len(frame) + _FRAMING
        return connection

    def claim(self, connection: Connection, key: bytes) -> None:
        """Assign the connection to an admitted key. If a key has too many, its oldest one is closed."""
        if connection.key == key:
            return
        connection.key = key
        mine = sorted((c for c in self._by_fd.values() if c.key == key), key=lambda c: c.since)
        for old in mine[: -self._limits.connections_per_key]:
            self.kick(old, "too many connections")

    def release(self, key: bytes, why: str) -> None:
        """The key is no longer admitted: close all its connections."""
        for connection in [c for c in self._by_fd.values() if c.key == key]:
            self.kick(connection, why)

    def ignores(self, connection: Connection) -> bool:
        """Whether to ignore messages of this connection: it was kicked, but could not be closed."""
        return self.now < connection.ignored_until

    def kick(self, connection: Connection, why: str) -> None:
        """Close only this connection. The peer may reconnect, if ZAP lets it."""
        self._faults.count(connection.ip, why)
        if not CAN_CLOSE:
            connection.strikes = 0
            connection.ignored_until = self.now + self._limits.penalty
            return
        self._by_fd.pop(connection.fd, None)
        with _borrow(connection.fd) as sock:
            if sock is not None and self._is_ours(sock):
                with suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)

    def sweep(self, now: float) -> None:
        """Close strangers that stay too long and senders of endless messages; forget closed connections."""
        self.now = now
        for connection in list(self._by_fd.values()):
            if CAN_CLOSE and connection.key is None and now - connection.since > self._limits.stranger_time:
                self.kick(connection, "stranger stayed")
                continue
            received = 0
            with _borrow(connection.fd) as sock:
                if sock is None or not self._is_ours(sock):
                    self._by_fd.pop(connection.fd, None)
                    continue
                received = _received(sock)
            # ZeroMQ buffers the parts of an endless message without limit and never shows them to us.
            if received - connection.seen > self._limits.unread:
                self.kick(connection, "endless message")

    def _event(self, frames: list[zmq.Frame]) -> None:
        event, value = struct.unpack("=Hi", frames[0].bytes[:6])
        if event == zmq.EVENT_ACCEPTED:
            self._accepted(value)
        elif event == zmq.EVENT_DISCONNECTED:
            gone = self._by_fd.pop(value, None)
            if gone is not None and gone.key is None and not gone.seen:
                self._faults.count(gone.ip, "no handshake")
        elif event == zmq.EVENT_ACCEPT_FAILED:
            self._faults.count("system", "accept failed")

    def _accepted(self, fd: int) -> None:
        known = self._by_fd.get(fd)
        if known is not None:  # its first message came before this event
            known.since = self.now
            return
        ip = "gone"
        with _borrow(fd) as sock:
            if sock is not None:
                with suppress(OSError):
                    ip = plain(sock.getpeername()[0])
        self._by_fd[fd] = Connection(fd, ip, self.now)
        if not CAN_CLOSE or len(self._by_fd) <= self._limits.strangers:
            return
        # The address with the most connections loses one. Its oldest goes: a handshake takes milliseconds, so
        # that one is the least likely to be a player's.
        strangers = [c for c in self._by_fd.values() if c.key is None]
        if len(strangers) > self._limits.strangers:
            [(crowd, _count)] = Counter(c.ip for c in strangers).most_common(1)
            self.kick(next(c for c in strangers if c.ip == crowd), "too many strangers")

    def _is_ours(self, sock: socket.socket) -> bool:
        if sock.type != socket.SOCK_STREAM:
            return False
        try:
            return bool(sock.getsockname()[1] == self.port)
        except (OSError, IndexError):
            return False


@contextmanager
def _borrow(fd: int) -> Iterator[socket.socket | None]:
    """The socket object of a descriptor that belongs to ZeroMQ; we never close it. None if it is gone."""
    try:
        sock = socket.socket(fileno=fd)
    except (OSError, ValueError):
        yield None
        return
    try:
        yield sock
    finally:
        sock.detach()


def _received(sock: socket.socket) -> int:
    """Bytes that the system has received for this connection; 0 if unknown (see docs/network.md)."""
    if sys.platform != "linux":
        return 0
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _BYTES_RECEIVED + 8)
    except OSError:
        return 0
    return int.from_bytes(info[_BYTES_RECEIVED:], "little" if sys.byteorder == "little" else "big")
