"""The colour to play on, as players should see it."""

from __future__ import annotations

from p2puno.cards import Colour
from p2puno.round import Round
from p2puno.round.naming import NameColour
from p2puno.rulesets.battle import Aftermath, Battle, Opponent


def colour_in_play(round: Round) -> Colour | None:
    """None while a wild card waits for its colour: the engine keeps the old one until then (L-02)."""
    unnamed = any(isinstance(task, NameColour | Opponent | Battle | Aftermath) for task in round.agenda)
    return None if unnamed else round.colour
