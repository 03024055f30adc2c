"""`p2puno bot`: a bot's process, started by its player's program; not for people."""

from __future__ import annotations

import argparse

EXAMPLES = ()


def add_options(parser: argparse.ArgumentParser) -> None:
    """No options: the bot reads what it needs from standard input."""


def run(arguments: argparse.Namespace) -> int:
    from cli.sessions.bot_program import bot
    from cli.sessions.show_participant import run_at_table

    return run_at_table(bot)
