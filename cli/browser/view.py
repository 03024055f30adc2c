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
    """What the terminal shows, too: a lobby or a hall."""

    changes: list[Callable[[], None]]

    def press(self, key: str) -> None: ...

    def say(self, text: str) -> None: ...


class View(Protocol):
    """Something that the page shows, and what the player does there."""

    changes: list[Callable[[], None]]
    """Each is called when the state is different."""
    variant: str | None
    """The rule set whose cards are shown."""

    def state(self) -> dict[str, Any]:
        """Everything visible, ready for JSON."""

    def events(self) -> dict[str, Any]:
        """What happened since the last call and passes by: flying cards, a tone."""

    def press(self, key: str) -> None: ...

    def click(self, action: str, asked: int | None = None) -> None:
        """`asked`: the number of the question that the page showed when it was clicked with a pointer."""

    def say(self, text: str) -> None: ...

    def fill(self, name: str, value: str) -> None:
        """Set a line of a form."""


class QuietView:
    """A view without cards and forms. Implements `View`, but for `state`."""

    variant: str | None = None
    keys: tuple[str, ...] = ()
    """The keys that do something."""

    def __init__(self, model: Model | None = None) -> None:
        self.changes: list[Callable[[], None]] = []
        self._model = model
        if model is not None:
            model.changes.append(self.changed)

    def changed(self) -> None:
        for changed in self.changes:
            changed()

    def events(self) -> dict[str, Any]:
        return {}

    def press(self, key: str) -> None:
        if self._model is not None and key in self.keys:
            self._model.press(key)

    def click(self, action: str, asked: int | None = None) -> None:
        """`key:` and a key."""
        self.press(action.partition(":")[2])

    def say(self, text: str) -> None:
        if self._model is not None:
            self._model.say(text)

    def fill(self, name: str, value: str) -> None:
        """Ignored: there is no form."""


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
    changed = {name: value for name, value in now.items() if name not in before or before[name] != value}
    gone = [name for name in before if name not in now]
    found: dict[str, Any] = {}
    if LOG in changed and LOG in before:
        found[LOG] = _lines(before[LOG], changed.pop(LOG))
    if changed:
        found["set"] = changed
    return found | ({"gone": gone} if gone else {})


def _lines(before: list[Any], now: list[Any]) -> list[Any]:
    """How many lines to drop at the beginning, how many to keep after that, and what to append."""
    for drop in range(len(before) + 1):
        kept = before[drop:]
        if now[: len(kept)] == kept:
            return [drop, len(kept), now[len(kept) :]]
    raise AssertionError("an empty list is the beginning of every list")


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
