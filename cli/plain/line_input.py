"""Reads typed or piped lines without blocking the game."""

from __future__ import annotations

import asyncio
import os
import select
import stat
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterable

_PATIENCE = 0.2
"""Seconds that a pipe without `--plain` has for its first line."""


_unread: deque[str] = deque()
"""Lines that were read, and that nobody has taken."""


def put_back(unneeded: Iterable[str]) -> None:
    """Leave lines to whoever reads next."""
    _unread.extendleft(reversed(list(unneeded)))


async def lines(fd: int) -> AsyncIterator[str]:
    """The input line by line, until it ends. When the caller stops, what is typed next is left for others;
    not on Windows, where a console cannot be polled."""
    while _unread:
        yield _unread.popleft()
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    stopped, stop = os.pipe()

    def give(line: str | None) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, line)

    def pump() -> None:
        try:
            rest = b""
            while some := _read(fd, stopped):
                *whole, rest = (rest + some).split(b"\n")
                for line in whole:
                    give(_decoded(line))
            if rest:
                give(_decoded(rest))
            give(None)
        except RuntimeError:
            pass  # the loop ended before the input
        finally:
            os.close(stopped)

    threading.Thread(target=pump, daemon=True, name="input").start()
    try:
        while (line := await queue.get()) is not None:
            yield line
    finally:
        os.close(stop)
        while not queue.empty():
            if (line := queue.get_nowait()) is not None:
                _unread.append(line)


def _read(fd: int, stopped: int) -> bytes:
    """Wait for input; empty if it has ended, or if the other end of the pipe `stopped` was closed first."""
    try:
        if sys.platform != "win32" and stopped in select.select([fd, stopped], [], [])[0]:
            return b""
        # Bypass sys.stdin, whose lock would hang the program at exit, but use Python's own reader: from a
        # Windows console it reads UTF-8, where os.read gets the console's old code page.
        with open(fd, "rb", buffering=0, closefd=False) as source:
            return source.read(4096) or b""
    except OSError:
        return b""


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip("\r")


def somebody_types(asked_for: bool) -> bool:
    """Whether standard input can answer questions.

    A terminal and a file can; the null device cannot. A pipe can, if `--plain` asked for it or its first line
    is there at once: a program that starts us with a pipe and never writes must not make us hang.
    """
    if sys.stdin is None:
        return False
    try:
        fd = sys.stdin.fileno()
        mode = os.fstat(fd).st_mode
    except (OSError, ValueError):
        return False
    if os.isatty(fd) or stat.S_ISREG(mode):
        return True
    if stat.S_ISCHR(mode):
        return False
    if asked_for or sys.platform == "win32":  # there a pipe cannot be polled
        return asked_for
    ready, _writing, _errors = select.select([fd], [], [], _PATIENCE)
    if not ready:
        return False
    if stat.S_ISFIFO(mode):
        waiting = select.poll()
        waiting.register(fd, select.POLLIN)
        return any(event & select.POLLIN for _fd, event in waiting.poll(0))
    return True
