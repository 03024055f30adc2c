"""Putting away what nobody will ask for again: finished games of bots, and tables that never began.

What a player played is never touched.
"""

from __future__ import annotations

import time
from contextlib import suppress
from glob import escape
from pathlib import Path

from protocol.journal import Journal, read_journal
from protocol.store import JOURNAL_SUFFIX, Store, StoreError

NEVER_BEGAN = 24 * 3600.0
"""Seconds after which a game that we signed, and heard no more of, counts as never begun."""


def tidy(store: Store) -> None:
    """Whatever is in use is left alone, and whatever cannot be read or removed."""
    for path in store.seats():
        if not path.exists() and _age(path) > NEVER_BEGAN:
            _remove(path)
    bots = store.seats(bots=True)
    going = _bodies(store) if bots else set()
    for path in bots:
        with suppress(StoreError):
            own = read_journal(path)
            if own.over or own.body not in going:
                _remove(path)


def _bodies(store: Store) -> set[bytes]:
    """The games of the player that can be gone on with."""
    found = set()
    for path in store.seats():
        with suppress(StoreError):
            own = read_journal(path)
            if not own.over:
                found.add(own.body)
    return found


def _age(path: Path) -> float:
    try:
        return time.time() - path.with_suffix(JOURNAL_SUFFIX).stat().st_mtime
    except OSError:
        return 0.0


def _remove(path: Path) -> None:
    with suppress(StoreError, OSError):
        Journal(path).discard()  # raises if another program has it
        for file in (path, path.with_suffix(JOURNAL_SUFFIX)):
            for one in (file, *file.parent.glob(f"{escape(file.name)}.torn-*")):
                one.unlink(missing_ok=True)
