"""The program of a bot's process. `bot_processes.py` is the player's side."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine
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
from protocol.log.genesis import Genesis, Slot
from protocol.net.keys_and_card import Keys
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.events import Event
from protocol.participant.life_cycle import join, resume
from protocol.participant.participant import Participant
from protocol.participant.tournament_night import Night
from protocol.peer.peer import Peer
from protocol.play.game import Game
from protocol.play.news import News


async def bot() -> int:
    """Play as our player's program says."""
    orders = Orders()
    return await run_for_player(lambda told: _task(told, orders), orders.hear)


async def run_for_player(
    task: Callable[[Any], Coroutine[Any, Any, None]], hear: Callable[[Any], None] = lambda order: None
) -> int:
    """Read from standard input who we are, do the task, and exit when our player's program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our player; we exit when the pipe closes
    told = _next_message()
    assert told is not None, "our player's program ended before it said who we are"
    playing = asyncio.ensure_future(task(told))
    _end_with_player(asyncio.get_running_loop(), playing, hear)
    with suppress(asyncio.CancelledError):
        await playing
    return 0


class Orders:
    """Takes what our player changes while the game runs."""

    def __init__(self) -> None:
        self.level, self.pace = "normal", 1.0
        self.seat: BotSeat | None = None
        self._held = False

    def change(self, level: str, pace: float) -> None:
        self.level, self.pace = level, pace
        if self.seat is not None:
            self.seat.change(level, pace)

    def hold(self, held: bool) -> None:
        self._held = held
        if self.seat is not None:
            self.seat.hold(held)

    def take(self, seat: BotSeat) -> None:
        """This seat plays from now on."""
        self.seat = seat
        seat.hold(self._held)

    def hear(self, message: list[Any]) -> None:
        """Do what our player's program says."""
        match message:
            case ["play", level, pace]:
                self.change(level, pace / 1000)
            case ["hold", held]:
                self.hold(held)


async def _task(told: Any, orders: Orders) -> None:
    store = Store(data_folder())
    match told:
        case ["join", address, identity, curve, operator, word, name, level, local, pace]:
            orders.change(level, pace / 1000)
            keys = Keys.from_secrets(identity, curve)
            me = Participant(BotObserver(orders), store, keys, None, operator, word, level)
            await join(me, address, name, local)
        case ["resume", path, pace]:
            log = Path(path)
            orders.change(read_journal(log).level or "normal", pace / 1000)
            await resume(log, store, BotObserver(orders), BotProcesses(pace / 1000))


class SeatObserver:
    """Takes every seat it is sent to. Implements `protocol.participant.callbacks.Observer`; a subclass
    plays."""

    def __init__(self) -> None:
        self._session: Networked | None = None

    def tell(self, event: Event) -> None:
        """Ignored: there is nobody to tell."""

    async def accept(self, table: Description, safety: bytes | None) -> bool:
        return True

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        return await started

    async def wait_in_hall(self, night: Night) -> Slot | None:
        return await night.next_or_over()

    def replayed(self, game: Game, news: News) -> None:
        """Ignored: only the current position matters."""

    def begin(self, game: Game) -> Networked:
        self._session = Networked(game)
        return self._session

    def _sit(self, peer: Peer) -> Networked:
        """The session, now with a table behind it."""
        assert self._session is not None
        self._session.peer = peer
        return self._session


class BotObserver(SeatObserver):
    """Plays as ordered."""

    def __init__(self, orders: Orders) -> None:
        super().__init__()
        self._orders = orders

    async def play(self, peer: Peer) -> bool:
        session = self._sit(peer)
        self._orders.take(BotSeat(session, self._orders.level, SystemRandom(), self._orders.pace))
        drain = asyncio.create_task(_drain(session))
        try:
            await session.run()
        finally:
            drain.cancel()
        return True  # where its player goes on, so does it


def _end_with_player(
    loop: asyncio.AbstractEventLoop, playing: asyncio.Future[None], hear: Callable[[Any], None]
) -> None:
    """Take what our player's program says, and end when it ends."""

    def listen() -> None:
        with suppress(RuntimeError):  # the event loop has already closed
            while (told := _next_message()) is not None:
                loop.call_soon_threadsafe(hear, told)
            loop.call_soon_threadsafe(playing.cancel)

    threading.Thread(target=listen, daemon=True, name="player").start()


def _next_message() -> Any:
    """The next message of our player's program; None if it has ended."""
    size = _read(4)
    content = _read(int.from_bytes(size, "big")) if size else b""
    return unpack(content) if content else None


def _read(count: int) -> bytes:
    """This many bytes; none if the pipe is closed. (A daemon thread must not lock `sys.stdin`.)"""
    read = b""
    while len(read) < count:
        try:
            some = os.read(0, count - len(read))
        except OSError:
            some = b""
        if not some:
            return b""
        read += some
    return read


async def _drain(session: Networked) -> None:
    async for _notice in session.notices():
        pass
