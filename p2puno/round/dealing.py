"""Setup: the deal and the opening card (S-03…S-05, O)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from p2puno.cards import DARK, LIGHT
from p2puno.events import Covered, Dealt, TurnedUp
from p2puno.moves import Item, Shuffle, Waiting
from p2puno.round.drawing import MixPile
from p2puno.round.task import Look, Task

if TYPE_CHECKING:
    from p2puno.round.state import Round


@dataclass(slots=True)
class Deal(Task):
    def wait(self, round: Round) -> Waiting:
        return Shuffle(tuple(round.pile), round.next_card)

    def shuffled(self, round: Round, cards: list[int]) -> None:
        round.pile = cards
        round.news.append(Dealt(round.dealer))
        seats, after = [], round.ring[round.direction]
        seat = round.dealer
        for _ in round.seats:
            seat = after[seat]
            seats.append(seat)
        dealt = len(seats) * round.options.hand_size
        from_top = cards[: -dealt - 1 : -1]
        del cards[-dealt:]
        for place, seat in enumerate(seats):  # S-03: one at a time, starting left of the dealer
            round.hands[seat] = from_top[place :: len(seats)]
        round.agenda[-1] = TurnUp(_seen(tuple(from_top), tuple(seats), round.two_sided))


@lru_cache(maxsize=64)
def _seen(cards: tuple[int, ...], seats: tuple[int, ...], two_sided: bool) -> tuple[Item, ...]:
    """What is seen of these cards, dealt one at a time: each seat sees its own, and all see other sides."""
    own: list[Item] = []
    for place, seat in enumerate(seats):
        own += [(card, LIGHT, seat) for card in cards[place :: len(seats)]]
    return (*own, *[(card, DARK, None) for card, _, _ in own if two_sided])


@dataclass(slots=True)
class TurnUp(Task):
    """Turn the pile's top card over (S-04), together with whatever else becomes visible."""

    items: tuple[Item, ...] = ()

    def wait(self, round: Round) -> Waiting | None:
        card = round.pile.pop()
        round.discard.append(card)
        round.agenda[-1] = OpeningCard(card)
        seen = [*self.items, (card, LIGHT, None)]
        if round.two_sided:
            seen += round.turned_away([card, *round.pile[-1:]])
        round.agenda.append(Look(tuple(seen)))
        return None


@dataclass(slots=True)
class OpeningCard(Task):
    card: int

    def wait(self, round: Round) -> Waiting | None:
        face = round.faces[LIGHT][self.card]
        if face.symbol in round.rules.covered and round.pile:  # N-14
            round.news.append(Covered(face))
            round.agenda[-1] = TurnUp()
            return None
        returned = face.symbol in round.rules.never_open
        round.news.append(TurnedUp(face, returned))
        if returned:  # O-05
            round.agenda[-1] = TurnUp()
            round.agenda.append(MixPile())
            round.discard.pop()
            round.pile.append(self.card)
            return None
        round.agenda.pop()
        round.cover(face, face.colour)
        # As if the dealer's turn were over: the seat left of the dealer plays next (S-05).
        first = round.upcoming = round.next(round.dealer)
        effect = round.rules.openings.get(face.symbol)
        if effect is not None:
            effect(round, first, face)
        return None
