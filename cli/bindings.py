"""The keys of what can be done at the table, each of which the player may change.

The rest of the program knows an action by its usual key; what the player set is translated where a key is
pressed, and back where one is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from cli.words import _

USUAL: Mapping[str, str] = {
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
"""The actions, and their keys unless the player sets others."""


def action_name(action: str) -> str:
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
    }[action]


class Bindings:
    """Both ways between the keys that the player presses and the usual ones."""

    def __init__(self, changed: Mapping[str, str]) -> None:
        self.keys = {**USUAL, **changed}
        self._meant = {key: USUAL[action] for action, key in self.keys.items()}

    def meaning(self, pressed: str) -> str:
        """The usual key of what this one does; "" for a usual key that does nothing any more."""
        if pressed in self._meant:
            return self._meant[pressed]
        return "" if pressed in USUAL.values() else pressed

    def shown(self, usual: str) -> str:
        """The key to press for what usually has this one."""
        return next((self.keys[action] for action, key in USUAL.items() if key == usual), usual)


def trouble(changed: Mapping[str, str]) -> str | None:
    """What is wrong with these keys, in one sentence; None if nothing is."""
    for action, key in changed.items():
        if action not in USUAL:
            text = _("There is no action {action}: there are {actions}.")
            return text.format(action=action, actions=", ".join(USUAL))
        if len(key) != 1 or not key.isprintable() or key.isdecimal() or key == " ":
            text = _('"{key}" cannot be the key of {action}: it must be one letter or sign, not a digit.')
            return text.format(key=key, action=action)
    owners: dict[str, str] = {}
    for action, key in {**USUAL, **changed}.items():
        if key in owners:
            text = _('The key "{key}" cannot be both {action} and {other}: choose another for one of them.')
            return text.format(key=key, action=owners[key], other=action)
        owners[key] = action
    return None
