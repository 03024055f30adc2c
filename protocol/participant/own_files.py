"""The files of one participant: where a game may be saved, what was signed before, and what is damaged."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from protocol.codec import unpack
from protocol.files.log_file import JOURNAL_MAGIC, LogFile, TakenError, read_log, read_records
from protocol.files.private_journal import Journal
from protocol.files.store import JOURNAL_SUFFIX, Store
from protocol.hall.tournament_file import NAME, read_tournament
from protocol.identity import Identity
from protocol.lobby.member_list import Founding, read_table
from protocol.log.genesis import Genesis
from protocol.participant.errors import ParticipantError, Reason
from protocol.remote_errors import NotAFileError, RemoteError


def check_save(path: Path | None) -> None:
    """Raise ParticipantError if a game cannot be recorded there."""
    if path is None:
        return
    if path.suffix == JOURNAL_SUFFIX:
        raise ParticipantError(Reason.SAVE_IS_JOURNAL, path=path)
    if path.is_dir():
        raise ParticipantError(Reason.SAVE_IS_FOLDER, path=path)
    if os.path.lexists(path) or os.path.lexists(path.with_suffix(JOURNAL_SUFFIX)):
        raise ParticipantError(Reason.SAVE_EXISTS, path=path)
    if not path.parent.is_dir():
        raise ParticipantError(Reason.SAVE_HAS_NO_FOLDER, path=path.parent)


def free_name(path: Path) -> Path:
    """Where to record another match beside the first: `evening.uno`, `evening-2.uno` and so on."""
    found, number = path, 2
    while os.path.lexists(found) or os.path.lexists(found.with_suffix(JOURNAL_SUFFIX)):
        found, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return found


def check_unsigned(store: Store, founding: Founding, identity: Identity) -> None:
    """Raise ParticipantError if this identity has signed a genesis at this table before: each table gets one
    signature, also after a restart."""
    for log in store.seats():
        with suppress(RemoteError, OSError):
            if _signed_at(log.with_suffix(JOURNAL_SUFFIX), identity) == founding.table:
                raise ParticipantError(Reason.SIGNED_BEFORE, path=log)


def _signed_at(path: Path, identity: Identity) -> tuple[bytes, bytes] | None:
    """The table at which this identity signed, according to this journal. Reads only its beginning."""
    for record in read_records(path, JOURNAL_MAGIC):
        match unpack(record):
            case ["own", _, _, bytes(secret), _] if secret != identity.secret:
                return None
            case ["game", bytes(founding), bytes()]:
                return read_table(founding)
    return None


def open_interrupted(path: Path) -> tuple[Journal, Genesis | None]:
    """The journal of a game to resume, and the genesis its file begins with, if it was written. Raises
    ParticipantError if the game cannot be resumed; nothing is changed then."""
    if not path.with_suffix(JOURNAL_SUFFIX).exists():
        raise ParticipantError(Reason.NO_JOURNAL)
    journal = Journal(path)
    try:
        if journal.own.keys is None or not journal.own.body:
            if path.exists():
                raise ParticipantError(Reason.JOURNAL_DAMAGED, path=journal.path)
            raise ParticipantError(Reason.NEVER_BEGAN)
        genesis = _genesis_of(path)
        if genesis is not None and genesis.body != journal.own.body:
            raise ParticipantError(Reason.OTHER_GAME, path=path)
    except ParticipantError:
        journal.close()
        raise
    return journal, genesis


def _genesis_of(path: Path) -> Genesis | None:
    try:
        if path.name == NAME and path.exists():
            return read_tournament(path.parent).roster
        return read_log(path)[0] if path.exists() else None
    except NotAFileError as error:
        raise damaged(path, error) from error
    except RemoteError:
        return None


def open_log(path: Path, genesis: Genesis) -> LogFile:
    try:
        return LogFile(path, genesis)
    except RemoteError as error:
        raise damaged(path, error) from error
    except TakenError as error:
        raise ParticipantError(Reason.IN_USE) from error


def damaged(path: Path, error: RemoteError) -> ParticipantError:
    return ParticipantError(Reason.DAMAGED, path=path, error=error)
