"""The hall of a tournament as it is shown, whatever draws it: what keys and chat do there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from cli.screen.hall_picture import MOST_TABLES
from cli.sessions.hall_sentences import ResultNews, playing_now
from cli.words.language import _
from cli.words.punctuation import with_colon
from protocol.log.genesis import Slot
from protocol.participant.tournament_night import Night

TICK = 1.0
"""Seconds between pictures while nothing changes: waiting times pass."""


class LiveHall:
    """The model of the hall on a screen. All screens that show it see and change the same state."""

    def __init__(self, night: Night, news: ResultNews, told: list[str]) -> None:
        self.watched: Slot | None = None
        """The table that the player wants to watch."""
        self.left = False
        self.night = night
        self.hall = night.running.hall
        self.told = told
        self.message = ""
        self.typing = False
        self.changes: list[Callable[[], None]] = []
        """Each is called when the hall looks different."""
        self._news = news
        self._leaving = False
        self._close: Callable[[], None] = lambda: None

    async def run(self, until: asyncio.Event) -> Slot | None:
        """Wait in the hall until it is closed; returns the slot whose game begins, if one does."""
        running, self._close = self.night.running, until.set
        running.changed = self.changed
        waiting = asyncio.ensure_future(self.night.next_slot())
        waiting.add_done_callback(lambda _waiting: self._close())
        ticking = asyncio.ensure_future(self._tick())
        self.changed()
        try:
            await until.wait()
            begins = waiting.done() and not waiting.cancelled()
            return waiting.result() if begins and not self.left and self.watched is None else None
        finally:
            running.changed = lambda: None
            for task in (waiting, ticking):
                task.cancel()
            await asyncio.gather(waiting, ticking, return_exceptions=True)

    def changed(self) -> None:
        self.told += self._news.read(self.hall.results)
        for changed in self.changes:
            changed()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.changed()

    def press(self, key: str) -> None:
        self.message = ""
        if key in ("q", "escape", "c-c"):
            self._leave()
        else:
            self._leaving = False
            if key == "t" and self.hall.me is not None:
                self.typing = True
            elif key.isdecimal() and 1 <= int(key) <= MOST_TABLES:
                tables = playing_now(self.hall)
                if int(key) <= len(tables):
                    self.watched = tables[int(key) - 1]
                    self._close()
        self.changed()

    def _leave(self) -> None:
        """Leaving takes two keys while there is something to play."""
        if self._leaving or self.hall.free is None:
            self.left = True
            self._close()
        self._leaving = True
        self.message = _("Leave once more to confirm. To come back: p2puno resume")

    def say(self, text: str) -> None:
        self.typing = False
        lobby, me = self.night.me.lobby, self.hall.me
        if text and lobby is not None and me is not None:
            with suppress(OSError):
                lobby.say(text)
            self.told.append(with_colon(self.hall.roster.players[me].name, text))
        self.changed()
