"""The history of a deck as plain values, and a check that it proves a blame to somebody who was not there.

A history is a list of events, `["begin", request]` and `["take", seat, step, value]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from protocol.deck import (
    Blame,
    Calculator,
    Deck,
    InvalidError,
    Lose,
    MisuseError,
    Open,
    RefusedError,
    Request,
    Reveal,
    Seal,
    Setup,
    Shuffle,
)


class RecordedRefusal(RefusedError):
    """A refusal with the events that it kept out of the history."""

    def __init__(self, blame: Blame, events: list[list[Any]]) -> None:
        super().__init__(blame)
        self.events = events


class RecordedDeck(Deck):
    """A deck that records everything it was fed."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.history: list[list[Any]] = []

    @property
    def handles(self) -> frozenset[int]:
        """The handles that currently stand for a card."""
        return frozenset(self._state.alive)

    @property
    def lost(self) -> frozenset[int]:
        return frozenset(self._state.lost)

    @property
    def ready(self) -> bool:
        """Whether a request can begin: all keys are known and nothing is pending."""
        return self._pending is None

    def begin(self, request: Request) -> None:
        super().begin(request)
        self.history.append(["begin", pack(request)])

    def take(self, seat: int, step: str, value: object, request: Request | None = None) -> tuple[Blame, ...]:
        size, event = len(self.history), ["take", seat, step, value]
        try:
            found = super().take(seat, step, value, request)
        except RefusedError as refused:
            events = [*self.history[size:], event]
            del self.history[size:]
            raise RecordedRefusal(refused.blame, events) from None
        self.history.append(event)
        return found


def feed(deck: Deck, event: object) -> tuple[Blame, ...]:
    """Feed one event of a history into a deck. Raises `InvalidError` for anything that is not an event."""
    match event:
        case ["begin", request]:
            deck.begin(unpack(request))
            return ()
        case ["take", int(seat), str(step), value]:
            return deck.take(seat, step, value)
    raise InvalidError("not an event")


def recheck(
    setup: Setup, blame: Blame, events: Iterable[object], *, calculator: Calculator | None = None
) -> bool:
    """Whether these events prove this blame to somebody who was not there.

    `events` are the deck's history up to the fault, ending with the refused events if there was a refusal;
    for an audit's blame, the history with all reveals. In a real game the log's signatures prove that the
    seats really wrote them.
    """
    deck = Deck(setup, calculator=calculator)
    for event in events:
        try:
            if blame in feed(deck, event):
                return True
        except RefusedError as refused:
            return refused.blame == blame
        except (MisuseError, InvalidError):
            return False
    return deck.revealed and blame in deck.audit().blames


def pack(request: Request) -> list[Any]:
    match request:
        case Shuffle(cards, first):
            return ["shuffle", list(cards), first]
        case Open(items, by):
            return ["open", [list(item) for item in items], by]
        case Seal(kind, pairs, by, to):
            return ["seal", kind, [list(item) for item in pairs], by, to]
        case Lose(seats):
            return ["lose", list(seats)]
        case Reveal():
            return ["reveal"]


def unpack(value: object) -> Request:
    """The inverse of `pack`; raises `InvalidError` for anything else."""
    match value:
        case ["shuffle", [*cards], first]:
            return Shuffle(tuple(map(_number, cards)), _number(first))
        case ["open", [*items], by]:
            return Open(tuple(map(_item, items)), _seat(by))
        case ["seal", "show" | "give" as kind, [*items], by, to]:
            return Seal(kind, tuple(map(_spot, items)), _number(by), _number(to))
        case ["lose", [*seats]]:
            return Lose(tuple(map(_number, seats)))
        case ["reveal"]:
            return Reveal()
    raise InvalidError("not a request")


def _number(value: object) -> int:
    if type(value) is not int:  # a bool is also an int
        raise InvalidError("not a request")
    return value


def _seat(value: object) -> int | None:
    return None if value is None else _number(value)


def _item(value: object) -> tuple[int, int, int | None]:
    match value:
        case [handle, side, to]:
            return _number(handle), _number(side), _seat(to)
    raise InvalidError("not a request")


def _spot(value: object) -> tuple[int, int]:
    match value:
        case [handle, side]:
            return _number(handle), _number(side)
    raise InvalidError("not a request")
