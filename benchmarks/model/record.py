"""Writes what the model needs of the engine: weights, and rounds to compare with.

`python -m benchmarks.model.record weights`, `… networks classic` for what master has learned so far, and
`… rounds classic 200` for rounds of four hard bots, or `… rounds classic 20 master` for those of one master
and three hard bots. `… pack classic FILE` is the way back: it writes a file of `p2puno/bots/networks` from
what `learn.cpp` has learned.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import sha512
from pathlib import Path
from random import Random
from typing import Any

from p2puno import dealer
from p2puno.bots import hard, make_bot, master
from p2puno.bots import networks as folder
from p2puno.bots.foresight import Foresight
from p2puno.bots.habits import Mind
from p2puno.bots.lookahead import Prospect
from p2puno.bots.master_weights import networks as read_networks
from p2puno.bots.network import of_weights
from p2puno.bots.weights import WEIGHTS
from p2puno.cards import COLOURS, DARK, Face
from p2puno.moves import Ask, Choice, Move
from p2puno.options import Options
from tests.bot_matches import play_round

VARIANTS = ("classic", "battle", "crash", "swap", "flip")
SYMBOLS = (*"0123456789", "+2", "r", "s", "W", "W+4", "Wb")
SAME = {"+1": "+2", "+5": "+2", "e": "s", "W+2": "W+4", "W+c": "W+4", "Wc": "Wb", "Ws": "Wb", "f": "0"}
"""Symbols that have the same number in the model."""
NAMES = {Ask.SEAL: "show", Ask.BATTLE: "show"}


def number(face: Face) -> int:
    """The model's number of a face."""
    colours = COLOURS[face.colour in COLOURS[DARK]]
    colour = 4 if face.colour is None else colours.index(face.colour)
    return 16 * colour + SYMBOLS.index(SAME.get(face.symbol.value, face.symbol.value))


def weights() -> str:
    """Those of hard, in all rule sets, by side."""
    return "\n".join(" ".join(map(str, (name, *side))) for name in VARIANTS for side in WEIGHTS[name])


def networks(variant: str) -> str:
    """Those of master: a line for each network."""
    return "\n".join(" ".join(map(repr, network.weights())) for network in read_networks(variant) or ())


def pack(variant: str, learned: Path) -> None:
    """Write the file in `p2puno/bots/networks` from what `learn.cpp` has learned."""
    sides = [[*map(float, line.split())] for line in learned.read_text().splitlines()]
    texts = [of_weights(weights).text() for weights in sides]
    lines = ("\n".join(text[at : at + 108] for at in range(0, len(text), 108)) for text in texts)
    what = f"The networks of master for {variant}: see `p2puno/bots/master_weights.py`."
    text = f'"""{what}"""\n\nTEXT = """\n' + "\n\n".join(lines) + '\n"""\n'
    (Path(folder.__path__[0]) / f"{variant}.py").write_text(text)


def seed(label: str) -> str:
    """The number that `random.Random` seeds itself with, in hexadecimal digits."""
    text = label.encode()
    return (text + sha512(text).digest()).hex()


class Recorder:
    """Notes what happens in rounds, but not in those that master plays on in its mind."""

    def __init__(self) -> None:
        self.thinking = False
        self.shuffle, self.decide = dealer.shuffle, hard.decide
        self.search, self.worth = master.search, master._worth
        patched: tuple[Any, ...] = (dealer, hard, master)
        patched[0].shuffle, patched[1].decide = self.shuffling, self.deciding
        patched[2].search, patched[2]._worth = self.searching, self.playing_on

    def shuffling(self, faces: list[Face], random: Random) -> list[Face]:
        mixed = self.shuffle(faces, random)
        if not self.thinking:
            print("shuffle", len(mixed), *map(number, mixed))
        return mixed

    def deciding(self, prospect: Prospect, moves: Sequence[Move]) -> Move:
        waiting = prospect.round.waiting
        assert type(waiting) is Choice
        chosen = self.decide(prospect, moves)
        if waiting.ask is Ask.VERDICT or self.thinking:
            return chosen
        if waiting.ask is Ask.CHALLENGE:
            accused, cards = hard.doubt(prospect).accused, hard.penalty(prospect)
            assert accused is not None
            guilt = hard.guilt(prospect.mind, prospect)
            worths = [prospect.accept(cards), prospect.challenge(accused, cards, guilt)]
        else:
            if waiting.ask is Ask.TURN:
                moves = hard.worth_a_thought(prospect.mind, moves)
            worths = [hard.worth(prospect, move) for move in moves]
        self.decided(waiting, moves.index(chosen), worths)
        return chosen

    def searching(self, mind: Mind, moves: Sequence[Move], *how: Any) -> Move:
        chosen = self.search(mind, moves, *how)
        waiting = mind.view.round.waiting
        assert type(waiting) is Choice
        foresight = Foresight(mind)
        if master.judges(foresight, waiting.ask):
            moves = master.to_judge(mind, moves)
            self.decided(waiting, moves.index(chosen), foresight.worths(moves))
        return chosen

    def playing_on(self, *position: Any) -> float:
        self.thinking = True
        worth = self.worth(*position)
        self.thinking = False
        print("leaf", repr(worth))
        return worth

    def decided(self, waiting: Choice, chosen: int, worths: Sequence[float]) -> None:
        name = NAMES.get(waiting.ask, waiting.ask.value)
        print(name, waiting.seat, chosen, len(worths), *map(repr, worths))


def rounds(variant: str, count: int, player: str) -> None:
    """Each round: its dealer, where the player sits and its seed, every shuffle, every decision of a bot with
    the worth of its moves, every position that master plays on to, the winner."""
    Recorder()
    for at in range(count):
        random = Random(f"record/{variant}/{at}")
        first = random.randrange(4)
        thinks = at % 4 if player == "master" else -1
        print("round", first, thinks, seed(f"{at}/{thinks}"))
        table = dealer.deal(Options(variant), range(4), first, random)
        bots = {seat: make_bot("hard", Random(f"{at}/{seat}")) for seat in range(4)}
        if thinks >= 0:
            bots[thinks].change_level(player)
        result = play_round(table, bots, random)
        print("out", -1 if result.out is None else result.out)


if __name__ == "__main__":
    if sys.argv[1] == "weights":
        print(weights())
    elif sys.argv[1] == "networks":
        print(networks(sys.argv[2]))
    elif sys.argv[1] == "pack":
        pack(sys.argv[2], Path(sys.argv[3]))
    else:
        rounds(sys.argv[2], int(sys.argv[3]), (*sys.argv, "hard")[4])
