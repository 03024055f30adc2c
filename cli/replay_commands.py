"""The command line of everything that is done with recorded games."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.numbers import number_typed
from cli.progress import progress_bar
from cli.running import CommandError, run
from cli.settings import Settings
from cli.shown import printable, say
from cli.table_commands import LEVELS
from cli.translated import translated
from cli.words import _

if TYPE_CHECKING:
    from cli.replay.library import Saved
    from protocol.deck import Calculator
    from protocol.recording import Perspective, Recording

FORMATS = {".json": "json", ".txt": "text", ".cast": "asciicast", ".html": "html", ".svg": "svg"}
"""By the end of a file's name."""
EVERYBODY, SPECTATOR = "all", "spectator"
STANDARD_OUTPUT = Path("-")


def add_parsers(commands: Any, common: argparse.ArgumentParser) -> None:
    watching = commands.add_parser("replay", help=_("watch a recorded game"), parents=[common])
    watching.set_defaults(command="replay")
    watching.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a recorded game, or its number in the list")
    )
    _add_look(watching)
    watching.add_argument("--at", type=int, metavar="T", help=_("start at this turn"))
    watching.add_argument(
        "--speed", type=float, default=1.0, metavar="X", help=_("2 is twice as fast as it was")
    )
    watching.add_argument(
        "--spoiler-free", action="store_true", help=_("say nothing of the end before it comes")
    )

    export = commands.add_parser("export", help=_("turn a recorded game into another form"), parents=[common])
    export.set_defaults(command="export")
    export.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a recorded game, or its number in the list")
    )
    export.add_argument(
        "--format", choices=[*FORMATS.values()], help=_("the form, if the file's name does not say it")
    )
    _add_look(export)
    export.add_argument("--at", type=int, metavar="T", help=_("which turn an SVG shows"))
    export.add_argument("--output", "-o", type=Path, metavar=_("FILE"), help=_("where to write it"))

    stats = commands.add_parser("stats", help=_("who wins, who bluffs, who is caught"), parents=[common])
    stats.set_defaults(command="stats")
    stats.add_argument("files", nargs="*", metavar=_("FILE"), help=_("all saved games unless given"))
    stats.add_argument("--json", action="store_true", help=_("for programs"))

    practise = commands.add_parser("practise", help=_("play on from a recorded position"), parents=[common])
    practise.set_defaults(command="practise")
    practise.add_argument("file", metavar=_("FILE"), help=_("a recorded game, or its number in the list"))
    practise.add_argument("--at", type=int, required=True, metavar="T", help=_("the turn to play on from"))
    practise.add_argument("--as", dest="seat", required=True, metavar=_("NAME"), help=_("whose seat to take"))
    practise.add_argument("--level", choices=LEVELS, default="normal", help=_("how well the bots play"))
    practise.add_argument(
        "--speed", type=float, metavar="X", help=_("how fast bots move: 2 is twice as fast, 0 at once")
    )


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--as", dest="look", metavar=_("NAME"), help=_("as this player saw it, as a spectator, or all")
    )


# -- the commands ---------------------------------------------------------------------------------------


def _replay(arguments: argparse.Namespace, settings: Settings) -> int:
    if not 0 <= arguments.speed <= 1000:
        raise CommandError(_("the speed must be a number from 0 to 1000"))
    name = arguments.file or _choose(arguments.spoiler_free)
    if name is None:
        return 0
    recording = opened(name)
    _complain(recording)
    return watch(recording, arguments, settings)


def watch(recording: Recording, arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.play import has_screen
    from cli.replay.session import ReplaySession

    perspective = perspective_of(recording, arguments.look)
    check_turn(recording, arguments.at)
    if not 0 < arguments.speed <= 1000:
        raise CommandError(_("the speed must be a number above 0, up to 1000"))
    if arguments.plain or not has_screen():
        from cli.replay.telling import sentences

        first = recording.beat_at(recording.at_turn(arguments.at)) if arguments.at else 0
        for beat in range(first, len(recording.beats)):
            turn = recording.moments[recording.beats[beat][0]].turn
            for sentence in sentences(recording, beat, perspective):
                print(f"{turn:>4}  {printable(sentence)}")
        return 0
    from cli.replay.screen import ReplayScreen

    async def show() -> None:
        session = ReplaySession(recording, perspective, arguments.speed)
        if arguments.at:
            session.seek_turn(arguments.at)
            session.playing = False
        await ReplayScreen(session, settings, arguments.spoiler_free).run()

    run(show())
    return 0


def _choose(spoiler_free: bool = False) -> str | None:
    """List what is saved; on a terminal, ask for a number."""
    from shutil import get_terminal_size

    from cli.replay.library import GONE_THROUGH, lines, nothing_saved

    games = _saved(GONE_THROUGH)
    if not games:
        print(nothing_saved())
        return None
    for line in lines(games, spoiler_free, get_terminal_size().columns):
        print(printable(line))
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    while True:
        try:
            answer = input(_("Which one? (Enter leaves)") + " ").strip()
        except EOFError:
            print()
            return None
        if not answer:
            return None
        if (number := number_typed(answer, len(games))) is not None:
            return str(games[number - 1].path)
        print(_("Type a number from 1 to {count}.").format(count=len(games)))


def _export(arguments: argparse.Namespace, settings: Settings) -> int:
    from cli.replay.library import named

    form = _form(arguments.format, arguments.output)
    name = arguments.file or _choose()
    if name is None:
        return 0
    _refuse_games(arguments.output, named(name))
    recording = opened(name)
    _complain(recording)
    check_turn(recording, arguments.at)
    text = exported(recording, form, perspective_of(recording, arguments.look), arguments.at, settings)
    if arguments.output in (None, STANDARD_OUTPUT):
        _write_out(text, form)
        return 0
    try:
        arguments.output.write_bytes(text.encode())  # the same on every system, line ends too
    except OSError as error:
        raise CommandError(f"{arguments.output}: {error.strerror}") from error
    print(_("Written: {path}").format(path=printable(arguments.output)))
    return 0


def _refuse_games(output: Path | None, source: Path) -> None:
    """Nothing is written over a game: CommandError if the name is the recording's own, or could be one's."""
    if output is None:
        return
    same = os.path.exists(output) and os.path.samefile(output, source)
    if same or output.suffix.lower() in (".uno", ".journal"):
        text = _("{path} has the name of a recorded game: choose another, for example game.html")
        raise CommandError(text.format(path=output))


def _write_out(text: str, form: str) -> None:
    """On standard output: what programs read is always UTF-8, whatever the terminal is."""
    if form == "text" or not isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())


def _form(asked: str | None, output: Path | None) -> str:
    """What was asked for, or what the file's name says; CommandError if they say nothing, or not the same."""
    if output is None:
        if asked != "text" and sys.stdout is not None and sys.stdout.isatty():
            raise CommandError(_("say where to write it, for example: -o game.html"))
        return asked or "html"
    if output == STANDARD_OUTPUT:
        return asked or "html"
    meant = FORMATS.get(output.suffix.lower())
    if asked is not None and meant is not None and asked != meant:
        text = _("{path} would hold {meant}, not {asked}: change its name, or leave --format out")
        raise CommandError(text.format(path=output, meant=meant, asked=asked))
    form = asked or meant
    if form is None:
        text = _("what {path} is to hold does not show: let its name end in {suffixes}, or say --format")
        raise CommandError(text.format(path=output, suffixes=", ".join(FORMATS)))
    return form


def exported(
    recording: Recording, form: str, perspective: Perspective, at: int | None, settings: Settings
) -> str:
    """The recording in a form; what each form needs is imported for it alone."""
    if form == "json":
        import json

        from cli.export.document import document

        return json.dumps(document(recording, perspective), ensure_ascii=False, indent=1) + "\n"
    if form == "text":
        from cli.export.sheet import sheet

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
    from cli.export.page import page

    return page(recording, perspective)


def _stats(arguments: argparse.Namespace, settings: Settings) -> int:
    import json
    from shutil import get_terminal_size

    from cli.replay.library import nothing_saved
    from cli.stats import as_values, table, tally
    from protocol.cores import calculator

    paths = arguments.files or [saved.path for saved in _saved()]
    recordings, status, checking = [], 0, calculator()
    for path in paths:
        try:
            recordings.append(opened(str(path), checking))
        except CommandError as error:
            print(f"p2puno: {printable(error)}", file=sys.stderr)
            status = 1
    known = {recording.genesis.game: recording for recording in recordings}
    tallies = tally(known.values())  # one game may have been saved by several players
    if arguments.json:
        print(json.dumps({"games": len(known), "players": as_values(tallies)}, indent=1, ensure_ascii=False))
    elif known:
        for line in table(tallies, "#" if settings.ascii else "█", get_terminal_size().columns):
            print(printable(line))
    elif not paths:
        print(nothing_saved())
    return status


def _practise(arguments: argparse.Namespace, settings: Settings) -> int:
    import secrets

    from cli.lines import somebody_types
    from cli.play import has_screen, in_lines
    from cli.play_on import NotPossible, PlayOn, starting_index

    recording = opened(arguments.file)
    seat = _seat(recording, arguments.seat)
    if seat is None:
        raise CommandError(_("say whose seat to take: {names}").format(names=", ".join(recording.names)))
    try:
        index = starting_index(recording, arguments.at, seat)
    except NotPossible as error:
        raise CommandError(str(error)) from error
    speed = settings.speed if arguments.speed is None else arguments.speed
    if not 0 <= speed <= 1000:
        raise CommandError(_("the speed must be a number from 0 to 1000"))
    on_screen = not arguments.plain and has_screen()
    if not on_screen and not somebody_types(arguments.plain):
        raise CommandError(_("nobody is there to play: start it in a terminal, or type moves with --plain"))
    say(_("This is practice: nothing of it is recorded."))

    async def play() -> int:
        pace = 1 / speed if speed else 0
        session = PlayOn(recording, index, seat, seed=secrets.token_hex(8), level=arguments.level, pace=pace)
        if on_screen:
            from cli.screen.table_app import TableScreen

            await TableScreen(session, settings).run()
            return 0
        return await in_lines(session, settings, watching=False)

    return run(play())


COMMANDS: dict[str, Callable[[argparse.Namespace, Settings], int]] = {
    "replay": _replay,
    "export": _export,
    "stats": _stats,
    "practise": _practise,
}


# -- around them ----------------------------------------------------------------------------------------


def opened(name: str, checking: Calculator | None = None) -> Recording:
    """A recording by its file, or by its number in the list; CommandError if there is none."""
    from cli.replay.library import named
    from protocol.cores import calculator
    from protocol.errors import RemoteError
    from protocol.recording import open_recording

    path = named(name)
    with progress_bar() as progress:
        try:
            return open_recording(path, checking or calculator(), progress)
        except RemoteError as error:
            raise CommandError(f"{path}: {translated(error.why)}") from error


def _saved(go_through: int = 0) -> list[Saved]:
    from cli.replay.library import saved_games

    with progress_bar() as progress:
        return list(saved_games(go_through, progress))


def _complain(recording: Recording) -> None:
    """Say where a recording stops being one."""
    if recording.wrong is not None:
        text = _("Only the first {count} entries are in order: {why}")
        why = printable(translated(recording.wrong.why))
        print(text.format(count=len(recording.moments), why=why), file=sys.stderr)


def check_turn(recording: Recording, turn: int | None) -> None:
    """CommandError if there is no such turn in it."""
    last = recording.moments[-1].turn if recording.moments else 0
    if turn is not None and not 0 <= turn <= last:
        raise CommandError(_("there is no turn {turn}: the last is {last}").format(turn=turn, last=last))


def perspective_of(recording: Recording, name: str | None) -> Perspective:
    """Whom a name means; CommandError if nobody."""
    from protocol.recording import ALL

    if name is None:
        return ALL
    if (seat := _seat(recording, name)) is not None:
        return seat
    if name.casefold() == EVERYBODY:
        return ALL
    if name.casefold() == SPECTATOR:
        return None
    names = ", ".join([*recording.names, SPECTATOR, EVERYBODY])
    raise CommandError(_("nobody is called {name}: choose one of {names}").format(name=name, names=names))


def _seat(recording: Recording, name: str) -> int | None:
    """Whose seat a name or a number means, if anybody's."""
    wanted = name.casefold()
    for seat, known in enumerate(recording.names):
        if known.casefold() == wanted:
            return seat
    number = number_typed(name, len(recording.names))
    return number - 1 if number is not None else None
