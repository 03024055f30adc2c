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
    """Run this work as a task during the block, and cancel it afterwards. If it fails, the block goes on, and
    the error is raised when the block ends."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        error = await stop(task)
    if error is not None:
        raise error


async def stop(task: asyncio.Task[Any]) -> BaseException | None:
    """Cancel a task and wait for its end; returns the error it ended with.

    To await the task itself, and to ignore that it was cancelled, would also ignore that we are cancelled.
    """
    task.cancel()
    await asyncio.wait([task])
    return None if task.cancelled() else task.exception()


def report_failure(task: asyncio.Task[Any]) -> None:
    """Report at once that a task has failed: a callback for tasks that nobody waits for."""
    if not task.cancelled() and (error := task.exception()) is not None:
        report(f"{task.get_name()} failed", error)


def report(what: str, error: BaseException) -> None:
    """Report an error that ends nothing."""
    asyncio.get_running_loop().call_exception_handler({"message": what, "exception": error})


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
