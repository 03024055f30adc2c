"""The habits of a level: what it pays attention to, and how it chooses a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from p2puno.bots.memory import Memory
from p2puno.cards import Face
from p2puno.moves import Move
from p2puno.view import View


@dataclass(frozen=True, slots=True)
class Mind:
    """Everything that a level may use to choose a move."""

    view: View
    random: Random
    memory: Memory
    partner: int | None


Choose = Callable[[Mind, Sequence[Move]], Move]
"""Chooses one of several legal moves. Plays are listed once, without the UNO call."""


def likes_any_jump(mind: Mind, face: Face) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Habits:
    """The probability, from 0 to 1, of each call, and how the level chooses moves."""

    calls: float
    """UNO together with the next-to-last card (G-01)."""
    calls_late: float
    """UNO after that card, when it was forgotten and nobody has caught it yet (G-02)."""
    catches: float
    """Catching a player who forgot (G-03)."""
    choose: Choose
    calls_early: float = 0
    """UNO before playing the next-to-last card (G-02)."""
    remembers: bool = False
    """Whether it remembers what other players do."""
    thinks: bool = False
    """Whether a decision takes so long that the caller should not wait for it in an event loop."""
    jumps: float = 0
    """Noticing in time that it can lay a card out of turn (K-17)."""
    likes_jump: Callable[[Mind, Face], bool] = likes_any_jump
    """Whether it wants to, with this card."""
