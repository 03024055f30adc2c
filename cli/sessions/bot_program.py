"""The program of a bot's process. `bot_processes.py` is the player's side."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Any

from cli.sessions.bot_player import BotSeat
from cli.sessions.bot_processes import BotProcesses
from cli.sessions.networked import Networked
from protocol.codec import unpack
from protocol.files.private_journal import read_journal
from protocol.files.store import Store, data_folder
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Description
from protocol.log.genesis import Genesis
from protocol.net.keys_and_card import Keys
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.events import Event
from protocol.participant.life_cycle import join, resume
from protocol.participant.participant import Participant
from protocol.peer.peer import Peer
from protocol.play.game import Game
from protocol.play.news import News


async def bot() -> int:
    """Read from standard input who we are, play, and exit when our player's program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our player; we exit when the pipe closes
    stream = sys.stdin.buffer
    playing = asyncio.ensure_future(_task(unpack(stream.read(int.from_bytes(stream.read(4), "big")))))
    _when_player_ends(asyncio.get_running_loop(), playing)
    with suppress(asyncio.CancelledError):
        await playing
    return 0


async def _task(told: Any) -> None:
    store = Store(data_folder())
    match told:
        case ["join", address, identity, curve, operator, word, name, level, local, pace]:
            observer = BotObserver(level, pace / 1000)
            keys = Keys.from_secrets(identity, curve)
            me = Participant(observer, store, keys, None, operator, word, level)
            await join(me, address, name, local)
        case ["resume", path, pace]:
            log = Path(path)
            observer = BotObserver(read_journal(log).level or "normal", pace / 1000)
            await resume(log, store, observer, BotProcesses(pace / 1000))


class BotObserver:
    """Takes every seat it is sent to, and plays. Implements `protocol.participant.callbacks.Observer`."""

    def __init__(self, level: str, pace: float) -> None:
        self._level = level
        self._pace = pace
        self._session: Networked | None = None

    def tell(self, event: Event) -> None:
        """Ignored: a bot has nobody to tell."""

    async def accept(self, table: Description, safety: bytes | None) -> bool:
        return True

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        return await started

    def replayed(self, game: Game, news: News) -> None:
        """Ignored: a bot needs only the current position."""

    def begin(self, game: Game) -> Networked:
        self._session = Networked(game)
        return self._session

    async def play(self, peer: Peer) -> bool:
        session = self._session
        assert session is not None
        session.peer = peer
        BotSeat(session, self._level, SystemRandom(), self._pace)
        drain = asyncio.create_task(_drain(session))
        try:
            await session.run()
        finally:
            drain.cancel()
        return True  # where its player goes on, so does it


def _when_player_ends(loop: asyncio.AbstractEventLoop, playing: asyncio.Future[None]) -> None:
    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        with suppress(RuntimeError):  # the event loop has already closed
            loop.call_soon_threadsafe(playing.cancel)

    threading.Thread(target=wait, daemon=True, name="player").start()


async def _drain(session: Networked) -> None:
    async for _notice in session.notices():
        pass
