"""The hall of a tournament on a real terminal."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from cli.screen.canvas import Picture
from cli.screen.chat_line import ChatLine
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.hall_picture import MOST_TABLES, draw_hall
from cli.screen.themes import colour_depth, style, theme_in_use
from cli.sessions.hall_sentences import ResultNews, playing_now
from cli.settings.settings import Settings
from cli.words.language import _
from protocol.log.genesis import Slot
from protocol.participant.tournament_night import Night

TICK = 1.0
"""Seconds between pictures while nothing changes: waiting times pass."""


class HallScreen(Shown):
    """Shown until our next game begins, or the player leaves or chooses a table to watch."""

    def __init__(self, night: Night, news: ResultNews, told: list[str], settings: Settings) -> None:
        self.watched: Slot | None = None
        """The table that the player wants to watch."""
        self.left = False
        self._night = night
        self._hall = night.running.hall
        self._news = news
        self._told = told
        self._message = ""
        self._typing = self._leaving = False
        depth = colour_depth()
        colours = style(theme_in_use(settings, depth), False, 0, depth)
        self._chat = ChatLine(lambda: self._typing, self._say)
        self._screen = FullScreen(
            self, colours, depth, self._chat.container, lambda: self._typing, mouse=False
        )
        self._chat.bind(self._screen)

    async def run(self) -> Slot | None:
        """Returns the slot whose game begins, if one does."""
        running = self._night.running
        running.changed = self.changed
        self.changed()
        waiting = asyncio.ensure_future(self._night.next_slot())
        waiting.add_done_callback(lambda _waiting: self._screen.close())
        ticking = asyncio.ensure_future(self._tick())
        try:
            await self._screen.run()
            begins = waiting.done() and not waiting.cancelled()
            return waiting.result() if begins and not self.left and self.watched is None else None
        finally:
            running.changed = lambda: None
            for task in (waiting, ticking):
                task.cancel()
            await asyncio.gather(waiting, ticking, return_exceptions=True)

    def changed(self) -> None:
        self._told += self._news.read(self._hall.results)
        self._screen.app.invalidate()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._screen.app.invalidate()

    # -- what fills the screen --------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Picture:
        now = self._night.running.now()
        lines = draw_hall(self._hall, self._told, self._message, now, max(width, 20), max(height, 8))
        return lines[:-1] if self._typing else lines

    def press(self, key: str) -> None:
        self._message = ""
        if key in ("q", "escape", "c-c"):
            self._leave()
            return
        self._leaving = False
        if key == "t" and self._hall.me is not None:
            self._typing = True
            self._chat.focus()
        elif key.isdecimal() and 1 <= int(key) <= MOST_TABLES:
            tables = playing_now(self._hall)
            if int(key) <= len(tables):
                self.watched = tables[int(key) - 1]
                self._screen.close()

    def _leave(self) -> None:
        """Leaving takes two keys while there is something to play."""
        if self._leaving or self._hall.free is None:
            self.left = True
            self._screen.close()
        self._leaving = True
        self._message = _("Press q again to leave. To come back: p2puno tournament resume")

    def _say(self, text: str) -> None:
        self._typing = False
        lobby, me = self._night.me.lobby, self._hall.me
        if text and lobby is not None and me is not None:
            with suppress(OSError):
                lobby.say(text)
            self._told.append(f"{self._hall.roster.players[me].name}: {text}")


async def wait_in_hall(night: Night, news: ResultNews, told: list[str], settings: Settings) -> Slot | None:
    """Show the hall, and the tables that the player chooses to watch, until our next game begins; None if the
    player leaves."""
    while True:
        screen = HallScreen(night, news, told, settings)
        slot = await screen.run()
        if slot is not None:
            return slot
        if screen.left or screen.watched is None:
            return None
        await night.watch(screen.watched)
