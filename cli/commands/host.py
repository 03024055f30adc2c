"""`p2puno host`: open a table for others to join."""

from __future__ import annotations

import argparse

from cli.options.game_options import USUAL_PLAYERS, add_browser, add_game_options, add_level, read_options
from cli.options.network_options import add_seat_options, check_name, own_port
from cli.runtime.command_runner import CommandError
from cli.words.language import _, n_

EXAMPLES = (
    "p2puno host --players 2",
    "p2puno host --browser",
    "p2puno host --players 5 --bots 2 --variant swap",
    "p2puno host --house stack-same,seven-zero,mercy",
    "p2puno host --mode partners --name Ada --save evening.uno",
    "p2puno host --players 3 --guest Leo",
    "p2puno host --port 20000 --grace 300",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    from protocol.log.table_terms import GRACE

    add_game_options(parser)
    parser.add_argument("--players", type=int, metavar="N", help=_("how many seats, 2 to 10 (4)"))
    parser.add_argument("--bots", type=int, default=0, metavar="N", help=_("how many seats bots take"))
    guest = _("a seat on this machine for somebody with only a phone (can be repeated)")
    parser.add_argument("--guest", action="append", default=[], metavar=_("NAME"), help=guest)
    add_level(parser)
    add_seat_options(parser)
    add_browser(parser)
    grace = _(
        "seconds before an absent player loses the seat (%(default)s); after 60 s the program "
        "moves for a player"
    )
    parser.add_argument("--grace", type=int, default=GRACE // 1000, metavar="S", help=grace)
    redeal = _("deal the round again when a player drops out")
    parser.add_argument("--redeal", action="store_true", help=redeal)


def run(arguments: argparse.Namespace) -> int:
    from cli.games.guests import show_codes
    from cli.games.shown import at_table, browser_for, shown, waiting_room
    from cli.sessions.bot_names import bot_names
    from cli.sessions.bot_processes import BotProcesses
    from cli.sessions.show_participant import host
    from cli.settings.settings import settings_for
    from cli.welcome import own_name
    from protocol.log.table_terms import GO_ON, MACHINE_GRACE, REDEAL, TURN_TIME, Terms
    from protocol.participant.life_cycle import Opening

    settings = settings_for(arguments)
    players = arguments.players or max(USUAL_PLAYERS, arguments.bots + 1)
    guests = tuple(check_name(name) for name in arguments.guest)
    if arguments.bots + len(guests) >= players:
        text = n_(
            "one seat is yours: at most {bots} bot", "one seat is yours: at most {bots} bots", players - 1
        )
        raise CommandError(text.format(bots=players - 1))
    if not 1 <= arguments.grace <= 86_400:
        raise CommandError(_("the grace period must be from 1 to 86400 seconds"))
    options = read_options(arguments, players, settings.house)
    grace = arguments.grace * 1000
    # If a player is connected but thinks too long, their own program moves before they lose the seat.
    turn_time = min(TURN_TIME, grace * 3 // 4)
    dropout = REDEAL if arguments.redeal else GO_ON
    terms = Terms(options, dropout, grace, min(MACHINE_GRACE, grace), turn_time)
    name = own_name(arguments, settings)
    names = bot_names(arguments.bots, name)
    opening = Opening(
        terms, players, name, names, own_port(arguments), arguments.local, arguments.save, visitors=guests
    )
    bots = BotProcesses(arguments.pace, arguments.level)
    browser = browser_for(arguments, settings)
    room, show = waiting_room(arguments, settings, browser), shown(arguments, settings, browser)
    show_codes(bots, room)
    return at_table(lambda: host(opening, bots, show, room), browser)
