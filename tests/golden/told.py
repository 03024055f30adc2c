"""Golden files of what is told: one round of each rule set by chance, move by move, with all its events.

`python -m tests.golden` writes them again.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from p2puno.dealer import deal, sealed
from p2puno.moves import Ask, Choice, Move, Show
from p2puno.options import Options

MOST = 150
"""Moves: chance plays long rounds."""


def told_path(variant: str) -> Path:
    return Path(__file__).parent / f"told-{variant}.txt"


def told(variant: str) -> str:
    random = Random(f"told {variant}")
    dealer = deal(Options(variant, hand_size=4), range(4), 0, random)
    round, shows, lines = dealer.round, dict[int, Show](), list[str]()

    def note(what: str) -> None:
        lines.append(what)
        lines.extend(f"  {event}" for event in round.news)
        round.news.clear()

    note("dealt")
    for _ in range(MOST):
        for seat, view in dealer.views.items():
            if (claims := view.claims()) and random.random() < 0.3:
                claim = random.choice(claims)
                round.apply(seat, claim)
                dealer.serve()
                note(f"{seat} {claim}")
        if not isinstance(round.waiting, Choice):
            break
        seat, ask = round.waiting.seat, round.waiting.ask
        if ask is Ask.UNSEAL:
            move: Move = shows[seat]
        else:
            move = random.choice(dealer.views[seat].moves())
            if ask is Ask.SEAL:
                assert isinstance(move, Show)
                move, shows[seat] = sealed(move, random.randbytes(32))
        round.apply(seat, move)
        dealer.serve()
        note(f"{seat} {type(move).__name__}")
    return "\n".join(lines) + "\n"
