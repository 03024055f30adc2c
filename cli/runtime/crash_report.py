"""Crash reports: a bug is written to a file for the developers, and shown without a traceback.

Nothing is sent automatically. With P2PUNO_DEBUG set, the traceback is shown too.
"""

from __future__ import annotations

import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from cli import VERSION
from cli.runtime.output import printable, warn
from cli.words.command_help import commands
from cli.words.language import _
from protocol.files.store import data_folder

STATUS = 70
"""The exit status: EX_SOFTWARE of sysexits.h."""
FOLDER = "crashes"
KEPT = 20
"""How many reports are kept: the newest."""
LIBRARIES = ("pyzmq", "prompt_toolkit", "btclib_secp256k1", "cryptography", "msgpack", "zeroconf")


def debugging() -> bool:
    return bool(os.environ.get("P2PUNO_DEBUG"))


def tell(error: BaseException, argv: Sequence[str], was_played: Callable[[], bool]) -> int:
    """Say that a bug ended the command, and how to continue; returns the exit status. `was_played` says
    whether the command left a game that can be resumed."""
    path = report(error, argv)
    if path is None or debugging():
        traceback.print_exception(error)
    warn(with_report(_("Something went wrong inside p2puno; it is not your fault."), path))
    if was_played():
        warn(_("Your game is saved: type p2puno resume to continue."))
    else:
        warn(_("Nothing that was saved is lost: start p2puno again."))
    return STATUS


def report(error: BaseException, argv: Sequence[str] | None = None) -> Path | None:
    """Write the report where only the player can read it; None if the disk refuses."""
    seconds, fraction = divmod(time.time_ns(), 1_000_000_000)
    when = time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(seconds))
    name = f"{when}-{fraction:09}_{os.getpid()}.txt"
    folder = data_folder() / FOLDER
    about = _about(sys.argv[1:] if argv is None else argv)
    text = "\n".join([*about, "", *traceback.format_exception(error)])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text.encode(errors="backslashreplace"))
        for old in sorted(folder.glob("*.txt"))[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return path


def report_of(process: int, since: float) -> Path | None:
    """The report that a process has written since then, if any. (Process numbers are reused.)"""
    with suppress(OSError):
        for path in sorted((data_folder() / FOLDER).glob(f"*_{process}.txt")):
            if path.stat().st_mtime >= since:
                return path
    return None


def with_report(sentence: str, path: Path | None) -> str:
    """The sentence, and where to read more."""
    if path is None:
        return sentence
    return f"{sentence} {_('The details are in {path}').format(path=printable(path))}"


def _about(argv: Sequence[str]) -> Iterator[str]:
    """What the developers need to find the bug: no names, addresses or table codes."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    command = " ".join(["p2puno", *_asked_for(argv)])
    yield "A bug in p2puno. This file was not sent anywhere: pass it on to the developers, if you like."
    yield ""
    yield f"time: {time.strftime('%Y-%m-%d %H:%M:%S %z')}"
    yield f"p2puno: {VERSION}"
    yield f"command: {command}"
    yield f"python: {platform.python_implementation()} {platform.python_version()}"
    yield f"platform: {platform.platform()}"
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            yield f"{name}: {version(name)}"
    for name in ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL"):
        if name in os.environ:
            yield f"{name}: {os.environ[name]}"


def _asked_for(argv: Sequence[str]) -> Iterator[str]:
    """The command and the names of its options; their values and all other words are private."""
    known = {*commands(), "bot"}
    yield from [word for word in argv if word in known][:1]
    for word in takewhile(lambda word: word != "--", argv):
        if option := re.match(r"--[a-z-]+(?==|$)|-[a-z]$", word):
            yield option[0]
