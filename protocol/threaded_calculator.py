"""The calculator of a program that plays, watches or checks a real game."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from protocol.deck import Calculator

# More threads than this wait for each other: between two products each needs the interpreter for a moment.
_MOST = 4


def calculator(*, alone: bool = False) -> Calculator:
    """With weights of its own, and the machine's cores unless they are left to others (`alone`)."""
    threads = 1 if alone else min(os.cpu_count() or 1, _MOST)
    executor = ThreadPoolExecutor(threads, "deck") if threads > 1 else None
    return Calculator(executor=executor, private=os.urandom(32))
