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
from protocol.lobby.messages import bot_word
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


class Bots(Protocol):
    """Starts and ends the bots of one player."""

    def start(self, bot: NewBot) -> None:
        """Let a bot join its player's table."""

    def resume(self, log: Path) -> None:
        """Let a bot resume its game from its own files."""

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


def new_bots(names: Iterable[str], player: Keys, port: int, code: str, local: bool) -> Iterator[NewBot]:
    """Bots for a player's own table."""
    for name in names:
        keys = Keys.fresh()
        word = bot_word(player, keys.identity.public)
        yield NewBot(name, Address(LOOPBACK, port, code), keys, player.identity.public, word, local)


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
