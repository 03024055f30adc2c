"""What a player who pays attention remembers about others and their hidden cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from p2puno.cards import Colour, Symbol
from p2puno.events import Dealt, Drew, Event, Judged, Kept
from p2puno.view import View


class Excluded(NamedTuple):
    """What a hidden card is thought not to be."""

    colours: frozenset[Colour] = frozenset()
    symbols: frozenset[Symbol] = frozenset()


NOTHING = Excluded()


class Memory:
    """Who draws of their own accord most likely had nothing that fits; who bluffed once may do so again.

    The former is kept by card, so it follows a hand that is traded, and ends with the card's handle.
    """

    __slots__ = ("_excluded", "_verdicts")

    def __init__(self) -> None:
        self._excluded: tuple[dict[int, Excluded], ...] = ({}, {})
        self._verdicts: dict[int, list[bool]] = {}

    def hear(self, view: View, event: Event) -> None:
        """Take note of what just happened; `view` is as it is after it."""
        if type(event) is Drew:
            if not event.penalty and event.seat != view.seat:
                self._exclude(view, view.round.hands[event.seat][: -event.cards])
        elif type(event) is Kept:
            if event.seat != view.seat:
                self._exclude(view, view.round.hands[event.seat][-1:])
        elif type(event) is Judged:
            self._verdicts.setdefault(event.accused, []).append(event.guilty)
        elif type(event) is Dealt:
            self._excluded = ({}, {})  # a new round begins the handles anew

    def excluded(self, card: int, side: int) -> Excluded:
        return self._excluded[side].get(card, NOTHING)

    def verdicts(self, seat: int) -> list[bool]:
        """Whether this seat was guilty, each time it was challenged."""
        return self._verdicts.get(seat, [])

    def _exclude(self, view: View, cards: Iterable[int]) -> None:
        round = view.round
        if round.colour is None:
            return
        known = self._excluded[round.side]
        for card in cards:
            before = known.get(card, NOTHING)
            known[card] = Excluded(before.colours | {round.colour}, before.symbols | {round.top.symbol})
