"""The hall of a tournament on a real terminal."""

from __future__ import annotations

from cli.screen.canvas import Picture
from cli.screen.chat_line import ChatLine
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.hall_picture import draw_hall
from cli.screen.live_hall import LiveHall
from cli.screen.themes import colour_depth, style, theme_in_use
from cli.settings.settings import Settings


class HallScreen(Shown):
    """Draws a hall full-screen until it is closed."""

    def __init__(self, hall: LiveHall, settings: Settings) -> None:
        self._hall = hall
        depth = colour_depth()
        colours = style(theme_in_use(settings, depth), False, 0, depth)
        self._chat = ChatLine(lambda: hall.typing, hall.say)
        self._screen = FullScreen(
            self, colours, depth, self._chat.container, lambda: hall.typing, mouse=False
        )
        self._chat.bind(self._screen)
        hall.changes.append(self._changed)

    async def run(self) -> None:
        await self._screen.run()

    def close(self) -> None:
        self._screen.close()

    def _changed(self) -> None:
        self._chat.focus()
        self._screen.app.invalidate()

    def picture(self, width: int, height: int) -> Picture:
        hall = self._hall
        now = hall.night.running.now()
        lines = draw_hall(hall.hall, hall.told, hall.message, now, max(width, 20), max(height, 8))
        return lines[:-1] if hall.typing else lines

    def press(self, key: str) -> None:
        self._hall.press(key)
