"""How a round ends: hands are laid open and counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from p2puno.events import WentOut
from p2puno.moves import Item, Waiting
from p2puno.round.task import Look, Task

if TYPE_CHECKING:
    from p2puno.round.state import Round


class Result(NamedTuple):
    """How a round ended, and what everybody held then."""

    how: Literal["out", "blocked", "abandoned"]
    """Somebody went out; nobody could play or draw (G-09); only one seat is left (L-03)."""
    dealer: int
    out: int | None
    held: Mapping[int, int]
    """The points in each hand of those still in, on the side on which the round ended (P-04)."""


@dataclass(slots=True)
class LayOpen(Task):
    """All hands are opened to all, then counted."""

    def wait(self, round: Round) -> Waiting | None:
        assert round.out is not None
        round.news.append(WentOut(round.out))
        round.agenda[-1] = Count()
        public = round.faces[round.side]
        items = tuple(
            Item(card, round.side, None)
            for seat in round.seats
            for card in round.hands[seat]
            if card not in public
        )
        if items:
            round.agenda.append(Look(items))
        return None


@dataclass(slots=True)
class Count(Task):
    def wait(self, round: Round) -> Waiting | None:
        deck, public = round.rules.deck, round.faces[round.side]
        round.finish(
            Result(
                "out",
                round.dealer,
                round.out,
                {
                    # A card that its holder will not reveal counts as the highest there is.
                    seat: sum(
                        deck.points[public[card]] if card in public else deck.highest_points
                        for card in round.hands[seat]
                    )
                    for seat in round.seats
                },
            )
        )
        return None
