"""`p2puno verify`: check recorded games."""

from __future__ import annotations

import argparse

from cli.words.language import _

EXAMPLES = ("p2puno verify", "p2puno verify evening.uno", "p2puno verify --json evening.uno bots.uno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar=_("FILE"),
        help=_("recorded games, or their numbers in the list; the last one by default"),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(arguments: argparse.Namespace) -> int:
    from cli.replay.library import last_played, named
    from cli.replay.verdict_report import verify_files

    return verify_files([named(name) for name in arguments.files] or [last_played()], arguments.json)
