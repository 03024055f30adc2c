"""The lobby on a real terminal."""

from __future__ import annotations

from cli.runtime.qr_code import qr_lines
from cli.screen.canvas import Canvas, Picture, cut
from cli.screen.chat_line import ChatLine
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.live_lobby import GuestCode, LiveLobby
from cli.screen.lobby_picture import draw_room
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.settings.settings import Settings
from cli.words.punctuation import with_colon


class LobbyScreen(Shown):
    """Draws a lobby full-screen until it is closed."""

    def __init__(self, lobby: LiveLobby, settings: Settings) -> None:
        self._lobby = lobby
        depth = colour_depth()
        self._look = look(settings, depth)
        # Leave the mouse to the terminal, so that the player can select and copy.
        self._chat = ChatLine(lambda: lobby.typing, lobby.say)
        colours = style(theme_in_use(settings, depth), False, 0, depth)
        self._screen = FullScreen(
            self, colours, depth, self._chat.container, lambda: lobby.typing, mouse=False
        )
        self._chat.bind(self._screen)
        lobby.changes.append(self._changed)

    async def run(self) -> None:
        await self._screen.run()

    def close(self) -> None:
        self._screen.close()

    def _changed(self) -> None:
        self._chat.focus()
        self._screen.app.invalidate()

    def picture(self, width: int, height: int) -> Picture:
        width, height = max(width, 20), max(height, 8)
        if self._lobby.code is not None:
            return _draw_code(self._lobby.code, width, height)
        if self._lobby.form is not None:
            return self._lobby.form.draw(width, height, self._look)
        lines = draw_room(self._lobby.room(), width, height, self._look)
        return lines[:-1] if self._lobby.typing else lines

    def press(self, key: str) -> None:
        self._lobby.press(key)


def _draw_code(code: GuestCode, width: int, height: int) -> Picture:
    """A QR code, white on black whatever the theme, and the address below it."""
    canvas = Canvas(width, height)
    for row, line in enumerate(qr_lines(code.address)[: height - 2]):
        canvas.put(1, row, line[: width - 2], "bg:#000000 #ffffff")
    canvas.put(1, height - 1, cut(with_colon(code.name, code.address), width - 2), "class:prompt")
    return canvas.picture()
