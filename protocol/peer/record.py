"""What a peer writes down: the game's file, its private journal, and evidence against cheats.

Own entries are on disk before they are sent. Entries of others can be asked for again, and are handed to the
system twice a second.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from protocol.files.log_file import LogFile, keep
from protocol.files.private_journal import Journal
from protocol.log.entry import NOBODY, Entry
from protocol.table.outputs import Evidence, Note, Output, Rewind, Send, Store, TimedOut

VOUCH = 64
"""After this many more entries, the journal says that they need not be verified at the next start."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A file of this game was deleted or moved. It was written again, or could not be because of `error`."""

    path: Path
    error: OSError | None = None


@dataclass(slots=True)
class Written:
    """The outputs of one job of the table: what was written, and what is left to send and to show."""

    sends: list[Send] = field(default_factory=list)
    applied: list[Entry] = field(default_factory=list)
    own: list[Entry] = field(default_factory=list)
    unwritten: list[tuple[int, OSError]] = field(default_factory=list)
    """The seats whose evidence could not be written, and why."""
    timed_out: bool = False
    """Our player's time was up."""
    restored: list[Restored] = field(default_factory=list)
    """The files that had been deleted or moved."""
    must_sync: bool = False
    """Own entries, or entries of nobody, are among them: they must be on disk before anything is sent."""

    def add(self, later: Written) -> None:
        """Add what a later job leaves to show."""
        self.applied += later.applied
        self.unwritten += later.unwritten
        self.restored += later.restored
        self.timed_out = self.timed_out or later.timed_out


class Record:
    def __init__(self, log: LogFile, journal: Journal | None, seat: int | None) -> None:
        self.log = log
        self.journal = journal
        self.evidence: dict[int, Path] = {}
        """The file with the messages that prove what a seat did, by seat."""
        self.sync_time = 0.0
        """Seconds that a sync took lately."""
        self._seat = seat
        self._not_restored: set[Path] = set()

    def write(self, outputs: Iterable[Output]) -> Written:
        """Write what the table wants written; `sync` must follow before anything is sent."""
        written = Written()
        for output in outputs:
            match output:
                case Store(entry):
                    self._store(entry, written)
                case Note(record):
                    if self.journal is not None:
                        self.journal.note(record)
                case Rewind(position):
                    self._rewind(position)
                case Evidence(seat, reason, record):
                    name = f"{self.log.path.stem}.evidence-{seat}-{reason}"
                    try:
                        self.evidence[seat] = keep(self.log.path, name, record)
                    except OSError as error:  # the game does not need it: the log itself names who is out
                        written.unwritten.append((seat, error))
                case Send():
                    written.sends.append(output)
                case TimedOut():
                    written.timed_out = True
        return written

    def _store(self, entry: Entry, written: Written) -> None:
        self.log.append(entry, sync=False)
        written.applied.append(entry)
        written.must_sync = written.must_sync or entry.seat in (self._seat, NOBODY)
        if entry.seat == self._seat:
            written.own.append(entry)

    def _rewind(self, position: int) -> None:
        if self.journal is not None:
            self.journal.vouch_for_nothing()
            self.journal.reopen()  # the end of the match may be among what is dropped
        self.log.rewind(position)

    def sync(self, written: Written, *, careful: bool, over: bool, strayed: bool) -> None:
        """Make sure that own entries are on disk, and note in the journal what it must know about them.
        `strayed`: an audit has named a seat."""
        journal = self.journal
        if written.must_sync:
            began = time.monotonic()
            self.log.sync()
            self.sync_time = (self.sync_time + time.monotonic() - began) / 2
            if journal is not None:
                journal.wrote(written.own)
                if self.log.count >= journal.own.vouched[0] + VOUCH:
                    journal.vouch(self.log, strayed)
        if journal is not None and journal.own.doubt and not careful:
            self.log.sync()
            journal.doubt(False)
        if journal is not None and written.applied and over:
            self.log.sync()
            journal.vouch(self.log, strayed)  # nothing follows: it need not be verified again here
            journal.over()

    def restore(self) -> list[Restored]:
        """Check that our files still exist, and write them again if not. A failure is reported once and
        retried; until then the records are only in the open file."""
        found: list[Restored] = []
        for file in (self.log, self.journal):
            if file is None:
                continue
            try:
                if file.restore():
                    self._not_restored.discard(file.path)
                    found.append(Restored(file.path))
            except OSError as error:
                if file.path not in self._not_restored:
                    self._not_restored.add(file.path)
                    found.append(Restored(file.path, error))
        return found

    def close(self, given_up: bool) -> None:
        self.restore()
        self.log.close()
        if self.journal is not None:
            if given_up:
                self.journal.over()
            self.journal.close()
