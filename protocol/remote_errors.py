"""What can be wrong with data from outside. Bugs of our own raise other exceptions."""

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
    """Something from outside is refused; it changed nothing.

    `seat` is the author, if a signature proves one. `why` is for developers; `cli` makes the sentence that
    people read from the class and its parameters.
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
    """Belongs to another game, or to another version."""

    code = Code.FOREIGN


class GameVersionError(ForeignError):
    """A game of another protocol or other rules than this program's."""

    def __init__(self, version: int, engine: int) -> None:
        super().__init__(f"a game of protocol {version} and rules {engine}")
        self.version = version
        self.engine = engine


class EntryVersionError(ForeignError):
    """An entry of another protocol version than this program's."""

    def __init__(self, version: int) -> None:
        super().__init__(f"an entry of version {version}")
        self.version = version


class KnockVersionError(ForeignError):
    """A table that answers a knock in another version."""

    def __init__(self) -> None:
        super().__init__("another version")


class NotAGameError(ForeignError):
    """A file that does not start like a game's file."""

    def __init__(self) -> None:
        super().__init__("the first line is missing")


class EmptyFileError(NotAGameError):
    """An empty file."""


class FileVersionError(NotAGameError):
    """A game's file in another format than this program's."""


class SignatureError(RemoteError):
    """Not signed by the seat it names."""

    code = Code.UNSIGNED


class OutOfTurnError(RemoteError):
    """Not from the seat, or not of the kind, that the log waits for."""

    code = Code.OUT_OF_TURN


class NotNextError(OutOfTurnError):
    """An entry that does not follow the last one."""


class UnfoundedLossError(OutOfTurnError):
    """A certificate or proof that would remove a seat which cannot be removed."""


class IllegalError(RemoteError):
    """Against the rules of the game; `rule` is the rule's id, if it is in docs/rules.md."""

    code = Code.ILLEGAL

    def __init__(self, why: str, seat: int | None = None, rule: str = "") -> None:
        super().__init__(why, seat)
        self.rule = rule


class OtherStateError(IllegalError):
    """An agreement on another state than ours."""


class UnprovedError(RemoteError):
    """A step of the deck whose proof fails."""

    code = Code.UNPROVED

    def __init__(self, why: str, seat: int, step: str) -> None:
        super().__init__(why, seat)
        self.step = step


class UnreadableError(RemoteError):
    """The file cannot be read; `error` is the system's reason."""

    code = Code.UNREADABLE

    def __init__(self, error: OSError) -> None:
        super().__init__(f"cannot be read: {error.strerror}")
        self.error = error


class NotAFileError(RemoteError):
    """A device or a pipe."""

    code = Code.UNREADABLE


class TooLargeError(RemoteError):
    """A file too large to be a game."""

    code = Code.UNREADABLE


class DamagedError(RemoteError):
    """A file that was complete has been damaged."""

    code = Code.DAMAGED


class TornError(RemoteError):
    """A file ends in the middle of its first record."""

    code = Code.TORN


class SpentSeedError(RemoteError):
    """We would have played a deal whose seed we revealed before: only cheating can lead there."""

    def __init__(self) -> None:
        super().__init__("a deal whose seed was revealed before")
