"""The hall of a tournament on a real terminal."""

from __future__ import annotations

from cli.screen.canvas import Picture
from cli.screen.hall_picture import draw_hall
from cli.screen.live_hall import LiveHall
from cli.screen.room_screen import RoomScreen
from cli.settings.settings import Settings


class HallScreen(RoomScreen):
    """Draws a hall full-screen until it is closed."""

    def __init__(self, hall: LiveHall, settings: Settings) -> None:
        super().__init__(hall, settings)
        self._hall = hall

    def picture(self, width: int, height: int) -> Picture:
        hall = self._hall
        now = hall.night.running.now()
        lines = draw_hall(hall.hall, hall.told, hall.message, now, max(width, 20), max(height, 8))
        return lines[:-1] if hall.typing else lines
