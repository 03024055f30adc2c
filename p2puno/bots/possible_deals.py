"""Deals that fit everything a seat knows: the cards it does not see, distributed at random."""

from __future__ import annotations

from collections import Counter

from p2puno.bots.habits import Mind
from p2puno.bots.memory import NOTHING, Excluded
from p2puno.cards import Face
from p2puno.dealer import shuffle

Faces = tuple[dict[int, Face], ...]
"""A face for every card, by side."""
TRUST = 0.9
"""How often a card gets no face that its holder would probably have played."""


class _Side:
    """One side of all cards: what the seat knows, and what it must guess."""

    def __init__(self, mind: Mind, side: int) -> None:
        view, round = mind.view, mind.view.round
        hands = [card for hand in round.hands.values() for card in hand]
        cards = [*hands, *(card for _, card in round.aside), *round.discard, *round.pile]
        found = {card: view.face(card, side) for card in cards}
        self.known = {card: face for card, face in found.items() if face is not None}
        unseen = Counter(round.rules.deck.sides[side])
        unseen.subtract(self.known.values())
        self.unseen = list(unseen.elements())
        hidden = [card for card in cards if found[card] is None]
        excluded = [(card, mind.memory.excluded(card, side)) for card in hidden]
        # Cards with restrictions choose first.
        self.restricted = [(card, faces) for card, faces in excluded if faces is not NOTHING]
        self.free = [card for card, faces in excluded if faces is NOTHING]

    def draw(self, mind: Mind) -> dict[int, Face]:
        left = shuffle(self.unseen, mind.random)
        faces = dict(self.known)
        for card, excluded in self.restricted:
            trusted = mind.random.random() < TRUST
            faces[card] = left.pop(_last_possible(left, excluded) if trusted else -1)
        faces.update(zip(self.free, left, strict=True))
        return faces


class PossibleDeals:
    """Samples deals for the current position of a seat."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._sides = [_Side(mind, side) for side in range(len(mind.view.round.faces))]

    def draw(self) -> Faces:
        return tuple(side.draw(self._mind) for side in self._sides)


def _last_possible(faces: list[Face], excluded: Excluded) -> int:
    for at in range(len(faces) - 1, -1, -1):
        face = faces[at]
        if face.colour not in excluded.colours and face.symbol not in excluded.symbols:
            return at
    return -1
