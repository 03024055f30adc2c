"""The bots beside a player: full peers with keys of their own, started by the program around us."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from protocol.files.errors import StoreError
from protocol.files.private_journal import read_journal
from protocol.files.store import Store
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Guest, bot_word
from protocol.log.entry import digest
from protocol.log.genesis import Genesis
from protocol.net.address import Address
from protocol.net.keys_and_card import Keys
from protocol.participant.errors import ParticipantError, Reason
from protocol.participant.events import BotStopped

LOOPBACK = "127.0.0.1"
"""Where a bot reaches its player."""


@dataclass(frozen=True, slots=True)
class NewBot:
    """All that a bot needs to take a seat at its player's table."""

    name: str
    address: Address
    keys: Keys
    operator: bytes
    """Its player's identity."""
    word: bytes
    """Its player's signature that this bot is theirs."""
    local: bool
    """Nobody on another machine plays: the bot need not be reached from there."""
    visitor: bool = False
    """A person plays here, from a phone, and not a bot."""


class Bots(Protocol):
    """Starts and ends the bots of one player."""

    level: str
    """How well they play. Those that play already do not notice if this is set."""

    def start(self, bot: NewBot) -> None:
        """Let a bot join its player's table."""

    def resume(self, log: Path, local: bool) -> None:
        """Let a bot resume its game from its own files. `local`: nobody on another machine plays."""

    def stop(self, identity: bytes) -> None:
        """End a bot that was started here."""

    @property
    def ended(self) -> bool:
        """Whether one of them has ended."""

    @property
    def failed(self) -> bool:
        """Whether one of them has ended with an error."""

    @property
    def report(self) -> Path | None:
        """The crash report of one that failed, if there is one."""

    def dismiss(self) -> None:
        """End them all. Blocks until they have."""


class OwnBots:
    """The bots of a player in the lobby of their own table, where the player may add and remove them."""

    def __init__(self, bots: Bots, local: bool) -> None:
        self.known: set[bytes] = set()
        """The identities of all that were started."""
        self._bots = bots
        self._local = local
        self._lobby: Lobby | None = None
        self._code = ""

    def sit_at(self, lobby: Lobby, code: str) -> None:
        """From now on they sit down in this lobby."""
        self._lobby, self._code = lobby, code

    @property
    def level(self) -> str:
        """How well they play. Set it after removing them all, before new ones are started."""
        return self._bots.level

    @level.setter
    def level(self, level: str) -> None:
        self._bots.level = level

    @property
    def seated(self) -> list[Guest]:
        """Our bots that have a seat."""
        assert self._lobby is not None
        return [guest for guest in self._lobby.guests if self.runs(guest) and not guest.is_visitor]

    def runs(self, guest: Guest) -> bool:
        """Whether this is one of our bots, or a person who plays on our machine."""
        assert self._lobby is not None
        return guest.operator == self._lobby.mesh.keys.identity.public != guest.identity

    def start(self, names: Iterable[str], visitors: bool = False) -> None:
        """Let bots with these names join, or people who play on our machine."""
        lobby = self._lobby
        assert lobby is not None
        player, address = lobby.mesh.keys, Address(LOOPBACK, lobby.mesh.port, self._code)
        for name in names:
            keys = Keys.fresh()
            identity = keys.identity.public
            word = bot_word(player, identity, visitors)
            self.known.add(identity)
            bot = NewBot(name, address, keys, player.identity.public, word, self._local, visitors)
            self._bots.start(bot)

    def remove(self, count: int) -> None:
        """Let this many of them go, the last ones first."""
        assert self._lobby is not None
        for guest in self.seated[len(self.seated) - count :]:
            self.remove_one(guest.identity)

    def remove_one(self, identity: bytes) -> None:
        assert self._lobby is not None
        self._lobby.remove(identity)
        self._bots.stop(identity)


def bots_of(store: Store, player: Keys, body: bytes) -> Iterator[Path]:
    """The files of the bots that this player has in the game with this genesis body."""
    for path in store.seats(bots=True):
        with suppress(StoreError):
            own = read_journal(path)
            if own.operator == player.identity.public and digest(own.body) == digest(body):
                yield path


async def unless_bots_end(started: Awaitable[Genesis], bots: Bots) -> Genesis:
    """Wait for the game to begin. Raises ParticipantError if a bot ends before that."""
    waiting = asyncio.ensure_future(started)
    try:
        while not waiting.done():
            await asyncio.wait([waiting], timeout=0.3)
            if bots.ended and not waiting.done():
                raise ParticipantError(Reason.BOT_FAILED, path=bots.report)
        return await waiting
    finally:
        waiting.cancel()


async def look_after(bots: Bots, tell: Callable[[BotStopped], None]) -> None:
    """Report once if a bot fails."""
    while not bots.failed:
        await asyncio.sleep(1)
    tell(BotStopped(bots.report))


@asynccontextmanager
async def dismissing(bots: Bots) -> AsyncIterator[None]:
    try:
        yield
    finally:
        await asyncio.to_thread(bots.dismiss)
