"""The commands there are, with their parsers: what help, completion and documents are checked against."""

from __future__ import annotations

import argparse


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """By name, in the order of the help text; without those that it does not show."""
    (action,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    shown = {choice.dest for choice in action._choices_actions}
    return {name: sub for name, sub in action.choices.items() if name in shown}
