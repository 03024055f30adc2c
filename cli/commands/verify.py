"""`p2puno verify`: check recorded games."""

from __future__ import annotations

import argparse

from cli.words.language import _

EXAMPLES = (
    "p2puno verify",
    "p2puno verify evening.uno",
    "p2puno verify tournament-folder",
    "p2puno verify --json evening.uno bots.uno",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar=_("FILE"),
        help=_("recorded games, their numbers in the list, or tournaments; the last game by default"),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(arguments: argparse.Namespace) -> int:
    from cli.replay.library import last_played, named
    from cli.replay.tournament_report import tournament_folder, verify_folder
    from cli.replay.verdict_report import verify_files

    names = arguments.files or [str(last_played())]
    folders = {name: folder for name in names if (folder := tournament_folder(name)) is not None}
    status = max((verify_folder(folder, arguments.json) for folder in folders.values()), default=0)
    if files := [named(name) for name in names if name not in folders]:
        status = max(status, verify_files(files, arguments.json))
    return status
