"""`p2puno doctor`: check what a game needs on this machine."""

from __future__ import annotations

import argparse

from cli.options.network_options import own_port
from cli.runtime.output import say
from cli.words.language import _

EXAMPLES = ("p2puno doctor", "p2puno doctor --port 20000")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, metavar="N", help=_("the port to check (10866)"))


def run(arguments: argparse.Namespace) -> int:
    from cli.runtime.doctor_report import doctor
    from cli.sessions.show_participant import run_at_table

    port = own_port(arguments)
    return run_at_table(lambda: doctor(port, say))
