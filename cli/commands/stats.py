"""`p2puno stats`: the player's own record; or, over the files named, who wins, who bluffs, who is caught."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cli.options.output_file_options import add_output, asked_format, deliver, refuse_games
from cli.replay.open_recording import opened
from cli.runtime.command_runner import CommandError
from cli.runtime.output import printable, warn
from cli.words.language import _

if TYPE_CHECKING:
    from cli.replay.game_summary import Summary
    from cli.replay.my_record import Record
    from cli.settings.settings import Settings

FORMATS = {".txt": "text", ".json": "json", ".html": "html"}
"""By file name suffix."""
EXAMPLES = (
    "p2puno stats",
    "p2puno stats --output record.html",
    "p2puno stats --format json evening.uno",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar=_("FILE"),
        help=_("recorded games, for a table of all their players; your own record by default"),
    )
    add_output(parser, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from cli.replay.my_record import my_record
    from cli.replay.record_reading import read_record
    from cli.settings.settings import settings_for

    settings = settings_for(arguments)
    form = asked_format(arguments, FORMATS, "text")
    refuse_games(arguments.output, *(Path(name) for name in arguments.files if Path(name).exists()))
    files = [file for name in arguments.files for file in _files_of(name)]
    games, status = _of_files(files) if arguments.files else (read_record(), 0)
    if games or not arguments.files:
        record = None if arguments.files else my_record(games)
        text = _written(games, record, form, settings, arguments.plain)
        deliver(text, form, arguments.output)
    return status


def _files_of(name: str) -> list[str]:
    """A file, or the games of a tournament."""
    from cli.replay.tournament_report import games_in, tournament_folder

    folder = tournament_folder(name)
    return [name] if folder is None else [str(path) for path in games_in(folder)]


def _of_files(names: list[str]) -> tuple[list[Summary], int]:
    """The games in these files, each once, and the exit status."""
    from cli.replay.game_summary import summarise
    from cli.replay.library import distinct
    from protocol.make_calculator import calculator

    found, status, checking = [], 0, calculator()
    for name in names:
        try:
            found.append(summarise(opened(name, checking)))
        except CommandError as error:
            warn(f"p2puno: {printable(error)}")
            status = 1
    return distinct(found), status


def _written(games: list[Summary], record: Record | None, form: str, settings: Settings, plain: bool) -> str:
    from cli.replay.statistics import as_values, table, tally

    tallies = tally(games)
    if form == "json":
        import json
        from dataclasses import asdict

        values: dict[str, object] = {"games": len(games), "players": as_values(tallies)}
        if record is not None:
            values["record"] = asdict(record)
        return json.dumps(values, indent=1, ensure_ascii=False) + "\n"
    if form == "html":
        from cli.export.record_page import record_page

        return record_page(record, tallies)
    from shutil import get_terminal_size

    from cli.replay.record_reading import draws_ascii
    from cli.replay.record_tables import record_lines

    width, ascii_only = get_terminal_size().columns, draws_ascii(settings)
    if record is None:
        lines = table(tallies, "#" if ascii_only else "█", width)
    else:
        lines = record_lines(record, width, ascii_only=ascii_only, plain=plain)
    return "".join(f"{printable(line)}\n" for line in lines)
