"""`p2puno tournament`: many tables at the same time: host, join, watch or resume one."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.options.game_options import add_browser, add_house_rules, add_level, read_tournament_options
from cli.options.network_options import add_seat_options, own_port
from cli.runtime.command_runner import CommandError
from cli.runtime.output import say
from cli.words.language import _, n_
from p2puno.options import VARIANTS, Options

EXAMPLES = (
    "p2puno tournament host --players 16 --stages 5",
    "p2puno tournament host --players 8 --bots 3",
    "p2puno tournament join 192.168.1.20#K7QX-M2RD",
    "p2puno tournament watch 192.168.1.20#K7QX-M2RD",
    "p2puno tournament resume",
)
ACTIONS = ("host", "join", "watch", "resume")


def add_options(parser: argparse.ArgumentParser) -> None:
    from protocol.log.table_terms import GRACE

    usual = Options()
    parser.add_argument("action", choices=ACTIONS, help=_("what to do"))
    parser.add_argument(
        "where",
        nargs="?",
        metavar="HOST[:PORT][#CODE]",
        help=_("any player's address; for resume, the tournament's folder"),
    )
    parser.add_argument("--players", type=int, metavar="N", help=_("how many players, 4 to 64 (8)"))
    stages = _("how many stages of four rounds, 1 to 32 (one for each possible partner, at most 7)")
    parser.add_argument("--stages", type=int, metavar="N", help=stages)
    parser.add_argument("--bots", type=int, default=0, metavar="N", help=_("how many seats bots take"))
    add_level(parser)
    parser.add_argument("--variant", choices=VARIANTS, default=usual.variant, help=_("the rule set"))
    add_house_rules(parser)
    for option, unit, meaning in (
        ("hand_size", "N", _("cards dealt to each player (%(default)s)")),
        ("uno_window", "MS", _("milliseconds in which a player can be caught (%(default)s)")),
    ):
        flag = "--" + option.replace("_", "-")
        parser.add_argument(flag, type=int, default=getattr(usual, option), metavar=unit, help=meaning)
    grace = _("seconds before a missing player is not waited for any longer (%(default)s)")
    parser.add_argument("--grace", type=int, default=GRACE // 1000, metavar="S", help=grace)
    add_seat_options(parser)
    add_browser(parser)
    parser.add_argument("--yes", action="store_true", help=_("take a seat without being asked"))


def run(arguments: argparse.Namespace) -> int:
    from cli.commands.join import join_at

    if arguments.action == "host":
        return _host(arguments)
    if arguments.action == "resume":
        return _resume(arguments)
    if arguments.where is None and arguments.action == "watch":
        raise CommandError(_("say where: p2puno tournament watch HOST (any player's address)"))
    return join_at(arguments.where, arguments) if arguments.action == "join" else _watch(arguments)


def _host(arguments: argparse.Namespace) -> int:
    from cli.games.shown import at_table, browser_for, shown, waiting_room
    from cli.sessions.bot_names import bot_names
    from cli.sessions.bot_processes import BotProcesses
    from cli.sessions.show_participant import host
    from cli.settings.settings import settings_for
    from cli.welcome import own_name
    from protocol.log.table_terms import MACHINE_GRACE, TURN_TIME, Terms
    from protocol.participant.life_cycle import Opening

    settings = settings_for(arguments)
    options, players = read_tournament_options(arguments, settings.house)
    if not 0 <= arguments.bots < players:
        text = n_(
            "one seat is yours: at most {bots} bot", "one seat is yours: at most {bots} bots", players - 1
        )
        raise CommandError(text.format(bots=players - 1))
    if not 1 <= arguments.grace <= 86_400:
        raise CommandError(_("the grace period must be from 1 to 86400 seconds"))
    grace = arguments.grace * 1000
    terms = Terms(
        options,
        grace=grace,
        machine_grace=min(MACHINE_GRACE, grace),
        turn_time=min(TURN_TIME, grace * 3 // 4),
    )
    name = own_name(arguments, settings)
    names = bot_names(arguments.bots, name)
    opening = Opening(terms, players, name, names, own_port(arguments), arguments.local, arguments.save)
    bots = BotProcesses(arguments.pace, arguments.level)
    browser = browser_for(arguments, settings)
    room, show = waiting_room(arguments, settings, browser), shown(arguments, settings, browser)
    return at_table(lambda: host(opening, bots, show, room), browser)


def _watch(arguments: argparse.Namespace) -> int:
    from cli.games.shown import at_table, browser_for, shown, waiting_room
    from cli.sessions.show_participant import watch
    from cli.settings.settings import player_name, settings_for

    settings = settings_for(arguments)
    browser = browser_for(arguments, settings)
    room = waiting_room(arguments, settings, browser)
    show = shown(arguments, settings, browser, watching=True)
    name = player_name(settings)
    return at_table(
        lambda: watch(arguments.where, name, show, room, arguments.save, arguments.local), browser
    )


def _resume(arguments: argparse.Namespace) -> int:
    from cli.games.shown import at_table, browser_for, shown, waiting_room
    from cli.replay.library import interrupted_tournament
    from cli.sessions.bot_processes import BotProcesses
    from cli.sessions.show_participant import resume
    from cli.settings.settings import settings_for
    from protocol.hall.tournament_file import NAME

    settings = settings_for(arguments)
    folder = Path(arguments.where) if arguments.where is not None else interrupted_tournament()
    if folder is None:
        raise CommandError(_("there is no interrupted tournament here"))
    path = folder / NAME
    if not path.with_suffix(".journal").exists():
        raise CommandError(
            _("{path} is not the folder of a tournament in which you play").format(path=folder)
        )
    say(_("Continuing {path}").format(path=folder))
    browser = browser_for(arguments, settings)
    room, show = waiting_room(arguments, settings, browser), shown(arguments, settings, browser)
    bots = BotProcesses(arguments.pace)
    return at_table(lambda: resume(path, show, room, bots), browser)
