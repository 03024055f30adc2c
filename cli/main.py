"""The command line: `p2puno COMMAND …`.

What a command needs is imported when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from cli import replay_commands, table_commands, usage
from cli.completion import SHELLS
from cli.examples import add_examples
from cli.running import CommandError
from cli.settings import THEMES, BadSettings, Settings, load, settings_path
from cli.shown import printable
from cli.translated import translated
from cli.words import LANGUAGES, _, language, preferred, use


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Whatever goes wrong is told in a sentence or two."""
    argv = list(sys.argv[1:] if argv is None else argv)
    began = time.time()
    _replace_what_cannot_be_written()
    try:
        status = _command(argv)
        print(end="", flush=True)
        return status
    except KeyboardInterrupt:
        with suppress(OSError):
            print(f"\n{_('Goodbye.')}", flush=True)
        return 130
    except CommandError as error:
        return _refuse(str(error))
    except Exception as error:
        from cli import crash
        from protocol.store import StoreError

        if is_broken_pipe(error):
            return 141  # whoever read our lines has gone: there is nobody to tell
        if isinstance(error, StoreError):
            return _refuse(translated(str(error)))
        if isinstance(error, OSError) and error.errno is not None:
            return _refuse(_refused_by_system(error))
        return crash.tell(error, argv, began)
    finally:
        _forget_what_nobody_takes()


def is_broken_pipe(error: Exception, platform: str = sys.platform) -> bool:
    """Whether what we printed could not be delivered; Windows calls that an invalid argument."""
    if platform == "win32" and isinstance(error, OSError) and error.errno == errno.EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)


def _replace_what_cannot_be_written() -> None:
    """A name or a line of chat in letters that this terminal does not have is shown with question marks.

    Windows gives pipes and files an old code page unless the user names another encoding: there they get
    UTF-8, which is also what we read.
    """
    encoding = "utf-8" if sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ else None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")


def _forget_what_nobody_takes() -> None:
    """What a pipe or a disk has refused is not offered to it again when the program ends."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(argv: list[str]) -> int:
    settings, complaint = _settings()
    use(_language(argv, settings))
    usage.speak()
    parser = make_parser()
    arguments = parser.parse_args(argv)
    if complaint:
        print(complaint, file=sys.stderr)
    run = COMMANDS[arguments.command]
    return run(arguments, _with_arguments(settings, arguments))


def _refuse(why: str) -> int:
    print(f"p2puno: {printable(why)}", file=sys.stderr)
    return 2


def _refused_by_system(error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return _("the disk is full: make room, then try again; a game goes on with p2puno resume")
    about = f" ({error.filename})" if error.filename is not None else ""
    return _("the system refuses: {why}").format(why=f"{error.strerror}{about}")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes longer than all the rest."""

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: Any, **_keywords: Any) -> None:
        from importlib.metadata import version

        print(f"{parser.prog} {version('p2puno')}")
        parser.exit()


def make_parser() -> argparse.ArgumentParser:
    from p2puno.options import VARIANTS

    about = _("UNO with friends on one network.")
    parser: argparse.ArgumentParser = usage.Parser(prog="p2puno", description=about)
    _add_looks(parser)
    # A command that is not told how to look leaves what was said before it.
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    _add_looks(common)
    parser.add_argument("--version", action=_Version, nargs=0, help=_("show the version"))
    parser.set_defaults(command="menu")
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    playing = commands.add_parser("play", help=_("a game against bots"), parents=[common])
    playing.set_defaults(command="play")
    table_commands.add_game_options(playing)
    playing.add_argument(
        "--bots", type=int, metavar="N", help=_("how many bots, 1 to 9 (3; in a tournament 7)")
    )
    playing.add_argument(
        "--level", choices=table_commands.LEVELS, default="normal", help=_("how well the bots play")
    )
    playing.add_argument("--seed", help=_("deal the cards of this seed"))
    playing.add_argument(
        "--speed", type=float, metavar="X", help=_("how fast bots move: 2 is twice as fast, 0 at once")
    )
    playing.add_argument("--watch", action="store_true", help=_("only look on while bots play"))

    rules = commands.add_parser("rules", help=_("the rules in short"), parents=[common])
    rules.set_defaults(command="rules")
    rules.add_argument("variant", nargs="?", choices=VARIANTS, default="classic", help=_("the rule set"))

    setting = commands.add_parser("settings", help=_("see or change the settings"), parents=[common])
    setting.set_defaults(command="settings")
    setting.add_argument("change", nargs="*", metavar="NAME=VALUE", help=_("what to change"))
    table_commands.add_parsers(commands, common)
    replay_commands.add_parsers(commands, common)

    completion = commands.add_parser("completion", help=_("let a shell complete commands"), parents=[common])
    completion.set_defaults(command="completion")
    completion.add_argument("shell", choices=SHELLS, help=_("the shell"))
    add_examples(commands)
    return parser


def _add_looks(parser: argparse.ArgumentParser) -> None:
    looks = parser.add_argument_group(_("looks"))
    looks.add_argument("--plain", action="store_true", help=_("a dialogue in lines instead of a screen"))
    looks.add_argument("--lang", choices=LANGUAGES, help=_("the language"))
    looks.add_argument("--theme", choices=THEMES, help=_("the colours"))
    looks.add_argument("--ascii", action="store_true", help=_("draw with ASCII characters only"))


# -- commands -------------------------------------------------------------------------------------------


def _menu(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.menu import menu

    looks = [f"--theme={arguments.theme}"] if arguments.theme else []
    looks += ["--ascii"] if arguments.ascii else []

    def run(command: Sequence[str]) -> int:
        """As the menu looks, and in its language, which may have been changed there."""
        return main([*command, *looks, f"--lang={language()}"])

    return menu(settings, arguments.plain, run)


def _play(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.play import Game, play, usual_bots
    from p2puno.options import MAX_SEATS

    bots = arguments.bots if arguments.bots is not None else usual_bots(arguments.mode)
    if not 1 <= bots < MAX_SEATS:
        text = _("1 to {most} bots can play against you, not {bots}")
        raise CommandError(text.format(most=MAX_SEATS - 1, bots=bots))
    if arguments.speed is not None and not 0 <= arguments.speed <= 1000:
        raise CommandError(_("the speed must be a number from 0 to 1000"))
    return play(
        Game(
            table_commands.read_options(arguments, bots + 1),
            bots,
            arguments.level,
            arguments.seed,
            arguments.speed,
            arguments.plain,
            arguments.watch,
        ),
        settings,
    )


def _rules(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.rules_help import help_text

    for line in help_text(arguments.variant):
        print(line)
    return 0


def _change_settings(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.settings_command import change

    return change(arguments.change, settings_path())


def _completion(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.completion import script

    print(script(make_parser(), arguments.shell))
    return 0


COMMANDS = {
    "menu": _menu,
    "play": _play,
    "rules": _rules,
    "settings": _change_settings,
    "completion": _completion,
    **table_commands.COMMANDS,
    **replay_commands.COMMANDS,
}


# -- settings -------------------------------------------------------------------------------------------


def _settings() -> tuple[Settings, str]:
    try:
        return load(settings_path()), ""
    except BadSettings as error:
        return error.settings, str(error)


def _language(argv: Sequence[str], settings: Settings) -> str:
    """The language, before the command line is understood: its own messages need it."""
    for following, given in zip(["", *argv[:0:-1]], argv[::-1], strict=False):  # the last one counts
        code = following if given == "--lang" else given.removeprefix("--lang=")
        if given.startswith("--lang") and code in LANGUAGES:
            return code
    return settings.language if settings.language in LANGUAGES else preferred()


def _with_arguments(settings: Settings, arguments: argparse.Namespace) -> Settings:
    return replace(
        settings,
        theme=arguments.theme or settings.theme,
        ascii=arguments.ascii or settings.ascii,
    )
