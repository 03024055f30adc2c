"""What the table may ask of a deck, one request at a time.

A request is the same on every peer, since it follows from the game's public state; only the contributions to
it are written by seats. All are plain values: `pack` gives what goes into a history, `unpack` takes it back.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from protocol.deck.errors import InvalidError


class Shuffle(NamedTuple):
    """Mix these cards; the results are the handles `first`, `first` + 1, …; the old handles die."""

    cards: tuple[int, ...]
    first: int


class Open(NamedTuple):
    """Make known: each item is (handle, side, seat or None for everybody).

    With `by` that seat alone supplies all that is missing, out of its own key and what was sealed to it: an
    owner plays a card, a challenger proves guilt. Without, everybody supplies their part.
    """

    items: tuple[tuple[int, int, int | None], ...]
    by: int | None = None


class Seal(NamedTuple):
    """`by` lets `to` alone see these (handle, side): `show`, or `give` with the right to play them."""

    kind: str
    items: tuple[tuple[int, int], ...]
    by: int
    to: int


class Lose(NamedTuple):
    """These seats are gone. What was pending is dropped; the table asks again for what it still wants."""

    seats: tuple[int, ...]


class Reveal(NamedTuple):
    """The round is over: every seat shows its seed, and the others give back the split keys of the lost."""


Request: TypeAlias = Shuffle | Open | Seal | Lose | Reveal

SHOW, GIVE = "show", "give"


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
    """The reverse of `pack`; whatever else is handed in raises `InvalidError`."""
    match value:
        case ["shuffle", [*cards], int(first)]:
            return Shuffle(_ints(cards), first)
        case ["open", [*items], int() | None as by]:
            return Open(tuple(_item(item) for item in items), by)
        case ["seal", "show" | "give" as kind, [*items], int(by), int(to)]:
            return Seal(kind, tuple(_spot(item) for item in items), by, to)
        case ["lose", [*seats]]:
            return Lose(_ints(seats))
        case ["reveal"]:
            return Reveal()
    raise InvalidError("not a request")


def _ints(values: list[Any]) -> tuple[int, ...]:
    if not all(type(value) is int for value in values):
        raise InvalidError("not a request")
    return tuple(values)


def _item(value: object) -> tuple[int, int, int | None]:
    match value:
        case [int(handle), int(side), int() | None as to]:
            return handle, side, to
    raise InvalidError("not a request")


def _spot(value: object) -> tuple[int, int]:
    match value:
        case [int(handle), int(side)]:
            return handle, side
    raise InvalidError("not a request")
