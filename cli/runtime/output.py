"""What the terminal can show: lines for standard output, and what came from elsewhere made fit for it."""

from __future__ import annotations

import sys

from cli.runtime import terminal_kind as terminal

_NO_BREAK = "\u00a0\u202f"
"""Spaces that some languages put before a colon: no printable signs for Python, but harmless."""


def has_screen() -> bool:
    """Whether there is a terminal on both sides that can do more than print lines."""
    if terminal.kind() == terminal.SIMPLE:
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def say(line: str) -> None:
    """On standard output, at once: whoever reads it there may be waiting."""
    print(line, flush=True)


def printable(text: object) -> str:
    """The text on one line, with a question mark for whatever is no letter or sign: no terminal obeys it."""
    return "".join(sign if sign.isprintable() or sign in _NO_BREAK else "?" for sign in str(text))


def date_and_time(milliseconds: int) -> str:
    """When that was, here; nobody's clock is trusted, so it may be no time at all."""
    from datetime import datetime  # here, because --help does not need it

    try:
        return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "-"
