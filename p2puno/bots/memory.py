"""What an attentive player remembers about opponents and their hidden cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from p2puno.cards import Colour, Symbol
from p2puno.events import Dealt, Drew, Event, Judged, Kept, Named
from p2puno.view import View


class Excluded(NamedTuple):
    """The faces that a hidden card probably does not have."""

    colours: frozenset[Colour] = frozenset()
    symbols: frozenset[Symbol] = frozenset()


NOTHING = Excluded()


class Memory:
    """A player who drew voluntarily probably had no matching card; a player who bluffed once may bluff again.

    The former is stored per card, so that it follows a traded hand and is dropped with the card's handle.
    """

    __slots__ = ("_verdicts", "excluded", "named")

    def __init__(self) -> None:
        self.excluded: tuple[dict[int, Excluded], ...] = ({}, {})
        """By side, what hidden cards probably are not."""
        self._verdicts: dict[int, list[bool]] = {}
        self.named: dict[int, Colour] = {}
        """The colour that each seat named last, unless it has drawn on that colour since."""

    def hear(self, view: View, event: Event) -> None:
        """Record an event; `view` is the view after it."""
        if type(event) is Drew:
            if not event.penalty and event.seat != view.seat:
                self._exclude(view, view.round.hands.get(event.seat, ())[: -event.cards])
                if self.named.get(event.seat) is view.round.colour:
                    del self.named[event.seat]
        elif type(event) is Kept:
            if event.seat != view.seat:
                self._exclude(view, view.round.hands.get(event.seat, ())[-1:])
        elif type(event) is Judged:
            self._verdicts.setdefault(event.accused, []).append(event.guilty)
        elif type(event) is Named:
            self.named[event.seat] = event.colour
        elif type(event) is Dealt:
            self.named = {}
            self.excluded = ({}, {})  # a new round numbers its handles from the start

    def verdicts(self, seat: int) -> list[bool]:
        """Whether this seat was guilty, for each time it was challenged."""
        return self._verdicts.get(seat, [])

    def _exclude(self, view: View, cards: Iterable[int]) -> None:
        round = view.round
        if round.colour is None:
            return
        known = self.excluded[round.side]
        for card in cards:
            before = known.get(card, NOTHING)
            known[card] = Excluded(before.colours | {round.colour}, before.symbols | {round.top.symbol})
