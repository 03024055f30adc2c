"""Argparse's own messages, in the language in use."""

from __future__ import annotations

import argparse
import os

from cli.words.language import P_, _, n_, p_

TYPE_CHECKING = False  # the same as `typing.TYPE_CHECKING`, whose import takes time
if TYPE_CHECKING:
    from typing import Any, NoReturn

# Messages marked 3.14 exist since that Python version.
WORDS = (
    P_("usage", "usage: "),
    P_("usage", "%(heading)s:"),  # 3.14
    P_("usage", "positional arguments"),
    P_("usage", "options"),
    P_("usage", "show this help message and exit"),
    P_("usage", "%(prog)s: error: %(message)s\n"),
    P_("usage", "argument %(argument_name)s: %(message)s"),
    P_("usage", "unrecognized arguments: %s"),
    P_("usage", "ambiguous option: %(option)s could match %(matches)s"),
    P_("usage", "invalid choice: %(value)r (choose from %(choices)s)"),
    P_("usage", "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),  # 3.14
    P_("usage", "unknown parser %(parser_name)r (choices: %(choices)s)"),
    P_("usage", "invalid %(type)s value: %(value)r"),
    P_("usage", "expected one argument"),
    P_("usage", "expected at most one argument"),
    P_("usage", "expected at least one argument"),
    P_("usage", "the following arguments are required: %s"),
    P_("usage", "one of the arguments %s is required"),
    P_("usage", "not allowed with argument %s"),
    P_("usage", "ignored explicit argument %r"),
    P_("usage", "unexpected option string: %s"),
)


def _formatter(prog: str, **keywords: Any) -> argparse.HelpFormatter:
    """A help formatter as wide as the terminal. (argparse itself would import shutil, which is slow.)"""
    try:
        columns = int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 80
    return argparse.RawDescriptionHelpFormatter(prog, width=columns - 2, **keywords)


class Parser(argparse.ArgumentParser):
    """Suggests a similar command or option for an unknown one, and never mentions hidden ones."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(formatter_class=_formatter, **keywords)
        self.color = False  # since Python 3.14; importing the colours takes longer than everything else

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Print the message, broken between words, and exit."""
        if message:
            from cli.runtime.output import warn

            warn(message.rstrip("\n"))
        raise SystemExit(status)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            from difflib import get_close_matches

            from cli.runtime.output import printable

            shown = [each.dest for each in action._choices_actions]
            text = _("there is no command {name}: p2puno --help lists the commands")
            if close := get_close_matches(value, shown, 1):
                text = _("there is no command {name}: did you mean p2puno {close}?")
            raise argparse.ArgumentError(None, text.format(name=printable(value), close="".join(close)))
        super()._check_value(action, value)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Report unknown arguments here: a command's own parser knows its usage and similar options."""
        found, rest = super().parse_known_args(args, namespace)
        if not rest:
            return found, rest
        from cli.runtime.output import printable

        if rest[0].startswith("-"):
            from difflib import get_close_matches

            name = rest[0].partition("=")[0]
            shown = [
                option
                for option, action in self._option_string_actions.items()
                if action.help != argparse.SUPPRESS
            ]
            if close := get_close_matches(name, shown, 1):
                text = _("there is no option {name}: did you mean {close}?")
                self.error(text.format(name=printable(name), close=close[0]))
        if self._defaults.get("command") != "menu":
            self.error(p_("usage", "unrecognized arguments: %s") % " ".join(map(printable, rest)))
        return found, rest


def speak() -> None:
    """Make argparse take its messages from our catalogs: it looks them up by these two names."""
    argparse._ = _said  # type: ignore[attr-defined]
    argparse.ngettext = n_  # type: ignore[attr-defined]


def _said(text: str) -> str:
    marked = "usage", text
    return p_(*marked)


def expected(count: int) -> str:
    """Argparse's only sentence with a plural, marked here for translation."""
    return n_("expected %s argument", "expected %s arguments", count) % count
