"""Turns what is new in a game into notices for one seat: live, resumed, replayed or exported."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from cli.sessions.session import DrewCards, HandShown, Happened, Notice, SeatedAgain, SeatLost
from p2puno.events import Crashed, Dealt, Drew, Event, HandsPassed, Judged, Swapped
from p2puno.view import View
from protocol.play.news import News


class Teller:
    """Adds to the public events which cards the seat drew and which hand it was shown. Among peers a card is
    opened a moment after it was drawn: that event and later ones are held back until its face is known."""

    def __init__(self, seat: int | None, hands: Mapping[int, Sequence[int]] | None = None) -> None:
        self.seat = seat
        self._hands = hands or {}
        """All hands at the last notice."""
        self._untold: deque[tuple[Event, Sequence[int]]] = deque()
        """Events held back, each with the cards that its notice names."""

    def notices(self, news: News, view: View | None) -> list[Notice]:
        """The notices for this news; `view` is the position after it."""
        return [
            *news.drawn,
            *(SeatLost(loss.seat, loss.reason) for loss in news.lost),
            *self._happened(news.events, view),
            *news.rounds,
            *(SeatedAgain(seat) for seat in news.seated_again),
            *((news.over,) if news.over is not None else ()),
        ]

    def rest(self) -> list[Notice]:
        """All notices still held back: there is nothing left to wait for."""
        return self._tell(None)

    def _happened(self, events: Sequence[Event], view: View | None) -> list[Notice]:
        if view is None:
            self._untold += [(event, ()) for event in events]
            return self.rest()
        before, hands = self._hands, {seat: tuple(hand) for seat, hand in view.round.hands.items()}
        self._hands = hands
        drawn = self._drawn(events, before, hands)
        told: list[Notice] = []
        for event in events:
            cards: Sequence[int] = ()
            if type(event) is Dealt:
                told += self.rest()  # cards still unknown belong to a round that is over
            elif type(event) is Drew and event.seat == self.seat:
                cards, drawn = drawn[: event.cards], drawn[event.cards :]
                cards = [card for card in cards if card not in view.round.blind]  # nobody sees them for now
            elif type(event) is Judged and event.seat == self.seat:  # the hand as it was challenged (C-02)
                doubted = before.get(event.accused, ())
                cards = [card for card in doubted if card in hands.get(event.accused, ())]
            self._untold.append((event, cards))
        return told + self._tell(view)

    def _drawn(
        self, events: Sequence[Event], before: Mapping[int, Sequence[int]], now: Mapping[int, Sequence[int]]
    ) -> Sequence[int]:
        """The cards that our seat drew; none if the whole hand changed, too."""
        if self.seat is None or any(type(event) in (Crashed, Swapped, HandsPassed) for event in events):
            return ()
        count = sum(event.cards for event in events if type(event) is Drew and event.seat == self.seat)
        held = set(before.get(self.seat, ()))
        new = [card for card in now.get(self.seat, ()) if card not in held]
        return new[len(new) - count :] if len(new) >= count else ()

    def _tell(self, view: View | None) -> list[Notice]:
        """The notices that need not wait any longer; all of them without a view."""
        told: list[Notice] = []
        while self._untold:
            event, cards = self._untold[0]
            faces = [view.face(card) for card in cards] if view is not None else []
            known = tuple(face for face in faces if face is not None)
            if type(event) is Drew and len(known) < len(faces):
                break
            self._untold.popleft()
            if known:
                told.append(HandShown(event.accused, known) if type(event) is Judged else DrewCards(known))
            told.append(Happened(event))
        return told
