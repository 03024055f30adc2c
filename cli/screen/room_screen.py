"""A lobby or a hall on a real terminal: what fills the screen until it is closed, with a line to type in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cli.screen.chat_line import ChatLine
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.settings.settings import Settings
from cli.words.language import _


class Room(Protocol):
    """What is shown."""

    typing: bool
    changes: list[Callable[[], None]]

    def press(self, key: str) -> None: ...

    def say(self, text: str) -> None: ...


class RoomScreen(Shown):
    """Shows a room full-screen; a subclass draws it."""

    def __init__(self, room: Room, settings: Settings, label: Callable[[], str] = lambda: _("say:")) -> None:
        """`label` says what is typed."""
        self._room = room
        depth = colour_depth()
        self._look = look(settings, depth)
        self._chat = ChatLine(lambda: room.typing, room.say, label)
        colours = style(theme_in_use(settings, depth), False, 0, depth)
        # Leave the mouse to the terminal, so that the player can select and copy.
        self._screen = FullScreen(
            self, colours, depth, self._chat.container, lambda: room.typing, mouse=False
        )
        self._chat.bind(self._screen)
        room.changes.append(self._changed)

    async def run(self) -> None:
        await self._screen.run()

    def close(self) -> None:
        self._screen.close()

    def _changed(self) -> None:
        self._chat.focus()
        self._screen.app.invalidate()

    def press(self, key: str) -> None:
        self._room.press(key)
