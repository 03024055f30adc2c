"""`p2puno practise`: continue from a recorded position."""

from __future__ import annotations

import argparse

from cli.options.game_options import add_bot_speed, add_level, check_speed
from cli.replay.open_recording import opened, seat_of
from cli.runtime.command_runner import CommandError
from cli.runtime.command_runner import run as run_in_loop
from cli.runtime.output import has_screen, say
from cli.words.language import _

EXAMPLES = ("p2puno practise evening.uno --at 30 --as Ada",)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a recorded game, or its number in the list"))
    parser.add_argument("--at", type=int, required=True, metavar="T", help=_("the turn to continue from"))
    parser.add_argument("--as", dest="seat", required=True, metavar=_("NAME"), help=_("whose seat to take"))
    add_level(parser)
    add_bot_speed(parser)


def run(arguments: argparse.Namespace) -> int:
    import secrets

    from cli.browser.browser_screen import BrowserScreen
    from cli.games.shown import in_lines, show_table
    from cli.plain.line_input import somebody_types
    from cli.sessions.practise_from_recording import NotPossible, PlayOn, starting_index
    from cli.settings.settings import settings_for

    settings = settings_for(arguments)
    recording = opened(arguments.file)
    seat = seat_of(recording, arguments.seat)
    if seat is None:
        raise CommandError(_("say whose seat to take: {names}").format(names=", ".join(recording.names)))
    try:
        index = starting_index(recording, arguments.at, seat)
    except NotPossible as error:
        raise CommandError(str(error)) from error
    speed = settings.speed if arguments.speed is None else arguments.speed
    check_speed(speed)
    on_screen = not arguments.plain and has_screen()
    if not on_screen and not somebody_types(arguments.plain):
        nobody = _("there is no terminal and no input: use a terminal, or type your moves with --plain")
        raise CommandError(nobody)
    say(_("This is practice: nothing is recorded."))

    async def play() -> int:
        pace = 1 / speed if speed else 0
        session = PlayOn(recording, index, seat, seed=secrets.token_hex(8), level=arguments.level, pace=pace)
        if on_screen:
            from cli.screen.live_table import LiveTable

            browser = BrowserScreen(settings.browser)
            async with browser.running():
                await show_table(LiveTable(session, settings), on_screen, browser)
            return 0
        return await in_lines(session, settings, watching=False)

    return run_in_loop(play())
