"""Keeps Python's garbage collector from searching what is being read from a file."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_off() -> Iterator[None]:
    """For reading a whole game: all that is made then is kept, and would be searched again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()  # also while another thread still reads: that only makes it slower
