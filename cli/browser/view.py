"""What the page can show, and JSON for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Protocol

from cli.browser.cards_svg import FILLS, back_svg, card_svg, text_on
from cli.words.card_names import card_name, colour_letter, colour_name
from p2puno.cards import COLOURS, Face
from p2puno.rulesets import RULE_SETS

LOG = "log"
"""The field of a state of which only new lines are sent."""


class Model(Protocol):
    """What the terminal shows, too: a table, a lobby or a hall."""

    changes: list[Callable[[], None]]

    def press(self, key: str) -> None: ...

    def say(self, text: str) -> None: ...


class View:
    """Something that the page shows, and what the player does there."""

    variant: str | None = None
    """The rule set whose cards are shown."""
    keys: tuple[str, ...] = ()
    """The keys that do something."""

    def __init__(self, model: Model | None = None) -> None:
        self.changes: list[Callable[[], None]] = []
        """Each is called when the state is different."""
        self._model = model
        if model is not None:
            model.changes.append(self.changed)

    def changed(self) -> None:
        for changed in self.changes:
            changed()

    def state(self) -> dict[str, Any]:
        """Everything visible, ready for JSON."""
        raise NotImplementedError

    def events(self) -> dict[str, Any]:
        """What happened since the last call and passes by: flying cards, a tone."""
        return {}

    def press(self, key: str) -> None:
        if self._model is not None and key in self.keys:
            self._model.press(key)

    def click(self, action: str, asked: int | None = None) -> None:
        """Usually `key:` and a key. `asked`: the number of the question that the page showed when it was
        clicked with a pointer."""
        self.press(action.partition(":")[2])

    def say(self, text: str) -> None:
        if self._model is not None:
            self._model.say(text)

    def fill(self, name: str, value: str) -> None:
        """Set a line of a form; ignored without one."""


def plain(value: Any) -> Any:
    """Scenes as JSON has them: dictionaries, lists, cards by their codes."""
    if isinstance(value, Face):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def difference(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What must be sent so that the page, which has the state `before`, has the state `now`."""
    shown, log = before.get(LOG, []), now.get(LOG, [])
    fields = {name: value for name, value in now.items() if name != LOG}
    found = {
        "set": {name: value for name, value in fields.items() if name not in before or before[name] != value},
        "gone": [name for name in before if name not in now and name != LOG],
        LOG: _lines(shown, log) if shown != log else None,
    }
    return {name: value for name, value in found.items() if value}


def _lines(before: list[Any], now: list[Any]) -> list[Any]:
    """How many lines to drop at the beginning, and what to append to the others."""
    drop = next(drop for drop in range(len(before) + 1) if now[: len(before) - drop] == before[drop:])
    return [drop, now[len(before) - drop :]]


def cards(variant: str) -> dict[str, Any]:
    """The picture and name of each card of the rule set, by side; and the colours."""
    return {
        "sides": [
            {
                face.code: [card_name(face), card_svg(face, side)]
                for face in sorted(faces, key=lambda f: f.code)
            }
            for side, faces in enumerate(RULE_SETS[variant].faces)
        ],
        "back": back_svg(),
        "colours": {
            colour.value: [colour_name(colour), FILLS[colour], text_on(colour), colour_letter(colour)]
            for side in COLOURS
            for colour in side
        },
    }
