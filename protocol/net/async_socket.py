"""A ZeroMQ socket on the event loop, without a future per message."""

import asyncio
from collections.abc import Callable
from typing import cast

import zmq

from protocol.net.errors import NeedsSelectorLoop

# As plain numbers: with the library's enumerations every test of a bit makes an object.
_IN, _OUT = int(zmq.POLLIN), int(zmq.POLLOUT)
_NOW, _PART = int(zmq.DONTWAIT), int(zmq.DONTWAIT | zmq.SNDMORE)
# How many messages one socket may handle before others get their turn on the loop.
TURN = 32


class Pump:
    """Passes every message of a socket to ``on_message``, and calls ``on_writable`` when sending is possible.

    ZeroMQ's descriptor signals only *changes*, and sending consumes signals too: after every send one must
    check again, which ``send`` does. An exception in a callback goes to the loop's exception handler and
    stops nothing.
    """

    def __init__(
        self,
        sock: "zmq.Socket[bytes]",
        on_message: Callable[[list[zmq.Frame]], None],
        on_writable: Callable[[], None] | None = None,
    ) -> None:
        self._sock = sock
        self._on_message = on_message
        self._on_writable = on_writable
        self._loop = asyncio.get_running_loop()
        self._scheduled = False
        self._fd = int(sock.getsockopt(zmq.FD))
        try:
            self._loop.add_reader(self._fd, self._look)
        except NotImplementedError as error:
            raise NeedsSelectorLoop from error
        self._look_soon()

    def send(self, parts: list[bytes]) -> bool:
        """Send without waiting; returns whether ZeroMQ accepted it."""
        if self._sock.closed:
            return False
        self._look_soon()
        try:
            for part in parts[:-1]:
                self._sock.send(part, _PART)
            self._sock.send(parts[-1], _NOW)
        except zmq.ZMQError:  # full (EAGAIN), or that peer is gone (EHOSTUNREACH)
            return False
        return True

    @property
    def writable(self) -> bool:
        return bool(self._events() & _OUT)

    def close(self, linger: int | None = None) -> None:
        """Stop watching and close the socket; queued messages have ``linger`` milliseconds to leave."""
        if not self._sock.closed:
            self._loop.remove_reader(self._fd)
            self._sock.close(linger)

    def _events(self) -> int:
        """The possible events; none once a callback has closed the socket."""
        return 0 if self._sock.closed else cast(int, self._sock.getsockopt(zmq.EVENTS))

    def _look_soon(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._look_again)

    def _look_again(self) -> None:
        self._scheduled = False
        self._look(self._events())

    def _look(self, events: int = _IN) -> None:
        """Receive what has arrived. Asking for the events takes as long as receiving a message, so a signal
        of the descriptor counts as one."""
        for _ in range(TURN):
            if not events & _IN:
                break
            try:
                frames = [self._sock.recv(_NOW, copy=False)]
                while frames[-1].more:
                    frames.append(self._sock.recv(_NOW, copy=False))
            except zmq.Again:
                events = self._events()
                break
            self._call(self._on_message, frames)
            events = self._events()
        else:
            self._look_soon()
        if self._on_writable is not None and events & _OUT:
            self._call(self._on_writable)

    def _call(self, callback: Callable[..., None], *args: object) -> None:
        try:
            callback(*args)
        except Exception as error:
            self._loop.call_exception_handler({"message": "a network callback failed", "exception": error})
