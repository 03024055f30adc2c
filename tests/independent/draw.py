"""The draw for the deal (protocol.md §10)."""

from __future__ import annotations

from typing import Any

from tests.independent.cards import number_of


class Draw:
    """Asks the deck as a round does, until somebody has won."""

    def __init__(self, size: int, order: list[int]) -> None:
        self.drawers = list(order)
        self.size = size
        self.first = 0
        """The lowest handle since the last shuffle."""
        self.left = 0
        """How many cards are left on the pile."""
        self.winner: int | None = None

    @property
    def waiting(self) -> Any:
        if self.left < len(self.drawers):
            return ("shuffle", list(range(self.first, self.first + self.size)), self.first + self.size)
        top = self.first + self.left - 1
        return ("open", [(top - place, 0, None) for place in range(len(self.drawers))])

    def shuffled(self) -> None:
        self.first, self.left = self.first + self.size, self.size

    def opened(self, faces: list[str | None]) -> None:
        self.left -= len(self.drawers)
        numbers = [number_of(face) for face in faces if face is not None]
        drawn = list(zip(self.drawers, numbers, strict=True))
        self.drawers = [seat for seat, number in drawn if number == max(numbers)]
        if len(self.drawers) == 1:
            self.winner = self.drawers[0]
