"""The files of a tournament: a folder with the roster and the results, and a log for each table."""

from __future__ import annotations

from pathlib import Path

from protocol.codec import pack, unpack
from protocol.files.log_file import RecordFile, read_records
from protocol.files.store import SUFFIX
from protocol.log.genesis import Slot
from protocol.log.roster import Roster, read_roster
from protocol.remote_errors import MalformedError
from protocol.tournament.result import Lie, Record
from protocol.tournament.result_set import ResultSet

MAGIC = b"p2puno tournament 1\n"
NAME = "tournament" + SUFFIX


def slot_name(slot: Slot) -> str:
    """The name of a table's file; people count from 1."""
    return f"stage-{slot.stage + 1}-table-{slot.table + 1}{SUFFIX}"


def slot_files(folder: Path) -> list[Path]:
    """The files of the tables in a tournament's folder."""
    return sorted(folder.glob(f"stage-*{SUFFIX}"))


def is_tournament(folder: Path) -> bool:
    return (folder / NAME).is_file()


class TournamentFile:
    """The roster, and every record as it is learned."""

    def __init__(self, folder: Path, roster: Roster) -> None:
        """Opens the file, or begins it. Raises TakenError, RemoteError and OSError."""
        self.folder = folder
        self._file = RecordFile(folder / NAME, MAGIC)
        if self._file.count == 0:
            self._file.append(pack(["roster", *roster.wire()]))

    def add(self, one: Record | Lie) -> None:
        self._file.append(pack(["lie" if isinstance(one, Lie) else "record", one.wire()]), sync=False)
        self._file.flush()

    def restore(self) -> None:
        """Write the file again if it was deleted."""
        self._file.restore()

    def close(self) -> None:
        self._file.sync()
        self._file.close()


def read_tournament(folder: Path) -> ResultSet:
    """The roster and all results in a folder; every signature is checked. Raises RemoteError and OSError."""
    results: ResultSet | None = None
    for record in read_records(folder / NAME, MAGIC):
        match unpack(record):
            case ["roster", *wire] if results is None:
                results = ResultSet(read_roster(wire))
            case ["record", wire] if results is not None:
                results.take(wire)
            case ["lie", wire] if results is not None:
                results.take_lie(wire)
            case _:
                raise MalformedError("not a record of a tournament")
    if results is None:
        raise MalformedError("a tournament begins with its roster")
    results.fresh.clear()
    return results
