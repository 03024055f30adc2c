"""The lobby of a table, in the terminal, in the browser, or in both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence

from cli.browser.browser_screen import BrowserScreen
from cli.browser.lobby_view import HallView, LobbyView, TextView
from cli.runtime.output import say
from cli.screen.hall_app import HallScreen
from cli.screen.live_hall import LiveHall
from cli.screen.live_lobby import LiveLobby
from cli.screen.lobby_app import LobbyScreen
from cli.sessions.guest_page import GuestPage
from cli.sessions.hall_sentences import ResultNews
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.waiting_room import Invitation
from cli.settings.settings import Settings
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis, Slot
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.evening_score import Evening
from protocol.participant.tournament_night import Night


class LobbyRoom:
    """Implements `cli.sessions.waiting_room.WaitingRoom`. Prints messages before and after it is shown, and
    always without a screen in the terminal."""

    def __init__(self, settings: Settings, on_screen: bool, browser: BrowserScreen) -> None:
        self._settings = settings
        self.on_screen = on_screen
        self._browser = browser
        self._invitation = Invitation()
        self._told: list[str] = []
        self.guests: Sequence[GuestPage] = ()
        """The pages of guests with phones, whose codes are shown."""
        self._shown: LiveLobby | None = None

    def tell(self, line: str) -> None:
        self._told.append(line)
        if self._shown is None or not self.on_screen:
            say(line)
        if self._shown is not None:
            self._shown.changed()
        else:
            self._browser.show(TextView(self._told))

    def invite(self, invitation: Invitation) -> None:
        self._invitation = invitation
        if not self.on_screen:
            say(invitation.heading)
            for command in invitation.commands:
                say(f"  {command}")

    async def wait(
        self,
        lobby: Lobby,
        started: Awaitable[Genesis],
        evening: Evening | None = None,
        own_bots: OwnBots | None = None,
    ) -> Genesis | None:
        left = asyncio.Event()
        screen: LobbyScreen | None = None

        def close() -> None:
            left.set()
            if screen is not None:
                screen.close()

        desk = LobbyDesk(lobby, own_bots)
        shown = self._shown = LiveLobby(desk, self._invitation, self._told, evening, close, self.guests)
        waiting, told = asyncio.ensure_future(started), lobby.changed
        waiting.add_done_callback(lambda _waiting: close())

        def changed() -> None:
            told()
            shown.changed()

        lobby.changed = changed
        self._browser.show(LobbyView(shown))
        try:
            if self.on_screen:
                screen = LobbyScreen(shown, self._settings)
                await screen.run()
            else:
                await left.wait()
        finally:
            lobby.changed, self._shown, self._told = told, None, []
            self._browser.show(TextView([]))
            if not waiting.done():
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
        return None if waiting.cancelled() else await waiting

    async def wait_in_hall(self, night: Night, news: ResultNews) -> Slot | None:
        while True:
            hall = LiveHall(night, news, self._told)
            slot = await self._in_hall(hall)
            if slot is not None:
                return slot
            if hall.left or hall.watched is None:
                return None
            await night.watch(hall.watched)

    async def _in_hall(self, hall: LiveHall) -> Slot | None:
        """Show the hall until our next game begins, or the player leaves or chooses a table to watch."""
        closed = asyncio.Event()
        self._browser.show(HallView(hall))
        screen = HallScreen(hall, self._settings) if self.on_screen else None
        waiting = asyncio.ensure_future(hall.run(closed))
        try:
            if screen is not None:
                waiting.add_done_callback(lambda _waiting: screen.close())
                await screen.run()
                closed.set()  # the terminal was closed
            return await waiting
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            self._browser.show(TextView([]))
