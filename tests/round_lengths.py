"""How long rounds of bots with house rules last: `python -m tests.round_lengths --house family --players 10`.

Prints for each rule set, set of house rules, number of players and level how many rounds the limit of K-41
decided, the mean and largest number of shuffles, and the mean number of moves. `--house each` takes every
single rule in turn. With `--limit` the limit is another one.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from random import Random
from statistics import mean
from typing import NamedTuple

from p2puno.bots import LEVELS, make_bot
from p2puno.dealer import deal
from p2puno.events import Event, FewestCards
from p2puno.house import HOUSE_RULES, SHUFFLE_LIMIT, read_house_rules
from p2puno.moves import Move
from p2puno.options import VARIANTS, OptionError, Options
from tests.bot_matches import play_round


class Length(NamedTuple):
    limited: bool
    """Whether the limit decided the round."""
    shuffles: int
    moves: int


def play(options: Options, players: int, level: str, limit: int, seed: str) -> Length:
    random = Random(seed)
    dealt = deal(options, tuple(range(players)), 0, random)
    dealt.round.rules = replace(dealt.round.rules, shuffle_limit=limit)
    bots = {seat: make_bot(level, Random(random.getrandbits(64))) for seat in range(players)}
    moves, limited = 0, False

    def observe(seat: int, move: Move, news: list[Event]) -> None:
        nonlocal moves, limited
        moves += 1
        limited = limited or any(isinstance(event, FewestCards) for event in news)

    play_round(dealt, bots, random, observe, seed, most_moves=1_000_000)
    return Length(limited, dealt.round.shuffles or 0, moves)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.round_lengths", description=__doc__)
    parser.add_argument("--variant", nargs="*", choices=VARIANTS, default=VARIANTS)
    parser.add_argument("--house", nargs="*", default=["family", "party"])
    parser.add_argument("--players", nargs="*", type=int, default=[2, 4, 7, 10])
    parser.add_argument("--level", nargs="*", choices=LEVELS, default=["normal", "hard"])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--limit", type=int, default=SHUFFLE_LIMIT)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = [name for house in given.house for name in (HOUSE_RULES if house == "each" else [house])]
    for variant, name, players, level in (
        (variant, name, players, level)
        for variant in given.variant
        for name in names
        for players in given.players
        for level in given.level
    ):
        try:
            options = Options(variant, house_rules=read_house_rules(name, variant))
        except OptionError:
            continue  # not in this rule set
        lengths = [
            play(options, players, level, given.limit, f"{given.seed} {number}")
            for number in range(given.rounds)
        ]
        limited = mean(length.limited for length in lengths)
        shuffles = [length.shuffles for length in lengths]
        moves = mean(length.moves for length in lengths)
        print(
            f"{variant:9} {name:13} {players:2} {level:6} limited {limited:6.1%}  "
            f"shuffles {mean(shuffles):5.2f}, at most {max(shuffles):3}  moves {moves:6.0f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
