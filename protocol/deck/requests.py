"""What the table may ask of a deck, one request at a time.

A request is identical on every peer, because it follows from the game's public state; seats only write the
contributions to it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Shuffle(NamedTuple):
    """Mix these cards; the results are the handles `first`, `first` + 1, …; the old handles expire."""

    cards: tuple[int, ...]
    first: int


class Open(NamedTuple):
    """Reveal: each item is (handle, side, seat or None for everybody).

    With `by`, that seat alone supplies everything missing, from its own key and what was sealed to it: an
    owner plays a card, a challenger proves guilt. Without, every seat supplies its part. With `single`, every
    share has a proof of its own, so it stays valid when other requests come first: an owner jumps in.
    """

    items: tuple[tuple[int, int, int | None], ...]
    by: int | None = None
    single: bool = False


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
