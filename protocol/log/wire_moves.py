"""The encoding of moves in the log: `[name, value, …]`.

A move that shows a card carries the card and the share of the deck that opens it; the face follows from
that. `share` is None where everybody can see the card already.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from p2puno.cards import Colour, Face
from p2puno.moves import (
    Accept,
    Blind,
    Call,
    Challenge,
    Declare,
    Draw,
    Fight,
    Guilty,
    Innocent,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Quiet,
    Seal,
    Show,
    Stop,
    Swap,
)
from protocol.codec import are_whole
from protocol.remote_errors import MalformedError

_BARE: dict[str, Move] = {
    "draw": Draw(),
    "keep": Keep(),
    "stop": Stop(),
    "blind": Blind(),
    "pass": Pass(),
    "accept": Accept(),
    "challenge": Challenge(),
    "innocent": Innocent(),
    "quiet": Quiet(),
    "call": Call(),
}


class Showing(NamedTuple):
    """A move that shows a card whose face is not known yet."""

    name: str
    card: int
    extra: Any
    share: Any

    def bearing(self, face: Face) -> Move:
        match self.name:
            case "play":
                return Play(self.card, face, self.extra)
            case "guilty":
                return Guilty(self.card, face)
            case "declare":
                return Declare(self.card, face)
        return Show(self.card, face, self.extra)


def shown_card(move: Move) -> int | None:
    """The card that a move shows to all, if any."""
    return move.card if isinstance(move, Play | Guilty | Declare | Show) else None


def write_move(move: Move, share: Any) -> list[Any]:
    match move:
        case Play(card, _, uno):
            return ["play", card, uno, share]
        case Guilty(card):
            return ["guilty", card, None, share]
        case Declare(card):
            return ["declare", card, None, share]
        case Show(card, _, nonce):
            return ["show", card, nonce, share]
        case Name(colour):
            return ["name", colour.value]
        case Fight(opponent):
            return ["fight", opponent]
        case Seal(digest):
            return ["seal", digest]
        case Swap(first, second):
            return ["swap", first, second]
    return [next(name for name, bare in _BARE.items() if bare == move)]


def read_move(value: object) -> Move | Showing:
    match value:
        case [str(name)] if name in _BARE:
            return _BARE[name]
        case ["play", int(card), bool(uno), share] if are_whole(card):
            return Showing("play", card, uno, share)
        case [("guilty" | "declare") as name, int(card), None, share] if are_whole(card):
            return Showing(name, card, None, share)
        case ["show", int(card), bytes(nonce), share] if are_whole(card):
            return Showing("show", card, nonce, share)
        case ["name", str(code)] if code in set(Colour):
            return Name(Colour(code))
        case ["fight", int(opponent)] if are_whole(opponent):
            return Fight(opponent)
        case ["seal", bytes(digest)]:
            return Seal(digest)
        case ["swap", int(first), int(second)] if are_whole(first, second):
            return Swap(first, second)
    raise MalformedError("not a move")
