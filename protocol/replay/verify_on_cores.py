"""Verifies a long game's file on all cores: each process replays the whole game, and checks a part of it.

A valid signature or proof changes nothing about what its entry does. So a process may trust entries that
another process checks. If all processes reach the same verdict about the same bytes, and none found anything
wrong, then every entry was checked in the state in which it was written. Otherwise the file is verified again
on one core, from its first entry, and only that verdict counts.
"""

from __future__ import annotations

import os
import signal
import sys
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import accumulate, pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from protocol.deck import Calculator
from protocol.files.log_file import MAGIC, Entries, read_game, read_records
from protocol.log.entry import Entry
from protocol.make_calculator import calculator
from protocol.remote_errors import RemoteError
from protocol.replay.verify import BAD, Progress, Verdict, verify, verify_entries

WORTH = 1 << 19
"""How many bytes of a game are worth another process, which takes a quarter of a second to start."""
_EACH = 200
"""An entry costs about as much as its bytes, and this many more for its signature."""


class Found(NamedTuple):
    """The verdict of one process, and the hash of the entries that it has read."""

    verdict: Verdict
    read: bytes


def verify_on_cores(
    path: Path, calculator: Calculator, progress: Progress | None = None, processes: int | None = None
) -> Verdict:
    """The verdict of `verify`. `processes`: how many to use, instead of as many as pay off."""
    parts = _parts(path, processes)
    if len(parts) > 1:
        with _helping(path, parts[:-1]) as helpers:
            found = _verify_part(path, parts[-1], progress)
            if found is not None and all(_received(helper) == found for helper in helpers):
                return found.verdict
    return verify(path, calculator, progress)


def _parts(path: Path, processes: int | None) -> list[range]:
    """The positions that each process checks. Every position is in one of them."""
    try:
        sizes = [_EACH + len(record) for record in read_records(path, MAGIC)][1:]
    except (RemoteError, OSError):
        return []
    if processes is None:
        one_file = getattr(sys, "frozen", False)  # such a program cannot start a process that runs a function
        processes = 1 if one_file else min(os.cpu_count() or 1, sum(sizes) // WORTH)
    done = list(accumulate(sizes))
    cuts = [1 + bisect_left(done, sum(sizes) * part / processes) for part in range(1, processes)]
    return [range(*bounds) for bounds in pairwise([1, *cuts, sys.maxsize])]


@contextmanager
def _helping(path: Path, parts: list[range]) -> Iterator[list[Connection]]:
    """Processes that verify these parts, as connections from which their results can be received."""
    from multiprocessing import get_context

    context = get_context("spawn")
    helpers: list[Connection] = []
    running = []
    try:
        for part in parts:
            ours, theirs = context.Pipe(duplex=False)
            helpers.append(ours)
            process = context.Process(target=_help, args=(theirs, path, part), daemon=True)
            process.start()
            running.append(process)
            theirs.close()
        yield helpers
    finally:
        for process in running:
            process.kill()
            process.join()
        for helper in helpers:
            helper.close()


def _help(result: Connection, path: Path, part: range) -> None:
    """In another process: verify a part."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C ends the process that waits for us, and that ends us
    result.send(_verify_part(path, part))


def _received(helper: Connection) -> Found | None:
    try:
        found: Found | None = helper.recv()
    except EOFError:  # the process has ended: perhaps there was too little memory for it
        return None
    return found


def _verify_part(path: Path, part: range, progress: Progress | None = None) -> Found | None:
    """Verify the entries of this part, and trust the others. None if anything is wrong with the file."""
    try:
        genesis, entries = read_game(path)
        hashed = _Hashed(entries)
        verdict = verify_entries(genesis, hashed, entries.whole, calculator(alone=True), progress, part)
    except Exception:  # if trusted entries are wrong, anything may happen: the verdict on one core counts
        return None
    return Found(verdict, hashed.hash.digest()) if verdict.state != BAD else None


class _Hashed:
    """The entries of a file, and the hash of those that were read."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries
        self.hash = sha256()

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        for entry in self._entries:
            self.hash.update(entry.hash + sha256(entry.signature).digest())
            yield entry
