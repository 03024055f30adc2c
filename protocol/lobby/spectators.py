"""The spectators of a table."""

from __future__ import annotations

import time

from protocol.lobby.errors import LobbyError, Refusal
from protocol.net.keys_and_card import Card
from protocol.net.mesh import Mesh

MAX_WATCHERS = 16
GONE = 12.0
"""Seconds after which a spectator who is not connected makes room for another."""


class Watchers:
    """Lets spectators into the mesh, by network key."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh = mesh
        self._seen: dict[bytes, float] = {}

    def __contains__(self, key: bytes) -> bool:
        return key in self._seen

    def let_in(self, card: Card) -> None:
        """Admit a spectator. Raises LobbyError if there are too many."""
        self._make_room()
        if card.curve not in self._seen and len(self._seen) >= MAX_WATCHERS:
            raise LobbyError(Refusal.WATCHERS)
        self._mesh.admit(card.curve, card.addresses, spectator=True)
        self._seen[card.curve] = time.monotonic()

    def takes_seat(self, key: bytes) -> None:
        """A spectator becomes a player."""
        self._seen.pop(key, None)

    def _make_room(self) -> None:
        now, there = time.monotonic(), self._mesh.peers
        for key, then in list(self._seen.items()):
            if there.get(key):
                self._seen[key] = now
            elif now - then > GONE:
                del self._seen[key]
                self._mesh.expel(key)
