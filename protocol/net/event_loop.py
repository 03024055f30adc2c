"""An event loop that can watch sockets, on every system."""

import asyncio
import signal
import socket
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Like ``asyncio.run``, with the selector loop where the default one cannot watch ZeroMQ (Windows)."""
    windows = sys.platform == "win32"
    with (
        asyncio.Runner(loop_factory=asyncio.SelectorEventLoop if windows else None) as runner,
        woken_by_signals(runner.get_loop()) if windows else nullcontext(),
    ):
        return runner.run(main)


@contextmanager
def woken_by_signals(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Wake the loop when a signal arrives, so that Python calls its handler immediately.

    Elsewhere a signal interrupts ``select``. On Windows it does not: Ctrl-C would wait for the next event.
    """
    ours, written = socket.socketpair()
    for end in (ours, written):
        end.setblocking(False)

    def drain() -> None:
        with suppress(BlockingIOError):
            ours.recv(4096)

    loop.add_reader(ours, drain)
    before = signal.set_wakeup_fd(written.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        loop.remove_reader(ours)
        ours.close()
        written.close()
