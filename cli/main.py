"""The command line: `p2puno COMMAND …`.

`--help` must answer at once. So the module of a command (`cli.commands`) is imported only if the command was
typed, and this module imports little besides argparse.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
import time

from cli import VERSION
from cli.options import argparse_words as usage
from cli.settings.early_settings import THEMES, language_asked_for
from cli.words.command_help import commands
from cli.words.language import LANGUAGES, _, use

TYPE_CHECKING = False  # the same as `typing.TYPE_CHECKING`, whose import takes time
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Prints every error as a sentence or two."""
    argv = list(sys.argv[1:] if argv is None else argv)
    began = time.time()
    _replace_what_cannot_be_written()
    try:
        status = _command(argv)
        print(end="", flush=True)
        return status
    except KeyboardInterrupt:
        return _goodbye()
    except Exception as error:
        from cli.runtime.output import is_broken_pipe

        if is_broken_pipe(error):
            return 141  # the reader of our output is gone: there is nobody to tell
        return _failed(error, argv, began)
    finally:
        _forget_what_nobody_takes()


def _replace_what_cannot_be_written() -> None:
    """Print question marks for characters that the terminal's encoding does not have.

    On Windows, use UTF-8 for pipes and files unless the user has set an encoding: the default there is an old
    code page.
    """
    encoding = "utf-8" if sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ else None
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors="replace")


def _forget_what_nobody_takes() -> None:
    """Discard buffered output that a pipe or disk has refused, so that exiting does not try again."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(argv: list[str]) -> int:
    use(language_asked_for(argv))
    usage.speak()
    arguments = make_parser(argv).parse_args(argv)
    status: int = _module(arguments.command).run(arguments)
    return status


def _module(command: str) -> Any:
    from importlib import import_module

    return import_module(f"cli.commands.{command}")


# -- the parser -----------------------------------------------------------------------------------------


def make_parser(typed: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The parser of all commands. If `typed` is given, only the commands that occur in it get a parser of
    their own; no other command can be meant."""
    about = _("UNO with friends on one network.")
    parser: argparse.ArgumentParser = usage.Parser(prog="p2puno", description=about)

    def subparser(prog: str, **keywords: Any) -> argparse.ArgumentParser:
        name = prog.removeprefix("p2puno ")
        # A command that was not typed needs no parser of its own: only its help line is used.
        return _subparser(name, prog, **keywords) if typed is None or name in typed else parser

    _add_looks(parser)
    version = f"p2puno {VERSION}"
    parser.add_argument("--version", action="version", version=version, help=_("show the version"))
    parser.set_defaults(command="menu", main=main)
    subparsers = parser.add_subparsers(  # type: ignore[call-overload]
        prog="p2puno", title=_("commands"), metavar=_("COMMAND"), parser_class=subparser
    )
    for name, about in commands().items():
        subparsers.add_parser(name, help=about, description=about)
    for name in ("bot", "guest"):  # started by `--bots` and `--guest`, not by people
        subparsers.add_parser(name)
    return parser


def _subparser(name: str, prog: str, **keywords: Any) -> argparse.ArgumentParser:
    # Appearance options before the command also count, unless they are repeated after it.
    looks = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    _add_looks(looks)
    module = _module(name)
    examples = "\n".join([_("examples:"), *(f"  {each}" for each in module.EXAMPLES)])
    parser = usage.Parser(prog=prog, epilog=examples, parents=[looks], **keywords)
    parser.set_defaults(command=name)
    module.add_options(parser)
    return parser


def _add_looks(parser: argparse.ArgumentParser) -> None:
    looks = parser.add_argument_group(_("display"))
    looks.add_argument("--plain", action="store_true", help=_("plain-text mode instead of a screen"))
    looks.add_argument("--lang", choices=LANGUAGES, help=_("the language"))
    looks.add_argument("--theme", choices=THEMES, help=_("the colour theme"))
    looks.add_argument("--ascii", action="store_true", help=_("draw with ASCII characters only"))


# -- what goes wrong ------------------------------------------------------------------------------------


def _goodbye() -> int:
    from contextlib import suppress

    with suppress(BrokenPipeError):
        print(f"\n{_('Goodbye.')}", flush=True)
    return 130


def _failed(error: Exception, argv: Sequence[str], began: float) -> int:
    from cli.runtime import crash_report as crash
    from cli.runtime.command_runner import CommandError
    from cli.words.error_sentences import error_sentence
    from protocol.files.errors import StoreError

    if isinstance(error, CommandError):
        return _refuse(str(error))
    if isinstance(error, StoreError):
        return _refuse(error_sentence(error))
    if isinstance(error, OSError) and error.errno is not None:
        return _refuse(_refused_by_system(error))
    return crash.tell(error, argv, lambda: _was_played(began))


def _was_played(since: float) -> bool:
    """Whether a game that can be resumed was played since this time (seconds since 1970)."""
    from contextlib import suppress

    with suppress(Exception):  # the bug that we are reporting may be in this code
        from cli.replay.library import interrupted

        game = next(interrupted(), None)
        return game is not None and game.path.stat().st_mtime >= since
    return False


def _refuse(why: str) -> int:
    from cli.runtime.output import printable, warn

    warn(f"p2puno: {printable(why)}")
    return 2


def _refused_by_system(error: OSError) -> str:

    if error.errno == errno.ENOSPC:
        return _("the disk is full: free some space, then try again; continue a game with p2puno resume")
    from cli.words.error_sentences import error_sentence

    about = f" ({error.filename})" if error.filename is not None else ""
    return _("the system refused: {why}").format(why=f"{error_sentence(error)}{about}")
