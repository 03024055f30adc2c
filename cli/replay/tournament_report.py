"""What is said about the folder of a tournament: the verdict, and the list of its games."""

from __future__ import annotations

import json
from pathlib import Path

from cli.runtime.output import printable, say
from cli.screen.progress_bar import progress_bar
from cli.sessions.hall_sentences import pairing, place, result_sentence, standings_table, winners_sentence
from cli.words.error_sentences import error_sentence
from cli.words.language import _, n_
from cli.words.punctuation import with_colon
from protocol.hall.tournament_file import is_tournament, read_tournament, slot_name
from protocol.hall.verify_tournament import LogState, TournamentVerdict, verify_tournament
from protocol.make_calculator import calculator
from protocol.remote_errors import RemoteError
from protocol.replay.verify import BAD, COMPLETE
from protocol.tournament.result_set import ResultSet
from protocol.tournament.standings import standings


def tournament_folder(name: str) -> Path | None:
    """The folder of a tournament that the player named, by itself or by the file in it."""
    path = Path(name)
    if path.is_dir() and is_tournament(path):
        return path
    return path.parent if is_tournament(path.parent) and path.name == "tournament.uno" else None


def games_in(folder: Path) -> list[Path]:
    """The logs in the folder, by stage and table."""
    roster = read_tournament(folder).roster
    return [path for slot in roster.slots if (path := folder / slot_name(slot)).exists()]


def verified(folder: Path) -> TournamentVerdict:
    with progress_bar(printable(folder.name)) as progress:
        return verify_tournament(folder, calculator(), progress)


def verify_folder(folder: Path, as_json: bool) -> int:
    """Verify and report; returns 0 if everything is valid so far, else 1."""
    verdict = verified(folder)
    if as_json:
        print(json.dumps({"folder": str(folder), **tournament_values(verdict)}, indent=1))
    else:
        print(f"{printable(folder)}:")
        for line in describe_tournament(verdict):
            say(f"  {printable(line)}")
    return 1 if verdict.state == BAD else 0


def describe_tournament(verdict: TournamentVerdict) -> list[str]:
    """The verdict in sentences."""
    results = verdict.results
    if results is None:
        assert verdict.error is not None
        return [_("not a valid tournament: {why}").format(why=error_sentence(verdict.error))]
    count = len(results.roster.players)
    lines = [
        n_("roster signed by all {count} player", "roster signed by all {count} players", count).format(
            count=count
        )
    ]
    for slot, state in verdict.logs.items():
        lines.append(with_colon(place(slot), _log_state(verdict, state)))
        if slot in verdict.errors:
            lines.append("  " + error_sentence(verdict.errors[slot]))
    if verdict.state == COMPLETE:
        lines.append(_("complete and valid: every result is proved by its log or by four signatures"))
    elif verdict.state == BAD:
        lines.append(_("NOT valid: see above"))
    else:
        lines.append(_("valid so far: the tournament was not finished"))
    lines += standings_table(results)
    if results.finished:
        lines.append(winners_sentence(results))
    return lines


def _log_state(verdict: TournamentVerdict, state: LogState) -> str:
    return {
        LogState.ABSENT: _("no log here; the result is believed if all four have signed it"),
        LogState.PROVED: _("the log is complete and valid, and says the same as the result"),
        LogState.UNFINISHED: _("the log is valid so far, and not finished"),
        LogState.OTHER_GAME: _("NOT the game of this table"),
        LogState.WRONG: _("the log is NOT valid"),
        LogState.DIFFERS: _("the log is valid, but all four have signed another result, which counts"),
    }[state]


def tournament_values(verdict: TournamentVerdict) -> dict[str, object]:
    """The verdict for programs, independent of the language."""
    results = verdict.results
    if results is None:
        return {"state": verdict.state, "code": verdict.error.code if verdict.error is not None else None}
    names = [player.name for player in results.roster.players]
    return {
        "state": verdict.state,
        "tournament": results.roster.id.hex(),
        "logs": [
            {"stage": slot.stage + 1, "table": slot.table + 1, "state": state.value}
            for slot, state in verdict.logs.items()
        ],
        "standings": [
            {
                "place": row.place,
                "player": names[row.player],
                "total": row.total,
                "stages": [{"kind": cell.kind.value, "points": cell.points} for cell in row.cells],
                "lies": row.lies,
            }
            for row in standings(results)
        ],
    }


def list_games(folder: Path) -> list[str]:
    """The games in the folder, with their results, for somebody who wants to replay one."""
    results = known_results(folder)
    lines = []
    for slot in results.roster.slots:
        path = folder / slot_name(slot)
        if path.exists():
            believed = results.believed(slot)
            told = result_sentence(results.roster, believed[0]) if believed else pairing(results.roster, slot)
            lines.append(f"{path}: {told}")
    return lines


def known_results(folder: Path) -> ResultSet:
    """The results in a folder as its file has them, without its logs. Raises CommandError."""
    from cli.runtime.command_runner import CommandError

    try:
        return read_tournament(folder)
    except RemoteError as error:
        raise CommandError(f"{folder}: {error_sentence(error)}") from error


def tell_standings(folder: Path) -> None:
    for line in standings_table(known_results(folder)):
        say(printable(line))
