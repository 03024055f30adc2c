"""Waits for one typed line, so that one Ctrl-C always ends the program."""

from __future__ import annotations

import asyncio
import select
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from cli.runtime.output import say

LOOK = 0.1
"""Seconds between two looks at whether the answer is still wanted."""


async def ask(question: str) -> str | None:
    """Ask in one line, and wait for the answer while the program goes on; None when the input has ended."""
    say(question, end=" ")
    answer = await typed_line()
    if answer is None or not sys.stdin.isatty():
        print(flush=True)  # no Enter was echoed
    return answer


async def typed_line() -> str | None:
    """The next line of the input; None when it has ended.

    It is read in a thread that nobody waits for. The main thread only waits in the event loop: Python would
    miss a Ctrl-C that comes just before it blocks in a read, and asyncio the first one during a read.
    """
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str | None] = loop.create_future()

    def give(typed: str | None) -> None:
        if not line.done():
            line.set_result(typed)

    def read() -> None:
        typed = _read_line(0, line.done)
        with suppress(RuntimeError):  # the loop ended before the input
            loop.call_soon_threadsafe(give, typed)

    threading.Thread(target=read, daemon=True, name="answer").start()
    return await line


def _read_line(fd: int, unwanted: Callable[[], bool]) -> str | None:
    """One line, and not a byte more: a game may want the rest. It reads nothing once that
    is `unwanted`."""
    typed = b""
    try:
        # Not sys.stdin, which reads ahead, and whose lock would hang the program at exit. Not os.read, which
        # gets the old code page from a Windows console.
        with open(fd, "rb", buffering=0, closefd=False) as source:
            while not typed.endswith(b"\n"):
                if not _comes(fd, unwanted):
                    return None
                byte = source.read(1)
                if not byte:
                    return typed.decode("utf-8", "replace").strip() or None
                typed += byte
    except (OSError, ValueError):
        return None
    return typed.decode("utf-8", "replace").strip()


def _comes(fd: int, unwanted: Callable[[], bool]) -> bool:
    """Wait for input, or until it is unwanted."""
    try:
        while not select.select([fd], [], [], LOOK)[0]:
            if unwanted():
                return False
    except (OSError, ValueError):
        pass  # a Windows console cannot be asked: reading it blocks
    return not unwanted()
