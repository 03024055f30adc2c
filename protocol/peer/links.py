"""What a peer needs of the network: a whole mesh, or that part of it which one table uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from protocol.net.keys_and_card import Card, Keys


class Links(Protocol):
    keys: Keys

    @property
    def peers(self) -> Mapping[bytes, bool]:
        """Every admitted key, and whether the peer is connected."""

    def cards(self) -> Mapping[bytes, Card]:
        """The newest signed card of every peer that has shown one."""

    def card(self) -> Card:
        """Our own card."""

    def send(self, key: bytes, data: bytes) -> bool:
        """Send without waiting; False if something was lost."""

    def broadcast(self, data: bytes, *, spectators: bool = True, first: bytes | None = None) -> int:
        """Send to every peer, and to `first` before the others; returns to how many."""
