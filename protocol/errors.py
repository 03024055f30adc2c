"""What can be wrong with what a peer sent. Our own mistakes raise other things."""

from __future__ import annotations


class RemoteError(Exception):
    """Something from outside is refused; nothing was changed by it.

    `code` is one of the words in docs/protocol.md, `seat` the author if a signature proves one.
    """

    code = "refused"

    def __init__(self, why: str, seat: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.seat = seat


class MalformedError(RemoteError):
    """Not in the form that the protocol prescribes, or beyond its limits."""

    code = "malformed"


class ForeignError(RemoteError):
    """Of another game, or another version."""

    code = "foreign"


class SignatureError(RemoteError):
    """Not signed by whom it names."""

    code = "unsigned"


class OutOfTurnError(RemoteError):
    """Not by the seat, or not of the kind, that the log waits for."""

    code = "out-of-turn"


class IllegalError(RemoteError):
    """Against the rules of the game."""

    code = "illegal"


class UnprovedError(RemoteError):
    """A step of the deck whose proof fails."""

    code = "unproved"


class SpentSeedError(RemoteError):
    """We would have played a deal whose seed we have revealed before: only a cheat can lead there."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody has cheated: the others could read the cards of this deal, so the game stops here. "
            "Compare the players' files of this game to see who it was."
        )
