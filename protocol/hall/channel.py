"""The part of the mesh that one table of a tournament uses: its players, and those who watch it."""

from __future__ import annotations

import time
from collections.abc import Collection

from protocol.log.entry import digest
from protocol.net.keys_and_card import Card
from protocol.net.mesh import Mesh
from protocol.tournament.hall import TABLE_OF

TAG = 6
"""Bytes of a game's id that tell the messages of tables apart."""
WATCHES = 15.0
"""Seconds for which somebody who has asked for something is sent all messages of the table."""
MAX_WATCHERS = 80


def tag_of(body: bytes) -> bytes:
    """What the messages of the game with this genesis begin with."""
    return digest(body)[:TAG]


class Channel:
    """Implements `protocol.peer.links.Links`."""

    def __init__(self, mesh: Mesh, tag: bytes, players: Collection[bytes]) -> None:
        """`players` are the network keys of the others at this table."""
        self.keys = mesh.keys
        self.tag = tag
        self._mesh = mesh
        self._players = frozenset(players)
        self._watchers: dict[bytes, float] = {}

    def heard(self, key: bytes) -> None:
        """Somebody has asked for something of this table."""
        if key in self._players:
            return
        if key in self._watchers or len(self._here()) < MAX_WATCHERS:
            self._watchers[key] = time.monotonic()

    def _here(self) -> list[bytes]:
        now = time.monotonic()
        self._watchers = {key: then for key, then in self._watchers.items() if now - then < WATCHES}
        return [*self._players, *self._watchers]

    @property
    def peers(self) -> dict[bytes, bool]:
        up = self._mesh.peers
        return {key: up[key] for key in self._here() if key in up}

    def cards(self) -> dict[bytes, Card]:
        return {key: card for key, card in self._mesh.cards().items() if key in self._players}

    def card(self) -> Card:
        return self._mesh.card()

    def send(self, key: bytes, data: bytes) -> bool:
        return self._mesh.send(key, TABLE_OF + self.tag + data)

    def broadcast(self, data: bytes, *, spectators: bool = True, first: bytes | None = None) -> int:
        keys = sorted(self._here() if spectators else self._players, key=lambda key: key != first)
        return sum(self.send(key, data) for key in keys)
