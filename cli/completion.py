"""`p2puno completion SHELL`: prints what a shell needs to complete commands, options and files."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish")


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The shell's own code, made from the parser; each Tab then works without starting us."""
    import shtab

    # A single pattern in parentheses, as shtab writes it, means something else to zsh.
    recorded = {**shtab.glob("*.uno"), "zsh": "_files -g '*.uno'"}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for option in (each for command in action.choices.values() for each in command._actions):
                if option.metavar == "FILE":
                    option.complete = shtab.FILE if option.option_strings else recorded
    return shtab.complete(parser, shell)
