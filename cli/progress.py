"""How far something long has come, on the terminal that errors go to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cli.screen.canvas import cut

_WIDTH = 30


@contextmanager
def progress_bar(label: str = "") -> Iterator[Callable[[int, int], None] | None]:
    """A bar that is told how much is done of how much, and is gone afterwards; None if nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    drawn = -1
    columns = os.get_terminal_size(sys.stderr.fileno()).columns
    label = cut(label, columns - _WIDTH - 4)  # only one line can be taken back

    def show(done: int, of: int) -> None:
        nonlocal drawn
        filled = _WIDTH * done // max(of, 1)
        if filled != drawn:
            bar = "#" * filled + "." * (_WIDTH - filled)
            print(f"\r[{bar}] {label}", end="", file=sys.stderr, flush=True)
            drawn = filled

    try:
        yield show
    finally:
        # Spaces: a Windows console prints escape sequences as they are until it is told not to.
        print(f"\r{' ' * (columns - 1)}\r", end="", file=sys.stderr, flush=True)
