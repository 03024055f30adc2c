"""The table's clock."""

from __future__ import annotations

import time

MAX_STEP = 2_000
"""The maximum milliseconds by which the clock advances between two readings: if this program was suspended (a
closed laptop), the other players were not silent during that time."""


class Clock:
    """Milliseconds since 1970 at its creation; monotonic and without jumps from then on."""

    def __init__(self) -> None:
        self._shown = time.time_ns() // 1_000_000
        self._then = time.monotonic_ns()

    def now(self) -> int:
        now = time.monotonic_ns()
        passed = (now - self._then) // 1_000_000
        self._then += passed * 1_000_000
        self._shown += min(passed, MAX_STEP)
        return self._shown
