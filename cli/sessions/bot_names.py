"""The names that bots are given."""

from __future__ import annotations

from itertools import cycle, islice

from protocol.lobby.names import are_alike

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Felix", "Greta", "Hugo", "Inês", "Jonas")


def bot_names(count: int, taken: str) -> tuple[str, ...]:
    """Names for this many bots at the table of a player with the name `taken`."""
    names = [name for name in NAMES if not are_alike(name, taken)]
    return tuple(islice(cycle(names), count))  # the lobby adds numbers to those that occur twice
