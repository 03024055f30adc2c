"""The newest cards of all guests: where each can be reached now."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.net.keys_and_card import Card
from protocol.net.mesh import Mesh


def newest_cards(known: Mapping[bytes, Card], mesh: Mesh) -> list[Card]:
    """One card for each identity in `known`, and our own: the newest that we or the mesh have."""
    newest, there = dict(known), mesh.peers
    for key, card in mesh.cards().items():
        # A connected peer has just sent its card, whatever its clock says; else the higher serial counts.
        before = newest.get(card.identity)
        if before is not None and (there[key] or card.serial > before.serial):
            newest[card.identity] = card
    own = mesh.card()
    return [*(newest | {own.identity: own}).values()]
