"""A network cable between a browser and everything else, which can be cut: nobody is told."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType


class Cable:
    """A proxy on loopback. While it is cut it holds everything, as if packets were lost and sent again."""

    def __enter__(self) -> Cable:
        self._whole = threading.Event()
        self._whole.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._whole.set()
        for one in (self._listener, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _place = self._listener.accept()
                self._open.append(near)
                threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        """`CONNECT host:port` for a WebSocket, `GET http://host:port/path` for a file."""
        with suppress(OSError, ValueError):
            head = b""
            while b"\r\n\r\n" not in head:
                if not (some := near.recv(65536)):
                    return
                head += some
            self._whole.wait()
            method, target, _rest = head.split(b" ", 2)
            place = target.removeprefix(b"http://").partition(b"/")[0].decode()
            host, _colon, port = place.rpartition(":")
            far = socket.create_connection((host, int(port)))
            self._open.append(far)
            if method == b"CONNECT":
                near.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
            else:
                far.sendall(head.replace(b"http://" + place.encode(), b"", 1))
            threading.Thread(target=self._pump, args=(far, near), daemon=True).start()
            self._pump(near, far)

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while some := source.recv(65536):
                self._whole.wait()
                target.sendall(some)
            self._whole.wait()
            target.shutdown(socket.SHUT_WR)
