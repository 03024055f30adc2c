"""Opens recordings by what the player typed: a game, a turn in it, and a perspective."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from cli.runtime.command_runner import CommandError, run
from cli.runtime.output import printable, say, warn
from cli.words.language import _
from cli.words.typed_numbers import number_typed

if TYPE_CHECKING:
    from cli.replay.library import Saved
    from protocol.deck import Calculator
    from protocol.replay.recording import Perspective, Recording

EVERYBODY, SPECTATOR = "all", "spectator"


def add_perspective(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as", dest="look", metavar=_("NAME"), help=_("as this player saw it, as a spectator, or all")
    )


def opened(name: str, checking: Calculator | None = None) -> Recording:
    """Open a recording by its file name or its number in the list; CommandError if there is none."""
    from cli.replay.library import named
    from cli.screen.progress_bar import progress_bar
    from cli.words.error_sentences import error_sentence
    from protocol.make_calculator import calculator
    from protocol.remote_errors import RemoteError
    from protocol.replay.recording import open_recording

    path = named(name)
    with progress_bar() as progress:
        try:
            return open_recording(path, checking or calculator(), progress)
        except RemoteError as error:
            raise CommandError(f"{path}: {error_sentence(error)}") from error


def all_saved(go_through: int = 0) -> list[Saved]:
    from cli.replay.library import saved_games
    from cli.screen.progress_bar import progress_bar

    with progress_bar() as progress:
        return list(saved_games(go_through, progress))


def choose(spoiler_free: bool = False) -> str | None:
    """List the saved games; on a terminal, ask for a number."""
    from shutil import get_terminal_size

    from cli.replay.library import GONE_THROUGH, lines, nothing_saved
    from cli.runtime.typed_line import ask

    games = all_saved(GONE_THROUGH)
    if not games:
        say(nothing_saved())
        return None
    for line in lines(games, spoiler_free, get_terminal_size().columns):
        print(printable(line))
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    while True:
        answer = run(ask(_("Which one? (Enter leaves)")))
        if not answer:
            return None
        if (number := number_typed(answer, len(games))) is not None:
            return str(games[number - 1].path)
        say(_("Type a number from 1 to {count}.").format(count=len(games)))


def complain(recording: Recording) -> None:
    """Print where a recording becomes invalid, if it does."""
    if recording.wrong is not None:
        from cli.words.error_sentences import only_first_valid

        warn(printable(only_first_valid(len(recording.moments), recording.wrong)))


def check_turn(recording: Recording, turn: int | None) -> None:
    """Raise CommandError if the recording has no such turn."""
    last = recording.moments[-1].turn if recording.moments else 0
    if turn is not None and not 0 <= turn <= last:
        raise CommandError(_("there is no turn {turn}: the last is {last}").format(turn=turn, last=last))


def perspective_of(recording: Recording, name: str | None) -> Perspective:
    """The perspective that a name stands for; CommandError if there is none."""
    from protocol.replay.recording import ALL

    if name is None:
        return ALL
    if (seat := seat_of(recording, name)) is not None:
        return seat
    if name.casefold() == EVERYBODY:
        return ALL
    if name.casefold() == SPECTATOR:
        return None
    names = ", ".join([*recording.names, SPECTATOR, EVERYBODY])
    raise CommandError(_("no player is called {name}: choose one of {names}").format(name=name, names=names))


def seat_of(recording: Recording, name: str) -> int | None:
    """The seat that a name or a number stands for, if any."""
    wanted = name.casefold()
    for seat, known in enumerate(recording.names):
        if known.casefold() == wanted:
            return seat
    number = number_typed(name, len(recording.names))
    return number - 1 if number is not None else None
