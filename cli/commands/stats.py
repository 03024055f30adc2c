"""`p2puno stats`: who wins, who bluffs, who is caught."""

from __future__ import annotations

import argparse
import sys

from cli.replay.open_recording import all_saved, opened
from cli.runtime.command_runner import CommandError
from cli.runtime.output import printable
from cli.words.language import _

EXAMPLES = ("p2puno stats", "p2puno stats --json evening.uno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar=_("FILE"), help=_("all saved games by default"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(arguments: argparse.Namespace) -> int:
    import json
    from shutil import get_terminal_size

    from cli.replay.library import nothing_saved
    from cli.replay.statistics import as_values, table, tally
    from cli.settings.settings import settings_for
    from protocol.threaded_calculator import calculator

    settings = settings_for(arguments)
    paths = arguments.files or [saved.path for saved in all_saved()]
    recordings, status, checking = [], 0, calculator()
    for path in paths:
        try:
            recordings.append(opened(str(path), checking))
        except CommandError as error:
            print(f"p2puno: {printable(error)}", file=sys.stderr)
            status = 1
    known = {recording.genesis.game: recording for recording in recordings}
    tallies = tally(known.values())  # one game may have been saved by several players
    if arguments.json:
        print(json.dumps({"games": len(known), "players": as_values(tallies)}, indent=1, ensure_ascii=False))
    elif known:
        for line in table(tallies, "#" if settings.ascii else "█", get_terminal_size().columns):
            print(printable(line))
    elif not paths:
        print(nothing_saved())
    return status
