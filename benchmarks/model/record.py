"""Writes what the model needs of the engine: hard's weights, and rounds of four hard bots to compare with.

`python -m benchmarks.model.record weights` and `python -m benchmarks.model.record rounds classic 200`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from p2puno import dealer
from p2puno.bots import hard, make_bot
from p2puno.bots.lookahead import Prospect
from p2puno.bots.weights import WEIGHTS
from p2puno.cards import COLOURS, LIGHT, Face
from p2puno.moves import Ask, Choice, Move
from p2puno.options import Options
from tests.bot_matches import play_round

SYMBOLS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "r", "s", "W", "W+4")
NAMES = {Ask.SEAL: "show", Ask.BATTLE: "show"}


def number(face: Face) -> int:
    """The model's number of a face; Battle, Crash and Swap are the same there."""
    colour = 4 if face.colour is None else COLOURS[LIGHT].index(face.colour)
    symbol = face.symbol.value
    return 16 * colour + (SYMBOLS.index(symbol) if symbol in SYMBOLS else 15)


def weights() -> None:
    for name in ("classic", "battle", "crash", "swap"):
        print(name, *WEIGHTS[name][LIGHT])


def rounds(variant: str, count: int) -> None:
    """Each round: its dealer, every shuffle, every decision with the worth of its moves, and the winner."""
    shuffle, decide = dealer.shuffle, hard.decide

    def shuffling(faces: list[Face], random: Random) -> list[Face]:
        mixed = shuffle(faces, random)
        print("shuffle", len(mixed), *map(number, mixed))
        return mixed

    def deciding(prospect: Prospect, moves: Sequence[Move]) -> Move:
        waiting = prospect.round.waiting
        assert type(waiting) is Choice
        chosen = decide(prospect, moves)
        if waiting.ask is Ask.VERDICT:
            return chosen
        if waiting.ask is Ask.CHALLENGE:
            doubt = hard._doubt(prospect)
            assert doubt.accused is not None
            guilt = hard.guilt(prospect.mind, prospect)
            worths = [prospect.accept(4), prospect.challenge(doubt.accused, 4, guilt)]
        else:
            if waiting.ask is Ask.TURN:
                moves = hard.worth_a_thought(prospect.mind, moves)
            worths = [hard.worth(prospect, move) for move in moves]
        name = NAMES.get(waiting.ask, waiting.ask.value)
        print(name, waiting.seat, moves.index(chosen), len(worths), *map(repr, worths))
        return chosen

    patched: Any = hard
    dealer.shuffle, patched.decide = shuffling, deciding
    for at in range(count):
        random = Random(f"record/{variant}/{at}")
        first = random.randrange(4)
        print("round", first)
        table = dealer.deal(Options(variant), range(4), first, random)
        bots = {seat: make_bot("hard", Random(f"{at}/{seat}")) for seat in range(4)}
        result = play_round(table, bots, random)
        print("out", -1 if result.out is None else result.out)
    dealer.shuffle, patched.decide = shuffle, decide


if __name__ == "__main__":
    if sys.argv[1] == "weights":
        weights()
    else:
        rounds(sys.argv[2], int(sys.argv[3]))
