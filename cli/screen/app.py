"""The projection of the picture on a real terminal, with keys and mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.styles import DynamicStyle

from cli.endings import forget_endings, when_told_to_end
from cli.screen.canvas import Picture
from cli.screen.controls import Controls
from cli.screen.motion import FRAME, Motion
from cli.screen.picture import draw
from cli.screen.picture_control import PictureControl
from cli.screen.staging import seconds_left, stage
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.session import Session
from cli.settings import Settings
from cli.words import _

TICK = 0.1
"""Seconds between pictures while a clock is running."""

_KEYS = {
    Keys.Enter: "enter",
    Keys.ControlJ: "enter",
    Keys.Escape: "escape",
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.ControlC: "c-c",
}


class TableScreen:
    """Shows a session full-screen until the player leaves or the match is over."""

    def __init__(self, session: Session, settings: Settings, rematch: bool = False) -> None:
        self.session = session
        self.settings = settings
        self.controls = Controls(session, settings, rematch)
        self.motion = Motion(settings.animation)
        self.depth = colour_depth()
        self.look = look(settings, self.depth)
        self.theme = theme_in_use(settings, self.depth)
        self._failed: BaseException | None = None
        self._hurry = asyncio.Event()
        """Something began to move: the next picture is due sooner."""
        self._chat = Buffer(multiline=False, accept_handler=self._said)
        self._table = PictureControl(self._drawn, self._click, self._turn, self._drag)
        table = Window(self._table, style="class:ground", always_hide_cursor=True)
        typing = Condition(lambda: self.controls.typing)
        line = VSplit(
            [
                Window(
                    FormattedTextControl(lambda: " " + _("say:") + " "),
                    dont_extend_width=True,
                    height=1,
                    style="class:key.selected",
                ),
                Window(BufferControl(self._chat), height=1, style="class:chatline"),
            ]
        )
        self.app: Application[None] = Application(
            layout=Layout(HSplit([table, ConditionalContainer(line, typing)]), focused_element=table),
            key_bindings=self._bindings(typing),
            style=DynamicStyle(self._style),
            color_depth=self.depth,
            full_screen=True,
            mouse_support=True,
        )
        self.app.ttimeoutlen = 0.05
        self.app.timeoutlen = 0.05

    async def run(self) -> None:
        """Show the game; the terminal is as it was before when this returns, whatever happens."""
        playing = asyncio.ensure_future(self.session.run())
        beside = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._tick())]
        for task in (playing, *beside):
            task.add_done_callback(self._stopped)
        when_told_to_end(lambda number: self._leave())
        try:
            # EOFError, OSError: the terminal was closed under us.
            with suppress(EOFError, OSError):
                await self.app.run_async(handle_sigint=False, set_exception_handler=False)
        finally:
            forget_endings()
            await self.session.leave()
            for task in beside:
                task.cancel()
            await asyncio.gather(playing, *beside, return_exceptions=True)
        if self._failed is not None:
            raise self._failed

    # -- pictures ---------------------------------------------------------------------------------------

    def picture(self) -> Picture:
        size = self.app.output.get_size()
        now = monotonic()
        scene = self.motion.into(stage(self.controls, now), now)
        lines = draw(scene, size.columns, size.rows, self.look)
        return lines[:-1] if self.controls.typing else lines

    def _drawn(self) -> Picture:
        try:
            return self.picture()
        except Exception as error:
            self._fail(error)
            return []

    def _style(self) -> Any:
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
                self.app.output.bell()
            self.app.invalidate()

    async def _tick(self) -> None:
        shown: int | None = None
        while True:
            moving = self.motion.moving(monotonic())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), FRAME if moving else TICK)
            self._hurry.clear()
            now, deadline = monotonic(), self.session.turn_deadline
            left = seconds_left(deadline, now)
            busy = self.session.uno_deadline is not None or self.session.status is not None
            if moving or busy or left != shown:
                shown = left
                self.app.invalidate()

    def _stopped(self, task: asyncio.Future[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """A mistake of ours is told on a terminal that is as it was before."""
        self._failed = self._failed or error
        self._leave()

    def _leave(self) -> None:
        if self.app.is_running and self.app.future is not None and not self.app.future.done():
            self.app.exit()

    # -- keys and mouse ---------------------------------------------------------------------------------

    def _bindings(self, typing: Condition) -> KeyBindings:
        bindings = KeyBindings()

        def on(key: Keys | str, name: str) -> None:
            @bindings.add(key, filter=~typing, eager=True)
            def _pressed(event: KeyPressEvent) -> None:
                self._press(name)

        for key, name in _KEYS.items():
            on(key, name)

        @bindings.add(Keys.Any, filter=~typing)
        def _any(event: KeyPressEvent) -> None:
            if len(event.data) == 1 and event.data.isprintable():
                self._press("space" if event.data == " " else event.data)

        @bindings.add(Keys.BracketedPaste, filter=~typing)
        def _pasted(event: KeyPressEvent) -> None:
            """What is pasted into the game is no move."""

        @bindings.add(Keys.Escape, filter=typing, eager=True)
        @bindings.add(Keys.ControlC, filter=typing, eager=True)
        def _back(event: KeyPressEvent) -> None:
            self._chat.reset()
            self.controls.typing = False
            self._focus()

        return bindings

    def _press(self, key: str) -> None:
        self._do(self.controls.press, key)

    def _do(self, what: Callable[[str], None], word: str) -> None:
        try:
            what(word)
        except Exception as error:
            self._fail(error)
        self._after()

    def _click(self, action: str) -> None:
        if not self.controls.typing:
            self._do(self.controls.click, action)

    def _drag(self, action: str) -> None:
        """Nothing at the table follows the mouse."""

    def _turn(self, key: str) -> None:
        """The wheel turns the log back and forth, or whatever covers the table."""
        if not self.controls.typing:
            self._press(key if self.controls.overlay else {"up": "pageup", "down": "pagedown"}[key])

    def _after(self) -> None:
        if self.controls.left:
            self._leave()
        self._focus()
        self.app.invalidate()

    def _focus(self) -> None:
        self.app.layout.focus(self._chat if self.controls.typing else self._table)

    def _said(self, buffer: Buffer) -> bool:
        self.controls.say(buffer.text)
        self._focus()
        return False


async def show(session: Session, settings: Settings) -> int:
    """Play a match on the screen; returns the exit status."""
    await TableScreen(session, settings).run()
    return 0
