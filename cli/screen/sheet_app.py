"""A form or a page on a real terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window

from cli.endings import when_told_to_end
from cli.screen.canvas import Picture
from cli.screen.cards import Look
from cli.screen.picture_control import PictureControl
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.settings import Settings

_KEYS = {
    Keys.Enter: "enter",
    Keys.ControlJ: "enter",
    Keys.Escape: "escape",
    Keys.ControlC: "c-c",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Tab: "tab",
    Keys.BackTab: "s-tab",
    Keys.Backspace: "backspace",
}


class Sheet(Protocol):
    """What fills the screen until something is done."""

    done: str | None

    def press(self, key: str) -> None: ...

    def click(self, action: str) -> None: ...

    def draw(self, width: int, height: int, look: Look) -> Picture: ...


Live = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs as long as the sheet is shown, and says when it has changed it."""


def fill_in(sheet: Sheet, settings: Settings, live: Live | None = None) -> str:
    """Let the user work with it; returns what was chosen to do, or "" if it was left. Ends the program, with
    the terminal as it was, if the system says so."""
    told = asyncio.run(_shown(sheet, settings, live))
    if told:
        raise SystemExit(128 + told)
    return sheet.done or ""


async def _shown(sheet: Sheet, settings: Settings, live: Live | None) -> int:
    sheet.done = None
    told: list[int] = []
    app = _application(sheet, settings)
    beside = None

    def end(number: int) -> None:
        told.append(number)
        if app.future is not None and not app.future.done():
            app.exit()

    when_told_to_end(end)
    if live is not None:
        beside = asyncio.ensure_future(live(app.invalidate))
    try:
        with suppress(EOFError, OSError):  # the terminal was closed
            await app.run_async(handle_sigint=False)
    finally:
        if beside is not None:
            beside.cancel()
            await asyncio.gather(beside, return_exceptions=True)
    return told[0] if told else 0


def _application(sheet: Sheet, settings: Settings) -> Application[None]:
    depth = colour_depth()
    signs = look(settings, depth)

    def after() -> None:
        if sheet.done is not None and not (app.future and app.future.done()):
            app.exit()

    def press(key: str) -> None:
        sheet.press(key)
        after()

    def click(action: str) -> None:
        sheet.click(action)
        after()

    def picture() -> Picture:
        size = app.output.get_size()
        return sheet.draw(max(size.columns, 20), max(size.rows, 8), signs)

    bindings = KeyBindings()

    def on(key: Keys, name: str) -> None:
        @bindings.add(key, eager=True)
        def _pressed(event: KeyPressEvent) -> None:
            press(name)

    for key, name in _KEYS.items():
        on(key, name)

    @bindings.add(Keys.Any)
    def _any(event: KeyPressEvent) -> None:
        if len(event.data) == 1 and event.data.isprintable():
            press("space" if event.data == " " else event.data)

    control = PictureControl(picture, click, press)
    app: Application[None] = Application(
        layout=Layout(Window(control, style="class:ground", always_hide_cursor=True)),
        key_bindings=bindings,
        style=style(theme_in_use(settings, depth), False, 0, depth),
        color_depth=depth,
        full_screen=True,
        mouse_support=True,
    )
    app.ttimeoutlen = app.timeoutlen = 0.05
    return app
