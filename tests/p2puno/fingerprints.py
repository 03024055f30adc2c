"""Fingerprints of many seeded rounds, to compare the engine before and after a change that keeps the rules.

    python -m tests.p2puno.fingerprints [--seeds 2] > before.txt

prints a line for each rule set, with each house rule and each preset: a hash of all answers, legal moves,
claims and events of rounds with 2 to 10 players, of some digests, and of what became of wrong moves on the
way. A line that differs after the change names the rounds to look at with `tests.p2puno.walk`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from random import Random

from p2puno.cards import COLOURS
from p2puno.house import HOUSE_RULES, PRESETS, read_house_rules
from p2puno.moves import (
    Accept,
    Blind,
    Challenge,
    Choice,
    Declare,
    Draw,
    Fight,
    Guilty,
    IllegalMove,
    Innocent,
    JumpIn,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Quiet,
    Seal,
    Show,
    Stop,
    Swap,
)
from p2puno.options import VARIANTS

from .walk import POLICIES, Course, Walk

PLAYERS = range(2, 11)
STEPS = 500
"""How much of a round is looked at: most are over by then."""
SAMPLED = 0.1
"""The part of the steps at which the whole state is hashed and a wrong move is tried: both take long."""


def courses(variant: str, house: tuple[str, ...], seeds: int) -> Iterator[Course]:
    """Walks with every number of players and every policy, some with leaves."""
    for seed in range(seeds):
        for players in PLAYERS:
            policy = tuple(POLICIES)[(seed + players) % len(POLICIES)]
            yield Course(variant, players, policy, bool(seed % 2), seed, house)


def any_move(walk: Walk, random: Random) -> Move:
    """A move that is probably wrong, of any kind, about cards and seats that exist."""
    round = walk.round
    card = random.choice(random.choice([*round.hands.values(), round.pile, round.discard]) or [0])
    face = walk.dealer.faces[round.side].get(card, round.top)
    if random.random() < 0.2:
        face = random.choice(round.rules.deck.sides[random.randrange(len(round.faces))])
    seat, other = random.choice(walk.order), random.choice(walk.order)
    moves: tuple[Move, ...] = (
        Play(card, face),
        Play(card, face, True),
        JumpIn(card, face),
        Guilty(card, face),
        Declare(card, face),
        Show(card, face, bytes(32)),
        Name(random.choice(random.choice(COLOURS))),
        Fight(seat),
        Swap(seat, other),
        random.choice((Draw(), Keep(), Stop(), Blind(), Pass(), Accept(), Challenge(), Innocent(), Quiet())),
        Seal(bytes(random.choice((31, 32)))),
    )
    return random.choice(moves)


def attempt(walk: Walk, random: Random) -> str:
    """What becomes of a move in a copy of the round."""
    round = walk.round.copy()
    seat = random.choice(walk.order)
    if isinstance(round.waiting, Choice) and random.random() < 0.8:
        seat = round.waiting.seat
    move = any_move(walk, random)
    try:
        round.apply(seat, move)
    except IllegalMove as error:
        assert round.digest() == walk.round.digest(), f"{move!r} was refused and changed the round"
        return f"{seat} {move!r}: {error}"
    return f"{seat} {move!r}: {round.news} {round.waiting} {round.digest().hex()}"


def fingerprint(course: Course) -> bytes:
    walk = Walk(course)
    random = Random(f"wrong {course}")
    seen = sha256(walk.round.digest())
    for answer in islice(walk.steps(), STEPS):
        seen.update(f"{answer} {walk.round.waiting}".encode())
        for view in walk.dealer.views.values():
            seen.update(f"{view.moves()} {view.claims()} {view.jumps()}".encode())
        if random.random() < SAMPLED:
            seen.update(walk.round.digest())
            seen.update(attempt(walk, random).encode())
    seen.update(walk.round.digest())
    seen.update(f"{walk.round.news} {walk.round.result}".encode())
    return seen.digest()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.p2puno.fingerprints")
    parser.add_argument("--seeds", type=int, default=2, help="rounds for each number of players")
    seeds = parser.parse_args().seeds
    for variant in VARIANTS:
        for name in ("", *HOUSE_RULES, *PRESETS):
            if name not in HOUSE_RULES or variant not in HOUSE_RULES[name].unfit:
                house = read_house_rules(name, variant)
                rounds = [fingerprint(course) for course in courses(variant, house, seeds)]
                print(f"{variant} {name}: {sha256(b''.join(rounds)).hexdigest()[:16]}", flush=True)


if __name__ == "__main__":
    main()
