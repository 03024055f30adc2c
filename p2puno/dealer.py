"""An in-memory dealer that knows all cards: for tests, practice, bots and benchmarks.

A real game has no dealer: the shared encrypted deck takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import repeat, starmap
from random import Random

from p2puno.cards import LIGHT, Face
from p2puno.dealer_choice import DealerChoice
from p2puno.moves import Choice, Open, Seal, Show, Shuffle, seal
from p2puno.options import Options
from p2puno.round.state import Round
from p2puno.rulesets import rule_set
from p2puno.view import View


class Dealer:
    """A round with all its cards and every seat's view of it."""

    __slots__ = ("faces", "left", "random", "round", "views")

    def __init__(
        self, round: Round, random: Random, faces: tuple[dict[int, Face], ...] | None = None
    ) -> None:
        """`faces` are those of a round that has begun; a new one begins with the deck in order."""
        self.round = round
        self.random = random
        if faces is None:
            faces = tuple(map(dict, round.rules.deck.by_card))
        self.faces = faces
        """The face of every card, by side."""
        self.left: dict[tuple[int, int], Face] = {}
        """Faces that departed seats held, by card and side, from before the last shuffle (L-05)."""
        self.views = {seat: View(round, seat) for seat in round.order}

    def serve(self) -> None:
        """Answer everything that needs no player, until the round waits for a choice or is over."""
        round = self.round
        while type(waiting := round.waiting) is not Choice:
            if isinstance(waiting, Open):
                self._open(waiting)
            elif type(waiting) is Shuffle:
                self._shuffle(waiting)
            else:
                return

    def _open(self, waiting: Open) -> None:
        faces, views = self.faces, self.views
        public = []
        for card, side, to in waiting.items:
            if to is not None:
                views[to].known[side][card] = faces[side][card]
            else:
                public.append(faces[side].get(card) or self.face(card, side))  # saves most of the calls
        self.round.opened(public)

    def face(self, card: int, side: int) -> Face:
        """The face of a card, or the one it had when a seat left with it."""
        return self.faces[side].get(card) or self.left[card, side]

    def remember_left(self) -> None:
        """Before a shuffle, keep the faces of cards that departed seats held: they are still counted."""
        for side, cards in self.round.left.values():
            for card in cards:
                if card in self.faces[side]:
                    self.left[card, side] = self.faces[side][card]

    def _shuffle(self, waiting: Shuffle) -> None:
        self.remember_left()
        for side in self.faces:  # each side separately: D-17
            if len(waiting.cards) == len(side):
                mixed = list(side.values())
                side.clear()
            else:
                mixed = list(map(side.pop, waiting.cards))
            side.update(enumerate(shuffle(mixed, self.random), waiting.first))
        self.round.shuffled()


def shuffle(faces: list[Face], random: Random) -> list[Face]:
    """The faces in random order, all orders equally likely."""
    # Sorting by random numbers takes a third of the time of Random.shuffle.
    weights = starmap(random.random, repeat(()))
    return sorted(faces, key=partial(next, weights))


def deal(options: Options, order: Sequence[int], dealer: int, random: Random) -> Dealer:
    """A new round, already dealt."""
    table = Dealer(Round(rule_set(options), options, order, dealer), random)
    table.serve()
    return table


def draw_for_deal(options: Options, order: Sequence[int], random: Random) -> DealerChoice:
    """Draw for the deal until it is decided (S-02)."""
    deck = rule_set(options).deck
    choice = DealerChoice(deck, order)
    faces, first = list(deck.sides[LIGHT]), 0
    while (waiting := choice.waiting) is not None:
        if type(waiting) is Shuffle:
            faces, first = shuffle(faces, random), waiting.first
            choice.shuffled()
        elif isinstance(waiting, Open):
            choice.opened([faces[card - first] for card, _, _ in waiting.items])
    return choice


def sealed(show: Show, nonce: bytes) -> tuple[Seal, Show]:
    """The two moves by which a challenger seals a card and later shows it."""
    return Seal(seal(show.card, nonce)), Show(show.card, show.face, nonce)
