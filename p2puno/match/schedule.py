"""The seatings of rotating partners and of the tournament (R-02, M)."""

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

_WHIST_OF_EIGHT = (((7, 0), (1, 3)), ((2, 6), (4, 5)))
"""The first stage; adding 1 modulo 7 to all but player 7 gives the next. The differences between partners are
1, 2 and 3 once each, those between opponents twice each: so every two players are partners once and opponents
twice (M-02)."""


def _shifted(stage: int) -> tuple[Seats, ...]:
    def player(base: int) -> int:
        return base if base == 7 else (base + stage) % 7

    return tuple(across((player(a), player(b)), (player(c), player(d))) for (a, b), (c, d) in _WHIST_OF_EIGHT)


TOURNAMENT: tuple[tuple[Seats, ...], ...] = tuple(_shifted(stage) for stage in range(7))
"""Seven stages of two tables."""
