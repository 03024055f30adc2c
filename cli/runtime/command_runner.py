"""Runs a command to its end: handles errors and requests to terminate."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from cli.words.language import _

if TYPE_CHECKING:
    import asyncio
    from pathlib import Path

T = TypeVar("T")

MOST_STRAYS = 3
"""How many errors that did not end the program are reported: one may recur with every message."""


class CommandError(Exception):
    """A user error: the message says what is wrong and what to do."""


def run(command: Coroutine[Any, Any, T]) -> T:
    """Run it in an event loop. Errors in callbacks, tasks or threads that nobody waits for are written to a
    report, and shown when the screen is closed: they do not end a game."""
    import asyncio
    import threading

    from cli.runtime import crash_report as crash
    from cli.runtime.output import is_broken_pipe, warn
    from protocol.net.event_loop import run as run_loop

    reports: list[Path] = []

    def stray(error: BaseException) -> None:
        if is_broken_pipe(error):
            return  # the reader of our output is gone: not a bug
        if len(reports) < MOST_STRAYS and (path := crash.report(error)) is not None:
            reports.append(path)

    def in_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if isinstance(error := context.get("exception"), Exception):
            stray(error)
        if crash.debugging():
            loop.default_exception_handler(context)

    def in_thread(failed: threading.ExceptHookArgs) -> None:
        if isinstance(failed.exc_value, Exception):
            stray(failed.exc_value)

    async def watched() -> T:
        asyncio.get_running_loop().set_exception_handler(in_loop)
        return await command

    before, threading.excepthook = threading.excepthook, in_thread
    try:
        return run_loop(watched())
    finally:
        threading.excepthook = before
        for path in reports[:1]:
            warn(crash.with_report(_("Something went wrong inside p2puno; the game continues."), path))


def run_until_told_to_end(command: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run it in an event loop; cancel it when the terminal is closed or the system asks us to terminate."""
    return run(_until_told_to_end(command))


async def _until_told_to_end(command: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Shut down cleanly also when the terminal is closed or the system asks us to terminate."""
    import asyncio
    from contextlib import suppress

    from cli.runtime.signals import when_told_to_end

    told: list[int] = []
    task = asyncio.ensure_future(command())

    def end(number: int) -> None:
        told.append(number)
        task.cancel()

    when_told_to_end(end)
    try:
        return await task
    except asyncio.CancelledError:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        if told:
            return 128 + told[0]
        raise
