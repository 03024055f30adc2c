"""The options shared by the commands that play over the network, and their values."""

from __future__ import annotations

import argparse
from pathlib import Path

from cli.options.game_options import LEVELS
from cli.runtime.command_runner import CommandError
from cli.words.language import _


def add_seat_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a player at a table."""
    add_name(parser)
    listen = _("the port to listen on (10866, or any that is free)")
    parser.add_argument("--port", type=int, metavar="N", help=listen)
    add_save(parser)
    add_local(parser)
    add_bot_options(parser)


def add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", metavar=_("NAME"), help=_("the name others see"))


def add_save(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--save", type=Path, metavar=_("FILE"), help=_("where to record the game"))


def add_local(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--local", action="store_true", help=_("for this machine only"))


def add_bot_options(parser: argparse.ArgumentParser) -> None:
    """Add hidden options that let a bot play our own seat, for tests and demonstrations."""
    parser.add_argument("--as-bot", choices=LEVELS, metavar="LEVEL", help=argparse.SUPPRESS)
    parser.add_argument("--pace", type=float, default=1.0, help=argparse.SUPPRESS)
    parser.add_argument("--matches", type=int, default=1, help=argparse.SUPPRESS)


def check_name(name: str) -> str:
    """The name, if others may be shown it; raises CommandError."""
    from protocol.lobby.errors import Refusal
    from protocol.lobby.names import SIGNS, fault
    from protocol.log.genesis import is_name

    if not is_name(name):
        raise CommandError(_("that name cannot be shown: use 1 to 24 letters, digits or symbols"))
    wrong = fault(name)
    if wrong is Refusal.NAME_UNSEEN:
        raise CommandError(_("that name has invisible characters: remove them"))
    if wrong is Refusal.NAME_MARKS:
        raise CommandError(_("that name has more than two accents on one letter: remove some"))
    if wrong is Refusal.NAME_SIGNS:
        text = _(
            "that name has characters that are not allowed: use letters, digits, single spaces and {signs}"
        )
        raise CommandError(text.format(signs=" ".join(SIGNS.strip())))
    if wrong is Refusal.NAME_RESERVED:
        raise CommandError(_("p2puno uses that name for something else: choose another one"))
    return name


def own_port(arguments: argparse.Namespace) -> int | None:
    port: int | None = arguments.port
    if port is not None and not 0 < port < 65536:
        raise CommandError(_("a port is a number from 1 to 65535"))
    return port
