"""Being told to end by the system, where it has a way to tell: Windows has no such signals."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def when_told_to_end(end: Callable[[int], None]) -> None:
    """Call `end` with the number of the signal, from now on and instead of whatever was called before."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, end, number)


def forget_endings() -> None:
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        with suppress(NotImplementedError):
            loop.remove_signal_handler(number)
