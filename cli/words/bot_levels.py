"""What the levels of bots are called."""

from __future__ import annotations

from cli.words.language import _, folded
from p2puno.bots import LEVELS


def level_names() -> dict[str, str]:
    return dict(zip(LEVELS, (_("easy"), _("normal"), _("hard"), _("master")), strict=True))


def level_name(level: str) -> str:
    return level_names()[level]


def level_typed(text: str) -> str | None:
    """The level that was typed, in English or in the user's language."""
    known = level_names().items()
    return next((level for level, name in known if folded(text) in (level, folded(name))), None)
