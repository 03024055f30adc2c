"""The player's recorded games: the list of them, and their summaries."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from cli.replay.game_summary import Summary, own_seat, summarise
from cli.replay.summary_cache import SummaryCache, mark
from cli.runtime.command_runner import CommandError
from cli.runtime.output import date_and_time
from cli.screen.canvas import in_columns, text_width
from cli.words.language import _
from cli.words.narration import listed
from cli.words.rules_help import mode_name, variant_name
from cli.words.typed_numbers import number_typed
from protocol.files.errors import FileFault, StoreError
from protocol.files.log_file import is_in_use, read_game
from protocol.files.private_journal import read_journal
from protocol.files.store import JOURNAL_SUFFIX, Store, data_folder
from protocol.hall.tournament_file import NAME, slot_files
from protocol.log.genesis import read_body
from protocol.make_calculator import calculator
from protocol.remote_errors import RemoteError
from protocol.replay.recording import open_recording
from protocol.replay.verify import BAD, COMPLETE, CUT, Progress

GONE_THROUGH = 10
"""How many games that are not in the cache are replayed for one list."""


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
    reader = _Reader()
    try:
        for path in reader.store.saved():
            summary = reader.cached(path)
            if summary is None and go_through > 0:
                summary = reader.replay(path, progress)
                if summary is None:
                    continue
                go_through -= 1
            saved = _look(path) if summary is None else _saved(path, summary)
            if saved is not None:
                yield saved
    finally:
        reader.cache.write()


def summaries(progress: Progress | None = None) -> list[Summary]:
    """All games of the player, each once, oldest first. Replays those that are not in the cache; if that is
    interrupted, what was replayed so far is in the cache."""
    reader = _Reader()
    seats = reader.store.seats()
    paths = {*reader.store.saved(), *seats, *_tournament_games(seats)}
    found = {path: summary for path in paths if (summary := reader.cached(path)) is not None}
    new = sorted(paths - found.keys(), reverse=True)
    try:
        for place, path in enumerate(new):
            if (summary := reader.replay(path, _part(progress, place, len(new)))) is not None:
                found[path] = summary
    finally:
        reader.cache.write()
    return distinct(found.values())


def _tournament_games(seats: Iterable[Path]) -> Iterator[Path]:
    """The games that the player played in these tournaments."""
    for hall in seats:
        if hall.name == NAME:
            games = slot_files(hall.parent)
            yield from (game for game in games if game.with_suffix(JOURNAL_SUFFIX).exists())


def distinct(found: Iterable[Summary]) -> list[Summary]:
    """Each game once, oldest first: a game may have been saved by several players."""
    best: dict[str, Summary] = {}
    for summary in sorted(found, key=lambda one: (one.own is not None, one.state == COMPLETE)):
        best[summary.game] = summary
    return sorted(best.values(), key=lambda one: (one.time, one.game))


def summary_of(path: Path) -> Summary | None:
    """The summary of one game; None if it cannot be replayed."""
    reader = _Reader()
    summary = reader.cached(path) or reader.replay(path, None)
    reader.cache.write()
    return summary


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
                yield _look(path) or _signed(path, body)


def interrupted_tournament() -> Path | None:
    """The folder of the last tournament in which the player has a seat and that is not over."""
    return next((path.parent for path, _body in _open_seats() if path.name == NAME), None)


def passed_over(chosen: Path | None) -> Iterator[StoreError]:
    """Why games that were played later than this one (or any, if None) cannot be resumed."""
    for path in takewhile(lambda path: path != chosen, Store(data_folder()).seats()):
        try:
            own = read_journal(path)
        except StoreError as error:
            yield error
        else:
            if own.body and not own.over and is_played(path):
                yield StoreError(FileFault.IN_USE, path)


def is_played(path: Path) -> bool:
    """Whether another program plays this game now, so that it cannot be resumed."""
    return is_in_use(path.with_suffix(JOURNAL_SUFFIX))


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
    read = read_body(body)
    names, options = tuple(player.name for player in read.players), read.terms.options
    return Saved(path, path.stat().st_mtime_ns // 1_000_000, names, options.variant, options.mode)


def _look(path: Path) -> Saved | None:
    """Read a file without replaying it. None if it is not one of our games."""
    try:
        genesis, entries = read_game(path)
        first = next(iter(entries), None)
    except RemoteError:
        return None
    names, options = tuple(player.name for player in genesis.players), genesis.terms.options
    return Saved(path, first.time if first is not None else 0, names, options.variant, options.mode)


def _saved(path: Path, summary: Summary) -> Saved:
    names, won = summary.names, summary.winners
    winners = None if won is None else tuple(names[seat] for seat in won)
    return Saved(path, summary.time, names, summary.variant, summary.mode, summary.state, winners)


class _Reader:
    """Reads summaries from the cache and from the games themselves."""

    def __init__(self) -> None:
        self.store = Store(data_folder())
        self.cache = SummaryCache(self.store.folder)
        self._calculator = calculator()
        self._identity = self.store.identity()

    def cached(self, path: Path) -> Summary | None:
        try:
            return self.cache.find(path, mark(path))
        except OSError:
            return None

    def replay(self, path: Path, progress: Progress | None) -> Summary | None:
        """Replay a game and cache its summary. None if it is not one of our games."""
        own = None
        with suppress(StoreError, RemoteError):
            own = read_journal(path)
        try:
            marked = mark(path)
            recording = open_recording(path, self._calculator, progress, own)
        except (OSError, RemoteError):
            return None
        summary = summarise(recording, own_seat(recording.genesis, own, self._identity))
        self.cache.add(path, marked, summary)
        return summary


def _part(progress: Progress | None, place: int, of: int) -> Progress | None:
    """Reports the progress of one game as a part of the whole."""
    if progress is None:
        return None
    whole = progress
    return lambda done, entries: whole(1000 * place + 1000 * done // max(entries, 1), 1000 * of)


def lines(games: list[Saved], spoiler_free: bool, width: int) -> list[str]:
    """The list in columns. In a narrow window the players get their own line, then the result does too."""
    rows = [
        [str(number), one.played, one.rules, ", ".join(one.players), one.verdict]
        + ([] if spoiler_free else [one.result])
        for number, one in enumerate(games, 1)
    ]
    players, result = 3, 5
    for below in ((), (players,), (players, result)):
        kept = [[cell for place, cell in enumerate(row) if place not in below] for row in rows]
        table = in_columns(kept, right=(0,))
        if max(map(text_width, table)) <= width:
            break
    indent = " " * (len(str(len(rows))) + 2)
    found = []
    for line, row in zip(table, rows, strict=True):
        found += [line, *(indent + row[place] for place in below if place < len(row) and row[place])]
    return found
