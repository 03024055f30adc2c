"""A table in memory: one deck for each seat and a spectator's, all fed the same steps in the same order."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from protocol.deck import Blame, Calculator, Lose, Memo, Open, Reveal, Seal, Setup, Shuffle
from protocol.deck.group import SECP256K1, Group
from tests.protocol.deck.history import RecordedDeck
from tests.simulation.glass_deck import GLASS

GAME = hashlib.sha256(b"a game").digest()
AFTER, ELSEWHERE = (hashlib.sha256(name).digest() for name in (b"an entry", b"another entry"))
"""The hashes that two deals follow."""
Change = Callable[[Any], Any]


def secret_of(seat: int) -> bytes:
    return hashlib.sha256(f"secret of seat {seat}".encode()).digest()


def setup_of(
    seats: int,
    size: int,
    *,
    sides: int = 1,
    split: bool = True,
    operators: Sequence[int] | None = None,
    after: bytes = AFTER,
    game: bytes = GAME,
) -> Setup:
    own = tuple(operators) if operators is not None else tuple(range(seats))
    return Setup(game, after, tuple(range(seats)), own, size, sides, split)


class Table:
    """`decks[seat]` is that seat's deck, `watcher` a spectator's. All share one memo: each step is verified
    once."""

    def __init__(
        self, setup: Setup, group: Group = GLASS, secrets: Callable[[int], bytes] = secret_of
    ) -> None:
        self.setup = setup
        self.calc = Calculator(group, memo=Memo(100_000), private=b"weights of ours alone")
        self.decks = {
            seat: RecordedDeck(setup, seat, secrets(seat), calculator=self.calc) for seat in setup.seats
        }
        self.watcher = RecordedDeck(setup, calculator=self.calc)
        self.next = setup.size
        # What a cheat does to their own contributions: (seat, step) -> change of the honest value.
        self.cheats: dict[tuple[int, str], Change] = {}

    @property
    def all(self) -> list[RecordedDeck]:
        return [*self.decks.values(), self.watcher]

    def step(self) -> tuple[Blame, ...]:
        """The entitled seat writes; everybody takes it and finds the same."""
        seat, step = self.watcher.waiting()[0]
        value = self.decks[seat].answer(step)
        if (seat, step) in self.cheats:
            value = self.cheats[seat, step](value)
        return self.write(seat, step, value)

    def write(self, seat: int, step: str, value: Any) -> tuple[Blame, ...]:
        found = {deck.take(seat, step, value) for deck in self.all}
        assert len(found) == 1
        return found.pop()

    def run(self) -> list[Blame]:
        """Steps until nothing is pending."""
        blames: list[Blame] = []
        while self.watcher.waiting():
            blames += self.step()
        return blames

    def begin(self, request: Shuffle | Open | Seal | Lose | Reveal) -> None:
        for deck in self.all:
            deck.begin(request)

    def do(self, request: Shuffle | Open | Seal | Lose | Reveal) -> list[Blame]:
        self.begin(request)
        return self.run()

    def deal(self) -> range:
        """From nothing to a mixed deck; its handles."""
        self.run()
        return self.shuffle(range(self.setup.size))

    def shuffle(self, cards: Sequence[int]) -> range:
        fresh = range(self.next, self.next + len(cards))
        self.do(Shuffle(tuple(cards), self.next))
        self.next += len(cards)
        return fresh

    def lose(self, *seats: int) -> None:
        """These seats are gone; nobody asks their decks any more."""
        self.begin(Lose(seats))
        for seat in seats:
            del self.decks[seat]


REAL = SECP256K1
