"""Files that only their owner may read: keys, journals, and copies of journals.

A file is private from its first byte: it is created under an unused name, with mode 0600. An existing file is
opened only if it is an ordinary file of this user; if its mode lets others in, the mode is repaired and the
caller is told.

Windows has neither numeric owners nor mode bits. There a file inherits the access list of its folder. p2puno
keeps its data in %LOCALAPPDATA%, whose list admits the user, the administrators and the system; a file that
the player saves elsewhere gets that folder's list. Only symbolic links and special files are refused there.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from enum import Enum
from pathlib import Path

from protocol.files.errors import FileFault, StoreError

_HAS_MODES = os.name == "posix"
_FLAGS = (
    os.O_RDWR
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOINHERIT", 0)
)
FILE_MODE, FOLDER_MODE = 0o600, 0o700
_OTHERS = 0o077


class Exposed(Enum):
    """Whether other users of the machine could read a file when we opened it."""

    NO = "no"
    REPAIRED = "repaired"
    """They could; they no longer can."""
    FOR_GOOD = "for good"
    """They could, and the file system does not let us change that."""


def create(path: Path, flags: int = 0) -> int:
    """A new private file, open for reading and writing. Raises FileExistsError, also for a dangling link."""
    descriptor = os.open(path, _FLAGS | flags | os.O_CREAT | os.O_EXCL, FILE_MODE)
    make_private(descriptor)  # whatever the folder's default access list says
    return descriptor


def open_own(path: Path, flags: int = 0) -> tuple[int, Exposed]:
    """A private file that exists, open for reading and writing. Raises StoreError and OSError."""
    _check(path, path.lstat())  # before we open it: a pipe would keep us waiting
    try:
        descriptor = os.open(path, _FLAGS | flags)
    except OSError:
        _check(path, path.lstat())  # it became a link meanwhile
        raise
    try:
        _check(path, os.fstat(descriptor))
        return descriptor, make_private(descriptor)
    except BaseException:
        os.close(descriptor)
        raise


def make_private(descriptor: int) -> Exposed:
    """Let nobody else open this file; returns whether somebody could."""
    if not _lets_others_in(descriptor):
        return Exposed.NO
    with suppress(OSError):  # a file system without modes
        os.fchmod(descriptor, FILE_MODE)
    return Exposed.FOR_GOOD if _lets_others_in(descriptor) else Exposed.REPAIRED


def repair(path: Path) -> Exposed:
    """Make a file private that we do not read. Files of others are left alone."""
    try:
        descriptor, exposed = open_own(path)
    except (StoreError, OSError):
        return Exposed.NO
    os.close(descriptor)
    return exposed


def make_folder(path: Path) -> None:
    """Make a folder that only its owner may enter, and its missing parents. (On Windows this mode works since
    Python 3.12.4.) An existing folder is made private too, if it is ours."""
    for missing in [folder for folder in reversed(path.parents) if not folder.exists()]:
        missing.mkdir(FOLDER_MODE, exist_ok=True)
    path.mkdir(FOLDER_MODE, exist_ok=True)
    if _HAS_MODES:
        status = path.stat()
        if status.st_uid == os.geteuid() and stat.S_IMODE(status.st_mode) & _OTHERS:
            with suppress(OSError):
                path.chmod(FOLDER_MODE)


def _check(path: Path, status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise StoreError(FileFault.LINK, path)
    if not stat.S_ISREG(status.st_mode):
        raise StoreError(FileFault.NOT_A_FILE, path)
    if _HAS_MODES and status.st_uid != os.geteuid():
        raise StoreError(FileFault.FOREIGN_OWNER, path)


def _lets_others_in(descriptor: int) -> bool:
    return _HAS_MODES and bool(stat.S_IMODE(os.fstat(descriptor).st_mode) & _OTHERS)
