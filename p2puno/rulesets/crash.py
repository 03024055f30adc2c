"""Crash: drawing a Crash card mixes two hands (X)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2puno.cards import Symbol
from p2puno.decks import classic as classic_deck
from p2puno.events import Crashed
from p2puno.moves import Shuffle, Waiting
from p2puno.round.drawing import DrawCards
from p2puno.round.naming import NAME_COLOUR
from p2puno.round.task import Look, Task
from p2puno.rulesets import actions, classic

if TYPE_CHECKING:
    from p2puno.round.state import Round


def crash(round: Round, draw: DrawCards, card: int) -> None:
    """X-01, X-02. Outstanding draws are already on the agenda, and wait (X-03)."""
    if draw.then is not None:
        round.agenda.pop()  # a crash on a voluntary draw ends the turn
        round.drew = False
    drawer = draw.seat
    round.hands[drawer].remove(card)
    round.discard.append(card)
    round.cover(round.faces[round.side][card], round.colour)
    round.agenda.append(NAME_COLOUR[drawer])  # T-07: after the new hands are dealt
    round.agenda.append(MixHands(drawer, round.next(drawer)))


@dataclass(slots=True)
class MixHands(Task):
    """Put two hands together, shuffle them, and deal them out one by one, starting with the other player."""

    drawer: int
    other: int

    def wait(self, round: Round) -> Waiting:
        return Shuffle((*round.hands[self.drawer], *round.hands[self.other]), round.next_card)

    def shuffled(self, round: Round, cards: list[int]) -> None:
        round.hands[self.other] = cards[0::2]
        round.hands[self.drawer] = cards[1::2]
        round.news.append(Crashed(self.drawer, self.other))
        both, side = (self.other, self.drawer), round.side
        dealt = [(card, side, seat) for seat in both for card in round.hands[seat]]
        round.agenda[-1] = Look(tuple(dealt))

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat in (self.drawer, self.other) else self


RULES = replace(
    classic.RULES,
    name="crash",
    deck=classic_deck(Symbol.CRASH),
    effects={**classic.EFFECTS, Symbol.CRASH: actions.wild},
    openings={**classic.OPENINGS, Symbol.CRASH: actions.open_wild},
    on_draw={Symbol.CRASH: crash},
)
