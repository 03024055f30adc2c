"""`p2puno demo`: let bots play over real sockets."""

from __future__ import annotations

import argparse

from cli.options.game_options import (
    USUAL_PLAYERS,
    add_game_options,
    add_level,
    read_options,
    read_tournament_options,
)
from cli.options.network_options import add_save
from cli.runtime.output import say
from cli.words.language import _

EXAMPLES = (
    "p2puno demo --rounds 1",
    "p2puno demo --tournament --stages 2",
    "p2puno demo --players 10 --variant crash --save bots.uno",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser)
    parser.add_argument("--players", type=int, metavar="N", help=_("how many bots, 2 to 10 (4)"))
    add_level(parser)
    parser.add_argument("--tournament", action="store_true", help=_("a tournament of 8 bots at two tables"))
    parser.add_argument("--stages", type=int, metavar="N", help=_("how many stages the tournament has (7)"))
    parser.add_argument("--rounds", type=int, metavar="N", help=_("stop after this many rounds"))
    parser.add_argument("--pace", type=float, default=0.0, metavar="X", help=_("1 is human speed"))
    add_save(parser)


def run(arguments: argparse.Namespace) -> int:
    from cli.games.demo import demo
    from cli.sessions.show_participant import run_at_table
    from protocol.log.table_terms import Terms

    if arguments.tournament:
        arguments.bots = 0
        options, players = read_tournament_options(arguments)
    else:
        players = arguments.players or USUAL_PLAYERS
        options = read_options(arguments, players)
    return run_at_table(
        lambda: demo(
            Terms(options), players, arguments.level, arguments.pace, arguments.rounds, arguments.save, say
        )
    )
