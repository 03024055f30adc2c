"""The options of commands that write a file in one of several formats, and the writing."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from cli.runtime.command_runner import CommandError
from cli.runtime.output import printable, say
from cli.words.language import _

STANDARD_OUTPUT = Path("-")


def add_output(parser: argparse.ArgumentParser, formats: Mapping[str, str]) -> None:
    """`formats`: by file name suffix."""
    parser.add_argument(
        "--format", choices=[*formats.values()], help=_("the format, if the file name does not tell")
    )
    parser.add_argument("--output", "-o", type=Path, metavar=_("FILE"), help=_("where to write it"))


def asked_format(arguments: argparse.Namespace, formats: Mapping[str, str], usual: str) -> str:
    """The requested format, or that of the file name, or the usual one; CommandError if they differ, or if it
    would fill the terminal."""
    asked: str | None = arguments.format
    output: Path | None = arguments.output
    if output is None:
        if (asked or usual) != "text" and sys.stdout is not None and sys.stdout.isatty():
            raise CommandError(_("say where to write it, for example: -o game.html"))
        return asked or usual
    if output == STANDARD_OUTPUT:
        return asked or usual
    meant = formats.get(output.suffix.lower())
    if asked is not None and meant is not None and asked != meant:
        text = _("a file named {path} should be {meant}, not {asked}: change the name, or leave out --format")
        raise CommandError(text.format(path=output, meant=meant, asked=asked))
    form = asked or meant
    if form is None:
        text = _("cannot tell the format from “{path}”: use a name that ends in {suffixes}, or add --format")
        raise CommandError(text.format(path=output, suffixes=", ".join(formats)))
    return form


def refuse_games(output: Path | None, *sources: Path) -> None:
    """Raise CommandError if the output is a recording that is read, or named like a recording."""
    if output is None:
        return
    same = os.path.exists(output) and any(os.path.samefile(output, source) for source in sources)
    if same or output.suffix.lower() in (".uno", ".journal"):
        text = _("{path} is named like a recorded game: choose another name, for example game.html")
        raise CommandError(text.format(path=output))


def deliver(text: str, form: str, output: Path | None) -> None:
    """Write the text to the file, or to standard output: what programs read is always UTF-8, whatever the
    terminal's encoding."""
    if output is not None and output != STANDARD_OUTPUT:
        from cli.words.error_sentences import error_sentence

        try:
            output.write_bytes(text.encode())  # the same on every system, including line ends
        except OSError as error:
            raise CommandError(f"{output}: {error_sentence(error)}") from error
        say(_("Written: {path}").format(path=printable(output)))
    elif form == "text" or not isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
