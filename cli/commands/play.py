"""`p2puno play`: a game against bots."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.options.game_options import (
    add_bot_speed,
    add_browser,
    add_game_options,
    add_level,
    check_speed,
    read_options,
)
from cli.options.network_options import add_name
from cli.runtime.command_runner import CommandError
from cli.runtime.output import has_screen
from cli.words.language import _

if TYPE_CHECKING:
    from cli.screen.progress_bar import Bar

EXAMPLES = (
    "p2puno play",
    "p2puno play --variant flip --bots 2 --level hard",
    "p2puno play --house party",
    "p2puno play --browser",
    "p2puno play --mode partners --target 200",
    "p2puno play --plain --lang fr",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser)
    parser.add_argument("--bots", type=int, metavar="N", help=_("how many bots, 1 to 9 (3)"))
    parser.add_argument("--players", type=int, help=argparse.SUPPRESS)  # only to point to --bots
    add_name(parser)
    add_level(parser)
    parser.add_argument("--seed", metavar=_("SEED"), help=_("deal the cards from this seed"))
    add_bot_speed(parser)
    add_browser(parser)
    parser.add_argument("--watch", action="store_true", help=_("only watch while bots play"))


def run(arguments: argparse.Namespace) -> int:
    from cli.screen.progress_bar import Bar

    with Bar(_("The bots are sitting down ...")) as bar:
        if not arguments.plain and has_screen():
            bar.show(0, 1)  # now, because the following imports take a while
        return _play(arguments, bar)


def _play(arguments: argparse.Namespace, bar: Bar) -> int:
    from cli.games.against_bots import USUAL_BOTS, Game, play
    from cli.games.shown import browser_for
    from cli.settings.settings import settings_for
    from cli.welcome import is_first_start, own_name
    from p2puno.options import MAX_SEATS

    if arguments.players is not None:
        text = _("one player is you, the others are bots: write --bots {bots} instead of --players {players}")
        bots = min(max(arguments.players, 2), MAX_SEATS) - 1
        raise CommandError(text.format(bots=bots, players=arguments.players))
    bots = arguments.bots if arguments.bots is not None else USUAL_BOTS
    if not 1 <= bots < MAX_SEATS:
        text = _("1 to {most} bots can play against you, not {bots}")
        raise CommandError(text.format(most=MAX_SEATS - 1, bots=bots))
    check_speed(arguments.speed or 0)
    settings = settings_for(arguments)
    options = read_options(arguments, bots + 1, settings.house)
    if is_first_start():
        bar.clear()
    settings = replace(settings, name=own_name(arguments, settings))
    game = Game(
        options,
        bots,
        arguments.level,
        arguments.seed,
        arguments.speed,
        arguments.plain,
        arguments.watch,
    )
    return play(game, settings, bar, browser_for(arguments, settings))
