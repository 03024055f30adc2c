"""Why a participant cannot host, join, watch or resume."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path

from protocol.remote_errors import RemoteError


class Reason(Enum):
    """What went wrong. `path`, `names` and `error` below belong to the reasons that mention them."""

    SAVE_IS_JOURNAL = auto()
    """`path` has the suffix of private journals."""
    SAVE_IS_FOLDER = auto()
    SAVE_EXISTS = auto()
    SAVE_HAS_NO_FOLDER = auto()
    """The folder `path` does not exist."""
    OWN_SEAT = auto()
    """We have a seat in the game that we tried to join: it must be resumed instead."""
    SIGNED_BEFORE = auto()
    """We signed a genesis at this table before; `path` is its file."""
    NO_JOURNAL = auto()
    """The game has no private journal beside its file."""
    JOURNAL_DAMAGED = auto()
    """`path` is the private journal."""
    NEVER_BEGAN = auto()
    """The game had not begun when it was interrupted."""
    OTHER_GAME = auto()
    """`path` is the file of another game than its journal."""
    DAMAGED = auto()
    """`path` cannot be replayed; `error` says what is wrong with it."""
    IN_USE = auto()
    """Another process on this machine plays this game."""
    UNSIGNED = auto()
    """The game did not begin because `names` did not sign it in time."""
    GIVEN_UP = auto()
    """A resumed game, `path`, is given up: nobody knows that it began, and `names` did not sign it."""
    BOT_FAILED = auto()
    """A bot ended before the game began; `path` is its crash report, if it wrote one."""


class ParticipantError(Exception):
    """Hosting, joining, watching or resuming failed. Carries no text: `cli` says it in words."""

    def __init__(
        self,
        reason: Reason,
        *,
        path: Path | None = None,
        names: tuple[str, ...] = (),
        error: RemoteError | None = None,
    ) -> None:
        super().__init__(reason.name, path, names, error)
        self.reason = reason
        self.path = path
        self.names = names
        self.error = error
