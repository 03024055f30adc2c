"""The lobby on a real terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from cli.runtime.output import say
from cli.screen.canvas import Picture
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.lobby_picture import draw_room, room
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.sessions.waiting_room import Invitation
from cli.settings.settings import Settings
from cli.words.language import _
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis


class LobbyScreen(Shown):
    """Implements `cli.sessions.waiting_room.WaitingRoom`. Prints messages before and after it is shown."""

    def __init__(self, settings: Settings) -> None:
        self._depth = colour_depth()
        self._look = look(settings, self._depth)
        self._theme = theme_in_use(settings, self._depth)
        self._invitation = Invitation()
        self._told: list[str] = []
        self._message = ""
        self._lobby: Lobby | None = None
        self._screen: FullScreen | None = None

    def tell(self, line: str) -> None:
        self._told.append(line)
        if self._screen is None:
            say(line)
        else:
            self._screen.app.invalidate()

    def invite(self, invitation: Invitation) -> None:
        self._invitation = invitation

    async def wait(self, lobby: Lobby, started: Awaitable[Genesis]) -> Genesis | None:
        self._lobby, told = lobby, lobby.changed
        # Leave the mouse to the terminal, so that the player can select and copy.
        colours = style(self._theme, False, 0, self._depth)
        screen = self._screen = FullScreen(self, colours, self._depth, mouse=False)
        waiting = asyncio.ensure_future(started)
        waiting.add_done_callback(lambda _waiting: screen.close())

        def changed() -> None:
            told()
            screen.app.invalidate()

        lobby.changed = changed
        try:
            await screen.run()
        finally:
            lobby.changed, self._screen = told, None
            if not waiting.done():
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
        return None if waiting.cancelled() else await waiting

    # -- what fills the screen --------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Picture:
        assert self._lobby is not None
        seen = room(self._lobby, self._invitation, self._told, self._message)
        return draw_room(seen, max(width, 20), max(height, 8), self._look)

    def press(self, key: str) -> None:
        """Leaving takes two keys, because others may be waiting."""
        assert self._lobby is not None
        assert self._screen is not None
        leaving = key in ("q", "escape", "c-c")
        if leaving and self._message:
            self._screen.close()
        closes, frees = _("Press q again to leave: this closes the table."), _("Press q again to leave.")
        self._message = (closes if self._lobby.opener else frees) if leaving else ""
