"""Finding players again whose ports have changed: ring where they were, at the ports that tables use.

After a restart of everybody each may listen at another port than the others remember. The doorbell tells the
key of who listens; that proves nothing, but the mesh lets nobody in who does not hold the key it asks for.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from protocol.net.address import DEFAULT_PORT, endpoint, split_endpoint
from protocol.net.doorbell import ring
from protocol.net.errors import NetError
from protocol.net.keys import Card
from protocol.net.mesh import Mesh

PORTS = range(DEFAULT_PORT, DEFAULT_PORT + 10)
EVERY = 5.0
ANSWER = 1.0


async def seek(mesh: Mesh, cards: list[Card]) -> None:
    """Look for whoever of these is not connected, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        there = mesh.peers
        missing = {card.curve: card for card in cards if there.get(card.curve) is False}
        hosts = {split_endpoint(place)[0] for card in missing.values() for place in card.addresses}
        await asyncio.gather(*(_ring(mesh, missing, host, port) for host in hosts for port in PORTS))


async def _ring(mesh: Mesh, missing: dict[bytes, Card], host: str, port: int) -> None:
    with suppress(NetError, OSError):
        _ip, _port, key = await ring(host, port, ANSWER)
        if key in missing and key in mesh.peers:
            mesh.move(key, [endpoint(host, port), *missing[key].addresses])
