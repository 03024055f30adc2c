"""The bots beside a player: processes of their own, with keys of their own, that end when the player does.

A bot's standard input is a pipe from its player. It says who the bot is, and stays open as long as the
player's program lives: however that ends, the pipe does, and then the bot does.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import SystemRandom
from subprocess import DEVNULL, PIPE, Popen

from cli.runtime import crash_report as crash
from cli.sessions.networked import Networked
from cli.words.language import _
from protocol.codec import pack, unpack
from protocol.files.journal import read_journal
from protocol.files.store import Store, StoreError, data_folder
from protocol.lobby.messages import bot_word
from protocol.log.entry import digest
from protocol.net.address import Address
from protocol.net.keys import Keys

BESIDE = ("127.0.0.1", "::1")
"""Where a bot finds its player's port."""


def bot_names(count: int, taken: str) -> list[str]:
    from cli.sessions.bot_names import NAMES
    from protocol.lobby.names import are_alike

    return [name for name in NAMES if not are_alike(name, taken)][:count]


class Companions:
    """All bots of one player."""

    def __init__(self, local: bool, pace: float) -> None:
        self._local = local
        self._pace = round(pace * 1000)
        self._processes: list[Popen[bytes]] = []
        self._began = time.time()
        self.identities: set[bytes] = set()

    def sit_down(self, player: Keys, port: int, code: str, level: str, names: Sequence[str]) -> None:
        """Seat bots at the player's own table."""
        for name in names:
            keys = Keys.fresh()
            self.identities.add(keys.identity.public)
            address = str(Address(BESIDE[0], port, code))
            word = bot_word(player, keys.identity.public)
            secrets = [keys.identity.secret, keys.curve_secret, player.identity.public, word]
            self._start(["join", address, *secrets, name, level])

    def come_back(self, store: Store, body: bytes, player: Keys) -> None:
        """Bring back the bots that the player had in this game, each from its own journal."""
        for path in store.seats(bots=True):
            with suppress(StoreError):
                own = read_journal(path)
                if own.operator == player.identity.public and digest(own.body) == digest(body):
                    self._start(["resume", str(path)])

    def _start(self, task: list[object]) -> None:
        # Not from whatever folder the player is in: that may hold modules of the same names. The app of `make
        # app` is no Python that could be told where its modules are.
        program = [] if getattr(sys, "frozen", False) else ["-P", "-m", "cli"]
        code = str(Path(__file__).resolve().parents[2])
        search = os.pathsep.join(filter(None, [code, os.environ.get("PYTHONPATH")]))
        bot = Popen(
            [sys.executable, *program, "bot"],
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=None if crash.debugging() else DEVNULL,
            env={**os.environ, "PYTHONPATH": search},
        )
        self._processes.append(bot)
        assert bot.stdin is not None
        told = pack([*task, self._pace, self._local])
        with suppress(BrokenPipeError):  # it has ended already: `failed` tells
            bot.stdin.write(len(told).to_bytes(4, "big") + told)
            bot.stdin.flush()

    @property
    def failed(self) -> bool:
        """Whether one of them has ended by itself."""
        return any(bot.poll() is not None for bot in self._processes)

    @property
    def report(self) -> Path | None:
        """What one of them has written down about a mistake of ours, if one has."""
        reports = (crash.report_of(bot.pid, self._began) for bot in self._processes)
        return next((path for path in reports if path is not None), None)

    @asynccontextmanager
    async def looked_after(self, tell: Callable[[str], None]) -> AsyncIterator[None]:
        """Say it once if one of them fails while the game goes on."""
        looking = asyncio.create_task(self._look_after(tell))
        try:
            yield
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def _look_after(self, tell: Callable[[str], None]) -> None:
        while not any(bot.poll() for bot in self._processes):
            await asyncio.sleep(1)
        text = _("A bot has stopped: leave and type p2puno resume to bring it back.")
        tell(crash.with_report(text, self.report))

    def dismiss(self) -> None:
        """End them all; they have a moment to take leave."""
        for bot in self._processes:
            with suppress(OSError):
                if bot.stdin is not None:
                    bot.stdin.close()
        end = time.monotonic() + 5
        for bot in self._processes:
            with suppress(Exception):
                bot.wait(max(0.1, end - time.monotonic()))
            if bot.poll() is None:
                bot.kill()
                bot.wait()


async def bot() -> int:
    """The bot's own process: read from standard input who we are, play, end with our player."""
    from cli.sessions.bot_player import BotSeat
    from cli.sessions.tables import Seated, resume, sit_down
    from cli.sessions.waiting_room import InLines

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the player; our end is the pipe's
    stream = sys.stdin.buffer
    told = unpack(stream.read(int.from_bytes(stream.read(4), "big")))
    pace, local = told[-2] / 1000, told[-1]
    level = told[-3] if told[0] == "join" else "normal"

    async def show(session: Networked) -> int:
        BotSeat(session, session.level or level, SystemRandom(), pace)
        drain = asyncio.create_task(_drain(session))
        try:
            await session.run()
        finally:
            drain.cancel()
        return 0

    def say_nothing(line: str) -> None:
        pass

    if told[0] == "resume":
        playing = asyncio.ensure_future(resume(Path(told[1]), show, say_nothing))
    else:
        _task, address, identity, curve, operator, word, name = told[:7]
        seated = Seated(Store(data_folder()), Keys.from_secrets(identity, curve), None, operator, word, level)
        playing = asyncio.ensure_future(
            sit_down(seated, address, name, show, InLines(say_nothing), lambda described, words: True, local)
        )
    _when_player_ends(asyncio.get_running_loop(), playing)
    try:
        return await playing
    except asyncio.CancelledError:
        return 0


def _when_player_ends(loop: asyncio.AbstractEventLoop, playing: asyncio.Future[int]) -> None:
    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        with suppress(RuntimeError):  # we have ended before our player
            loop.call_soon_threadsafe(playing.cancel)

    threading.Thread(target=wait, daemon=True, name="player").start()


async def _drain(session: Networked) -> None:
    async for _notice in session.notices():
        pass
