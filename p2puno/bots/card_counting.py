"""Card counting: what a seat can infer about hands it does not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from p2puno.bots.memory import NOTHING, Excluded, Memory
from p2puno.cards import Colour, Face, Symbol
from p2puno.view import View

TRUST = 0.85
"""How much we trust that a drawing player's cards did not fit."""


@dataclass(slots=True)
class Hand:
    """A player's cards, as far as we know them. (Not frozen: it is made often.)"""

    faces: tuple[Face, ...]
    hidden: tuple[Excluded, ...] = ()
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.faces) + len(self.hidden)

    def plus(self, count: int) -> Hand:
        """This hand with more cards from the draw pile."""
        return Hand(self.faces, self.hidden + (NOTHING,) * count) if count else self

    def less(self, count: int) -> Hand:
        """This hand with fewer cards, whichever they are."""
        kept = max(self.size - count, 0)
        faces = self.faces[:kept]
        return Hand(faces, self.hidden[: kept - len(faces)])

    def without(self, face: Face) -> Hand:
        at = self.faces.index(face)
        return Hand(self.faces[:at] + self.faces[at + 1 :], self.hidden)

    def with_faces(self, *faces: Face) -> Hand:
        return Hand(self.faces + faces, self.hidden)


@cache
def _whole(side: tuple[Face, ...]) -> Mapping[Face, int]:
    return Counter(side)


@cache
def _possible(faces: frozenset[Face], hidden: Excluded) -> frozenset[Face]:
    """These faces without those that the hidden card probably does not have."""
    return frozenset(
        face for face in faces if face.colour not in hidden.colours and face.symbol not in hidden.symbols
    )


class Sight:
    """One side of all cards, seen from one seat: known hands, and how many of each face are still unseen."""

    def __init__(self, view: View, memory: Memory, side: int) -> None:
        round = view.round
        self.view = view
        self.side = side
        private, public = view.known[side], round.faces[side]
        left = self._left = dict(_whole(round.rules.deck.sides[side]))
        self.hands: dict[int, Hand] = {}
        excluded = memory.excluded[side]
        for seat, cards in round.hands.items():
            faces, hidden = [], []
            for card in cards:
                face = private.get(card) or public.get(card)
                if face is None:
                    hidden.append(excluded.get(card, NOTHING))
                else:
                    faces.append(face)
                    left[face] -= 1
            self.hands[seat] = Hand(tuple(faces), tuple(hidden))
        elsewhere = [*round.discard, *round.pile] if round.two_sided else round.discard
        for face in map(public.get, elsewhere, map(private.get, elsewhere)):
            if face is not None:
                left[face] -= 1
        for _, card in round.aside:
            left[public[card]] -= 1
        self.total = sum(left.values())
        self._likely: dict[Excluded, int] = {}
        self._chances: dict[tuple[Colour | None, Symbol], dict[Excluded, float]] = {}

    @cached_property
    def unseen(self) -> list[tuple[Face, int]]:
        """How many of each face are unseen."""
        return [(face, count) for face, count in self._left.items() if count > 0]

    @cached_property
    def shares(self) -> dict[Colour | None, float]:
        """The share of each colour, and of wild cards, among the unseen cards."""
        shares: dict[Colour | None, float] = {}
        for face, count in self.unseen:
            shares[face.colour] = shares.get(face.colour, 0.0) + count / self.total
        return shares

    def fits(self, hidden: Excluded, colour: Colour | None, symbol: Symbol) -> float:
        """The probability that a hidden card can be played on this colour and symbol (T-01)."""
        chances = self._chances.setdefault((colour, symbol), {})
        chance = chances.get(hidden)
        if chance is None:
            chance = chances[hidden] = self._fits(hidden, colour, symbol)
        return chance

    def _fits(self, hidden: Excluded, colour: Colour | None, symbol: Symbol) -> float:
        fitting = self.fitting(colour, symbol)
        if not self.total:
            return 0.0
        if hidden is NOTHING:
            return self._count(fitting) / self.total
        fits = self.fits(NOTHING, colour, symbol)
        likely = self._likely.get(hidden)
        if likely is None:
            likely = self._count(_possible(self.view.round.rules.faces[self.side], hidden))
            self._likely[hidden] = likely
        if not likely:
            return fits
        return (1 - TRUST) * fits + TRUST * self._count(_possible(fitting, hidden)) / likely

    def _count(self, faces: frozenset[Face]) -> int:
        """How many unseen cards have one of these faces."""
        return sum(map(self._left.__getitem__, faces))

    def fitting(self, colour: Colour | None, symbol: Symbol) -> frozenset[Face]:
        """The faces that can be played on this colour and symbol (T-01)."""
        return self.view.round.rules.matching[self.side][colour][symbol]

    def can_play(self, hand: Hand, colour: Colour | None, symbol: Symbol) -> float:
        """The probability that a hand contains a card that fits."""
        if not self.fitting(colour, symbol).isdisjoint(hand.faces):
            return 1.0
        chances = self._chances.setdefault((colour, symbol), {})
        none = 1.0
        for hidden in hand.hidden:
            chance = chances.get(hidden)
            none *= 1 - (self.fits(hidden, colour, symbol) if chance is None else chance)
        return 1 - none

    def has_colour(self, hand: Hand, colour: Colour | None) -> float:
        """The probability that a hand contains a card of a colour."""
        if any(face.colour == colour for face in hand.faces):
            return 1.0
        held = sum(count for face, count in self.unseen if face.colour == colour)
        share = held / max(self.total, 1)
        none = 1.0
        for hidden in hand.hidden:
            none *= 1 - share * (1 - TRUST if colour in hidden.colours else 1)
        return 1 - none

    def draws_until(self, colour: Colour | None) -> float:
        """The expected number of cards drawn until one of this colour comes (F-05)."""
        held = sum(count for face, count in self.unseen if face.colour == colour)
        return (self.total + 1) / (held + 1)

    def at_most(self, number: int) -> float:
        """The probability that a hidden card counts at most this in a battle (B-02)."""
        low = sum(count for face, count in self.unseen if face.number <= number)
        return low / self.total if self.total else 1.0
