"""`p2puno delete`: delete recorded games and tournaments."""

from __future__ import annotations

import argparse
import sys

from cli.replay.open_recording import choose
from cli.runtime.command_runner import CommandError
from cli.runtime.command_runner import run as run_loop
from cli.runtime.output import printable, say
from cli.words.language import _, is_yes

EXAMPLES = ("p2puno delete", "p2puno delete 3", "p2puno delete --yes evening.uno")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar=_("FILE"),
        help=_("recorded games, or their numbers in the list; asks for one by default"),
    )
    parser.add_argument("--yes", action="store_true", help=_("delete without being asked"))


def run(arguments: argparse.Namespace) -> int:
    from cli.replay.deleting import deletion
    from cli.replay.library import named
    from cli.replay.tournament_report import tournament_folder

    names = arguments.files or [name for name in [choose()] if name is not None]
    # All of them before the first is deleted: the numbers change then.
    chosen = [tournament_folder(name) or named(name) for name in names]
    deletions = list({path: deletion(path) for path in chosen}.values())
    if not deletions:
        return 0
    for one in deletions:
        say(printable(one.path))
        if one.warning:
            say(f"  {one.warning}")
    if not arguments.yes and not _confirmed():
        say(_("Nothing was deleted."))
        return 0
    for one in deletions:
        warnings = one.carry_out()
        for line in (_("Deleted: {path}").format(path=one.path), *warnings):
            say(printable(line))
    return 0


def _confirmed() -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        raise CommandError(_("there is nobody to ask: nothing was deleted; add --yes to delete"))
    from cli.runtime.typed_line import ask

    return is_yes(run_loop(ask(_("Delete for good? [y/N]"))) or "")
