"""What can be wrong with what a peer sent. Our own mistakes raise other things."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Why something is refused, or what a verifier finds (docs/protocol.md, sections 20 and 21)."""

    MALFORMED = "malformed"
    FOREIGN = "foreign"
    UNSIGNED = "unsigned"
    OUT_OF_TURN = "out-of-turn"
    ILLEGAL = "illegal"
    UNPROVED = "unproved"
    REFUSED = "refused"
    # of files only
    UNREADABLE = "unreadable"
    DAMAGED = "damaged"
    TORN = "torn"
    UNFINISHED = "unfinished"


class RemoteError(Exception):
    """Something from outside is refused; nothing was changed by it.

    `seat` is the author, if a signature proves one.
    """

    code = Code.REFUSED

    def __init__(self, why: str, seat: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.seat = seat


class MalformedError(RemoteError):
    """Not in the form that the protocol prescribes, or beyond its limits."""

    code = Code.MALFORMED


class ForeignError(RemoteError):
    """Of another game, or another version."""

    code = Code.FOREIGN


class NotAGameError(ForeignError):
    """A file without the first line of a game's."""


class SignatureError(RemoteError):
    """Not signed by whom it names."""

    code = Code.UNSIGNED


class OutOfTurnError(RemoteError):
    """Not by the seat, or not of the kind, that the log waits for."""

    code = Code.OUT_OF_TURN


class IllegalError(RemoteError):
    """Against the rules of the game."""

    code = Code.ILLEGAL


class UnprovedError(RemoteError):
    """A step of the deck whose proof fails."""

    code = Code.UNPROVED


class UnreadableError(RemoteError):
    """The system does not give us the file, or it is nothing that a game could be in."""

    code = Code.UNREADABLE


class DamagedError(RemoteError):
    """Something in a file that had been whole was spoiled."""

    code = Code.DAMAGED


class TornError(RemoteError):
    """A file ends in the middle of its first record."""

    code = Code.TORN


class SpentSeedError(RemoteError):
    """We would have played a deal whose seed we have revealed before: only a cheat can lead there."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody has cheated: the others could read the cards of this deal, so the game stops here. "
            "Compare the players' files of this game to see who it was."
        )
