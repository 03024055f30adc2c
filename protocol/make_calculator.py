"""The calculator of a program that plays, watches or verifies a real game."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from protocol.deck import Calculator

# With more threads than this they wait for each other: each needs the interpreter between two products.
_MOST = 4


def calculator(*, alone: bool = False) -> Calculator:
    """A calculator with private weights, and with several threads unless `alone`."""
    threads = 1 if alone else min(os.cpu_count() or 1, _MOST)
    executor = ThreadPoolExecutor(threads, "deck") if threads > 1 else None
    return Calculator(executor=executor, private=os.urandom(32))
