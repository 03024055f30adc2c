"""`p2puno` alone: the menu."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: argparse.Namespace) -> int:
    from cli.menu import menu
    from cli.settings.settings import settings_for
    from cli.words.language import language

    looks = [f"--theme={arguments.theme}"] if arguments.theme else []
    looks += ["--ascii"] if arguments.ascii else []

    def run_command(command: Sequence[str]) -> int:
        """Run a command with the menu's appearance and language, which may have been changed there."""
        status: int = arguments.main([*command, *looks, f"--lang={language()}"])
        return status

    return menu(lambda: settings_for(arguments), arguments.plain, run_command)
