"""How long bots take to move, in seconds: about as long as people."""

from __future__ import annotations

from random import Random

from p2puno.moves import Ask

THINKING = (0.7, 1.7)
"""Delay of a turn, or of the answer to a wild draw card."""
ANSWERING = (0.4, 0.9)
"""Delay of what follows a card: naming a colour, a battle card, a trade, playing a drawn card."""
REACTING = (1.2, 2.5)
"""Time to notice that a player, possibly the bot itself, did not call UNO. Bots are often too late for the
default UNO window (`p2puno.options.Options.uno_window`), like people."""
USUAL_REACTION = {"easy": 2.2, "normal": 1.8, "hard": 1.4, "master": 1.3}
"""The most frequent time within `REACTING`, by level."""
JUMPING = (0.5, 1.6)
"""Time to notice that a card in hand is identical to the one just laid. A bot that takes longer than the
window (`p2puno.options.Options.uno_window`) may be too late, like people."""
USUAL_JUMP = {"easy": 1.4, "normal": 1.1, "hard": 0.8, "master": 0.7}
"""The most frequent time within `JUMPING`, by level."""


def delay(ask: Ask) -> tuple[float, float]:
    """The shortest and longest delay for this decision."""
    return THINKING if ask in (Ask.TURN, Ask.CHALLENGE, Ask.STACK) else ANSWERING


def reaction(level: str, random: Random) -> float:
    """How long a bot takes to call or catch: depends on its level only, so it reveals nothing about hands."""
    return random.triangular(*REACTING, USUAL_REACTION[level])


def jump_reaction(level: str, random: Random) -> float:
    """How long a bot takes to jump in. Nobody hears of it before the window closes, so it reveals nothing."""
    return random.triangular(*JUMPING, USUAL_JUMP[level])
