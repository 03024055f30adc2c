"""A prompt_toolkit window that shows one picture, with click actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

from prompt_toolkit.application import get_app
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from cli.screen.canvas import Fragment, Picture, text_width

_WHEEL = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}
_GROUND = "class:ground"

Row = defaultdict[int, Char]


class PictureWindow(Window):
    """Requests a picture when one is due; reports clicks by their action, and the wheel by its key.

    It fills the screen's cells itself. prompt_toolkit's own way is made for text that wraps and scrolls, and
    would take most of the time: here, an unchanged line costs nothing.
    """

    def __init__(
        self,
        picture: Callable[[], Picture],
        click: Callable[[str], None],
        press: Callable[[str], None],
        drag: Callable[[str], None],
    ) -> None:
        super().__init__(FormattedTextControl(focusable=True), always_hide_cursor=True)
        self._picture = picture
        self._click = click
        self._press = press
        self._drag = drag
        """Called with what the mouse is over while its button is held."""
        self._shown: Picture = []
        self._rows: list[Row] = []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """The window begins at the left and is as wide as the screen."""
        top, height, width = write_position.ypos, write_position.height, write_position.width
        lines = self._picture()[:height]
        known = dict(zip(map(tuple, self._shown), self._rows, strict=True))
        self._rows = [known.get(tuple(line)) or _cells(line) for line in lines]
        self._shown = lines
        screen.data_buffer.update(enumerate(self._rows, top))
        screen.height = max(screen.height, top + height)
        screen.visible_windows_to_write_positions[self] = write_position
        if get_app().layout.current_window is self:
            screen.show_cursor = False
        mouse_handlers.set_mouse_handler_for_range(0, width, top, top + height, self._clicked)

    def _clicked(self, mouse_event: MouseEvent) -> None:
        kind = mouse_event.event_type
        if kind in _WHEEL:
            self._press(_WHEEL[kind])
            return
        action = self._action(mouse_event.position.x, mouse_event.position.y)
        if action and kind is MouseEventType.MOUSE_UP:
            self._click(action)
        elif action and mouse_event.button is MouseButton.LEFT:
            self._drag(action)

    def _action(self, x: int, y: int) -> str:
        for piece in self._shown[y] if y < len(self._shown) else ():
            x -= text_width(piece.text)
            if x < 0:
                return piece.action
        return ""


def _cells(line: list[Fragment]) -> Row:
    row: Row = defaultdict(lambda: _cell(" ", _GROUND))
    x = 0
    for piece in line:
        style = f"{_GROUND} {piece.style}"
        for char in piece.text:
            cell = row[x] = _cell(char, style)
            for beside in range(x + 1, x + cell.width):
                row[beside] = _cell("", style)
            x += cell.width
    return row


_cell = lru_cache(1 << 16)(Char)
