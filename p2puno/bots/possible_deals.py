"""Deals that fit everything a seat knows: the cards it does not see, distributed at random."""

from __future__ import annotations

from collections import Counter

from p2puno.bots.habits import Mind
from p2puno.bots.memory import NOTHING, Excluded
from p2puno.cards import Face
from p2puno.dealer import shuffle
from p2puno.round.state import Round

Faces = tuple[dict[int, Face], ...]
"""A face for every card, by side."""
_ANY: frozenset[Face] = frozenset()
TRUST = 0.97
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
        vowed, unlikely = _vowed(round, side), mind.memory.excluded[side]
        # Cards with restrictions choose first, those of which something is certain before all others.
        self.restricted = sorted(
            (
                (card, unlikely.get(card, NOTHING), vowed.get(card, _ANY))
                for card in hidden
                if card in vowed or card in unlikely
            ),
            key=lambda restricted: restricted[2] is _ANY,
        )
        chosen = {card for card, _, _ in self.restricted}
        self.free = [card for card in hidden if card not in chosen]

    def draw(self, mind: Mind) -> dict[int, Face]:
        left = shuffle(self.unseen, mind.random)
        faces = dict(self.known)
        for card, excluded, impossible in self.restricted:
            trusted = mind.random.random() < TRUST
            at = _last_possible(left, excluded, impossible) if trusted else None
            if at is None:
                at = _last_possible(left, NOTHING, impossible)
            faces[card] = left.pop(-1 if at is None else at)
        faces.update(zip(self.free, left, strict=True))
        return faces


class PossibleDeals:
    """Samples deals for the current position of a seat."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._sides = [_Side(mind, side) for side in range(len(mind.view.round.faces))]

    def draw(self) -> Faces:
        return tuple(side.draw(self._mind) for side in self._sides)


def _vowed(round: Round, side: int) -> dict[int, frozenset[Face]]:
    """The faces that hidden cards cannot have, because their holder's move implied it (K-24, K-27)."""
    impossible: dict[int, frozenset[Face]] = {}
    for vow in round.vows:
        if vow.side == side:
            faces = round.rules.faces[side] - vow.faces if vow.fit else vow.faces
            for card in vow.cards:
                impossible[card] = impossible.get(card, _ANY) | faces
    return impossible


def _last_possible(faces: list[Face], excluded: Excluded, impossible: frozenset[Face]) -> int | None:
    for at in range(len(faces) - 1, -1, -1):
        face = faces[at]
        if face.colour in excluded.colours or face.symbol in excluded.symbols or face in impossible:
            continue
        return at
    return None
