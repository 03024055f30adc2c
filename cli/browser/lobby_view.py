"""The lobby and the hall for the page, and what is shown while there is neither of them nor a table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from cli.browser.view import View, plain
from cli.runtime.qr_code import qr_image
from cli.screen.hall_picture import MOST_TABLES
from cli.screen.live_hall import LiveHall
from cli.screen.live_lobby import LiveLobby
from cli.sessions.guest_page import GuestPage
from cli.sessions.hall_sentences import hall_status, standings_table, tables_now
from cli.words.language import _

LINES = 60


class LobbyView(View):
    """The lobby of a table."""

    keys = ("q", "a", "r", "o", "x", "b", "escape", "enter", *"0123456789")

    def __init__(self, lobby: LiveLobby, leaves: bool = True) -> None:
        """`leaves`: the player can leave the table here."""
        super().__init__(lobby)
        self._lobby, self._leaves = lobby, leaves

    def state(self) -> dict[str, Any]:
        room = self._lobby.room()
        form, desk = self._lobby.form, self._lobby.desk
        state: dict[str, Any] = plain(room) | {"kind": "lobby", "log": list(room.told[-LINES:])}
        del state["told"], state["keys"]
        state["heading"] = room.invitation.heading
        state["form"] = None if form is None else plain(form)
        state["codes"] = pictures(self._lobby.guests)
        state["may"] = {
            "agree": desk.must_agree,
            "change": not desk.lobby.signed,
            "host": desk.lobby.opener,
            "guest": desk.may_add_guest,
            "take": desk.proposal is not None and desk.lobby.opener,
            "leave": self._leaves,
            "back": next(reversed(desk.lobby.removed.values()), ""),
        }
        return state

    def click(self, action: str, asked: int | None = None) -> None:
        """`remove:` and a name, or `key:` and a key."""
        kind, _colon, rest = action.partition(":")
        if kind == "remove":
            self._lobby.remove(rest)
        elif kind == "key":
            self.press(rest)

    def fill(self, name: str, value: str) -> None:
        """A line of the open form, or the name of a new `guest`."""
        if name == "guest":
            self._lobby.add_guest(value)
        else:
            self._lobby.fill(name, value)


def pictures(guests: Sequence[GuestPage]) -> list[list[str]]:
    """The codes for guests' phones: name, address, and the address of a picture of it."""
    return [[guest.name, guest.address, qr_image(guest.address)] for guest in guests]


class HallView(View):
    """The hall of a tournament."""

    keys = ("q", *"0123456789")

    def __init__(self, hall: LiveHall) -> None:
        super().__init__(hall)
        self._hall = hall

    def state(self) -> dict[str, Any]:
        hall = self._hall
        return {
            "kind": "hall",
            "title": _("Tournament"),
            "status": hall_status(hall.hall, hall.night.running.now()),
            "standings": standings_table(hall.hall.results),
            "tables": tables_now(hall.hall)[:MOST_TABLES],
            "message": hall.message,
            "chats": hall.hall.me is not None,
            "log": hall.told[-LINES:],
        }


class TextView(View):
    """Lines of text: what is told before a table, and after it."""

    def __init__(self, lines: list[str], over: bool = False) -> None:
        super().__init__()
        self._lines, self._over = lines, over

    def state(self) -> dict[str, Any]:
        return {"kind": "over" if self._over else "wait", "lines": self._lines[-LINES:]}


class QuestionView(View):
    """A question about these lines, which the page answers with yes or no."""

    def __init__(self, lines: list[str], yes: str, no: str) -> None:
        super().__init__()
        self._lines, self._yes, self._no = lines, yes, no
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def state(self) -> dict[str, Any]:
        return {"kind": "question", "lines": self._lines, "yes": self._yes, "no": self._no}

    def press(self, key: str) -> None:
        if key in ("y", "n") and not self.answer.done():
            self.answer.set_result(key == "y")
