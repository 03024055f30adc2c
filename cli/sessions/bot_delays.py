"""How long bots take, in seconds: as long as people do."""

from __future__ import annotations

from p2puno.moves import Ask

THINKING = (0.7, 1.7)
"""For a turn, or to answer a wild draw card."""
ANSWERING = (0.4, 0.9)
"""For what follows from a card: a colour, a battle card, a trade, the card just drawn."""
REACTING = (0.5, 1.3)
"""To notice that UNO was not called."""


def delay(ask: Ask) -> tuple[float, float]:
    """From how long to how long a bot thinks about such a question."""
    return THINKING if ask in (Ask.TURN, Ask.CHALLENGE) else ANSWERING
