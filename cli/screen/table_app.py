"""The table on a real terminal: shows a session and handles keys and mouse."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic

from prompt_toolkit.styles import BaseStyle, DynamicStyle

from cli.runtime.signals import forget_endings, when_told_to_end
from cli.screen.canvas import Picture
from cli.screen.card_motion import FRAME, Motion
from cli.screen.chat_line import ChatLine
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.scene_building import seconds_left, stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.sessions.session import Rematch, Session
from cli.settings.settings import Settings

TICK = 0.1
"""Seconds between pictures while a clock is running."""


class TableScreen(Shown):
    """Shows a session full-screen until the player leaves or the match is over."""

    def __init__(self, session: Session, settings: Settings, rematch: bool = False) -> None:
        self.session = session
        self.settings = settings
        self.controls = Controls(session, settings, rematch)
        self.motion = Motion(settings.animation)
        self.depth = colour_depth()
        self.look = look(settings, self.depth)
        self.theme = theme_in_use(settings, self.depth)
        self._hurry = asyncio.Event()
        """Set when something begins to move: the next picture is due sooner."""
        self._chat = ChatLine(lambda: self.controls.typing, self.controls.say)
        colours = DynamicStyle(self._style)
        self.screen = FullScreen(
            self, colours, self.depth, self._chat.container, lambda: self.controls.typing
        )
        self._chat.bind(self.screen)

    async def run(self) -> None:
        """Show the game; always restores the terminal."""
        playing = asyncio.ensure_future(self.session.run())
        beside = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._tick())]
        for task in (playing, *beside):
            task.add_done_callback(self._stopped)
        when_told_to_end(lambda number: self.screen.close())
        try:
            await self.screen.run()
        finally:
            forget_endings()
            await self.session.leave()
            for task in beside:
                task.cancel()
            await asyncio.gather(playing, *beside, return_exceptions=True)

    # -- pictures ---------------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Picture:
        now = monotonic()
        scene = self.motion.into(stage(self.controls, now), now)
        lines = draw(scene, width, height, self.look)
        return lines[:-1] if self.controls.typing else lines

    def _style(self) -> BaseStyle:
        view = self.session.view
        two_sided = self.session.options.variant == "flip"
        return style(self.theme, two_sided, view.round.side if view else 0, self.depth)

    # -- what happens -----------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for notice in self.session.notices():
            self.motion.hear(notice, monotonic())
            if self.motion.moving(monotonic()):
                self._hurry.set()
            if self.controls.hear(notice) and self.settings.bell:
                self.screen.app.output.bell()
            self.screen.app.invalidate()
        if self.session.coach is not None:
            self.screen.close()  # all lessons are done: there is no result to look at

    async def _tick(self) -> None:
        shown: int | None = None
        offered: Rematch | None = None
        while True:
            moving = self.motion.moving(monotonic())
            with suppress(TimeoutError):
                async with asyncio.timeout(FRAME if moving else TICK):
                    await self._hurry.wait()
            self._hurry.clear()
            now, deadline = monotonic(), self.session.turn_deadline
            left = seconds_left(deadline, now)
            busy = self.session.uno_deadline is not None or self.session.status is not None
            rematch = self.session.rematch
            if moving or busy or left != shown or rematch != offered:
                shown, offered = left, rematch
                self.screen.app.invalidate()

    def _stopped(self, task: asyncio.Future[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self.screen.fail(error)

    # -- keys and mouse ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        self.controls.press(key)
        self._after()

    def click(self, action: str) -> None:
        if not self.controls.typing:
            self.controls.click(action)
            self._after()

    def turn(self, key: str) -> None:
        """The wheel scrolls the log, or the panel that covers the table."""
        if not self.controls.typing:
            self.press(key if self.controls.panel else {"up": "pageup", "down": "pagedown"}[key])

    def _after(self) -> None:
        if self.controls.left:
            self.screen.close()
        self._chat.focus()
