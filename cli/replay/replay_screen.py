"""Shows a recording on the screen of a live game."""

from __future__ import annotations

from time import monotonic

from cli.replay.bookmarks import Bookmarks
from cli.replay.replay_keys import ReplayControls, scene, with_progress
from cli.replay.replay_session import ReplaySession
from cli.screen.canvas import Picture
from cli.screen.live_table import LiveTable
from cli.screen.scene import Scene
from cli.screen.table_app import TableScreen
from cli.screen.table_picture import draw
from cli.settings.settings import Settings


class ReplayTable(LiveTable):
    """A recording as a table on a screen."""

    def __init__(self, session: ReplaySession, settings: Settings, spoiler_free: bool = False) -> None:
        super().__init__(session, settings)
        bookmarks = Bookmarks(session.recording.genesis.game)
        self.controls: ReplayControls = ReplayControls(session, settings, bookmarks, spoiler_free)

    def scene(self, now: float) -> Scene:
        return scene(self.controls, now)

    def title(self) -> str:
        return "p2puno replay"


class ReplayScreen(TableScreen):
    """Draws a recording in the terminal, with its progress in the last row."""

    def __init__(self, table: ReplayTable, animated_elsewhere: bool = False) -> None:
        super().__init__(table, animated_elsewhere)
        self.replay = table

    def picture(self, width: int, height: int) -> Picture:
        seen = self.replay.scene(monotonic())
        lines = draw(seen, width, height, self.look)
        return with_progress(lines, seen, self.look.full, self.look.empty)

    def drag(self, action: str) -> None:
        """Follow the mouse on the progress bar while its button is held."""
        if action.startswith("seek:"):
            self.click(action)

    def turn(self, key: str) -> None:
        """Move back and forth with the mouse wheel."""
        self.press(key if self.controls.panel else {"up": "left", "down": "right"}[key])
