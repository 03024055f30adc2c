"""The table on a real terminal: draws it and handles keys and mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from prompt_toolkit.styles import BaseStyle, DynamicStyle

from cli.runtime.sounds import Sounds, Tone, find_player
from cli.screen.canvas import Picture
from cli.screen.card_motion import FRAME, Motion
from cli.screen.cards import Look
from cli.screen.chat_line import ChatLine
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.guest_code_picture import draw_code
from cli.screen.live_table import LiveTable
from cli.screen.panels import Panel
from cli.screen.table_picture import draw
from cli.screen.terminal_title import TerminalTitle
from cli.screen.themes import colour_depth, look, motion_speed, style, theme_in_use
from cli.sessions.session import Notice


class TableScreen(Shown):
    """Shows a table full-screen until the player leaves or the match is over."""

    def __init__(self, table: LiveTable, animated_elsewhere: bool = False) -> None:
        """If another screen shows the table too, whether it moves there does not depend on the terminal."""
        self.table = table
        self.controls = table.controls
        self.depth = colour_depth()
        self.motion = Motion(0.0)
        if not animated_elsewhere:
            table.motion_speed = lambda settings: motion_speed(settings, self.depth)
        self._hurry = asyncio.Event()
        """Set when something begins to move: the next picture is due sooner."""
        self._chat = ChatLine(lambda: self.controls.typing, table.say)
        colours = DynamicStyle(self._style)
        self.screen = FullScreen(
            self, colours, self.depth, self._chat.container, lambda: self.controls.typing
        )
        self._chat.bind(self.screen)
        self._sounds = Sounds(self._bell, find_player())
        self.heard_elsewhere: Callable[[], bool] = lambda: False
        """Whether the player hears the tones on another screen."""
        self._title = TerminalTitle(self.screen.app.output)

    async def run(self) -> None:
        """Show the game; always restores the terminal."""
        self._loop = asyncio.get_running_loop()
        self.table.hears.append(self._hear)
        self.table.changes.append(self._changed)
        animating = asyncio.ensure_future(self._animate())
        try:
            async with self.table.live(self.screen.close):
                try:
                    await self.screen.run()
                finally:
                    with suppress(OSError):  # the terminal was closed
                        self._title.restore()
        finally:
            animating.cancel()

    # -- pictures ---------------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Picture:
        now = monotonic()
        if self.controls.panel is Panel.GUEST:
            pages = self.table.session.guests
            return draw_code(pages[min(self.controls.scroll, len(pages) - 1)], width, height)
        scene = self.motion.into(self.table.scene(now), now)
        lines = draw(scene, width, height, self.look)
        return lines[:-1] if self.controls.typing else lines

    @property
    def look(self) -> Look:
        return look(self.controls.settings, self.depth)

    def _style(self) -> BaseStyle:
        session = self.table.session
        two_sided = session.options.variant == "flip"
        theme = theme_in_use(self.controls.settings, self.depth)
        return style(theme, two_sided, session.view.round.side if session.view else 0, self.depth)

    # -- what happens -----------------------------------------------------------------------------------

    def _hear(self, notice: Notice, tone: Tone | None) -> None:
        self.motion.set_speed(motion_speed(self.table.settings, self.depth))
        self.motion.hear(notice, monotonic())
        if self._moving():
            self._hurry.set()
        if tone is not None and not self.heard_elsewhere():
            self._sounds.play(tone, self.controls.settings.sound)

    def _changed(self) -> None:
        if self.screen.app.is_running:
            self._title.show(self.table.title())
        self._chat.focus()
        self.screen.app.invalidate()

    def _bell(self) -> None:
        with suppress(RuntimeError):  # the screen is closed
            self._loop.call_soon_threadsafe(self.screen.app.output.bell)

    def _moving(self) -> bool:
        now = monotonic()
        return self.motion.moving(now) or self.table.moments.moving(now)

    async def _animate(self) -> None:
        """Draw pictures quickly while something moves."""
        while True:
            await self._hurry.wait()
            self._hurry.clear()
            while self._moving():
                self.screen.app.invalidate()
                await asyncio.sleep(FRAME)
            self.screen.app.invalidate()

    # -- keys and mouse ---------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        self.table.press(key)

    def click(self, action: str) -> None:
        if not self.controls.typing:
            self.table.click(action)

    def turn(self, key: str) -> None:
        """The wheel scrolls the log, or the panel that covers the table."""
        if not self.controls.typing:
            self.press(key if self.controls.panel else {"up": "pageup", "down": "pagedown"}[key])
