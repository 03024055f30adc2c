"""easy: any legal move, and half an ear for UNO."""

from collections.abc import Sequence

from p2puno.bots.habits import Habits, Mind
from p2puno.moves import Draw, Keep, Move

IDLE = 0.05
"""How often it draws, or keeps what it drew, though something fits."""


def choose(mind: Mind, moves: Sequence[Move]) -> Move:
    """Any of them. Only drawing for no reason is rarer than chance would have it: it would drag on."""
    idle = [move for move in moves if type(move) is Draw or type(move) is Keep]
    if idle and mind.random.random() >= IDLE:
        moves = [move for move in moves if move not in idle]
    return mind.random.choice(moves)


HABITS = Habits(calls=0.7, calls_late=0.3, catches=0.15, choose=choose, calls_early=0.1)
