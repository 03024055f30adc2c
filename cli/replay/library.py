"""The recorded games there are, with what one wants to know before opening one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cli.narration import listed
from cli.rules_help import variant_name
from cli.words import _
from protocol.errors import RemoteError
from protocol.journal import log_of, read_journal
from protocol.logfile import read_log
from protocol.recording import Recording
from protocol.store import Store, StoreError, data_folder


@dataclass(frozen=True, slots=True)
class Saved:
    """One line of the list. `verdict` is empty while nobody has gone through the file."""

    path: Path
    played: str
    players: str
    variant: str
    entries: int
    verdict: str = ""
    result: str = ""


def saved_games() -> list[Path]:
    return Store(data_folder()).saved()


def interrupted() -> list[Path]:
    """The games that are not over, the newest first."""
    found = []
    for path in Store(data_folder()).journals():
        with suppress(StoreError):
            own = read_journal(path)
            if own.body and not own.over:
                found.append(log_of(path))
    return found


def look_at(path: Path) -> Saved | None:
    """What the beginning of the file says; None if it is no game of ours."""
    try:
        genesis, entries = read_log(path)
    except (RemoteError, OSError):
        return None
    time = entries[0].time / 1000 if entries else path.stat().st_mtime
    return Saved(
        path,
        datetime.fromtimestamp(time).strftime("%Y-%m-%d %H:%M"),
        ", ".join(player.name for player in genesis.players),
        variant_name(genesis.terms.options.variant),
        len(entries),
    )


def result_of(recording: Recording) -> str:
    """Who won, or how far it goes."""
    if recording.match.ended is None:
        return _("not finished")
    names = listed([recording.names[seat] for seat in recording.match.ended])
    return _("won by {names}").format(names=names)


def verdict_of(recording: Recording) -> str:
    if recording.wrong is not None:
        return _("NOT in order")
    return _("verified") if recording.complete else _("right as far as it goes")


def line(saved: Saved, number: int, spoiler_free: bool) -> str:
    parts = [f"{number:>3}  {saved.played}", saved.variant, saved.players]
    if saved.verdict:
        parts.append(saved.verdict)
    if saved.result and not spoiler_free:
        parts.append(saved.result)
    return "  ".join(parts)
