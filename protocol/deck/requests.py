"""What the table may ask of a deck, one request at a time.

A request is identical on every peer, because it follows from the game's public state; seats only write the
contributions to it. All are plain values: `pack` converts to history values, `unpack` converts back.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from protocol.deck.errors import InvalidError


class Shuffle(NamedTuple):
    """Mix these cards; the results are the handles `first`, `first` + 1, …; the old handles expire."""

    cards: tuple[int, ...]
    first: int


class Open(NamedTuple):
    """Reveal: each item is (handle, side, seat or None for everybody).

    With `by`, that seat alone supplies everything missing, from its own key and what was sealed to it: an
    owner plays a card, a challenger proves guilt. Without, every seat supplies its part.
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
    """These seats are lost. Pending requests are dropped; the table repeats those it still needs."""

    seats: tuple[int, ...]


class Reveal(NamedTuple):
    """The round is over: every seat shows its seed, and keepers return the split keys of lost seats."""


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
