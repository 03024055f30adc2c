"""The list of recorded games, with what a player wants to know before opening one.

Replaying a game takes a second, so the results are cached in `library.json` in the data folder, by the file's
name, size and time. Only this list uses the cache: `p2puno verify` and every replay read the file itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from cli.runtime.command_runner import CommandError
from cli.runtime.output import date_and_time
from cli.screen.canvas import in_columns, text_width
from cli.words.language import _
from cli.words.narration import listed
from cli.words.rules_help import mode_name, variant_name
from cli.words.typed_numbers import number_typed
from protocol.deck import Calculator
from protocol.files.errors import StoreError
from protocol.files.log_file import read_game
from protocol.files.private_journal import read_journal
from protocol.files.store import Store, data_folder
from protocol.log.genesis import read_genesis_body
from protocol.remote_errors import RemoteError
from protocol.replay.recording import Recording, open_recording
from protocol.replay.verify import BAD, COMPLETE, CUT, Progress
from protocol.threaded_calculator import calculator

NOTES = "library.json"
GONE_THROUGH = 10
"""How many games that are not in the cache are replayed for one list."""

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Saved:
    """One game of the list. `state` is empty if the game has not been replayed yet."""

    path: Path
    time: int
    """When it began, in milliseconds since 1970."""
    players: tuple[str, ...]
    variant: str
    mode: str
    state: str = ""
    winners: tuple[str, ...] | None = None

    @property
    def played(self) -> str:
        return date_and_time(self.time)

    @property
    def rules(self) -> str:
        mode = f", {mode_name(self.mode)}" if self.mode != "single" else ""
        return variant_name(self.variant) + mode

    @property
    def verdict(self) -> str:
        return {
            COMPLETE: _("verified"),
            CUT: _("valid so far"),
            BAD: _("NOT valid"),
        }.get(self.state, "")

    @property
    def result(self) -> str:
        if not self.state:
            return ""
        if self.winners is None:
            return _("not finished")
        return _("won by {names}").format(names=listed(list(self.winners)))


def saved_games(go_through: int = 0, progress: Progress | None = None) -> Iterator[Saved]:
    """The player's games, newest first. Replays up to `go_through` games that are not in the cache."""
    notes = _read_notes()
    kept: dict[str, Any] = {}
    checking, paths = calculator(), Store(data_folder()).saved()
    names = {path.name for path in paths}
    try:
        for path in paths:
            try:
                mark = _mark(path)  # before it is read: the game may still be running
            except OSError:
                continue
            note = notes.get(path.name)
            saved = _from_note(path, mark, note)
            if saved is None:
                saved, note = _look(path, checking if go_through > 0 else None, progress), None
                if saved is None:
                    continue
                go_through -= 1
            if note is None and saved.state:
                note = [*mark, {k: v for k, v in asdict(saved).items() if k != "path"}]
            if note is not None:
                kept[path.name] = note
            yield saved
    finally:
        if any(notes.get(name) != note for name, note in kept.items()):
            _write_notes({name: note for name, note in (notes | kept).items() if name in names})


def named(name: str) -> Path:
    """The game with this file name, or this number in the list; CommandError if there is none."""
    path = Path(name)
    if not os.path.exists(path) and name.isdecimal():
        games = list(saved_games())
        number = number_typed(name, len(games))
        if number is None:
            text = _("there is no game number {number}: p2puno replay lists your games")
            raise CommandError(text.format(number=name))
        return games[number - 1].path
    if not os.path.exists(path):  # unlike Path.exists, it never raises for impossible names
        raise CommandError(_("there is no file {path}").format(path=path))
    if path.is_dir():
        raise CommandError(_("{path} is a folder, not a game").format(path=path))
    return path


def last_played() -> Path:
    """The player's most recently written game, wherever it is saved; CommandError if there is none."""
    store = Store(data_folder())
    played: dict[Path, int] = {}
    for path in {*store.saved(), *store.seats()}:
        with suppress(OSError):
            played[path] = path.stat().st_mtime_ns
    if not played:
        raise CommandError(nothing_saved())
    return max(played, key=lambda path: played[path])


def nothing_saved() -> str:
    return _("No games are saved here yet: start one with p2puno play.")


def interrupted() -> Iterator[Saved]:
    """The unfinished games in which the player has a seat, newest first."""
    for path, body in _open_seats():
        with suppress(RemoteError):  # of another version
            if path.exists():
                yield _look(path, None, None) or _signed(path, body)


def passed_over(chosen: Path | None) -> Iterator[StoreError]:
    """Why games that were played later than this one (or any, if None) cannot be resumed."""
    for path in takewhile(lambda path: path != chosen, Store(data_folder()).seats()):
        try:
            read_journal(path)
        except StoreError as error:
            yield error


def unsure() -> Iterator[Path]:
    """Games that the player signed and that may have begun, but of which no entry is saved here."""
    return (path for path, _body in _open_seats() if not path.exists())


def _open_seats() -> Iterator[tuple[Path, bytes]]:
    for path in Store(data_folder()).seats():
        with suppress(StoreError):
            own = read_journal(path)
            if own.body and not own.over:
                yield path, own.body


def _signed(path: Path, body: bytes) -> Saved:
    """The game as the player signed it, for a damaged game file: the other players have the log."""
    terms, players = read_genesis_body(body)
    names, options = tuple(player.name for player in players), terms.options
    return Saved(path, path.stat().st_mtime_ns // 1_000_000, names, options.variant, options.mode)


def _look(path: Path, checking: Calculator | None, progress: Progress | None) -> Saved | None:
    """Read a file, and replay it if a calculator is given. None if it is not one of our games."""
    try:
        if checking is not None:
            recording = open_recording(path, checking, progress)
            genesis, time = recording.genesis, recording.moments[0].time if recording.moments else 0
        else:
            genesis, entries = read_game(path)
            first = next(iter(entries), None)
            recording, time = None, first.time if first is not None else 0
    except RemoteError:
        return None
    names, options = tuple(player.name for player in genesis.players), genesis.terms.options
    state, winners = _outcome(recording) if recording is not None else ("", None)
    return Saved(path, time, names, options.variant, options.mode, state, winners)


def _outcome(recording: Recording) -> tuple[str, tuple[str, ...] | None]:
    ended = recording.match.ended
    winners = None if ended is None else tuple(recording.names[seat] for seat in ended)
    if recording.wrong is not None:
        return BAD, winners
    return (COMPLETE if recording.complete else CUT), winners


# -- the notes ------------------------------------------------------------------------------------------


def _mark(path: Path) -> list[int]:
    about = path.stat()
    return [about.st_size, about.st_mtime_ns]


def _from_note(path: Path, mark: list[int], note: object) -> Saved | None:
    """The cached description, if the file has not changed since."""
    try:
        match note:
            case [size, time, dict(facts)] if [size, time] == mark:
                winners = facts["winners"]
                saved = Saved(path, **facts)
                typed = isinstance(saved.time, int) and saved.state in (COMPLETE, CUT, BAD)
                texts = [*saved.players, *(winners or ()), saved.variant, saved.mode]
                if typed and all(isinstance(text, str) and text.isprintable() for text in texts):
                    return saved
    except (KeyError, TypeError):
        pass
    return None


def _read_notes() -> dict[str, Any]:
    try:
        read = json.loads((data_folder() / NOTES).read_text("utf-8"))
        games = read["games"] if read["version"] == _VERSION else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return games if isinstance(games, dict) else {}


def _write_notes(games: dict[str, Any]) -> None:
    """Write the cache. Disk errors are ignored: the games are replayed again next time."""
    with suppress(OSError):
        text = json.dumps({"version": _VERSION, "games": games})  # ASCII: a file name may not be valid text
        part = data_folder() / f"{NOTES}.part"
        part.write_text(text, "utf-8")
        part.replace(data_folder() / NOTES)


def lines(games: list[Saved], spoiler_free: bool, width: int) -> list[str]:
    """The list in columns; the players go on a line of their own if the width is too small."""
    rows = [
        [str(number), one.played, one.rules, ", ".join(one.players), one.verdict]
        + ([] if spoiler_free else [one.result])
        for number, one in enumerate(games, 1)
    ]
    whole = in_columns(rows, right=(0,))
    if max(map(text_width, whole)) <= width:
        return whole
    short = in_columns([[*row[:3], *row[4:]] for row in rows], right=(0,))
    indent = " " * (len(str(len(rows))) + 2)
    return [text for line, row in zip(short, rows, strict=True) for text in (line, indent + row[3])]
