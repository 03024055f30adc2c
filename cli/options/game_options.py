"""The options that define the game, shared by the commands that start one."""

from __future__ import annotations

import argparse
from dataclasses import fields

from cli.words.language import _
from p2puno.options import SCORINGS, TABLE_MODES, VARIANTS, Options

LEVELS = ("easy", "normal", "hard", "master")
USUAL_PLAYERS = 4
TOURNAMENT_PLAYERS, USUAL_STAGES = 8, 7


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that set the rules of a table."""
    usual = Options()
    parser.add_argument("--variant", choices=VARIANTS, default=usual.variant, help=_("the rule set"))
    add_house_rules(parser)
    parser.add_argument("--mode", choices=TABLE_MODES, default=usual.mode, help=_("the match mode"))
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


def add_house_rules(parser: argparse.ArgumentParser) -> None:
    house = _("house rules, as in stack-same,mercy or party (p2puno rules house explains them)")
    parser.add_argument("--house", metavar=_("NAMES"), help=house)


def read_tournament_options(arguments: argparse.Namespace, usual_house: str = "") -> tuple[Options, int]:
    """The options of a tournament, and the number of players; `usual_house` as in `read_options`."""
    from cli.runtime.command_runner import CommandError
    from cli.words.error_sentences import error_sentence
    from p2puno.options import OptionError

    players = arguments.players or max(TOURNAMENT_PLAYERS, arguments.bots + 1)
    stages = arguments.stages if arguments.stages is not None else min(players - 1, USUAL_STAGES)
    try:
        options = _options(arguments, usual_house, mode="tournament", cycles=stages)
        options.check_tournament(players)
    except OptionError as error:
        raise CommandError(error_sentence(error)) from error
    return options, players


def add_level(parser: argparse.ArgumentParser) -> None:
    meaning = _("how well the bots play (%(default)s)")
    parser.add_argument("--level", choices=LEVELS, default="normal", help=meaning)


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


def read_options(arguments: argparse.Namespace, players: int, usual_house: str = "") -> Options:
    """The options of a table. `usual_house`: the house rules if the command names none; those that do not go
    with the rule set are left out."""
    from cli.runtime.command_runner import CommandError
    from cli.words.error_sentences import error_sentence
    from p2puno.options import OptionError

    try:
        options = _options(arguments, usual_house)
        options.check_players(players)
    except OptionError as error:
        raise CommandError(error_sentence(error)) from error
    return options


def _options(arguments: argparse.Namespace, usual_house: str, **fixed: object) -> Options:
    """The options on the command line, except for those that are fixed."""
    from p2puno.house import read_house_rules

    known = {field.name for field in fields(Options)}
    given = {name: value for name, value in vars(arguments).items() if name in known}
    house = fitting(usual_house, arguments.variant) if arguments.house is None else arguments.house
    return Options(**{**given, **fixed, "house_rules": read_house_rules(house, arguments.variant)})


def fitting(house: str, variant: str) -> str:
    """A list of house rules without those that do not go with the rule set."""
    from p2puno.house import HOUSE_RULES

    words = (word.strip() for word in house.split(","))
    rules = ((word, HOUSE_RULES.get(word.partition(":")[0])) for word in words)
    return ",".join(word for word, rule in rules if rule is None or variant not in rule.unfit)
