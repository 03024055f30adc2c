"""The options that define the game, shared by the commands that start one."""

from __future__ import annotations

import argparse
from dataclasses import fields

from cli.words.language import _
from p2puno.options import MODES, SCORINGS, VARIANTS, Options

LEVELS = ("easy", "normal", "hard")


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that set the rules of a table."""
    usual = Options()
    parser.add_argument("--variant", choices=VARIANTS, default=usual.variant, help=_("the rule set"))
    parser.add_argument("--mode", choices=MODES, default=usual.mode, help=_("the match mode"))
    how = _("how points are counted")
    parser.add_argument("--scoring", choices=SCORINGS, default=usual.scoring, help=how)
    for option, unit, meaning in (
        ("target", "N", _("points that end the match (%(default)s)")),
        ("hand_size", "N", _("cards dealt to each player (%(default)s)")),
        ("uno_penalty", "N", _("cards drawn when caught (%(default)s)")),
        ("uno_window", "MS", _("milliseconds in which a player can be caught (%(default)s)")),
        ("cycles", "N", _("how often partners rotate (%(default)s)")),
    ):
        flag = "--" + option.replace("_", "-")
        parser.add_argument(flag, type=int, default=getattr(usual, option), metavar=unit, help=meaning)


def add_level(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", choices=LEVELS, default="normal", help=_("how well the bots play"))


def add_bot_speed(parser: argparse.ArgumentParser) -> None:
    fast = _("how fast bots move: 2 is twice as fast, 0 is instant")
    parser.add_argument("--speed", type=float, metavar="X", help=fast)


def add_browser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--browser", action="store_true", help=_("show the table in a browser on this machine, too")
    )


def check_speed(speed: float) -> None:
    from cli.runtime.command_runner import CommandError

    if not 0 <= speed <= 1000:
        raise CommandError(_("the speed must be a number from 0 to 1000"))


def read_options(arguments: argparse.Namespace, players: int) -> Options:
    from cli.runtime.command_runner import CommandError
    from cli.words.error_sentences import error_sentence
    from p2puno.options import OptionError

    known = {field.name for field in fields(Options)}
    try:
        options = Options(**{name: value for name, value in vars(arguments).items() if name in known})
        options.check_players(players)
    except OptionError as error:
        raise CommandError(error_sentence(error)) from error
    return options


def usual_players(mode: str) -> int:
    return 8 if mode == "tournament" else 4
