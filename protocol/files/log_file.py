"""A game on disk: append-only, every record with its length and checksum.

A game's file consists of the magic line, the genesis and the entries. Private data of its owner (the game's
secret, votes) is in a journal of the same form beside it. A torn tail is recognised and cut; complete records
are never changed.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from functools import reduce
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from protocol.codec import MAX_MESSAGE, pack, unpack
from protocol.files.private_files import Exposed, create, make_private, open_own
from protocol.log.entry import Entry, read_entry
from protocol.log.genesis import Genesis, read_genesis
from protocol.remote_errors import (
    DamagedError,
    EmptyFileError,
    FileVersionError,
    NotAFileError,
    NotAGameError,
    TooLargeError,
    TornError,
    UnreadableError,
)

MAGIC = b"p2puno log 1\n"
JOURNAL_MAGIC = b"p2puno journal 1\n"
LARGEST = 1 << 28
"""The size limit of a game's file; larger files are not read."""
_HEADER = 8
_DAMAGED = "more than a torn tail follows the last whole record"
_SEARCHED = MAX_MESSAGE + 2 * _HEADER
"""From any position, a record ends and the next one begins within this many bytes."""


class RecordFile:
    """Records appended one by one, by one program at a time."""

    def __init__(self, path: Path, magic: bytes, private: bool = False, new: bool = False) -> None:
        """`private`: nobody else may read it, nor any copy of it; `new`: it must not exist yet (private files
        only). Raises TakenError if another program has the file open, and StoreError."""
        self.path = path
        self.private = private
        self.exposed = Exposed.NO
        self.damaged = False
        """Whether the middle was damaged and everything after it was cut off: more than a torn tail."""
        self.count = 0
        """The number of records."""
        self.fingerprint = b""
        """Identifies the records and their contents."""
        self._magic = magic
        self._file: BinaryIO = os.fdopen(self._open(new), "a+b")
        try:
            # Lock before reading: another program may be about to finish what looks torn.
            lock(self._file.fileno())
            self._repair()
        except BaseException:
            self._file.close()
            raise

    def _open(self, new: bool) -> int:
        if not self.private:
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
            return os.open(self.path, flags, 0o644)
        if not new:
            with suppress(FileNotFoundError):
                descriptor, self.exposed = open_own(self.path, os.O_APPEND)
                return descriptor
        descriptor = create(self.path, os.O_APPEND)
        self.exposed = make_private(descriptor)
        return descriptor

    def _repair(self) -> None:
        """Cut off a torn tail, and count the complete records."""
        size = os.fstat(self._file.fileno()).st_size
        if size < len(self._magic) and self._magic.startswith(self._file.read()):
            os.ftruncate(self._file.fileno(), 0)
            self._file.write(self._magic)
            self.sync()
            sync_folder(self.path.parent)
            return
        whole = len(self._magic)
        for record in self.records():
            self._add(record)
            whole += len(record) + _HEADER
        if whole < size:
            self.damaged = _is_more_than_torn(self._cut_tail(whole))

    def _cut_tail(self, size: int) -> bytes:
        """Copy the torn tail to a file beside this one, then cut it off."""
        self._file.seek(size)
        tail = self._file.read()
        keep(self.path, f"{self.path.name}.torn", tail, private=self.private)
        os.ftruncate(self._file.fileno(), size)
        return tail

    def records(self) -> Iterator[bytes]:
        """All complete records of the file that we have open, even if its name was reassigned."""
        self._file.flush()
        self._file.seek(0)
        return _records_in(self._file, self._magic)

    def _add(self, record: bytes) -> None:
        self.count += 1
        self.fingerprint = _chained(self.fingerprint, record)

    def append(self, record: bytes, sync: bool = True) -> None:
        """With `sync`, it and everything before it is on disk on return; without, it waits for `sync`."""
        self._file.write(len(record).to_bytes(4, "big") + crc32(record).to_bytes(4, "big") + record)
        self._add(record)
        if sync:
            self.sync()

    def flush(self) -> None:
        """Pass everything to the operating system: it survives a crash of this program, not a power cut."""
        self._file.flush()

    def sync(self) -> None:
        self._file.flush()
        sync_file(self._file.fileno())

    def restore(self) -> bool:
        """If the file was deleted or moved away, write it again under its name, from the open file.
        Returns whether it was. Another file with that name is renamed, not overwritten."""
        self._file.flush()
        if self._is_in_place():
            return False
        self._file.seek(0)
        content = self._file.read()
        self.path.parent.mkdir(exist_ok=True)
        if os.path.lexists(self.path):
            _move_aside(self.path)
        file = os.fdopen(self._open(new=True), "a+b")
        try:
            lock(file.fileno())
            file.write(content)
            file.flush()
            sync_file(file.fileno())
        except BaseException:
            file.close()
            self.path.unlink(missing_ok=True)
            raise
        sync_folder(self.path.parent)
        self._file.close()
        self._file = file
        return True

    def _is_in_place(self) -> bool:
        try:
            there, ours = os.stat(self.path), os.fstat(self._file.fileno())
        except FileNotFoundError:
            return False
        return os.path.samestat(there, ours)

    def close(self) -> None:
        self._file.close()


class TakenError(Exception):
    """Another program has the file open."""


def lock(descriptor: int) -> None:
    """Lock the file until it is closed or this program ends; raises TakenError."""
    if sys.platform == "win32":
        import msvcrt

        # Locked bytes cannot be read there, so lock a byte far beyond the end.
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise TakenError from error
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise TakenError from error


def is_in_use(path: Path) -> bool:
    """Whether a program has this file open for writing."""
    try:
        with suppress(FileNotFoundError), path.open("rb+") as file:
            lock(file.fileno())
    except TakenError:
        return True
    return False


def read_records(path: Path, magic: bytes) -> Generator[bytes, None, None]:
    """All whole records. Raises NotAGameError for a file of another kind, NotAFileError for a device."""
    if not is_ordinary(path):
        raise NotAFileError("a device or a pipe")
    with path.open("rb") as file:
        yield from _records_in(file, magic)


def _records_in(file: BinaryIO, magic: bytes) -> Iterator[bytes]:
    start = file.read(len(magic))
    if start != magic:
        raise _wrong_start(start, magic)
    while len(header := file.read(_HEADER)) == _HEADER:
        size = int.from_bytes(header[:4], "big")
        if not 0 < size <= MAX_MESSAGE:  # a power cut may leave zeros
            return
        record = file.read(size)
        if len(record) < size or crc32(record) != int.from_bytes(header[4:], "big"):
            return
        yield record


def is_ordinary(path: Path) -> bool:
    """Whether reading it ends: a device or pipe may be endless, or block."""
    mode = path.stat().st_mode
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def fingerprint(records: Iterable[bytes]) -> bytes:
    """Identifies these records and their contents."""
    return reduce(_chained, records, b"")


def _chained(before: bytes, record: bytes) -> bytes:
    return sha256(before + record).digest()


def _wrong_start(start: bytes, magic: bytes) -> NotAGameError:
    if not start:
        return EmptyFileError()
    return FileVersionError() if start.startswith(magic.rsplit(b" ", 1)[0]) else NotAGameError()


def _is_more_than_torn(tail: bytes) -> bool:
    """Whether a record ended there, good or bad: an interrupted write leaves only part of one.

    The next good record begins nearby, so this much of a long tail is enough to tell.
    """
    if 0 < int.from_bytes(tail[:4], "big") <= min(len(tail) - _HEADER, MAX_MESSAGE):
        return True
    summed = 0
    for start in range(1, min(len(tail), _SEARCHED) - _HEADER):
        size = int.from_bytes(tail[start : start + 4], "big")
        record = start + _HEADER
        if 0 < size <= min(len(tail) - record, MAX_MESSAGE):
            check = int.from_bytes(tail[start + 4 : record], "big")
            summed += size
            if summed > LARGEST or crc32(tail[record : record + size]) == check:
                return True  # a good record, or bytes made to look like many of them
    return False


def _move_aside(path: Path) -> None:
    """Rename a file that has taken the name of ours."""
    for number in count(1):
        other = path.with_name(f"{path.name}.other-{number}")
        if not os.path.lexists(other):
            path.rename(other)
            return


def keep(beside: Path, name: str, data: bytes, private: bool = False) -> Path:
    """Write `name-1` beside a file, or the next free number, unless an existing one begins with the same
    bytes: a copy is never overwritten. Returns its path."""
    for number in count(1):
        path = beside.with_name(f"{name}-{number}")
        if not os.path.lexists(path):
            break
        if stat.S_ISREG(path.lstat().st_mode) and path.read_bytes().startswith(data):
            return path
    with os.fdopen(create(path), "wb") if private else path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
    return path


def sync_file(descriptor: int) -> None:
    """Write to the disk itself: macOS leaves data in the drive's cache unless asked explicitly."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # not every file system there supports it
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make a new file's name durable, where the system supports that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Entries:
    """The entries of a game's file, read on demand: an error at the start is found before the rest is in
    memory. Iteration raises RemoteError at a malformed entry, and if more than a torn tail follows.

    Entries that a running game appends after the file was opened are not included."""

    def __init__(self, path: Path) -> None:
        if not is_ordinary(path):
            raise NotAFileError("a device or a pipe")
        self._path = path
        self._records, end = 0, len(MAGIC)
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            for record in _records_in(file, MAGIC):
                if end + len(record) + _HEADER > size:
                    break
                self._records += 1
                end += len(record) + _HEADER
            file.seek(end)
            self._tail = file.read(max(0, min(size - end, 2 * _SEARCHED)))
            """Enough of what follows the last complete record to tell a torn tail from damage."""

    def __len__(self) -> int:
        return max(0, self._records - 1)

    @property
    def whole(self) -> bool:
        """Whether nothing follows the last entry."""
        return not self._tail

    @property
    def begun(self) -> bool:
        """Whether the genesis is there. Raises DamagedError if it was and is spoiled."""
        if not self._records:
            self._check_tail()
        return self._records > 0

    def __iter__(self) -> Iterator[Entry]:
        with closing(read_records(self._path, MAGIC)) as records:
            yield from entries_in(islice(records, self._records))
        self._check_tail()

    def _check_tail(self) -> None:
        if self._tail and _is_more_than_torn(self._tail):
            raise DamagedError(_DAMAGED)


def entries_in(records: Iterable[bytes]) -> Iterator[Entry]:
    """The entries that follow the genesis in a game's records."""
    try:
        for record in islice(records, 1, None):
            yield read_entry(unpack(record))
    except OSError as error:
        raise UnreadableError(error) from error


def read_log(path: Path) -> tuple[Genesis, Entries]:
    """A game's file: its fully checked genesis, and its entries, only checked to be well-formed."""
    entries = Entries(path)
    if not entries.begun:
        raise TornError("the file ends before the game's first entry")
    with closing(read_records(path, MAGIC)) as records:
        first = next(records)
    return read_genesis(unpack(first)), entries


def read_game(path: Path) -> tuple[Genesis, Entries]:
    """The same for a file of unknown origin: every error is a RemoteError."""
    try:
        if path.stat().st_size > LARGEST:
            raise TooLargeError(f"more than {LARGEST} bytes")
        return read_log(path)
    except OSError as error:
        raise UnreadableError(error) from error


class LogFile:
    """The game's file, open for writing."""

    def __init__(self, path: Path, genesis: Genesis) -> None:
        self.path = path
        self._records = RecordFile(path, MAGIC)
        if not self._records.count:
            self._records.append(pack(genesis.wire()))

    @property
    def count(self) -> int:
        """The number of records, including the genesis."""
        return self._records.count

    @property
    def fingerprint(self) -> bytes:
        return self._records.fingerprint

    def append(self, entry: Entry, sync: bool = True) -> None:
        """Entries of other players need no `sync`: after a power cut we can fetch them again."""
        self._records.append(pack(entry.wire()), sync)

    def flush(self) -> None:
        self._records.flush()

    def sync(self) -> None:
        self._records.sync()

    def restore(self) -> bool:
        """If the file was deleted or moved, write it again; returns whether it was."""
        return self._records.restore()

    def rewind(self, position: int) -> None:
        """Cut the entries from this position on. Only entries that are not final are ever cut."""
        self.restore()
        self._records.close()
        records = islice(read_records(self.path, MAGIC), position)
        os.truncate(self.path, len(MAGIC) + sum(len(record) + _HEADER for record in records))
        self._records = RecordFile(self.path, MAGIC)

    def close(self) -> None:
        self._records.close()
