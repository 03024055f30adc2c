"""The cache of summaries: replaying a game takes a good part of a second, so it is done once for each file.

`library.json` in the data folder holds the summaries by file name. A summary is used only while the file has
the same size and time. A cache that is missing, damaged or of another version is rebuilt from the files. Only
the list of games and the statistics use it: `p2puno verify` and every replay read the file itself.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.replay.game_summary import Summary, from_values, to_values
from protocol.files.private_files import create
from protocol.version import RULES, VERSION

NAME = "library.json"
_VERSION = [3, VERSION, RULES]
"""Raise the first number when a summary changes."""

Mark = list[int]
"""Size and time of a file."""


def mark(path: Path) -> Mark:
    """Take it before the file is read: the game may still be running. Raises OSError."""
    about = path.stat()
    return [about.st_size, about.st_mtime_ns]


class SummaryCache:
    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._games = folder / "games"
        self._notes = self._read()
        self._changed = False

    def find(self, path: Path, marked: Mark) -> Summary | None:
        """The summary of this file, if it has not changed since."""
        match self._notes.get(self._key(path)):
            case [[int(size), int(time)], values] if [size, time] == marked:
                return from_values(values)
        return None

    def add(self, path: Path, marked: Mark, summary: Summary) -> None:
        self._notes[self._key(path)] = [marked, to_values(summary)]
        self._changed = True

    def write(self) -> None:
        """Write what was added, without games that are gone. Disk errors are ignored: the games are replayed
        again next time."""
        if not self._changed:
            return
        notes = {name: note for name, note in self._notes.items() if os.path.lexists(self._games / name)}
        part = self._path.with_suffix(f".{os.urandom(8).hex()}")
        with suppress(OSError):
            try:
                with os.fdopen(create(part), "w", encoding="utf-8") as file:
                    file.write(json.dumps({"version": _VERSION, "games": notes}))  # ASCII, whatever the names
                part.replace(self._path)
            finally:
                part.unlink(missing_ok=True)
        self._changed = False

    def _key(self, path: Path) -> str:
        return path.name if path.parent == self._games else str(path.absolute())

    def _read(self) -> dict[str, Any]:
        try:
            read = json.loads(self._path.read_text("utf-8"))
            games = read["games"] if read["version"] == _VERSION else {}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return {}
        return games if isinstance(games, dict) else {}
