"""A live table for the page: its scene as JSON, and what the player does there."""

from __future__ import annotations

from time import monotonic
from typing import Any

from cli.browser.view import View, plain
from cli.runtime.qr_code import qr_image
from cli.runtime.sounds import Tone
from cli.screen.card_motion import path_of
from cli.screen.coaching import coach_words_to_click
from cli.screen.live_table import LiveTable
from cli.sessions.session import Notice
from cli.settings.key_bindings import Action
from cli.words.language import _

LINES = 150
"""How many lines of the log the page has."""
CLAIMS = tuple(f"do:{action}" for action in (Action.UNO, Action.CATCH, Action.JUMP))
"""Whoever is first counts: these are taken whenever they arrive."""
MOST = 12
"""How many flights are sent at once: a page that was asleep need not see all of them."""


class TableView(View):
    """A live table."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(table)
        self._table = table
        self.variant = table.session.options.variant
        self._flights: list[dict[str, Any]] = []
        self._tone = ""
        self._chats = False
        """The player pressed the key for chat."""
        self._question: object = None
        self._asked = 0
        table.hears.append(self._hear)

    def _hear(self, notice: Notice, tone: Tone | None) -> None:
        path = path_of(notice)
        if path is not None:
            self._flights = [*self._flights[1 - MOST :], plain(path)]
        if tone is not None:
            self._tone = tone.name.lower()

    def events(self) -> dict[str, Any]:
        flights, tone, self._flights, self._tone = self._flights, self._tone, [], ""
        found: dict[str, Any] = {"flights": flights, "tone": tone, "chat": self._chats}
        self._chats = False
        return {name: value for name, value in found.items() if value}

    def state(self) -> dict[str, Any]:
        table, now = self._table, monotonic()
        scene = table.scene(now)
        state: dict[str, Any] = plain(scene)
        del state["flights"], state["flash"]
        state["log"] = state["log"][-LINES:]
        if state["overlay"] is not None:
            state["overlay"]["kind"] = table.controls.panel
            for row in state["overlay"]["rows"]:
                row["code"] = row["code"] and qr_image(row["code"])
        if state["moment"] is not None:
            del state["moment"]["approach"]  # the page moves the cards itself
        if state["window"] is not None:
            state["window"] |= {"left": None, "ends": self._ends()}
        settings, session = table.controls.settings, table.session
        return state | {
            "kind": "table",
            "asked": self._number(),
            "coach": coach_words_to_click(table.controls, scene.options),
            "window_title": table.title(),
            "look": {"theme": settings.theme, "animation": settings.animation, "sound": settings.sound},
            "seated": session.seat is not None and state["timeline"] is None,
            "chats": any(option["action"] == f"do:{Action.CHAT}" for option in state["options"]),
        }

    def _number(self) -> int:
        """The number of what a click would answer now."""
        if self._question != (question := self._table.controls.question):
            self._question, self._asked = question, self._asked + 1
        return self._asked

    def _ends(self) -> int:
        """When the UNO window closes, in milliseconds of a clock that the page is told of once."""
        deadline = self._table.session.uno_deadline
        return round(1000 * deadline) if deadline is not None else 0

    def press(self, key: str) -> None:
        controls = self._table.controls
        typing = controls.typing
        self._table.press(key)
        if controls.typing and not typing:  # the page has a line of its own for it
            controls.typing, self._chats = False, True
            self._table.changed()

    def click(self, action: str, asked: int | None = None) -> None:
        """A click with a pointer counts for the question that the page showed, however late it arrives."""
        kind, _colon, rest = action.partition(":")
        if kind == "card" and rest not in {str(card) for card, _face in self._table.controls.hand()}:
            return
        if kind == "do" and rest not in set(Action):
            return
        if kind in ("seat", "seek", "card") and not (rest.isdecimal() and len(rest) < 9):
            return
        if action == f"do:{Action.CHAT}":
            return
        if asked is not None and action not in CLAIMS and asked != self._number():
            self._table.controls.message = _("The table has changed meanwhile: look, and click again.")
            self._table.changed()
            return
        self._table.click(action, aimed=asked is not None)
