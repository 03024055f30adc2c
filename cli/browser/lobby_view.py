"""The lobby for the page, and what is shown while there is neither a lobby nor a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cli.browser.view import plain
from cli.runtime.qr_code import qr_image
from cli.screen.hall_picture import MOST_TABLES
from cli.screen.live_hall import LiveHall
from cli.screen.live_lobby import LiveLobby
from cli.sessions.hall_sentences import next_game, standings_table, tables_now
from cli.words.language import _

KEYS = ("q", "a", "r", "o", "x", "b", "escape", "enter", *"0123456789")
LINES = 60


class LobbyView:
    """Implements `cli.browser.view.View`."""

    variant: str | None = None

    def __init__(self, lobby: LiveLobby) -> None:
        self._lobby = lobby
        self.changes: list[Callable[[], None]] = []
        lobby.changes.append(self._changed)

    def _changed(self) -> None:
        for changed in self.changes:
            changed()

    def events(self) -> dict[str, Any]:
        return {}

    def state(self) -> dict[str, Any]:
        room = self._lobby.room()
        form, desk = self._lobby.form, self._lobby.desk
        state: dict[str, Any] = plain(room) | {"kind": "lobby", "log": list(room.told[-LINES:])}
        del state["told"], state["keys"]
        state["heading"] = room.invitation.heading
        state["form"] = None if form is None else plain(form)
        state["codes"] = [[code.name, code.address, qr_image(code.address)] for code in self._lobby.codes]
        state["may"] = {
            "agree": desk.must_agree,
            "change": not desk.lobby.signed,
            "host": desk.lobby.opener,
            "take": desk.proposal is not None and desk.lobby.opener,
        }
        return state

    def press(self, key: str) -> None:
        if key in KEYS:
            self._lobby.press(key)

    def click(self, action: str) -> None:
        """`remove:` and the number of a seat, or `key:` and a key."""
        kind, _colon, rest = action.partition(":")
        if kind == "remove" and rest in "0123456789" and self._lobby.form is None:
            for key in ("x", rest, "x"):  # the page has asked already
                self._lobby.press(key)
        elif kind == "key":
            self.press(rest)

    def say(self, text: str) -> None:
        self._lobby.say(text)

    def fill(self, name: str, value: str) -> None:
        self._lobby.fill(name, value)


class HallView:
    """The hall of a tournament. Implements `cli.browser.view.View`."""

    variant: str | None = None

    def __init__(self, hall: LiveHall) -> None:
        self._hall = hall
        self.changes: list[Callable[[], None]] = []
        hall.changes.append(self._changed)

    def _changed(self) -> None:
        for changed in self.changes:
            changed()

    def events(self) -> dict[str, Any]:
        return {}

    def state(self) -> dict[str, Any]:
        hall = self._hall
        return {
            "kind": "hall",
            "title": _("Tournament"),
            "status": next_game(hall.hall, hall.night.running.now()),
            "standings": standings_table(hall.hall.results),
            "tables": tables_now(hall.hall)[:MOST_TABLES],
            "message": hall.message,
            "chats": hall.hall.me is not None,
            "log": hall.told[-LINES:],
        }

    def press(self, key: str) -> None:
        if key in KEYS:
            self._hall.press(key)

    def click(self, action: str) -> None:
        """`key:` and a key."""
        self.press(action.partition(":")[2])

    def say(self, text: str) -> None:
        self._hall.say(text)

    def fill(self, name: str, value: str) -> None:
        """Ignored: there is no form."""


class TextView:
    """Lines of text: what is told before a table, and after it."""

    variant: str | None = None

    def __init__(self, lines: list[str], over: bool = False) -> None:
        self.changes: list[Callable[[], None]] = []
        self._lines, self._over = lines, over

    def events(self) -> dict[str, Any]:
        return {}

    def state(self) -> dict[str, Any]:
        return {"kind": "over" if self._over else "wait", "lines": self._lines[-LINES:]}

    def press(self, key: str) -> None:
        """Ignored: there is nothing to do."""

    click = say = press

    def fill(self, name: str, value: str) -> None:
        """Ignored: there is nothing to do."""
