"""Announcing an open table on the local network, so that others find it without typing an address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from protocol.lobby.lobby import Lobby
from protocol.net.discovery import Announcement, Announcer
from protocol.net.errors import Unavailable
from protocol.version import RULES

CHECK = 2.0
"""Seconds between two checks whether the announcement is still up to date."""


def announcement(lobby: Lobby) -> Announcement:
    """What everybody on the network may know about a table."""
    options = lobby.terms.options
    return Announcement(
        table=lobby.founding.label,
        addresses=tuple(lobby.mesh.address),
        rules=options.variant,
        mode=options.mode,
        seats_taken=len(lobby.guests),
        seats=lobby.seats,
        opened_by=next(guest.name for guest in lobby.guests if guest.identity == lobby.founding.founder),
        version=str(RULES),
    )


async def announce(lobby: Lobby, on_trouble: Callable[[Unavailable], None]) -> None:
    """Announce the table until the game begins."""
    announcer, shown = Announcer(), None
    try:
        while lobby.genesis is None:
            now = announcement(lobby)
            if now != shown:
                if (trouble := await announcer.announce(now)) is not None:
                    on_trouble(trouble)
                    return
                shown = now
            await asyncio.sleep(CHECK)
    finally:
        await announcer.close()
