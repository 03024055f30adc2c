"""`p2puno resume`: continue an interrupted game or tournament."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.options.game_options import add_browser
from cli.options.network_options import add_bot_options
from cli.runtime.command_runner import CommandError
from cli.runtime.output import printable, say
from cli.words.language import _

EXAMPLES = ("p2puno resume", "p2puno resume evening.uno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, metavar=_("FILE"), help=_("the last one by default"))
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help=_("where another player is now, if not found automatically"),
    )
    add_browser(parser)
    add_bot_options(parser)


def run(arguments: argparse.Namespace) -> int:
    from cli.games.guests import show_codes
    from cli.games.shown import at_table, browser_for, shown, waiting_room
    from cli.sessions.bot_processes import BotProcesses
    from cli.sessions.show_participant import resume
    from cli.settings.settings import settings_for
    from protocol.hall.tournament_file import NAME

    settings = settings_for(arguments)
    path = arguments.file or interrupted_game()
    if path.is_dir():
        path /= NAME
    if not path.exists() and not path.with_suffix(".journal").exists():
        raise CommandError(_("there is no file {path}").format(path=path))
    browser = browser_for(arguments, settings)
    room, show = waiting_room(arguments, settings, browser), shown(arguments, settings, browser)
    bots = BotProcesses(arguments.pace)
    show_codes(bots, room)
    return at_table(lambda: resume(path, show, room, bots, arguments.peer), browser)


def interrupted_game() -> Path:
    """The last game or tournament that has begun, is not over and is not being played."""
    from cli.replay.library import interrupted, is_played, passed_over, unsure
    from cli.words.error_sentences import error_sentence

    game = next((game for game in interrupted() if not is_played(game.path)), None)
    for error in passed_over(game.path if game is not None else None):
        say(printable(error_sentence(error)))
    if game is not None:
        say(_("Continuing {path}").format(path=game.path))
        return game.path
    if (path := next((path for path in unsure() if not is_played(path)), None)) is None:
        raise CommandError(_("there is no interrupted game here: start one with p2puno play or p2puno host"))
    raise CommandError(
        _("there is no interrupted game here; one may have started without you: p2puno resume {path}").format(
            path=path
        )
    )
