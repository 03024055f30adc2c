"""`p2puno guest`: the process of a guest who plays from a phone, started by the host's program."""

from __future__ import annotations

import argparse

EXAMPLES = ()


def add_options(parser: argparse.ArgumentParser) -> None:
    """No options: it reads what it needs from standard input."""


def run(arguments: argparse.Namespace) -> int:
    from cli.games.guest_program import guest
    from cli.sessions.show_participant import run_at_table

    return run_at_table(guest)
