"""The command `bots` of plain mode: shows or changes the level and speed of the player's own bots."""

from __future__ import annotations

from cli.sessions.session import AdjustableBots
from cli.words.bot_levels import level_name, level_typed
from cli.words.language import _
from cli.words.written_numbers import decimal

FASTEST = 1000.0


def bots_told(bots: AdjustableBots | None, text: str) -> str:
    """Do what was typed after the word: a level, a speed, or nothing. Returns the answer."""
    if bots is None:
        return _("You have no bots in this game.")
    if level := level_typed(text):
        bots.change(level, bots.pace)
    elif (speed := _speed(text)) is not None:
        bots.change(bots.level, 1 / speed if speed else 0.0)
    elif text:
        return _(
            "Type a level (easy, normal, hard, master) or a speed (2 is twice human speed, 0 is instant)."
        )
    speed = 1 / bots.pace if bots.pace else 0.0
    answer = _("Your bots play at level {level} and speed {speed}.")
    return answer.format(level=level_name(bots.level), speed=decimal(f"{speed:.3g}"))


def _speed(text: str) -> float | None:
    try:
        speed = float(text.replace(",", "."))
    except ValueError:
        return None
    return speed if 0 <= speed <= FASTEST else None
