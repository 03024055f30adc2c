"""Serves the logs of our games that are over to those who lack entries: players who were away, and everybody
who wants to watch or to verify."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.codec import pack, unpack
from protocol.files.log_file import read_log
from protocol.log.entry import Entry
from protocol.peer.message_checks import ASK_GENESIS, CHAT, TABLE, check_form
from protocol.remote_errors import RemoteError
from protocol.table.fetching import BATCH

KEPT = 4
"""How many logs are kept in memory."""


@dataclass(frozen=True, slots=True)
class _Log:
    entries: tuple[Entry, ...]

    @property
    def head(self) -> bytes:
        return pack(["head", len(self.entries) + 1, self.entries[-1].hash])


class FinishedTables:
    def __init__(self) -> None:
        self.read = 0
        """Bytes read from files so far: whoever makes us read is charged for it."""
        self._paths: dict[bytes, Path] = {}
        self._logs: dict[bytes, _Log] = {}

    def add(self, tag: bytes, path: Path) -> None:
        self._paths[tag] = path

    def __contains__(self, tag: bytes) -> bool:
        return tag in self._paths

    def answer(self, tag: bytes, message: bytes) -> list[bytes]:
        """The answer to a message of this table. Raises MalformedError if no honest peer would send it."""
        if message[:1] in (CHAT, ASK_GENESIS):
            return []
        check_form(message[1:], seated=True)
        log = self._log(tag)
        if log is None or message[:1] != TABLE:
            return []
        match unpack(message[1:]):
            case ["want", int(position)]:
                start = max(position, 1) - 1
                batch = [pack(["entry", *entry.wire()]) for entry in log.entries[start:][:BATCH]]
                more = [log.head] if start + BATCH < len(log.entries) else []
                return [TABLE + one for one in (*batch, *more)]
            case ["head", int(position), _] if position <= len(log.entries):
                return [TABLE + log.head]
        return []

    def _log(self, tag: bytes) -> _Log | None:
        if tag not in self._logs:
            try:
                self.read += self._paths[tag].stat().st_size
                entries = tuple(read_log(self._paths[tag])[1])
            except (RemoteError, OSError):
                return None
            while len(self._logs) >= KEPT:
                del self._logs[next(iter(self._logs))]
            self._logs[tag] = _Log(entries)
        log = self._logs[tag]
        return log if log.entries else None
