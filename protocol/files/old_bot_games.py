"""Removes finished games of bots that nobody will need.

What a player played or signed is never removed; a game that never began is marked as given up.
"""

from __future__ import annotations

import time
from contextlib import suppress
from glob import escape
from pathlib import Path
from shutil import rmtree

from protocol.files.errors import StoreError
from protocol.files.private_journal import Journal, read_journal
from protocol.files.store import JOURNAL_SUFFIX, Store

NEVER_BEGAN = 24 * 3600.0
"""Seconds after which a game that we signed, and heard nothing of since, counts as never begun."""


def tidy(store: Store) -> None:
    """Tidy up; skips files in use, and files that cannot be read or removed."""
    for path in store.seats():
        if not path.exists() and _age(path) > NEVER_BEGAN:
            with suppress(StoreError):
                own = read_journal(path)
                if not own.over and not own.played:  # its file may have been moved away
                    _give_up(path)
    bots = store.seats(bots=True)
    if not bots:
        return
    over, going, all_known = _games(store)
    for path in bots:
        with suppress(StoreError):
            own = read_journal(path)
            if own.over or own.body in over or (all_known and own.body not in going):
                _remove(path, store.bots)


def _games(store: Store) -> tuple[set[bytes], set[bytes], bool]:
    """The player's finished games, those that can be resumed, and whether these are all."""
    over, going, all_known = set(), set(), store.all_here()
    for path in store.seats():
        try:
            own = read_journal(path)
        except StoreError:
            all_known = False
            continue
        if not own.body:
            all_known = False
        elif own.over:
            over.add(own.body)
        else:
            going.add(own.body)
    return over - going, going, all_known


def _age(path: Path) -> float:
    try:
        return time.time() - path.with_suffix(JOURNAL_SUFFIX).stat().st_mtime
    except OSError:
        return 0.0


def _give_up(path: Path) -> None:
    """Give a game up. Its signature is still remembered, and `resume` with this file still works."""
    journal = Journal(path)
    journal.over()
    journal.close()


def _remove(path: Path, folder: Path) -> None:
    with suppress(StoreError, OSError):
        Journal(path).discard()  # raises if another program has it
        if path.parent != folder:  # a tournament, with a folder for all its games
            rmtree(path.parent)
            return
        for file in (path, path.with_suffix(JOURNAL_SUFFIX)):
            for one in (file, *file.parent.glob(f"{escape(file.name)}.torn-*")):
                one.unlink(missing_ok=True)
