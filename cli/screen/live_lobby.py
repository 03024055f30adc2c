"""The lobby as it is shown, whatever draws it: who is here, the open form, and what keys and chat do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.screen.form import Form
from cli.screen.house_rules_form import HOUSE, HouseRulesForm, show_choice
from cli.screen.lobby_form import DONE, chosen, lobby_form
from cli.screen.lobby_picture import Room, room
from cli.sessions.guest_page import GuestPage
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.waiting_room import Invitation
from cli.words.language import _
from cli.words.punctuation import with_colon
from protocol.lobby.messages import Guest
from protocol.participant.evening_score import Evening


class LiveLobby:
    """The model of a lobby on a screen. All screens that show it see and change the same state."""

    def __init__(
        self,
        desk: LobbyDesk,
        invitation: Invitation,
        told: list[str],
        evening: Evening | None,
        close: Callable[[], None],
        guests: Sequence[GuestPage] = (),
    ) -> None:
        """`told` is what the player has been told so far, and grows."""
        self.guests = guests
        self.code: GuestPage | None = None
        """The page whose code covers the lobby, for a guest's phone."""
        self.naming = False
        """The player types the name of a new guest, and not chat."""
        self.desk = desk
        self.told = told
        self._forms: list[Form] = []
        """The open forms, the one that is shown last: the lobby's form, and its page of house rules."""
        self.typing = False
        self.changes: list[Callable[[], None]] = []
        """Each is called when the lobby looks different."""
        self._invitation = invitation
        self._evening = evening
        self._close = close
        self._message = ""
        self._leaving = False
        """The player has pressed the key to leave once."""
        self._removing = False
        """The next key says whom the host removes."""
        self._to_remove: Guest | None = None
        """Whom the host removes if they confirm it with the next key."""
        self._let_back = ""
        """Who, as the message says, can join again: it goes away when they do."""

    @property
    def form(self) -> Form | None:
        """The form that covers the lobby."""
        return self._forms[-1] if self._forms else None

    def room(self) -> Room:
        if self._let_back and self._let_back in {guest.name for guest in self.desk.lobby.guests}:
            self._message = self._let_back = ""
        shows = bool(self.guests)
        return room(self.desk, self._invitation, self.told, self._message, self._evening, shows)

    def changed(self) -> None:
        for changed in self.changes:
            changed()

    def press(self, key: str) -> None:
        self._message = self._let_back = ""
        if self.code is not None:
            self._next_code()
        elif self.form is not None:
            self._press_form(self.form, key)
        elif key in ("q", "escape", "c-c"):
            self._leave()
        else:
            self._press(key)
            self._leaving = False
        self.changed()

    def _press(self, key: str) -> None:
        if self._removing:
            self._choose_to_remove(key)
        elif self._to_remove is not None:
            guest, self._to_remove = self._to_remove, None
            if key == "x":
                self._remove(guest)
        elif key == "a":
            self.desk.lobby.agree()
        elif key == "t":
            self.typing = True
        elif key == "g":
            self._next_code()
        elif key == "p" and self.desk.may_add_guest:
            self.typing = self.naming = True
        elif key == "r" and not self.desk.lobby.signed:
            self._forms, self.desk.lobby.choosing = [lobby_form(self.desk)], True
        elif key == "o" and self.desk.proposal is not None:
            self._message = self.desk.take_proposal()
        elif key == "x" and self.desk.lobby.opener and len(self.desk.lobby.guests) > 1:
            self._removing = True
            self._message = _("Whom? Press the number of a seat.")
        elif key == "b" and self.desk.lobby.removed:
            name = list(self.desk.lobby.removed.values())[-1]
            self._message = self.desk.let_back(name) or _("{name} can join again.").format(name=name)
            self._let_back = name

    def _next_code(self) -> None:
        """Show one code after the other, and then the lobby again."""
        place = self.guests.index(self.code) + 1 if self.code in self.guests else 0
        self.code = self.guests[place] if place < len(self.guests) else None

    def _leave(self) -> None:
        """Leaving takes two keys, because others may be waiting."""
        if self._removing or self._to_remove is not None:
            self._removing, self._to_remove = False, None
            return
        if self._leaving:
            self._close()
        self._leaving = True
        closes = _("Leave once more to confirm: this closes the table.")
        self._message = closes if self.desk.lobby.opener else _("Leave once more to confirm.")

    def _press_form(self, form: Form, key: str) -> None:
        form.press(key)
        done, form.done = form.done, None
        if isinstance(form, HouseRulesForm):
            if done is not None:
                self._forms.pop()
            if done == DONE:
                show_choice(next(line for line in self._forms[0].fields if line.name == HOUSE), form.typed)
        elif done == HOUSE:
            self._forms.append(HouseRulesForm(form[HOUSE], form["variant"]))
        elif done == DONE:
            form.message = self.desk.apply(chosen(form))
            if not form.message:
                self._close_form()
        elif done is not None:
            self._close_form()

    def fill(self, name: str, value: str) -> None:
        """Set a line of the open form, or choose it if it is a command."""
        form = self.form
        line = next((line for line in form.fields if line.name == name), None) if form is not None else None
        if form is None or line is None:
            return
        form.cursor = form.fields.index(line)
        if value in line.values:
            form.choose(line, value)
            self.changed()
        elif not line.values or line.opens:
            self.press("enter")

    def _close_form(self) -> None:
        self._forms, self.desk.lobby.choosing = [], False

    def _choose_to_remove(self, key: str) -> None:
        """Keys 1 to 9, and 0 for the tenth seat."""
        self._removing = False
        number = (int(key) or 10) if key.isdecimal() else 0
        guests = self.desk.lobby.guests
        if 1 <= number <= len(guests):
            guest = guests[number - 1]
            self._message = self.desk.may_remove(guest)
            if not self._message:
                self._to_remove = guest
                text = _("Remove {name}? They can come back only if you let them. Press x again.")
                self._message = text.format(name=guest.name)

    def remove(self, name: str) -> None:
        """Remove somebody, as the host has confirmed."""
        guest = next((guest for guest in self.desk.lobby.guests if guest.name == name), None)
        if guest is not None:
            self._message = self.desk.may_remove(guest)
            if not self._message:
                self._remove(guest)
        self.changed()

    def _remove(self, guest: Guest) -> None:
        self.desk.remove(guest)
        if guest.identity in self.desk.lobby.removed:
            text = _("{name} is removed, and can come back only if you let them.")
            self._message = text.format(name=guest.name)

    def add_guest(self, name: str) -> None:
        """Give a seat to somebody with only a phone."""
        self._message = self.desk.add_guest(name)
        self.changed()

    def say(self, text: str) -> None:
        """Chat, or the name of a guest if that is typed."""
        naming, self.typing, self.naming = self.naming, False, False
        text = " ".join(text.split())
        if naming and text:
            self._message = self.desk.add_guest(text)
        elif text:
            self.desk.say(text)
            self.told.append(with_colon(self.desk.name, text))
        self.changed()
