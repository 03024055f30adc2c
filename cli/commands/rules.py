"""`p2puno rules`: the rules in short."""

from __future__ import annotations

import argparse

from cli.words.language import _
from p2puno.options import VARIANTS, Options

EXAMPLES = ("p2puno rules", "p2puno rules battle")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variant", nargs="?", choices=VARIANTS, default="classic", help=_("the rule set"))


def run(arguments: argparse.Namespace) -> int:
    from cli.words.rules_help import help_text

    for line in help_text(Options(variant=arguments.variant)):
        print(line)
    return 0
