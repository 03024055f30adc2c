"""A random walk through one round, one answer at a time, that its name repeats exactly.

    python -m tests.p2puno.walk "flip 4 chance leaves 17"

prints every step of the walk with that name: a failing test says which one to look at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from p2puno.bots import LEVELS, make_bot
from p2puno.cards import Face
from p2puno.dealer import Dealer, sealed
from p2puno.house import read_house_rules
from p2puno.moves import (
    Ask,
    Call,
    Catch,
    Choice,
    Claim,
    Draw,
    Keep,
    Move,
    Name,
    Open,
    Pass,
    Play,
    Show,
    Shuffle,
)
from p2puno.options import VARIANTS, Options
from p2puno.round.state import Round
from p2puno.rulesets import rule_set
from p2puno.view import View
from tests.notation import Position, write

PLAYERS = (2, 3, 4, 7, 10)
ENDLESS = 50_000
"""No round takes so many answers."""


class Moved(NamedTuple):
    seat: int
    move: Move


class Opened(NamedTuple):
    faces: tuple[Face, ...]


class Shuffled(NamedTuple):
    pass


class Gone(NamedTuple):
    seat: int


Answer = Moved | Opened | Shuffled | Gone


def feed(round: Round, answer: Answer) -> None:
    """Give a round an answer that another one was given."""
    match answer:
        case Moved(seat, move):
            round.apply(seat, move)
        case Opened(faces):
            round.opened(faces)
        case Shuffled():
            round.shuffled()
        case Gone(seat):
            round.leave(seat)


Policy = Callable[[Random, View, Ask, list[Move]], Move]


def chance(random: Random, view: View, ask: Ask, moves: list[Move]) -> Move:
    """Anything, bluffs and hopeless challenges included."""
    return random.choice(moves)


def idle(random: Random, view: View, ask: Ask, moves: list[Move]) -> Move:
    """Never play what need not be played, so that piles run out and rounds block."""
    if view.round.next_card > 3 * view.round.rules.deck.size:
        return random.choice(moves)  # or the last two Crash cards would be drawn by turns for ever
    lazy = [move for move in moves if isinstance(move, Draw | Keep | Pass)]
    return random.choice(lazy or moves)


def greedy(random: Random, view: View, ask: Ask, moves: list[Move]) -> Move:
    """Play whenever possible, in the colour held most, and call UNO as often as not."""
    held = [face.colour for _, face in view.hand()]
    if ask is Ask.COLOUR:
        return max(moves, key=lambda move: held.count(move.colour) if isinstance(move, Name) else 0)
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return random.choice(moves)
    uno = random.random() < 0.5
    return max(plays, key=lambda move: (move.uno is uno, not move.face.wild, held.count(move.face.colour)))


POLICIES: dict[str, Policy] = {"chance": chance, "idle": idle, "greedy": greedy}


@dataclass(frozen=True)
class Course:
    """Names a walk."""

    variant: str
    players: int
    policy: str
    """One of POLICIES, or a level of the bots."""
    leaves: bool
    seed: int
    house: tuple[str, ...] = ()

    def __str__(self) -> str:
        leaves = "leaves" if self.leaves else "stays"
        house = f" {','.join(self.house)}" if self.house else ""
        return f"{self.variant} {self.players} {self.policy} {leaves} {self.seed}{house}"

    @staticmethod
    def named(name: str) -> Course:
        variant, players, policy, leaves, seed, *house = name.split()
        rules = read_house_rules(",".join(house), variant)
        return Course(variant, int(players), policy, leaves == "leaves", int(seed), rules)


class Walk:
    def __init__(self, course: Course) -> None:
        self.course = course
        self.random = random = Random(str(course))
        self.policy = POLICIES.get(course.policy, chance)
        self.options = Options(
            variant=course.variant,
            hand_size=random.choice((7, 7, 7, random.randint(1, 10))),
            uno_penalty=random.choice((2, 2, random.randint(0, 5))),
            house_rules=course.house,
        )
        self.order = random.choice((list(range(course.players)), random.sample(range(10), course.players)))
        self.first_dealer = random.choice(self.order)
        self.dealer = Dealer(self.start(), random)
        self.answers: list[Answer] = []
        self._heard = 0
        self._bots = {
            seat: make_bot(course.policy, Random(f"{course} {seat}"))
            for seat in self.order
            if course.policy in LEVELS
        }
        self._may_leave = random.randint(1, course.players - 1) if course.leaves else 0
        self._sealed: dict[int, Show] = {}

    def start(self) -> Round:
        """A round as this walk begins it."""
        return Round(rule_set(self.options), self.options, self.order, self.first_dealer)

    @property
    def round(self) -> Round:
        return self.dealer.round

    def steps(self) -> Iterator[Answer]:
        """Walk to the end of the round, and say each answer after it was given."""
        with self.named():
            while self.round.waiting is not None:
                assert len(self.answers) < ENDLESS, "the round does not end"
                yield self.step()

    @contextmanager
    def named(self) -> Iterator[None]:
        """Say in every failure inside how to repeat it."""
        try:
            yield
        except Exception as error:
            error.add_note(f'step {len(self.answers)} of: python -m tests.p2puno.walk "{self.course}"')
            raise

    def step(self) -> Answer:
        """Give one answer: a leave, a claim, or what the round waits for."""
        answer = self._out_of_turn() or self._asked()
        self.give(answer)
        return answer

    def give(self, answer: Answer) -> None:
        self.answers.append(answer)
        waiting = self.round.waiting
        if isinstance(answer, Opened):
            assert isinstance(waiting, Open)
            self.dealer._open(waiting)
        elif isinstance(answer, Shuffled):
            assert isinstance(waiting, Shuffle)
            self.dealer._shuffle(waiting)
        else:
            feed(self.round, answer)
        news, self._heard = self.round.news[self._heard :], len(self.round.news)
        for seat, bot in self._bots.items():
            for event in news:
                bot.hear(self.dealer.views[seat], event)

    def _out_of_turn(self) -> Answer | None:
        random, round = self.random, self.round
        if self._may_leave and random.random() < self._leaving():
            self._may_leave -= 1
            return Gone(random.choice(round.seats))
        if random.random() < 0.1:
            return Moved(random.choice(round.seats), self._any_claim())
        if random.random() < 0.3:
            seat = round.turn if round.turn in round.hands else round.seats[0]
            seat = random.choice((seat, random.choice(round.seats)))
            if self._bots:
                claim = self._bots[seat].speak(self.dealer.views[seat])
                return None if claim is None else Moved(seat, claim)
            if claims := self.dealer.views[seat].claims():  # mostly there are none
                return Moved(seat, random.choice(claims))
        if round.claim_open and random.random() < 0.5:
            jumps = [(seat, jump) for seat in round.seats for jump in self.dealer.views[seat].jumps()]
            return Moved(*random.choice(jumps)) if jumps else None
        return None

    def _leaving(self) -> float:
        """How likely a leave is: leaves are to hit what is pending, so they are rarer where nothing is."""
        round = self.round
        if round.counting:
            return 0  # who is lost now is counted as everybody else (L-05)
        if not isinstance(round.waiting, Choice):
            return 0.02
        return 0.01 if round.agenda or round.uno_open else 0.001

    def _any_claim(self) -> Claim:
        return self.random.choice((Call(), Catch(self.random.choice(self.order))))

    def _asked(self) -> Answer:
        waiting = self.round.waiting
        assert waiting is not None
        if isinstance(waiting, Open):
            return Opened(public_faces(self.dealer, waiting))
        if isinstance(waiting, Shuffle):
            return Shuffled()
        view = self.dealer.views[waiting.seat]
        moves = view.moves()
        assert moves, f"{waiting} without a move"
        if self._bots:
            return Moved(waiting.seat, self._bots[waiting.seat].decide(view))
        move = self.policy(self.random, view, waiting.ask, moves)
        if waiting.ask is Ask.SEAL:
            assert isinstance(move, Show)
            move, self._sealed[waiting.seat] = sealed(move, self.random.randbytes(32))
        elif waiting.ask is Ask.UNSEAL:
            move = self._sealed[waiting.seat]
        return Moved(waiting.seat, move)


def public_faces(dealer: Dealer, waiting: Open) -> tuple[Face, ...]:
    return tuple(dealer.face(card, side) for card, side, to in waiting.items if to is None)


def courses(
    seeds: int,
    variants: Sequence[str] = VARIANTS,
    players: Sequence[int] = PLAYERS,
    policies: Sequence[str] = tuple(POLICIES),
) -> list[Course]:
    """So many walks for each rule set, number of players and policy, every other one with leaves."""
    return [
        Course(variant, count, policy, bool(seed % 2), seed)
        for variant in variants
        for count in players
        for policy in policies
        for seed in range(seeds)
    ]


def main(name: str) -> None:
    walk = Walk(Course.named(name))
    for answer in walk.steps():
        print(f"{len(walk.answers):5} {answer}")
        if isinstance(walk.round.waiting, Choice):
            print(f"      {walk.round.waiting.ask}: {write(Position(walk.dealer))}")
    print(walk.round.result)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
