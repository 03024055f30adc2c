"""Lobbies on loopback whose opener does what a test says: it lists and proposes whatever it likes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from p2puno.options import Options
from protocol.identity import Player
from protocol.lobby.guest_list import lobby_message
from protocol.lobby.lobby import Lobby
from protocol.lobby.member_list import Founding, Member
from protocol.lobby.messages import Guest
from protocol.log.entry import GENESIS_TAG
from protocol.log.genesis import NONCE_BYTES, Genesis, genesis_body
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from tests.protocol.net.peers import HOST, until

TERMS = Terms(Options())


class Visitor:
    """A guest's program before the game, on a mesh of its own."""

    def __init__(self, name: str, keys: Keys | None = None) -> None:
        self.name = name
        self.keys = keys or Keys.fresh()
        self.signed: list[bytes] = []
        self.heard: list[bytes] = []
        """All that came over the network, also while gone."""
        self.mesh = Mesh(self.keys, port=0, hosts=[HOST], on_message=self._hear)
        self._lobby: Lobby | None = None
        self.gone = False
        self.waiting: asyncio.Task[Genesis] | None = None

    def _hear(self, key: bytes, message: bytes) -> None:
        self.heard.append(message)
        if self._lobby is not None and not self.gone:
            self._lobby.receive(key, message)

    def enter(self, lobby: Lobby) -> None:
        self._lobby = lobby
        lobby.signing = self.signed.append
        self.waiting = asyncio.create_task(lobby.started())

    def go(self) -> None:
        """Hear and say no more."""
        self.gone = True
        assert self.waiting is not None
        self.waiting.cancel()

    @property
    def lobby(self) -> Lobby:
        assert self._lobby is not None
        return self._lobby

    @property
    def member(self) -> Member:
        return Member(self.keys.identity.public, self.keys.curve_public)

    async def why(self) -> BaseException | None:
        """Wait for the end of the waiting; why the game has not begun, if it has not."""
        assert self.waiting is not None
        await asyncio.wait([self.waiting])
        return self.waiting.exception()


class Opener:
    """Whoever opened the table, who need not be honest."""

    def __init__(self, *guests: Visitor, seats: int = 3) -> None:
        self.keys = Keys.fresh()
        self.seats = seats
        self.terms = TERMS
        self.mesh = Mesh(self.keys, port=0, hosts=[HOST], on_message=lambda *got: None)
        self.founding = Founding.make(self.keys, [self.member, *(guest.member for guest in guests)])

    @property
    def member(self) -> Member:
        return Member(self.keys.identity.public, self.keys.curve_public)

    def lists(self, guests: Sequence[Visitor], founding: Founding | None = None) -> None:
        """Tell these that they and the opener sit there, the opener last."""
        members = [*(guest.member for guest in guests), self.member]
        self.founding = founding or self.founding.again(self.keys, members)
        cards = [guest.keys.card(guest.mesh.address, 1).blob for guest in guests]
        listed = [self._guest(guest).wire() for guest in guests]
        own = self.keys.identity.public
        listed.append(Guest(own, "Eve", own, bytes(NONCE_BYTES)).wire())
        told = [*cards, self.mesh.card().blob], listed, self.terms.values(), self.seats
        state = ["state", self.founding.blob, *told]
        for guest in guests:
            self.say(guest, state)

    def _guest(self, guest: Visitor) -> Guest:
        own = guest.keys.identity.public
        return Guest(own, guest.name, own, guest.lobby.nonce)

    def body(self, guests: Sequence[Visitor], later: int = 0) -> bytes:
        listed = [*((guest.keys, guest.name) for guest in guests), (self.keys, "Eve")]
        players = tuple(Player(keys.identity.public, name, n) for n, (keys, name) in enumerate(listed))
        nonces = (*(guest.lobby.nonce for guest in guests), bytes(NONCE_BYTES))
        return genesis_body(self.terms, players, nonces, time.time_ns() // 1_000_000 + later)

    def proposes(self, guest: Visitor, body: bytes, seat: int = 2) -> None:
        self.say(guest, ["sign", body, [[seat, self.keys.identity.sign(GENESIS_TAG, body)]]])

    def say(self, guest: Visitor, message: Sequence[object]) -> None:
        """Not over the network, so that it is heard when this returns."""
        guest.lobby.receive(self.keys.curve_public, lobby_message(guest.lobby.founding, list(message)))


@asynccontextmanager
async def table(*guests: Visitor, seats: int = 3) -> AsyncIterator[Opener]:
    """A table with these guests, who reach each other, and an opener who says nothing by itself."""
    opener = Opener(*guests, seats=seats)
    async with AsyncExitStack() as stack:
        meshes = [opener.mesh, *(guest.mesh for guest in guests)]
        for mesh in meshes:
            await mesh.start()
            stack.push_async_callback(mesh.close)
        for mesh in meshes:
            for other in meshes:
                if mesh is not other:
                    identity = other.keys.identity.public
                    mesh.admit(other.keys.curve_public, other.address, identity=identity)
        await until(lambda: all(all(mesh.peers.values()) for mesh in meshes))
        for guest in guests:
            guest.enter(Lobby(guest.mesh, TERMS, seats, opener.founding, []))
            stack.callback(guest.lobby.close)
        try:
            yield opener
        finally:
            waiting = [guest.waiting for guest in guests if guest.waiting is not None]
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
