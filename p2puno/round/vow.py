"""What a player implies about hidden cards, for the audit to check once their faces are known."""

from dataclasses import dataclass

from p2puno.cards import Face


@dataclass(slots=True)
class Vow:
    """A seat implies that all of these hidden cards have one of these faces (`fit`), or that none has.

    Immutable by convention, like a task."""

    seat: int
    cards: tuple[int, ...]
    side: int
    faces: frozenset[Face]
    fit: bool

    def broken_by(self, card: int, face: Face) -> bool:
        """Whether the face of one of the cards, once known, proves the opposite."""
        return card in self.cards and (face in self.faces) is not self.fit
