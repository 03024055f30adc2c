"""Deletes a game or a tournament from the player's folder.

A journal says what its player signed, so that nothing that contradicts it is ever signed. It is deleted with
its game only if nobody could be misled: the match is over, or all other seats are the player's own bots.
Otherwise the journal stays, marked as given up; `resume` with the game's name still works, because the other
players have the log.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from glob import escape
from pathlib import Path

from protocol.files.errors import FileFault, StoreError
from protocol.files.log_file import is_in_use, read_game
from protocol.files.private_files import Exposed
from protocol.files.private_journal import Journal, Private, read_journal
from protocol.files.store import JOURNAL_SUFFIX, Store
from protocol.log.genesis import read_body
from protocol.remote_errors import RemoteError


def keeps_journal(path: Path, finished: bool) -> bool:
    """Whether the game's journal would stay. `finished`: the log was verified to the end of the match."""
    return _keeps(path, lambda own: finished and read_game(path)[0].body == own.body)


def delete_game(store: Store, path: Path, finished: bool) -> Mapping[Path, Exposed]:
    """Delete the game's file, the torn copies of it, and its journal unless it must stay. Raises StoreError:
    IN_USE, and nothing is changed, if a program is playing or recording the game. Returns the files of a
    journal that stays which other users of the machine could read."""
    return _delete(store, path, lambda: keeps_journal(path, finished))


def keeps_hall_journal(hall: Path, finished: bytes | None) -> bool:
    """Whether the journal of this tournament would stay. `finished` is the body of its roster, if the
    tournament was verified to its end."""
    return _keeps(hall, lambda own: own.body == finished)


def delete_tournament(
    store: Store, hall: Path, games: Iterable[Path], finished: bytes | None
) -> Mapping[Path, Exposed]:
    """Delete a tournament: the file of its hall, these games in its folder, and their journals unless they
    must stay. Raises StoreError like `delete_game`; IN_USE while a program takes part."""
    exposed = dict(_delete(store, hall, lambda: keeps_hall_journal(hall, finished)))
    for path in games:
        exposed |= delete_game(store, path, finished is not None)
    with suppress(OSError):  # journals stay, or files that are not ours
        hall.parent.rmdir()
    return exposed


def _keeps(path: Path, is_over: Callable[[Private], bool]) -> bool:
    """Whether a journal would stay: unless nobody else can be misled, or what it is about is over."""
    if not os.path.lexists(path.with_suffix(JOURNAL_SUFFIX)):
        return False
    try:
        own = read_journal(path)
        return not _only_own_bots(own) and not is_over(own)
    except (StoreError, RemoteError):
        return True  # it may say anything


def _delete(store: Store, path: Path, must_keep: Callable[[], bool]) -> Mapping[Path, Exposed]:
    journal = Journal(path) if os.path.lexists(path.with_suffix(JOURNAL_SUFFIX)) else None
    try:
        keeps = must_keep()
        _check_unused(path)
        if journal is not None:
            journal.over()  # first: a game without its file is not offered by `resume`
        _remove(path)
        if journal is not None and not keeps:
            journal.discard()
            _remove(journal.path)
            store.forget(path)
        return journal.exposed if journal is not None and keeps else {}
    except OSError as error:
        raise StoreError(FileFault.UNUSABLE, path, error) from error
    finally:
        if journal is not None:
            journal.close()


def _only_own_bots(own: Private) -> bool:
    players = read_body(own.body).players
    return all(player.operator == own.seat for player in players)


def _check_unused(path: Path) -> None:
    """Raise StoreError if a program has the file open for writing."""
    if is_in_use(path):
        raise StoreError(FileFault.IN_USE, path)


def _remove(path: Path) -> None:
    for one in (path, *path.parent.glob(f"{escape(path.name)}.torn-*")):
        one.unlink(missing_ok=True)
