"""The lobby on a real terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from cli.runtime.output import say
from cli.screen.canvas import Picture
from cli.screen.chat_line import ChatLine
from cli.screen.form import Form
from cli.screen.fullscreen import FullScreen, Shown
from cli.screen.hall_app import wait_in_hall
from cli.screen.house_rules_form import HOUSE, HouseRulesForm, show_choice
from cli.screen.lobby_form import DONE, chosen, lobby_form
from cli.screen.lobby_picture import draw_room, room
from cli.screen.themes import colour_depth, look, style, theme_in_use
from cli.sessions.hall_sentences import ResultNews
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.waiting_room import Invitation
from cli.settings.settings import Settings
from cli.words.language import _
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Guest
from protocol.log.genesis import Genesis, Slot
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.evening_score import Evening
from protocol.participant.tournament_night import Night


class LobbyScreen(Shown):
    """Implements `cli.sessions.waiting_room.WaitingRoom`. Prints messages before and after it is shown."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._depth = colour_depth()
        self._look = look(settings, self._depth)
        self._theme = theme_in_use(settings, self._depth)
        self._invitation = Invitation()
        self._told: list[str] = []
        self._message = ""
        self._evening: Evening | None = None
        self._typing = False
        self._leaving = False
        """The player has pressed the key to leave once."""
        self._removing = False
        """The next key says whom the host removes."""
        self._to_remove: Guest | None = None
        """Whom the host removes if they confirm it with the next key."""
        self._form: Form | None = None
        self._house: HouseRulesForm | None = None
        """The page of house rules, over the form."""

    def tell(self, line: str) -> None:
        self._told.append(line)
        if self._screen is None:
            say(line)
        else:
            self._screen.app.invalidate()

    def invite(self, invitation: Invitation) -> None:
        self._invitation = invitation

    _screen: FullScreen | None = None

    async def wait(
        self,
        lobby: Lobby,
        started: Awaitable[Genesis],
        evening: Evening | None = None,
        own_bots: OwnBots | None = None,
    ) -> Genesis | None:
        self._desk, self._evening, self._message = LobbyDesk(lobby, own_bots), evening, ""
        self._typing = self._leaving = self._removing = False
        self._form = self._house = self._to_remove = None
        # Leave the mouse to the terminal, so that the player can select and copy.
        colours = style(self._theme, False, 0, self._depth)
        self._chat = ChatLine(lambda: self._typing, self._say)
        screen = self._screen = FullScreen(
            self, colours, self._depth, self._chat.container, lambda: self._typing, mouse=False
        )
        self._chat.bind(screen)
        waiting, told = asyncio.ensure_future(started), lobby.changed
        waiting.add_done_callback(lambda _waiting: screen.close())

        def changed() -> None:
            told()
            screen.app.invalidate()

        lobby.changed = changed
        try:
            await screen.run()
        finally:
            lobby.changed, self._screen, self._told = told, None, []
            if not waiting.done():
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
        return None if waiting.cancelled() else await waiting

    async def wait_in_hall(self, night: Night, news: ResultNews) -> Slot | None:
        return await wait_in_hall(night, news, self._told, self._settings)

    # -- what fills the screen --------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Picture:
        width, height = max(width, 20), max(height, 8)
        if (form := self._house or self._form) is not None:
            return form.draw(width, height, self._look)
        seen = room(self._desk, self._invitation, self._told, self._message, self._evening)
        lines = draw_room(seen, width, height, self._look)
        return lines[:-1] if self._typing else lines

    def press(self, key: str) -> None:
        self._message = ""
        if self._form is not None:
            self._press_form(self._form, key)
        elif key in ("q", "escape", "c-c"):
            self._leave()
            return
        elif self._removing:
            self._choose_to_remove(key)
        elif self._to_remove is not None:
            self._remove(self._to_remove, key)
        elif key == "a":
            self._desk.lobby.agree()
        elif key == "t":
            self._typing = True
            self._chat.focus()
        elif key == "r" and not self._desk.lobby.signed:
            self._form, self._desk.lobby.choosing = lobby_form(self._desk), True
        elif key == "o" and self._desk.proposal is not None:
            self._message = self._desk.take_proposal()
        elif key == "x" and self._desk.lobby.opener:
            self._removing = True
            self._message = _("Whom? Press the number of a seat.")
        elif key == "b" and self._desk.lobby.removed:
            name = list(self._desk.lobby.removed.values())[-1]
            self._message = self._desk.let_back(name) or _("{name} can join again.").format(name=name)
        self._leaving = False

    def _leave(self) -> None:
        """Leaving takes two keys, because others may be waiting."""
        assert self._screen is not None
        if self._removing or self._to_remove is not None:
            self._removing, self._to_remove = False, None
            return
        if self._leaving:
            self._screen.close()
        self._leaving = True
        closes, frees = _("Press q again to leave: this closes the table."), _("Press q again to leave.")
        self._message = closes if self._desk.lobby.opener else frees

    def _press_form(self, form: Form, key: str) -> None:
        if self._house is not None:
            self._press_house(self._house, form, key)
            return
        form.press(key)
        if form.done == HOUSE:
            form.done = None
            self._house = HouseRulesForm(form[HOUSE], form["variant"])
        elif form.done == DONE:
            form.message = self._desk.apply(chosen(form))
            form.done = None
            if not form.message:
                self._close_form()
        elif form.done is not None:
            self._close_form()

    def _press_house(self, page: HouseRulesForm, form: Form, key: str) -> None:
        page.press(key)
        if page.done == DONE:
            show_choice(next(line for line in form.fields if line.name == HOUSE), page.typed)
        if page.done is not None:
            self._house = None

    def _close_form(self) -> None:
        self._form, self._desk.lobby.choosing = None, False

    def _choose_to_remove(self, key: str) -> None:
        """Keys 1 to 9, and 0 for the tenth seat."""
        self._removing = False
        number = (int(key) or 10) if key.isdecimal() else 0
        guests = self._desk.lobby.guests
        if 1 <= number <= len(guests):
            guest = guests[number - 1]
            self._message = self._desk.may_remove(guest)
            if not self._message:
                self._to_remove = guest
                text = _("Remove {name}? They can come back only if you let them. Press x again.")
                self._message = text.format(name=guest.name)

    def _remove(self, guest: Guest, key: str) -> None:
        self._to_remove = None
        if key != "x":
            return
        self._desk.remove(guest)
        if guest.identity in self._desk.lobby.removed:
            self._message = _("{name} is removed: b lets them come back.").format(name=guest.name)

    def _say(self, text: str) -> None:
        self._typing = False
        if text:
            self._desk.say(text)
            self.tell(f"{self._desk.name}: {text}")
