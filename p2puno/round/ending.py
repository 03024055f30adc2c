"""The end of a round: hands are revealed and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from p2puno.events import FewestCards, WentOut
from p2puno.moves import Item, Waiting
from p2puno.round.task import Look, Task

if TYPE_CHECKING:
    from p2puno.round.state import Round


class Result(NamedTuple):
    """How a round ended, and what each seat held."""

    how: Literal["out", "blocked", "abandoned"]
    """A player went out; nobody could play or draw (G-09); only one seat is left (L-03)."""
    dealer: int
    out: int | None
    held: Mapping[int, int]
    """The points in each hand, on the side in play at the end (P-04); for seats that left, in the hand they
    left with (L-05)."""


def fewest_cards_win(round: Round) -> None:
    """End a round that takes too long: of several players with the fewest cards, the first to have a turn
    wins."""
    winner = seat = round.turn
    while (seat := round.next(seat)) != round.turn:
        if len(round.hands[seat]) < len(round.hands[winner]):
            winner = seat
    round.news.append(FewestCards(winner))
    round.out = winner


@dataclass(slots=True)
class LayOpen(Task):
    """Reveal all hands to all, including those of seats that left (L-05), then count them."""

    def wait(self, round: Round) -> Waiting | None:
        assert round.out is not None
        round.news.append(WentOut(round.out))
        round.agenda[-1] = Count()
        seen: list[Item] = []
        for side, cards in round.holdings.values():
            public = round.faces[side]
            for card in cards:
                if card not in public:
                    seen.append((card, side, None))
        if seen:
            round.agenda.append(Look(tuple(seen)))
        return None


@dataclass(slots=True)
class Count(Task):
    def wait(self, round: Round) -> Waiting | None:
        held = {seat: _points(round, side, cards) for seat, (side, cards) in round.holdings.items()}
        round.finish(Result("out", round.dealer, round.out, held))
        return None


def _points(round: Round, side: int, cards: Sequence[int]) -> int:
    """The points of these cards; a card that cannot be opened counts as the most expensive one (L-06)."""
    deck, public = round.rules.deck, round.faces[side]
    total = 0
    for card in cards:
        total += deck.points[public[card]] if card in public else deck.highest_points
    return total
