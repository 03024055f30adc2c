"""A progress bar in one line of the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_WIDTH = 30


class Bar:
    """Drawn on standard error if that is a terminal; removed when the `with` ends or after `clear`."""

    def __init__(self, label: str = "") -> None:
        self.seen = sys.stderr is not None and sys.stderr.isatty()
        self._drawn = -1
        self._label = label
        if not self.seen:
            return
        room = os.get_terminal_size(sys.stderr.fileno()).columns - _WIDTH - 4
        if 2 * len(label) > room:  # even if all characters have double width
            from cli.screen.canvas import cut  # here: it imports prompt_toolkit

            self._label = cut(label, room)  # only one line can be erased

    def show(self, done: int, of: int) -> None:
        filled = _WIDTH * done // max(of, 1)
        if self.seen and filled != self._drawn:
            bar = "#" * filled + "." * (_WIDTH - filled)
            print(f"\r[{bar}] {self._label}", end="", file=sys.stderr, flush=True)
            self._drawn = filled

    def clear(self) -> None:
        if self.seen and self._drawn >= 0:
            # Spaces: a Windows console prints escape sequences literally until they are enabled.
            columns = os.get_terminal_size(sys.stderr.fileno()).columns
            print(f"\r{' ' * (columns - 1)}\r", end="", file=sys.stderr, flush=True)
            self._drawn = -1

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()


@contextmanager
def progress_bar(label: str = "") -> Iterator[Callable[[int, int], None] | None]:
    """A callback for a bar: how much is done of how much; None if nobody watches."""
    with Bar(label) as bar:
        yield bar.show if bar.seen else None
