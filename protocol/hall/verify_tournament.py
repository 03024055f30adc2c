"""Verifies the folder of a tournament: roster, schedule, every log in it, all results, and the standings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from p2puno.match.tournament_schedule import Quality, quality
from protocol.deck import Calculator
from protocol.files.log_file import read_game
from protocol.hall.tournament_file import read_tournament, slot_name
from protocol.log.genesis import Slot
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.replay.verify import BAD, COMPLETE, CUT
from protocol.tournament.result import Result, result_of
from protocol.tournament.result_set import ResultSet

Progress = Callable[[int, int], None]


class LogState(Enum):
    """What is known about one table's file."""

    ABSENT = "absent"
    """It is not in the folder."""
    PROVED = "proved"
    """It is valid, and says what the result says."""
    UNFINISHED = "unfinished"
    OTHER_GAME = "other game"
    """It is not the game of this table."""
    WRONG = "wrong"
    """It is not valid."""
    DIFFERS = "differs"
    """It is valid, but a result that all four have signed says something else."""


@dataclass
class TournamentVerdict:
    state: str
    """As for a game: `complete`, `cut` if results are missing, `bad` if something is wrong."""
    results: ResultSet | None = None
    quality: Quality | None = None
    logs: dict[Slot, LogState] = field(default_factory=dict)
    errors: dict[Slot, RemoteError] = field(default_factory=dict)
    error: RemoteError | None = None
    """Why the roster or a record is refused."""


def verify_tournament(
    folder: Path, calculator: Calculator | None = None, progress: Progress | None = None
) -> TournamentVerdict:
    try:
        results = read_tournament(folder)
    except RemoteError as error:
        return TournamentVerdict(BAD, error=error)
    roster = results.roster
    verdict = TournamentVerdict(COMPLETE, results, quality(len(roster.players), roster.stages))
    for slot in roster.slots:
        verdict.logs[slot] = _look_at(folder / slot_name(slot), slot, verdict, calculator, progress)
    states = set(verdict.logs.values())
    if states & {LogState.OTHER_GAME, LogState.WRONG, LogState.DIFFERS}:
        verdict.state = BAD
    elif not results.finished:
        verdict.state = CUT
    return verdict


def _look_at(
    path: Path,
    slot: Slot,
    verdict: TournamentVerdict,
    calculator: Calculator | None,
    progress: Progress | None,
) -> LogState:
    if not path.exists():
        return LogState.ABSENT
    results = verdict.results
    assert results is not None
    try:
        found = _result_in(path, slot, results, calculator, progress)
    except RemoteError as error:
        verdict.errors[slot] = error
        return LogState.WRONG
    if isinstance(found, LogState):
        return found
    results.logged(found)
    return LogState.PROVED if results.believed(slot) == [found] else LogState.DIFFERS


def _result_in(
    path: Path, slot: Slot, results: ResultSet, calculator: Calculator | None, progress: Progress | None
) -> Result | LogState:
    genesis, entries = read_game(path)
    if genesis.body != results.roster.genesis(slot).body:
        return LogState.OTHER_GAME
    game = Game(genesis, calculator=calculator)
    for count, entry in enumerate(entries, 1):
        game.apply(entry)
        if progress is not None:
            progress(count, len(entries))
    return result_of(game) if game.over else LogState.UNFINISHED
