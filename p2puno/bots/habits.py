"""How a level plays: what it attends to, and how it chooses a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from p2puno.bots.memory import Memory
from p2puno.moves import Move
from p2puno.view import View


@dataclass(frozen=True, slots=True)
class Mind:
    """All that a level may go by when it chooses."""

    view: View
    random: Random
    memory: Memory
    partner: int | None


Choose = Callable[[Mind, Sequence[Move]], Move]
"""One of several legal moves. Plays are listed once, without the call of UNO."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances, from 0 to 1, of saying what should be said, and the way to choose."""

    calls: float
    """UNO together with the next-to-last card (G-01)."""
    calls_late: float
    """UNO after that card, when it was forgotten and nobody has caught it yet (G-02)."""
    catches: float
    """Somebody else who forgot (G-03)."""
    choose: Choose
    calls_early: float = 0
    """UNO before laying the next-to-last card (G-02)."""
    remembers: bool = False
    """Whether it pays attention to what others do."""
