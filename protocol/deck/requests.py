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
    if type(value) is not int:  # a bool is an int too, and would pass for one
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
