"""`p2puno export`: convert a recorded game to another format."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cli.options.output_file_options import add_output, asked_format, deliver, refuse_games
from cli.replay.open_recording import add_perspective, check_turn, choose, complain, opened, perspective_of
from cli.runtime.command_runner import CommandError
from cli.words.language import _

if TYPE_CHECKING:
    from pathlib import Path

    from cli.settings.settings import Settings
    from protocol.replay.recording import Perspective, Recording

FORMATS = {".json": "json", ".txt": "text", ".cast": "asciicast", ".html": "html", ".svg": "svg"}
"""By file name suffix."""
EXAMPLES = (
    "p2puno export evening.uno --output evening.html",
    "p2puno export evening.uno --format text",
    "p2puno export tournament-folder --output evening.html",
    "p2puno export evening.uno --at 30 --as spectator --output position.svg",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a recorded game, or its number in the list")
    )
    add_perspective(parser)
    parser.add_argument("--at", type=int, metavar="T", help=_("which turn an SVG shows"))
    add_output(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    from cli.replay.library import named
    from cli.replay.tournament_report import tournament_folder
    from cli.settings.settings import settings_for

    settings = settings_for(arguments)
    form = asked_format(arguments, FORMATS, "html")
    name = arguments.file or choose()
    if name is None:
        return 0
    if (folder := tournament_folder(name)) is not None:
        return _tournament(folder, form, arguments.output)
    refuse_games(arguments.output, named(name))
    recording = opened(name)
    complain(recording)
    check_turn(recording, arguments.at)
    text = _exported(recording, form, perspective_of(recording, arguments.look), arguments.at, settings)
    deliver(text, form, arguments.output)
    return 0


def _tournament(folder: Path, form: str, output: Path | None) -> int:
    from cli.export.tournament_page import tournament_page
    from cli.replay.tournament_report import tournament_values, verified

    refuse_games(output, folder)
    verdict = verified(folder)
    if form == "json":
        import json

        deliver(json.dumps(tournament_values(verdict), ensure_ascii=False, indent=1) + "\n", form, output)
        return 0
    if form != "html" or verdict.results is None:
        raise CommandError(_("a tournament can be exported as html or json, if it is valid"))
    deliver(tournament_page(folder, verdict.results), form, output)
    return 0


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
