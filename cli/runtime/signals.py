"""The signals by which the system asks us to terminate; Ctrl-Break on Windows."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


def when_told_to_end(end: Callable[[int], None]) -> None:
    """From now on, call `end` with the number of the signal; replaces earlier handlers."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        try:
            loop.add_signal_handler(number, end, number)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda number, _frame: loop.call_soon_threadsafe(end, number))


def forget_endings() -> None:
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        try:
            loop.remove_signal_handler(number)
        except NotImplementedError:
            signal.signal(number, signal.SIG_DFL)
