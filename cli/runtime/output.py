"""Text for the terminal: lines on standard output, and foreign text made safe to print."""

from __future__ import annotations

import errno
import os
import sys

from cli.runtime import terminal_type as terminal

TYPE_CHECKING = False  # the same as `typing.TYPE_CHECKING`, whose import takes time
if TYPE_CHECKING:
    from typing import TextIO

_NO_BREAK = "\u00a0\u202f"
"""Spaces that some languages put before a colon: not printable for Python, but harmless."""


def has_screen() -> bool:
    """Whether input and output are a terminal that can do more than print lines."""
    if terminal.kind() == terminal.SIMPLE:
        return False
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def can_write(text: str) -> bool:
    """Whether the encoding of standard output has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def say(line: str, end: str = "\n") -> None:
    """Print on standard output and flush: a program may be waiting for it. On a terminal a long line is
    broken between words."""
    _print(line, sys.stdout, end)


def warn(line: str) -> None:
    """The same on standard error."""
    _print(line, sys.stderr)


def _print(line: str, stream: TextIO, end: str = "\n") -> None:
    if stream.isatty():
        line = "\n".join(_wrapped(line, _columns(stream)))
    print(line, end=end, file=stream, flush=True)


def _columns(stream: TextIO) -> int:
    try:
        return int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(stream.fileno()).columns or 80
    except (ValueError, OSError):
        return 80


def _wrapped(line: str, width: int) -> list[str]:
    import textwrap  # here, because --help does not need it

    indent = line[: len(line) - len(line.lstrip(" "))]
    wrapped = textwrap.wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return wrapped or [line]


def is_broken_pipe(error: BaseException, platform: str = sys.platform) -> bool:
    """Whether what we printed could not be delivered; Windows calls that an invalid argument."""
    if platform == "win32" and isinstance(error, OSError) and error.errno == errno.EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)


def printable(text: object) -> str:
    """The text on one line, with a question mark for everything unprintable: no terminal obeys it."""
    return "".join(sign if sign.isprintable() or sign in _NO_BREAK else "?" for sign in str(text))


def date_and_time(milliseconds: int) -> str:
    """A time in local form; a peer's clock may be wrong, so it may not be a valid time."""
    from datetime import datetime  # here, because --help does not need it

    try:
        return datetime.fromtimestamp(milliseconds / 1000).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return "-"
