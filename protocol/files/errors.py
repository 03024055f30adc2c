"""Why the player's own files cannot be used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from protocol.remote_errors import RemoteError


class FileFault(Enum):
    """What is wrong with a file or folder of ours."""

    UNWRITABLE = auto()
    """The system does not let us write into the folder; `error` says why."""
    UNREADABLE = auto()
    """`error` says why."""
    UNUSABLE = auto()
    """A journal that cannot be opened; `error` says why."""
    IDENTITY_DAMAGED = auto()
    JOURNAL_DAMAGED = auto()
    """`error` says why."""
    EXISTS = auto()
    LINK = auto()
    NOT_A_FILE = auto()
    FOREIGN_OWNER = auto()
    IN_USE = auto()
    """Another process on this machine plays this game."""


@dataclass(eq=False)
class StoreError(Exception):
    """A file of ours cannot be used. Carries no text: `cli` says it in words."""

    fault: FileFault
    path: Path
    error: OSError | RemoteError | ValueError | None = None
