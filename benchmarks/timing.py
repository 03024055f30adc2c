"""How contenders are timed: by turns in short slices, so that what else the machine does hits all alike."""

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple


class Played(NamedTuple):
    """How much was played: `turns` counts a card laid or drawn once, `moves` every answer of a player."""

    turns: int
    moves: int


class Slice(NamedTuple):
    games: int
    turns: int
    moves: int
    seconds: float
    """Of the processor, not of the clock: a busy machine takes time away, but not from this."""


def play_for(seconds: float, game: Callable[[], Played]) -> Slice:
    """Play whole games, set-up included, until the time is up."""
    games = turns = moves = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        played = game()
        games += 1
        turns += played.turns
        moves += played.moves
    return Slice(games, turns, moves, spent)


class Rates:
    """What a contender did in each of its slices."""

    def __init__(self) -> None:
        self.slices: list[Slice] = []

    def moves(self) -> list[float]:
        return [each.moves / each.seconds for each in self.slices]

    def turns(self) -> list[float]:
        return [each.turns / each.seconds for each in self.slices]


def times(ours: list[float], theirs: list[float]) -> float:
    """How many times as fast: the median over the slices, each beside the other's slice of the same turn."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))
