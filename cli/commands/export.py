"""`p2puno export`: convert a recorded game to another format."""

from __future__ import annotations

import argparse
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli.replay.open_recording import add_perspective, check_turn, choose, complain, opened, perspective_of
from cli.runtime.command_runner import CommandError
from cli.runtime.output import printable
from cli.words.language import _

if TYPE_CHECKING:
    from cli.settings.settings import Settings
    from protocol.replay.recording import Perspective, Recording

FORMATS = {".json": "json", ".txt": "text", ".cast": "asciicast", ".html": "html", ".svg": "svg"}
"""By file name suffix."""
STANDARD_OUTPUT = Path("-")
EXAMPLES = (
    "p2puno export evening.uno --output evening.html",
    "p2puno export evening.uno --format text",
    "p2puno export evening.uno --at 30 --as spectator --output position.svg",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a recorded game, or its number in the list")
    )
    parser.add_argument(
        "--format", choices=[*FORMATS.values()], help=_("the format, if the file name does not tell")
    )
    add_perspective(parser)
    parser.add_argument("--at", type=int, metavar="T", help=_("which turn an SVG shows"))
    parser.add_argument("--output", "-o", type=Path, metavar=_("FILE"), help=_("where to write it"))


def run(arguments: argparse.Namespace) -> int:
    from cli.replay.library import named
    from cli.settings.settings import settings_for
    from cli.words.error_sentences import error_sentence

    settings = settings_for(arguments)
    form = _form(arguments.format, arguments.output)
    name = arguments.file or choose()
    if name is None:
        return 0
    _refuse_games(arguments.output, named(name))
    recording = opened(name)
    complain(recording)
    check_turn(recording, arguments.at)
    text = _exported(recording, form, perspective_of(recording, arguments.look), arguments.at, settings)
    if arguments.output in (None, STANDARD_OUTPUT):
        _write_out(text, form)
        return 0
    try:
        arguments.output.write_bytes(text.encode())  # the same on every system, including line ends
    except OSError as error:
        raise CommandError(f"{arguments.output}: {error_sentence(error)}") from error
    print(_("Written: {path}").format(path=printable(arguments.output)))
    return 0


def _refuse_games(output: Path | None, source: Path) -> None:
    """Raise CommandError if the output is the recording itself, or named like a recording."""
    if output is None:
        return
    same = os.path.exists(output) and os.path.samefile(output, source)
    if same or output.suffix.lower() in (".uno", ".journal"):
        text = _("{path} is named like a recorded game: choose another name, for example game.html")
        raise CommandError(text.format(path=output))


def _write_out(text: str, form: str) -> None:
    """Write to standard output. What programs read is always UTF-8, whatever the terminal's encoding."""
    if form == "text" or not isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())


def _form(asked: str | None, output: Path | None) -> str:
    """The requested format, or that of the file name; CommandError if both are missing, or they differ."""
    if output is None:
        if asked != "text" and sys.stdout is not None and sys.stdout.isatty():
            raise CommandError(_("say where to write it, for example: -o game.html"))
        return asked or "html"
    if output == STANDARD_OUTPUT:
        return asked or "html"
    meant = FORMATS.get(output.suffix.lower())
    if asked is not None and meant is not None and asked != meant:
        text = _("a file named {path} should be {meant}, not {asked}: change the name, or leave out --format")
        raise CommandError(text.format(path=output, meant=meant, asked=asked))
    form = asked or meant
    if form is None:
        text = _("cannot tell the format from “{path}”: use a name that ends in {suffixes}, or add --format")
        raise CommandError(text.format(path=output, suffixes=", ".join(FORMATS)))
    return form


def _exported(
    recording: Recording, form: str, perspective: Perspective, at: int | None, settings: Settings
) -> str:
    """The recording in a format; imports only what this format needs."""
    if form == "json":
        import json

        from cli.export.json_document import document

        return json.dumps(document(recording, perspective), ensure_ascii=False, indent=1) + "\n"
    if form == "text":
        from cli.export.game_transcript import sheet

        return sheet(recording, perspective)
    if form == "asciicast":
        from cli.export.asciicast import asciicast

        return asciicast(recording, perspective, settings)
    if form == "svg":
        from cli.export.position_svg import position_svg

        if not recording.beats:
            raise CommandError(_("the game ends before its first turn"))
        last = recording.moments[-1].turn
        index = recording.at_turn(at if at is not None else last)
        return position_svg(recording, recording.beats[recording.beat_at(index)][1], perspective)
    from cli.export.html_page import page

    return page(recording, perspective)
