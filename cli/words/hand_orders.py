"""The ways to sort a hand, in words."""

from __future__ import annotations

from cli.words.language import _


def sorted_now(order: str) -> str:
    """How the hand is sorted now, in one sentence."""
    return {
        "colour": _("Your hand is sorted by colour."),
        "symbol": _("Your hand is sorted by number and symbol."),
        "drawn": _("Your hand is in the order in which you drew it."),
    }[order]
