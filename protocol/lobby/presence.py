"""Which guests have been away for too long."""

from __future__ import annotations

from collections.abc import Mapping

LEFT, NEVER_CAME = 4.0, 12.0
"""Seconds after which the seat of a guest who was connected, or never was, is free again."""
CLOSED = 8.0
"""The same for the player who opened the table."""


class Presence:
    """Remembers when each guest was first listed and last connected, by identity."""

    def __init__(self) -> None:
        self._listed: dict[bytes, float] = {}
        self._seen: dict[bytes, float] = {}

    def gone(self, there: Mapping[bytes, bool], opener: bytes, now: float) -> set[bytes]:
        """The guests who have been away for too long. `there` says for each one if they are connected."""
        gone = set()
        for identity, up in there.items():
            first = self._listed.setdefault(identity, now)
            if up:
                self._seen[identity] = now
                continue
            patience = CLOSED if identity == opener else LEFT
            seen = self._seen.get(identity)
            if now - first > NEVER_CAME if seen is None else now - seen > patience:
                gone.add(identity)
        for identity in [known for known in self._listed if known not in there or known in gone]:
            self._listed.pop(identity)
            self._seen.pop(identity, None)
        return gone
