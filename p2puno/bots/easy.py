"""easy: plays any legal move, and misses half of the UNO calls."""

from collections.abc import Sequence

from p2puno.bots.habits import Habits, Mind
from p2puno.moves import Draw, Keep, Move

IDLE = 0.05
"""How often it draws, or keeps the drawn card, although it could play."""


def choose(mind: Mind, moves: Sequence[Move]) -> Move:
    """A random move. Needless draws are rarer than chance, so that rounds do not drag on."""
    idle = [move for move in moves if type(move) is Draw or type(move) is Keep]
    if idle and mind.random.random() >= IDLE:
        moves = [move for move in moves if move not in idle]
    return mind.random.choice(moves)


HABITS = Habits(calls=0.7, calls_late=0.3, catches=0.15, choose=choose, calls_early=0.1, jumps=0.4)
