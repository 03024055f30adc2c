"""The panels that can cover the table."""

from __future__ import annotations

from enum import StrEnum


class Panel(StrEnum):
    """A panel that covers the table."""

    HELP = "help"
    RULES = "rules"
    HANDS = "hands"
    SETTINGS = "settings"
    FORGIVE = "forgive"
    GUEST = "guest"
    """The code for a guest's phone."""
    QUIT = "quit"
    ROUND = "round"
    MATCH = "match"
    KEYS = "keys"
    """The keys of a replay."""


LOOKED_UP = (None, Panel.HELP, Panel.RULES, Panel.HANDS, Panel.SETTINGS, Panel.GUEST, Panel.ROUND)
"""While one of these panels is open, the round continues and players can be caught."""
