"""`p2puno watch`: follow a game without a seat."""

from __future__ import annotations

import argparse

from cli.options.network_options import add_local, add_save
from cli.runtime.output import say
from cli.words.language import _

EXAMPLES = ("p2puno watch 192.168.1.20#K7QX-M2RD", "p2puno watch ada.local --save evening.uno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", metavar="HOST[:PORT][#CODE]", help=_("any player's address"))
    add_save(parser)
    add_local(parser)


def run(arguments: argparse.Namespace) -> int:
    from cli.games.shown import shown
    from cli.sessions.show_participant import run_at_table, watch
    from cli.sessions.waiting_room import InLines
    from cli.settings.settings import player_name, settings_for

    settings = settings_for(arguments)
    show = shown(arguments, settings, watching=True)
    name = player_name(settings)
    return run_at_table(
        lambda: watch(arguments.address, name, show, InLines(say), arguments.save, arguments.local)
    )
