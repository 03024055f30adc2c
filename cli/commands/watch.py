"""`p2puno watch`: follow a game without a seat."""

from __future__ import annotations

import argparse

from cli.options.game_options import add_browser
from cli.options.network_options import add_local, add_save
from cli.runtime.output import say
from cli.words.language import _

EXAMPLES = ("p2puno watch 192.168.1.20#K7QX-M2RD", "p2puno watch ada.local --save evening.uno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", metavar="HOST[:PORT][#CODE]", help=_("any player's address"))
    add_save(parser)
    add_local(parser)
    add_browser(parser)


def run(arguments: argparse.Namespace) -> int:
    from cli.games.shown import at_table, browser_for, shown
    from cli.sessions.show_participant import watch
    from cli.sessions.waiting_room import InLines
    from cli.settings.settings import player_name, settings_for

    settings = settings_for(arguments)
    browser = browser_for(arguments, settings)
    show = shown(arguments, settings, browser, watching=True)
    name = player_name(settings)
    return at_table(
        lambda: watch(arguments.address, name, show, InLines(say), arguments.save, arguments.local), browser
    )
