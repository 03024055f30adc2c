"""The table's clock."""

from __future__ import annotations

import time

MAX_STEP = 2_000
"""Milliseconds by which the clock advances at most between two readings: if this program stood still (a
suspended laptop), that was nobody's silence."""


class Clock:
    """Milliseconds since 1970 when it is made; from then on it only grows, and never leaps."""

    def __init__(self) -> None:
        self._shown = time.time_ns() // 1_000_000
        self._then = time.monotonic_ns()

    def now(self) -> int:
        now = time.monotonic_ns()
        passed = (now - self._then) // 1_000_000
        self._then += passed * 1_000_000
        self._shown += min(passed, MAX_STEP)
        return self._shown
