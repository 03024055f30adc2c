"""The lobby on a real terminal."""

from __future__ import annotations

from cli.screen.canvas import Picture
from cli.screen.guest_code_picture import draw_code
from cli.screen.live_lobby import LiveLobby
from cli.screen.lobby_picture import draw_room
from cli.screen.room_screen import RoomScreen
from cli.settings.settings import Settings
from cli.words.language import _


class LobbyScreen(RoomScreen):
    """Draws a lobby full-screen until it is closed."""

    def __init__(self, lobby: LiveLobby, settings: Settings) -> None:
        super().__init__(lobby, settings, lambda: _("guest's name:") if lobby.naming else _("say:"))
        self._lobby = lobby

    def picture(self, width: int, height: int) -> Picture:
        width, height = max(width, 20), max(height, 8)
        if self._lobby.code is not None:
            return draw_code(self._lobby.code, width, height)
        if self._lobby.form is not None:
            return self._lobby.form.draw(width, height, self._look)
        lines = draw_room(self._lobby.room(), width, height, self._look)
        return lines[:-1] if self._lobby.typing else lines
