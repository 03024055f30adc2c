"""Visiting a table: see what is played there, ask for a seat, or ask to watch."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

from protocol.codec import pack
from protocol.lobby.errors import LobbyError, Refusal, refusal_in
from protocol.lobby.knock import Visit, knock
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding
from protocol.lobby.messages import PLAYER, WATCHER, Description, Wish
from protocol.log.genesis import NONCE_BYTES
from protocol.net.address import Address
from protocol.net.errors import NetError
from protocol.net.mesh import Mesh

WATCH_AGAIN = 3.0
"""Seconds between two checks whether anybody at the watched table is still connected."""


async def visit(mesh: Mesh, address: Address, timeout: float = 8.0) -> tuple[Visit, Description]:
    """Knock, and see what is played there."""
    seen = await knock(mesh.keys, mesh.card(), address, timeout=timeout)
    return seen, Description.read(seen.table.description)


async def join(
    mesh: Mesh,
    seen: Visit,
    described: Description,
    name: str,
    operator: bytes | None = None,
    word: bytes = b"",
    has_code: bool = False,
) -> Lobby:
    """Ask for a seat at the visited table; raises LobbyError if it is refused. `has_code`: the table was
    checked against a code."""
    lobby = Lobby(mesh, described.terms, described.seats, seen.table.founding, [])
    lobby.operator = operator or lobby.operator
    wish = Wish(PLAYER, lobby.nonce, lobby.operator, word, has_code)
    _admit_all(mesh, seen)
    for card in seen.table.cards:
        lobby.cards[card.identity] = card
    _check_verdict(await _ask(mesh, seen, name, wish), "seated")
    return lobby


async def watch(mesh: Mesh, seen: Visit, name: str) -> None:
    """Ask to watch."""
    _admit_all(mesh, seen)
    wish = Wish(WATCHER, os.urandom(NONCE_BYTES), mesh.keys.identity.public, b"")
    _check_verdict(await _ask(mesh, seen, name, wish), "watch")


async def keep_watching(mesh: Mesh, table: Founding, places: list[Address], name: str) -> None:
    """When no player is connected any more, ask again at the table's known addresses: players who restart do
    not remember their spectators."""
    while True:
        await asyncio.sleep(WATCH_AGAIN)
        for place in [] if any(mesh.peers.values()) else places:
            with suppress(NetError, LobbyError, OSError):
                seen, _described = await visit(mesh, place, WATCH_AGAIN)
                if seen.table.founding.table == table.table:
                    await watch(mesh, seen, name)
                    break


async def _ask(mesh: Mesh, seen: Visit, name: str, wish: Wish) -> bytes:
    return await seen.sit(name, wish.pack(mesh.keys, seen.card, name, seen.table.founding))


def _admit_all(mesh: Mesh, seen: Visit) -> None:
    for card in seen.table.cards:
        if card.curve != mesh.keys.curve_public:
            mesh.admit(card.curve, card.addresses, identity=card.identity)


def _check_verdict(verdict: bytes, wanted: str) -> None:
    if verdict != pack([wanted]):
        raise LobbyError(refusal_in(verdict) or Refusal.REQUEST)
