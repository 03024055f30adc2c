"""The seatings of rotating partners, and of a table of a tournament (R-02, M-03)."""

from typing import NamedTuple

ROUNDS_A_SEATING = 4


class Seats(NamedTuple):
    """One table: the players clockwise. Partners sit opposite each other (R-01)."""

    order: tuple[int, ...]
    partners: bool

    def partner(self, seat: int) -> int | None:
        """The seat opposite, if it is a partner."""
        return self.order[(self.order.index(seat) + 2) % 4] if self.partners else None


def across(pair: tuple[int, int], other: tuple[int, int]) -> Seats:
    return Seats((pair[0], other[0], pair[1], other[1]), partners=True)


ROTATING: tuple[tuple[Seats, ...], ...] = (
    (across((0, 2), (1, 3)),),
    (across((0, 1), (2, 3)),),
    (across((0, 3), (1, 2)),),
)
"""Each player is partnered once with each of the other three."""

STAGE, MIRRORED = across((0, 2), (1, 3)), across((0, 2), (3, 1))
"""A table of a tournament, in the first two rounds of its stage and in the last two (M-03)."""
