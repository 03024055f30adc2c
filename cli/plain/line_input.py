"""Reads typed or piped lines without blocking the game."""

from __future__ import annotations

import asyncio
import os
import select
import stat
import sys
import threading
from collections.abc import AsyncIterator

_PATIENCE = 0.2
"""Seconds that a pipe without `--plain` has for its first line."""


async def lines(fd: int) -> AsyncIterator[str]:
    """The input line by line, until it ends."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def pump() -> None:
        # Bypass sys.stdin, whose lock would hang the program at exit, but use Python's own reader: from a
        # Windows console it reads UTF-8, where os.read gets the console's old code page.
        source = open(fd, "rb", buffering=0, closefd=False)  # noqa: SIM115 - it stays open
        rest = b""
        while True:
            try:
                some = source.read(4096) or b""
            except OSError:
                some = b""
            *whole, rest = (rest + some).split(b"\n")
            if not some and rest:
                whole.append(rest)
            try:
                for line in whole:
                    loop.call_soon_threadsafe(queue.put_nowait, line.decode("utf-8", "replace").strip("\r"))
                if not some:
                    loop.call_soon_threadsafe(queue.put_nowait, None)
                    return
            except RuntimeError:  # the loop ended before the input
                return

    threading.Thread(target=pump, daemon=True, name="input").start()
    while (line := await queue.get()) is not None:
        yield line


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
