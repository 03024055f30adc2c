"""How long bots take to move, in seconds: about as long as people."""

from __future__ import annotations

from p2puno.moves import Ask

THINKING = (0.7, 1.7)
"""Delay of a turn, or of the answer to a wild draw card."""
ANSWERING = (0.4, 0.9)
"""Delay of what follows a card: naming a colour, a battle card, a trade, playing a drawn card."""
REACTING = (0.5, 1.3)
"""Time to notice that a player did not call UNO."""


def delay(ask: Ask) -> tuple[float, float]:
    """The shortest and longest delay for this decision."""
    return THINKING if ask in (Ask.TURN, Ask.CHALLENGE) else ANSWERING
