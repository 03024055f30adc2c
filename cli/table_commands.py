"""The command line of everything that happens at a table on the network."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.running import CommandError, run_at_table
from cli.settings import Settings
from cli.shown import printable, say
from cli.translated import translated
from cli.words import _, n_

if TYPE_CHECKING:
    from cli.networked import Networked
    from cli.waiting import WaitingRoom
    from protocol.seating import Description

LEVELS = ("easy", "normal", "hard")


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """What may differ between tables."""
    from p2puno.options import MODES, SCORINGS, VARIANTS, Options

    usual = Options()
    parser.add_argument("--variant", choices=VARIANTS, default=usual.variant, help=_("the rule set"))
    parser.add_argument("--mode", choices=MODES, default=usual.mode, help=_("the way to play a match"))
    parser.add_argument(
        "--scoring", choices=SCORINGS, default=usual.scoring, help=_("how points are counted")
    )
    parser.add_argument(
        "--target",
        type=int,
        default=usual.target,
        metavar="N",
        help=_("points that end the match (%(default)s)"),
    )
    parser.add_argument(
        "--hand-size",
        type=int,
        default=usual.hand_size,
        metavar="N",
        help=_("cards dealt to each (%(default)s)"),
    )
    parser.add_argument(
        "--uno-penalty",
        type=int,
        default=usual.uno_penalty,
        metavar="N",
        help=_("cards for who is caught (%(default)s)"),
    )
    parser.add_argument(
        "--uno-window",
        type=int,
        default=usual.uno_window,
        metavar="MS",
        help=_("milliseconds to catch somebody in (%(default)s)"),
    )
    parser.add_argument(
        "--cycles",
        type=int,
        default=usual.cycles,
        metavar="N",
        help=_("how often partners rotate (%(default)s)"),
    )


def add_parsers(commands: Any, common: argparse.ArgumentParser) -> None:
    host = commands.add_parser("host", help=_("open a table for others to join"), parents=[common])
    host.set_defaults(command="host")
    add_game_options(host)
    host.add_argument(
        "--players", type=int, metavar="N", help=_("how many seats, 2 to 10 (4; in a tournament 8)")
    )
    host.add_argument("--bots", type=int, default=0, metavar="N", help=_("how many seats bots take"))
    host.add_argument("--level", choices=LEVELS, default="normal", help=_("how well the bots play"))
    host.add_argument(
        "--port", type=int, metavar="N", help=_("the port to listen at (10866, or any that is free)")
    )
    host.add_argument("--name", help=_("the name others see"))
    host.add_argument("--save", type=Path, metavar="FILE", help=_("where to record the game"))
    host.add_argument(
        "--grace",
        type=int,
        default=120,
        metavar="S",
        help=_(
            "seconds before an absent seat is lost (%(default)s); "
            "for who is there and thinks longer than 60, their program moves"
        ),
    )
    host.add_argument("--redeal", action="store_true", help=_("deal again when somebody is lost"))
    host.add_argument("--local", action="store_true", help=_("for this machine only"))
    _add_bot_options(host)

    join = commands.add_parser("join", help=_("join a table"), parents=[common])
    join.set_defaults(command="join")
    join.add_argument("address", nargs="?", metavar="HOST[:PORT][#CODE]", help=_("any player's address"))
    join.add_argument("--name", help=_("the name others see"))
    join.add_argument(
        "--port", type=int, metavar="N", help=_("the port to listen at (10866, or any that is free)")
    )
    join.add_argument("--save", type=Path, metavar="FILE", help=_("where to record the game"))
    join.add_argument("--yes", action="store_true", help=_("take a seat without being asked again"))
    join.add_argument("--local", action="store_true", help=_("for this machine only"))
    _add_bot_options(join)

    watch = commands.add_parser("watch", help=_("follow a game without a seat"), parents=[common])
    watch.set_defaults(command="watch")
    watch.add_argument("address", metavar="HOST[:PORT][#CODE]", help=_("any player's address"))
    watch.add_argument("--save", type=Path, metavar="FILE", help=_("where to record the game"))
    watch.add_argument("--local", action="store_true", help=_("for this machine only"))

    resume = commands.add_parser("resume", help=_("go on with an interrupted game"), parents=[common])
    resume.set_defaults(command="resume")
    resume.add_argument("file", nargs="?", type=Path, metavar="FILE", help=_("the last one unless given"))
    resume.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help=_("where another player is now, if they are not found by themselves"),
    )
    _add_bot_options(resume)

    demo = commands.add_parser("demo", help=_("let bots play over real sockets"), parents=[common])
    demo.set_defaults(command="demo")
    add_game_options(demo)
    demo.add_argument(
        "--players", type=int, metavar="N", help=_("how many bots, 2 to 10 (4; in a tournament 8)")
    )
    demo.add_argument("--level", choices=LEVELS, default="normal", help=_("how well the bots play"))
    demo.add_argument("--rounds", type=int, metavar="N", help=_("end after so many rounds"))
    demo.add_argument("--pace", type=float, default=0.0, metavar="X", help=_("1 is as slow as people"))
    demo.add_argument("--save", type=Path, metavar="FILE", help=_("where to record the game"))

    verify = commands.add_parser("verify", help=_("check a recorded game"), parents=[common])
    verify.set_defaults(command="verify")
    verify.add_argument(
        "files",
        nargs="*",
        metavar=_("FILE"),
        help=_("recorded games, or their numbers in the list; the last one unless given"),
    )
    verify.add_argument("--json", action="store_true", help=_("for programs"))

    doctor = commands.add_parser("doctor", help=_("what is wrong here, and what to do"), parents=[common])
    doctor.set_defaults(command="doctor")
    doctor.add_argument("--port", type=int, metavar="N", help=_("the port to check (10866)"))

    bot = commands.add_parser("bot", parents=[common])  # what `--bots` starts; not for people
    bot.set_defaults(command="bot")


def _add_bot_options(parser: argparse.ArgumentParser) -> None:
    """Let a bot play the own seat: for tests, and for who wants to see it."""
    parser.add_argument("--as-bot", choices=LEVELS, metavar="LEVEL", help=argparse.SUPPRESS)
    parser.add_argument("--pace", type=float, default=1.0, help=argparse.SUPPRESS)


# -- the commands ---------------------------------------------------------------------------------------


def read_options(arguments: argparse.Namespace, players: int) -> Any:
    from p2puno.options import OptionError, Options

    try:
        options = Options(
            variant=arguments.variant,
            mode=arguments.mode,
            scoring=arguments.scoring,
            target=arguments.target,
            hand_size=arguments.hand_size,
            uno_penalty=arguments.uno_penalty,
            uno_window=arguments.uno_window,
            cycles=arguments.cycles,
        )
        options.check_players(players)
    except OptionError as error:
        raise CommandError(translated(str(error))) from error
    return options


def usual_players(mode: str) -> int:
    return 8 if mode == "tournament" else 4


def _host(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.tables import Opening, host
    from protocol.genesis import GO_ON, MACHINE_GRACE, REDEAL, TURN_TIME, Terms

    players = arguments.players or max(usual_players(arguments.mode), arguments.bots + 1)
    if arguments.bots >= players:
        text = n_(
            "one seat is yours: at most {bots} bot", "one seat is yours: at most {bots} bots", players - 1
        )
        raise CommandError(text.format(bots=players - 1))
    if not 1 <= arguments.grace <= 86_400:
        raise CommandError(_("the grace must be from 1 to 86400 seconds"))
    options = read_options(arguments, players)
    grace = arguments.grace * 1000
    # Who is there and only thinks long is moved for by their own program, before their seat is lost.
    turn_time = min(TURN_TIME, grace * 3 // 4)
    dropout = REDEAL if arguments.redeal else GO_ON
    terms = Terms(options, dropout, grace, min(MACHINE_GRACE, grace), turn_time)
    opening = Opening(
        terms,
        players,
        _own_name(arguments, settings),
        arguments.bots,
        arguments.level,
        _own_port(arguments),
        arguments.local,
        arguments.save,
        arguments.pace,
    )
    room, show = _waiting_room(arguments, settings), shown(arguments, settings)
    return run_at_table(lambda: host(opening, show, room))


def _join(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.tables import Seated, sit_down
    from protocol.store import Store, data_folder

    name, port = _own_name(arguments, settings), _own_port(arguments)
    show = shown(arguments, settings)
    room = _waiting_room(arguments, settings)
    accept = _accept_all if arguments.yes else partial(_ask, room.tell)

    async def joining() -> int:
        address = arguments.address if arguments.address is not None else await _choose_nearby()
        store = Store(data_folder())
        seated = Seated(store, store.keys(), arguments.save)
        return await sit_down(seated, address, name, show, room, accept, arguments.local, port)

    return run_at_table(joining)


async def _choose_nearby() -> str:
    from cli.nearby import choose

    table = await choose(say)
    if table is None:
        raise CommandError(_("say where: p2puno join HOST (the one who hosts sees the address)"))
    return str(table.where)


def _watch(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.play import player_name
    from cli.tables import look_on

    show = shown(arguments, settings, watching=True)
    name = player_name(settings)
    return run_at_table(lambda: look_on(arguments.address, name, show, say, arguments.save, arguments.local))


def _resume(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.tables import resume

    path = arguments.file or _interrupted()
    if not path.exists() and not path.with_suffix(".journal").exists():
        raise CommandError(_("there is no file {path}").format(path=path))
    return run_at_table(lambda: resume(path, shown(arguments, settings), say, arguments.pace, arguments.peer))


def _interrupted() -> Path:
    """The last game that has begun and is not over."""
    from cli.replay.library import interrupted, passed_over, unsure

    game = next(interrupted(), None)
    for error in passed_over(game.path if game is not None else None):
        say(printable(translated(str(error))))
    if game is not None:
        say(_("Going on with {path}").format(path=game.path))
        return game.path
    if (path := next(unsure(), None)) is None:
        raise CommandError(_("no game was interrupted here: p2puno play or p2puno host begins one"))
    raise CommandError(
        _("no game was interrupted here; one may have begun without you: p2puno resume {path}").format(
            path=path
        )
    )


def _demo(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.demo import demo
    from protocol.genesis import Terms

    players = arguments.players or usual_players(arguments.mode)
    options = read_options(arguments, players)
    return run_at_table(
        lambda: demo(
            Terms(options),
            players,
            arguments.level,
            arguments.pace,
            arguments.rounds,
            arguments.save,
            say,
        )
    )


def _verify(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.replay.library import last_played, named
    from cli.verify_command import verify_files

    return verify_files([named(name) for name in arguments.files] or [last_played()], arguments.json)


def _doctor(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.doctor import doctor

    port = _own_port(arguments)
    return run_at_table(lambda: doctor(port, say))


def _bot(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.companions import bot

    return run_at_table(bot)


COMMANDS: dict[str, Callable[[argparse.Namespace, Settings], int]] = {
    "host": _host,
    "join": _join,
    "watch": _watch,
    "resume": _resume,
    "demo": _demo,
    "verify": _verify,
    "doctor": _doctor,
    "bot": _bot,
}


def _own_name(arguments: argparse.Namespace, settings: Settings) -> str:
    from cli.play import player_name
    from protocol.genesis import is_name
    from protocol.names import SIGNS, fault

    name = arguments.name if arguments.name is not None else player_name(settings)
    if not is_name(name):
        raise CommandError(_("that name cannot be shown: use 1 to 24 letters, digits or signs"))
    wrong = fault(name)
    if wrong == "unseen":
        raise CommandError(_("that name has signs that cannot be seen: leave them out"))
    if wrong == "marks":
        raise CommandError(_("that name has more than two marks on one letter: leave some out"))
    if wrong == "signs":
        text = _("that name has signs that names cannot have: use letters, digits, single spaces and {signs}")
        raise CommandError(text.format(signs=" ".join(SIGNS.strip())))
    if wrong == "reserved":
        raise CommandError(_("the program itself uses that name for something else: choose another one"))
    return str(name)


def _own_port(arguments: argparse.Namespace) -> int | None:
    port: int | None = arguments.port
    if port is not None and not 0 < port < 65536:
        raise CommandError(_("a port is a number from 1 to 65535"))
    return port


# -- around them ----------------------------------------------------------------------------------------


def shown(
    arguments: argparse.Namespace, settings: Settings, watching: bool = False
) -> Callable[[Networked], Any]:
    """How a session is shown: on the screen, or in lines."""

    if getattr(arguments, "as_bot", None):
        from cli.demo import played_by_bot

        return played_by_bot(arguments.as_bot, arguments.pace, say)

    async def show(session: Networked) -> int:
        from cli.kept import telling_where
        from cli.lines import somebody_types
        from cli.play import has_screen, in_lines

        with telling_where(session, say):
            if not arguments.plain and has_screen():
                from cli.screen.table_app import TableScreen

                await TableScreen(session, settings).run()
                return 0
            playing = session.seat is not None and somebody_types(arguments.plain)
            return await in_lines(session, settings, watching or not playing)

    return show


def _waiting_room(arguments: argparse.Namespace, settings: Settings) -> WaitingRoom:
    from cli.play import has_screen
    from cli.waiting import InLines

    if arguments.plain or arguments.as_bot or not has_screen():
        return InLines(say)
    from cli.screen.lobby_app import LobbyScreen

    return LobbyScreen(settings)


def _ask(tell: Callable[[str], None], described: Description, words: str | None) -> bool:
    from cli.table_terms import house_rules

    for line in house_rules(described.terms, described.seats):
        say(line)
    taken, seats = len(described.names), described.seats
    there = _("{taken} of {seats} seats are taken: {names}.")
    say(there.format(taken=taken, seats=seats, names=", ".join(described.names)))
    if words is not None:
        tell(
            _(
                "You gave no code. When you sit down, whoever let you in sees the same words, "
                "or somebody is in between:"
            )
        )
        tell(f"  {words}")
    if not sys.stdin.isatty():
        return True
    return input(_("Take a seat? [Y/n] ")).strip().lower() in ("", "y", "yes", _("yes"), _("y"))


def _accept_all(described: Description, words: str | None) -> bool:
    return True
