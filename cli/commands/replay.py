"""`p2puno replay`: watch a recorded game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cli.options.game_options import add_browser, check_speed
from cli.replay.open_recording import add_perspective, check_turn, choose, complain, opened, perspective_of
from cli.runtime.command_runner import CommandError
from cli.runtime.command_runner import run as run_in_loop
from cli.runtime.output import has_screen, printable, say
from cli.words.language import _

if TYPE_CHECKING:
    from pathlib import Path

    from cli.settings.settings import Settings
    from protocol.replay.recording import Recording

EXAMPLES = (
    "p2puno replay",
    "p2puno replay evening.uno --as Ada --speed 4",
    "p2puno replay 1 --at 30 --spoiler-free",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a recorded game, or its number in the list")
    )
    add_perspective(parser)
    parser.add_argument("--at", type=int, metavar="T", help=_("start at this turn"))
    parser.add_argument(
        "--speed", type=float, default=1.0, metavar="X", help=_("2 is twice the original speed")
    )
    add_browser(parser)
    parser.add_argument("--spoiler-free", action="store_true", help=_("do not give away the ending"))


def run(arguments: argparse.Namespace) -> int:
    from cli.replay.tournament_report import tournament_folder
    from cli.settings.settings import settings_for

    settings = settings_for(arguments)
    check_speed(arguments.speed)
    name = arguments.file or choose(arguments.spoiler_free)
    if name is None:
        return 0
    if (folder := tournament_folder(name)) is not None:
        return _list_games(folder)
    recording = opened(name)
    complain(recording)
    return _watch(recording, arguments, settings)


def _list_games(folder: Path) -> int:
    """A tournament has many games: say which there are, and how it ended."""
    from cli.replay.tournament_report import list_games, tell_standings

    for line in list_games(folder):
        print(printable(line))
    tell_standings(folder)
    print(_("To watch a game, type p2puno replay and its file."))
    return 0


def _watch(recording: Recording, arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.games.shown import browser_for, show_table
    from cli.replay.replay_session import ReplaySession

    perspective = perspective_of(recording, arguments.look)
    check_turn(recording, arguments.at)
    if not 0 < arguments.speed <= 1000:
        raise CommandError(_("the speed must be a number above 0 and at most 1000"))
    on_screen = not arguments.plain and has_screen()
    browser = browser_for(arguments, settings)
    if not on_screen and not browser.wanted:
        from cli.replay.recorded_story import sentences

        first = recording.beat_at(recording.at_turn(arguments.at)) if arguments.at else 0
        for beat in range(first, len(recording.beats)):
            turn = recording.moments[recording.beats[beat][0]].turn
            for sentence in sentences(recording, beat, perspective):
                say(f"{turn:>4}  {printable(sentence)}")
        return 0
    from cli.replay.replay_screen import ReplayScreen, ReplayTable

    async def show() -> None:
        session = ReplaySession(recording, perspective, arguments.speed)
        if arguments.at:
            session.seek_turn(arguments.at)
            session.playing = False
        table = ReplayTable(session, settings, arguments.spoiler_free)
        async with browser.running():
            await show_table(table, on_screen, browser, lambda both: ReplayScreen(table, both))

    run_in_loop(show())
    return 0
