"""Names for the kinds of events that a replay can search for."""

from __future__ import annotations

from cli.words.language import p_


def kind_names() -> dict[str, str]:
    """The kinds of events in words; the keys are those of `session.KINDS`."""
    return {
        "challenge": p_("event", "challenge"),
        "uno": p_("event", "UNO call"),
        "catch": p_("event", "catch"),
        "flip": p_("event", "flip"),
        "battle": p_("event", "battle"),
        "crash": p_("event", "crash"),
        "swap": p_("event", "swap"),
        "jump": p_("event", "jump-in"),
    }
