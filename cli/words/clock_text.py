"""The clock of a turn: what it counts, in a few words."""

from __future__ import annotations

from cli.words.language import _


def clock_text(seconds: int, name: str | None, own: bool, away: bool) -> str:
    """How long the player called `name` may take, or whoever it is if there is no name."""
    if own:
        text = _("{count} s for your move")
    elif name is None:
        text = _("{count} s")
    elif away:
        text = _("{name} is away: {count} s to come back")
    else:
        text = _("{name}: {count} s to move")
    return text.format(count=seconds, name=name)
