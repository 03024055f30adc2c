"""Shows a form or a page on a real terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from prompt_toolkit.styles import BaseStyle, DynamicStyle

from cli.runtime.command_runner import run
from cli.runtime.signals import when_told_to_end
from cli.screen.canvas import Picture
from cli.screen.cards import Look
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.settings.settings import Settings


class Sheet(Protocol):
    """What fills the screen until a command is chosen."""

    done: str | None

    def press(self, key: str) -> None: ...

    def click(self, action: str) -> None: ...

    def paste(self, text: str) -> None: ...

    def draw(self, width: int, height: int, look: Look) -> Picture: ...


Live = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs while the sheet is shown, and reports when it has changed it."""


def fill_in(sheet: Sheet, settings: Settings | Callable[[], Settings], live: Live | None = None) -> str:
    """Let the user work with the sheet; returns the chosen command, or "" if it was left. If the system asks
    us to terminate, restores the terminal and ends the program. `settings` may be a function: then a changed
    theme is seen at once."""
    current = settings if callable(settings) else lambda: settings
    told = run(_SheetScreen(sheet, current).run(live))
    if told:
        raise SystemExit(128 + told)
    return sheet.done or ""


class _SheetScreen(Shown):
    def __init__(self, sheet: Sheet, settings: Callable[[], Settings]) -> None:
        self._depth = colour_depth()
        self._sheet = sheet
        self._settings = settings
        self._screen = FullScreen(self, DynamicStyle(self._style), self._depth)

    def _style(self) -> BaseStyle:
        return style(theme_in_use(self._settings(), self._depth), False, 0, self._depth)

    async def run(self, live: Live | None) -> int:
        """Show the sheet; returns the number of the signal that ended it, or 0."""
        self._sheet.done = None
        told = 0
        beside: asyncio.Future[None] | None = None

        def end(number: int) -> None:
            nonlocal told
            told = number
            self._screen.close()

        when_told_to_end(end)
        if live is not None:
            beside = asyncio.ensure_future(live(self._screen.app.invalidate))
            beside.add_done_callback(self._stopped)
        try:
            await self._screen.run()
        finally:
            if beside is not None:
                beside.cancel()
                await asyncio.gather(beside, return_exceptions=True)
        return told

    def _stopped(self, live: asyncio.Future[None]) -> None:
        if not live.cancelled() and (error := live.exception()):
            self._screen.fail(error)

    def picture(self, width: int, height: int) -> Picture:
        return self._sheet.draw(max(width, 20), max(height, 8), look(self._settings(), self._depth))

    def press(self, key: str) -> None:
        self._sheet.press(key)
        self._after()

    def click(self, action: str) -> None:
        self._sheet.click(action)
        self._after()

    def paste(self, text: str) -> None:
        self._sheet.paste(text)

    def turn(self, key: str) -> None:
        self.press(key)

    def _after(self) -> None:
        if self._sheet.done is not None:
            self._screen.close()
