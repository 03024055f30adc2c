"""The processes of a player's bots. Each has its own keys, and ends when the player's program ends.

A bot's standard input is a pipe from its player's program. The first message says who the bot is; every
further one changes its level and pace, or lets it wait for its player. However the player's program ends, the
pipe closes and the bot exits.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

from cli.runtime import crash_report as crash
from cli.sessions.guest_page import GuestPage, guest_page
from cli.words.language import language
from protocol.codec import pack
from protocol.files.private_journal import read_journal
from protocol.log.genesis import read_body
from protocol.net.keys_and_card import Keys
from protocol.participant.bot_launcher import NewBot

VISITOR = "guest"
"""The level of a seat where a person plays, from a phone."""
LISTENING = b"listening"
"""What the process of a guest writes to its standard output once their page can be opened."""


class BotProcesses:
    """All bots of one player. Implements `protocol.participant.bot_launcher.Bots`, and `AdjustableBots` of
    `cli.sessions.session`."""

    def __init__(self, pace: float, level: str = "normal") -> None:
        self.invite: Callable[[GuestPage], None] = lambda page: None
        """Tells the player about a new guest, whose page does not listen yet."""
        self.listens: Callable[[GuestPage], None] = lambda page: None
        """Called in the event loop as soon as a guest's page can be opened."""
        self.guests: list[GuestPage] = []
        """The pages of all guests who play on this machine."""
        self.pace = pace
        self.level = level
        self._processes: list[Popen[bytes]] = []
        self._by_identity: dict[bytes, Popen[bytes]] = {}
        self._stopping: list[Popen[bytes]] = []
        """Bots that were told to end."""
        self._began = time.time()

    def start(self, bot: NewBot) -> None:
        secrets = [bot.keys.identity.secret, bot.keys.curve_secret, bot.operator, bot.word]
        task: list[object] = ["join", str(bot.address), *secrets, bot.name]
        if bot.visitor:
            started = self._start_guest([*task, VISITOR, bot.local], bot.keys, bot.name, bot.local)
        else:
            started = self._start([*task, self.level, bot.local, _thousandths(self.pace)])
        self._by_identity[bot.keys.identity.public] = started

    def resume(self, log: Path, local: bool) -> None:
        own = read_journal(log)
        if own.level == VISITOR and own.keys is not None:
            name = read_body(own.body).players[own.seat].name
            self._start_guest(["resume", str(log)], own.keys, name, local)
            return
        self.level = own.level or self.level
        self._start(["resume", str(log), _thousandths(self.pace)])

    def _start_guest(self, task: list[object], keys: Keys, name: str, local: bool) -> Popen[bytes]:
        page = guest_page(keys, name, local)
        self.guests.append(page)
        self.invite(page)
        guest = self._start([*task, page.host, page.port, page.key, language()], "guest", PIPE)
        loop = asyncio.get_running_loop()

        def listening() -> None:
            if guest in self._processes:
                self.listens(page)

        def wait() -> None:
            assert guest.stdout is not None
            with guest.stdout as said, suppress(RuntimeError):  # the event loop has already closed
                if said.read(len(LISTENING)) == LISTENING:
                    loop.call_soon_threadsafe(listening)
                said.read()  # until it ends: a full or closed pipe would stop it

        threading.Thread(target=wait, daemon=True, name="guest").start()
        return guest

    def stop(self, identity: bytes) -> None:
        bot = self._by_identity.pop(identity, None)
        if bot is not None:
            self._processes.remove(bot)
            self._stopping.append(bot)
            _tell(bot, ["removed"])
            self.guests[:] = [page for page in self.guests if page.identity != identity]
            with suppress(OSError):
                if bot.stdin is not None:
                    bot.stdin.close()

    def _start(self, task: list[object], command: str = "bot", stdout: int = DEVNULL) -> Popen[bytes]:
        # Do not import from the current folder: it may contain modules of the same names. The executable of
        # `make app` needs no search path.
        program = [] if getattr(sys, "frozen", False) else ["-P", "-m", "cli"]
        code = str(Path(__file__).resolve().parents[2])
        search = os.pathsep.join(filter(None, [code, os.environ.get("PYTHONPATH")]))
        bot = Popen(
            [sys.executable, *program, command],
            stdin=PIPE,
            stdout=stdout,
            stderr=None if crash.debugging() else DEVNULL,
            env={**os.environ, "PYTHONPATH": search},
        )
        self._processes.append(bot)
        _tell(bot, task)
        return bot

    def change(self, level: str, pace: float) -> None:
        self.level, self.pace = level, pace
        for bot in self._processes:
            _tell(bot, ["play", level, _thousandths(pace)])

    def hold(self, held: bool) -> None:
        for bot in self._processes:
            _tell(bot, ["hold", held])

    def __bool__(self) -> bool:
        return bool(self._processes)

    @property
    def ended(self) -> bool:
        return any(bot.poll() is not None for bot in self._processes)

    @property
    def failed(self) -> bool:
        return any(bot.poll() for bot in self._processes)

    @property
    def report(self) -> Path | None:
        """The crash report that one of them wrote, if any."""
        reports = (crash.report_of(bot.pid, self._began) for bot in self._processes)
        return next((path for path in reports if path is not None), None)

    def dismiss(self) -> None:
        """End them all, after a moment to say goodbye."""
        for bot in (*self._processes, *self._stopping):
            with suppress(OSError):
                if bot.stdin is not None:
                    bot.stdin.close()
        end = time.monotonic() + 5
        for bot in (*self._processes, *self._stopping):
            with suppress(Exception):
                bot.wait(max(0.1, end - time.monotonic()))
            if bot.poll() is None:
                bot.kill()
                bot.wait()


def _tell(bot: Popen[bytes], message: list[object]) -> None:
    assert bot.stdin is not None
    told = pack(message)
    with suppress(BrokenPipeError):  # it has already exited: `ended` reports that
        bot.stdin.write(len(told).to_bytes(4, "big") + told)
        bot.stdin.flush()


def _thousandths(pace: float) -> int:
    return round(pace * 1000)
