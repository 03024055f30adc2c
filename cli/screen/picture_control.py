"""Pictures in a window of prompt_toolkit, with what a click on them does."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from cli.screen.canvas import Picture, text_width

_WHEEL = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}


class PictureControl(UIControl):
    """Asks for a picture whenever one is due; hands on clicks by their action, and the wheel by its key."""

    def __init__(
        self,
        picture: Callable[[], Picture],
        click: Callable[[str], None],
        press: Callable[[str], None],
        drag: Callable[[str], None] = lambda action: None,
    ) -> None:
        self._picture = picture
        self._click = click
        self._press = press
        self._drag = drag
        """Takes what the mouse is over while its button is held."""
        self._shown: Picture = []

    def create_content(self, width: int, height: int) -> UIContent:
        lines = self._shown = self._picture()
        return UIContent(
            lambda number: [(piece.style, piece.text) for piece in lines[number]],
            line_count=len(lines),
            show_cursor=False,
        )

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
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
