"""The options that say what is played, shared by the commands that begin a game."""

from __future__ import annotations

import argparse

from cli.words.language import _
from p2puno.options import MODES, SCORINGS, VARIANTS, Options

LEVELS = ("easy", "normal", "hard")


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """What may differ between tables."""
    usual = Options()
    parser.add_argument("--variant", choices=VARIANTS, default=usual.variant, help=_("the rule set"))
    parser.add_argument("--mode", choices=MODES, default=usual.mode, help=_("the match mode"))
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
        help=_("cards dealt to each player (%(default)s)"),
    )
    parser.add_argument(
        "--uno-penalty",
        type=int,
        default=usual.uno_penalty,
        metavar="N",
        help=_("cards drawn when caught (%(default)s)"),
    )
    parser.add_argument(
        "--uno-window",
        type=int,
        default=usual.uno_window,
        metavar="MS",
        help=_("milliseconds in which a player can be caught (%(default)s)"),
    )
    parser.add_argument(
        "--cycles",
        type=int,
        default=usual.cycles,
        metavar="N",
        help=_("how often partners rotate (%(default)s)"),
    )


def add_level(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", choices=LEVELS, default="normal", help=_("how well the bots play"))


def read_options(arguments: argparse.Namespace, players: int) -> Options:
    from cli.runtime.command_runner import CommandError
    from cli.words.error_sentences import error_sentence
    from p2puno.options import OptionError

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
        raise CommandError(error_sentence(error)) from error
    return options


def usual_players(mode: str) -> int:
    return 8 if mode == "tournament" else 4
