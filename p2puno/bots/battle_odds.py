"""The odds of a Kickin' Battle."""

from __future__ import annotations

from p2puno.bots.card_counting import Hand, Sight


def odds(sight: Sight, number: int, other: Hand) -> float:
    """The chance that this number wins, if the opponent shows their highest card."""
    below = _highest_at_most(sight, other, number - 1)
    tie = _highest_at_most(sight, other, number) - below
    return below + tie / 2


def _highest_at_most(sight: Sight, hand: Hand, number: int) -> float:
    if number < 0 or any(face.number > number for face in hand.faces):
        return 0.0
    # A battler without cards draws one (B-04).
    hidden = len(hand.hidden) if hand.size else 1
    return float(sight.at_most(number) ** hidden)
