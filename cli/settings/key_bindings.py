"""The keys of what can be done at the table and in a replay, each of which the player may change.

The rest of the program knows an action by its usual key; what the player set is translated where a key is
pressed, and back where one is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cli.words.language import _


@dataclass(frozen=True, slots=True)
class Place:
    """Where keys do something: the actions there, and their keys unless the player sets others."""

    usual: Mapping[str, str]
    both_ways: frozenset[str] = frozenset()
    """The actions that go the other way with the capital letter."""

    def pairs(self, keys: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
        """Each action with its key among these and its usual one, capital letters too."""
        for action, key in keys.items():
            usual = self.usual[action]
            yield action, key, usual
            if action in self.both_ways:
                yield action, key.upper(), usual.upper()


TABLE = Place(
    {
        "draw": "d",
        "keep": "k",
        "uno": "u",
        "catch": "c",
        "challenge": "x",
        "why": "w",
        "hands": "v",
        "chat": "/",
        "help": "?",
        "leave": "q",
    }
)
FINDS = {"challenge": "x", "uno": "u", "catch": "c", "flip": "f", "battle": "b", "crash": "r", "swap": "s"}
"""What a replay can be searched for, by the kinds of `cli.replay.replay_session`."""
REPLAY = Place(
    {
        "look": "p",
        "hands": "v",
        "faster": "+",
        "slower": "-",
        "bookmark": "m",
        "next": "n",
        **FINDS,
        "help": "?",
        "leave": "q",
    },
    frozenset(FINDS),
)
PLACES: Mapping[str, Place] = {"bindings": TABLE, "replay": REPLAY}
"""By the table of the settings in which their keys are changed."""


def action_name(place: Place, action: str) -> str:
    if action in place.both_ways:
        from cli.words.event_kinds import kind_names  # late: only a form asks

        return _("to the next one: {event}").format(event=kind_names()[action])
    return {
        "draw": _("draw a card"),
        "keep": _("keep the card"),
        "uno": _("call UNO"),
        "catch": _("catch somebody"),
        "challenge": _("challenge"),
        "why": _("why a card cannot be played"),
        "hands": _("all hands"),
        "chat": _("chat"),
        "help": _("keys"),
        "leave": _("leave"),
        "look": _("who looks"),
        "faster": _("faster"),
        "slower": _("slower"),
        "bookmark": _("bookmark"),
        "next": _("to the next bookmark"),
    }[action]


class Bindings:
    """Both ways between the keys that the player presses at a place and the usual ones."""

    def __init__(self, place: Place, changed: Mapping[str, str]) -> None:
        self.keys = {**place.usual, **changed}
        self._meant = {key: usual for _action, key, usual in place.pairs(self.keys)}
        self._shown = {usual: key for key, usual in self._meant.items()}

    def meaning(self, pressed: str) -> str:
        """The usual key of what this one does; "" for a usual key that does nothing any more."""
        if pressed in self._meant:
            return self._meant[pressed]
        return "" if pressed in self._shown else pressed

    def shown(self, usual: str) -> str:
        """The key to press for what usually has this one."""
        return self._shown.get(usual, usual)


def trouble(place: Place, changed: Mapping[str, str]) -> str | None:
    """What is wrong with these keys, in one sentence; None if nothing is."""
    for action, key in changed.items():
        if action not in place.usual:
            text = _("There is no action {action}: there are {actions}.")
            return text.format(action=action, actions=", ".join(place.usual))
        if len(key) != 1 or not key.isprintable() or key.isdecimal() or key == " ":
            text = _('"{key}" cannot be the key of {action}: it must be one letter or sign, not a digit.')
            return text.format(key=key, action=action)
        if action in place.both_ways and (key == key.upper() or len(key.upper()) != 1):
            text = _(
                '"{key}" cannot be the key of {action}: it must be a small letter, whose capital goes back.'
            )
            return text.format(key=key, action=action)
    owners: dict[str, str] = {}
    for action, key, _usual in place.pairs({**place.usual, **changed}):
        if key in owners:
            text = _('The key "{key}" cannot be both {action} and {other}: choose another for one of them.')
            return text.format(key=key, action=owners[key], other=action)
        owners[key] = action
    return None
