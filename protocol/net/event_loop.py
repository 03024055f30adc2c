"""An event loop that can watch sockets, on every system; and tasks that run beside a block of code."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
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


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None], name: str) -> AsyncIterator[None]:
    """Run this work as a task during the block, and cancel it afterwards. Raises what the work has raised."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


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
