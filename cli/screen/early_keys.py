"""Keys that come too early: a key pressed for one screen must never act on the next one.

Enter that closes the result of a round must not also accept the Wild Draw Four behind it.
"""

from __future__ import annotations

from collections.abc import Iterable

EARLY = 0.4
"""Seconds after which a key is meant for what is on the screen now."""
CLOSING = frozenset({"enter", "space", "escape"})
"""The keys that close a panel, skip a moment or accept what is proposed."""


class EarlyKeys:
    """Knows what has just appeared on the screen, and which keys may have been meant for what was there
    before. All times are seconds of one clock."""

    def __init__(self) -> None:
        self._until = 0.0
        self._keys: frozenset[str] | None = frozenset()

    def appeared(self, now: float, keys: Iterable[str] | None = None) -> None:
        """Something that these keys would answer has appeared; any key would, if none are given."""
        if now < self._until and self._keys is None:
            keys = None
        self._until = now + EARLY
        self._keys = None if keys is None else frozenset(keys)

    def forget(self) -> None:
        """The player has certainly seen what appeared."""
        self._until = 0.0

    def take(self, key: str, now: float) -> bool:
        """Whether this key comes too early. A key that is held down stays too early."""
        if now >= self._until or (self._keys is not None and key not in self._keys):
            return False
        self._until = now + EARLY
        return True
