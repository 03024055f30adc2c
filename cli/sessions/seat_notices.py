"""From what happens in a round to what one seat is told of it, wherever the game is played."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from cli.sessions.session import DrewCards, HandShown, Happened, Notice
from p2puno.events import Challenged, Crashed, Dealt, Drew, Event, Judged, Swapped
from p2puno.view import View


class Teller:
    """Names to a seat the cards it drew and the hand it was shown. Among peers a card is opened a moment
    after it was drawn: what happened from then on is told when its face is known."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self._held: frozenset[int] = frozenset()
        """The own hand when something was told last."""
        self._untold: deque[tuple[Event, tuple[int, ...]]] = deque()
        """What happened, with the cards that must be known before it is told."""
        self._accused: tuple[int, ...] = ()
        """The hand that the own seat doubts, as it was then (C-02)."""

    def notices(self, events: Sequence[Event], view: View | None) -> list[Notice]:
        """What there is to tell, now that this happened and the table looks so."""
        if view is None:
            self._untold += [(event, ()) for event in events]
            return self._tell(None)
        hand = view.round.hands.get(self.seat, ()) if self.seat is not None else ()
        new = [card for card in hand if card not in self._held]
        self._held = frozenset(hand)
        drawn = cards_drawn(events, self.seat, new)
        told: list[Notice] = []
        for event in events:
            cards: tuple[int, ...] = ()
            if type(event) is Dealt:
                told += self._tell(None)  # what was never known belongs to a round that is gone
            elif type(event) is Drew and event.seat == self.seat:
                cards, drawn = tuple(drawn[: event.cards]), drawn[event.cards :]
            elif type(event) is Challenged and event.seat == self.seat:
                self._accused = tuple(view.round.hands.get(event.accused, ()))
            self._untold.append((event, cards))
        return told + self._tell(view)

    def _tell(self, view: View | None) -> list[Notice]:
        """What can be told now; all of it if there is nothing left to wait for."""
        told: list[Notice] = []
        while self._untold:
            event, cards = self._untold[0]
            faces = [view.face(card) for card in cards] if view is not None else []
            if view is not None and None in faces:
                break
            self._untold.popleft()
            if faces:
                told.append(DrewCards(tuple(face for face in faces if face is not None)))
            if type(event) is Judged and event.seat == self.seat and view is not None:
                shown = [view.face(card) for card in self._accused]
                told.append(HandShown(event.accused, tuple(face for face in shown if face is not None)))
            told.append(Happened(event))
        return told


def cards_drawn(events: Sequence[Event], seat: int | None, new: Sequence[int]) -> Sequence[int]:
    """Which of the cards that are new in a seat's hand it drew: none if its whole hand changed as well."""
    count = sum(event.cards for event in events if type(event) is Drew and event.seat == seat)
    if any(type(event) in (Crashed, Swapped) for event in events) or len(new) < count:
        return ()
    return new[len(new) - count :]
