"""A picture that fills a real terminal, with keys and mouse."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import AnyContainer, ConditionalContainer, HSplit, Layout
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle

from cli.screen.canvas import Picture
from cli.screen.picture_window import PictureWindow

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
    Keys.Delete: "delete",
}


class Shown:
    """What fills the screen. Keys come by name ("d", "enter"), clicks by the action that they hit. A screen
    ignores what it does not handle."""

    def picture(self, width: int, height: int) -> Picture:
        raise NotImplementedError

    def press(self, key: str) -> None:
        raise NotImplementedError

    def paste(self, text: str) -> None:
        """Handle pasted text."""

    def click(self, action: str) -> None:
        """Handle a mouse click."""

    def turn(self, key: str) -> None:
        """Handle the mouse wheel, "up" or "down"."""

    def drag(self, action: str) -> None:
        """Handle what the mouse is over while its button is held."""


class FullScreen:
    """Runs the screen. An error closes it, restores the terminal and is raised again."""

    def __init__(
        self,
        shown: Shown,
        style: BaseStyle,
        depth: ColorDepth,
        line: AnyContainer | None = None,
        typing: Callable[[], bool] = lambda: False,
        mouse: bool = True,
    ) -> None:
        """While the player is `typing`, `line` is below the picture and has the focus."""
        self._shown = shown
        self._failed: BaseException | None = None
        self._typing = Condition(typing)
        self.bindings = KeyBindings()
        self.picture = PictureWindow(
            self._picture, self._guarded(shown.click), self._guarded(shown.turn), self._guarded(shown.drag)
        )
        self._bind(~self._typing)
        below = [ConditionalContainer(line, self._typing)] if line is not None else []
        self.app: Application[None] = Application(
            layout=Layout(HSplit([self.picture, *below]), focused_element=self.picture),
            key_bindings=self.bindings,
            style=style,
            color_depth=depth,
            full_screen=True,
            mouse_support=mouse,
        )
        self.app.ttimeoutlen = self.app.timeoutlen = 0.05

    async def run(self) -> None:
        # EOFError, OSError: the terminal was closed.
        with suppress(EOFError, OSError):
            await self.app.run_async(handle_sigint=False, set_exception_handler=False)
        if self._failed is not None:
            raise self._failed

    def close(self) -> None:
        if self.app.is_running and self.app.future is not None and not self.app.future.done():
            self.app.exit()

    def fail(self, error: BaseException) -> None:
        self._failed = self._failed or error
        self.close()

    def _picture(self) -> Picture:
        size = self.app.output.get_size()
        try:
            return self._shown.picture(size.columns, size.rows)
        except Exception as error:
            self.fail(error)
            return []

    def _guarded(self, act: Callable[[str], None]) -> Callable[[str], None]:
        def guarded(what: str) -> None:
            try:
                act(what)
            except Exception as error:
                self.fail(error)
            self.app.invalidate()

        return guarded

    def _bind(self, when: Filter) -> None:
        press, paste = self._guarded(self._shown.press), self._guarded(self._shown.paste)

        def on(key: Keys, name: str) -> None:
            @self.bindings.add(key, filter=when, eager=True)
            def _pressed(event: KeyPressEvent) -> None:
                press(name)

        for key, name in _KEYS.items():
            on(key, name)

        @self.bindings.add(Keys.Any, filter=when)
        def _any(event: KeyPressEvent) -> None:
            if len(event.data) == 1 and event.data.isprintable():
                press("space" if event.data == " " else event.data)

        @self.bindings.add(Keys.BracketedPaste, filter=when)
        def _pasted(event: KeyPressEvent) -> None:
            paste(event.data)
