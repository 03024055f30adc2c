"""The actions at the table and in a replay, and their keys, which the player may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from cli.words.language import _


class Action(StrEnum):
    """What a player can do with one key. The settings file names an action by its value."""

    DRAW = "draw"
    KEEP = "keep"
    UNO = "uno"
    CATCH = "catch"
    CHALLENGE = "challenge"
    JUMP = "jump"
    WHY = "why"
    SORT = "sort"
    HINT = "hint"
    HANDS = "hands"
    FORGIVE = "forgive"
    CHAT = "chat"
    SETTINGS = "settings"
    BROWSER = "browser"
    GUEST = "guest"
    HELP = "help"
    LEAVE = "leave"
    # Only in a replay; there UNO, CATCH and CHALLENGE also go to the next event of that kind, like these:
    FLIP = "flip"
    BATTLE = "battle"
    CRASH = "crash"
    SWAP = "swap"
    LOOK = "look"
    FASTER = "faster"
    SLOWER = "slower"
    BOOKMARK = "bookmark"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Place:
    """A screen with keys: its actions, and their default keys."""

    usual: Mapping[Action, str]
    both_ways: frozenset[Action] = frozenset()
    """The actions that go in the other direction with the capital letter."""

    def pairs(self, keys: Mapping[Action, str]) -> Iterator[tuple[str, Action]]:
        """Every key with its action, including capital letters."""
        for action, key in keys.items():
            yield key, action
            if action in self.both_ways:
                yield key.upper(), action


TABLE = Place(
    {
        Action.DRAW: "d",
        Action.KEEP: "k",
        Action.UNO: "u",
        Action.CATCH: "c",
        Action.CHALLENGE: "x",
        Action.JUMP: "j",
        Action.WHY: "w",
        Action.SORT: "s",
        Action.HINT: "h",
        Action.HANDS: "v",
        Action.FORGIVE: "=",
        Action.CHAT: "/",
        Action.SETTINGS: ",",
        Action.BROWSER: "@",
        Action.GUEST: "#",
        Action.HELP: "?",
        Action.LEAVE: "q",
    }
)
FINDS = {
    Action.CHALLENGE: "x",
    Action.UNO: "u",
    Action.CATCH: "c",
    Action.FLIP: "f",
    Action.BATTLE: "b",
    Action.CRASH: "r",
    Action.SWAP: "s",
    Action.JUMP: "j",
}
"""The kinds of event that a replay can search for."""
REPLAY = Place(
    {
        Action.LOOK: "p",
        Action.HANDS: "v",
        Action.FASTER: "+",
        Action.SLOWER: "-",
        Action.BOOKMARK: "m",
        Action.NEXT: "n",
        **FINDS,
        Action.BROWSER: "@",
        Action.HELP: "?",
        Action.LEAVE: "q",
    },
    frozenset(FINDS),
)
PLACES: Mapping[str, Place] = {"bindings": TABLE, "replay": REPLAY}
"""By the table of the settings file that changes their keys."""


def action_name(place: Place, action: Action) -> str:
    if action in place.both_ways:
        from cli.words.event_kind_names import kind_names  # here: only a form needs it

        return _("jump to the next {event}").format(event=kind_names()[action])
    return {
        Action.DRAW: _("draw a card"),
        Action.KEEP: _("keep the card"),
        Action.UNO: _("call UNO"),
        Action.CATCH: _("catch somebody"),
        Action.CHALLENGE: _("challenge"),
        Action.JUMP: _("jump in"),
        Action.WHY: _("why a card cannot be played"),
        Action.SORT: _("sort the hand another way"),
        Action.HINT: _("hint"),
        Action.HANDS: _("all hands"),
        Action.FORGIVE: _("let somebody back in"),
        Action.CHAT: _("chat"),
        Action.SETTINGS: _("settings"),
        Action.BROWSER: _("show in the browser"),
        Action.GUEST: _("show a guest's code"),
        Action.HELP: _("keys"),
        Action.LEAVE: _("leave"),
        Action.LOOK: _("view as"),
        Action.FASTER: _("faster"),
        Action.SLOWER: _("slower"),
        Action.BOOKMARK: _("bookmark"),
        Action.NEXT: _("next bookmark"),
    }[action]


class Bindings:
    """The keys of one place as this player set them."""

    def __init__(self, place: Place, changed: Mapping[str, str]) -> None:
        self.keys: dict[Action, str] = {**place.usual, **_by_action(changed)}
        self._actions = dict(place.pairs(self.keys))

    def action(self, key: str) -> Action | None:
        return self._actions.get(key)


def _by_action(changed: Mapping[str, str]) -> dict[Action, str]:
    return {Action(action): key for action, key in changed.items()}


def trouble(place: Place, changed: Mapping[str, str]) -> str | None:
    """What is wrong with these keys, in one sentence; None if nothing."""
    for name, key in changed.items():
        if name not in place.usual:
            text = _("Unknown action {action}: choose one of {actions}.")
            return text.format(action=name, actions=", ".join(place.usual))
        if len(key) != 1 or not key.isprintable() or key.isdecimal() or key == " ":
            text = _('"{key}" cannot be the key for {action}: use a letter or a symbol, not a digit.')
            return text.format(key=key, action=name)
        if name in place.both_ways and (key == key.upper() or len(key.upper()) != 1):
            text = _('"{key}" cannot be the key for {action}: use a small letter; its capital goes back.')
            return text.format(key=key, action=name)
    owners: dict[str, Action] = {}
    for key, action in place.pairs({**place.usual, **_by_action(changed)}):
        if key in owners:
            text = _(
                'The key "{key}" cannot mean both {action} and {other}: choose another key for one of them.'
            )
            return text.format(key=key, action=owners[key], other=action)
        owners[key] = action
    return None
