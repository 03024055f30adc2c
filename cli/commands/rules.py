"""`p2puno rules`: the rules in short."""

from __future__ import annotations

import argparse

from cli.words.language import _
from p2puno.options import VARIANTS, Options

EXAMPLES = ("p2puno rules", "p2puno rules battle", "p2puno rules house")
HOUSE = "house"


def add_options(parser: argparse.ArgumentParser) -> None:
    which = _("the rule set, or house for the house rules")
    parser.add_argument("variant", nargs="?", choices=(*VARIANTS, HOUSE), default="classic", help=which)


def run(arguments: argparse.Namespace) -> int:
    from cli.words.rules_help import help_text, house_help

    house = arguments.variant == HOUSE
    for line in house_help() if house else help_text(Options(variant=arguments.variant)):
        print(line)
    return 0
