"""Deleting recorded games and tournaments: what the player is told before, and the deletion itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cli.replay.library import summary_of
from cli.replay.tournament_report import tournament_folder, verified
from cli.runtime.command_runner import CommandError
from cli.runtime.exposed_files import warning
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from protocol.files.deletion import delete_game, delete_tournament, keeps_hall_journal, keeps_journal
from protocol.files.errors import StoreError
from protocol.files.log_file import is_ordinary
from protocol.files.store import Store, data_folder
from protocol.hall.tournament_file import NAME, slot_files
from protocol.replay.verify import COMPLETE

_MAGIC = b"p2puno log "
"""How the game files of all versions begin."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """A game that the player wants to delete."""

    path: Path
    finished: bool
    """Whether it is verified to the end of its match."""
    mine: bool
    """Whether the player had a seat in it."""

    @property
    def warning(self) -> str:
        """What the player should know before."""
        if self.finished:
            return _("It will no longer count in your record.") if self.mine else ""
        if keeps_journal(self.path, self.finished):
            return _(
                "The match is not finished, and you give it up. Your journal stays: it says what you signed."
            )
        return _("The match is not finished, and cannot be continued after that.") if self.mine else ""

    def carry_out(self) -> list[str]:
        """Delete the game; returns warnings. CommandError if it cannot be deleted."""
        try:
            exposed = delete_game(Store(data_folder()), self.path, self.finished)
            return [warning(path, how) for path, how in exposed.items()]
        except StoreError as error:
            raise CommandError(f"{self.path}: {error_sentence(error)}") from error


@dataclass(frozen=True, slots=True)
class TournamentDeletion:
    """A tournament that the player wants to delete, with all its games."""

    path: Path
    """Its folder."""
    roster: bytes | None
    """The body of its roster, if it is verified to its end."""

    @property
    def warning(self) -> str:
        """What the player should know before."""
        if self.roster is not None:
            return _("It is a tournament: all its games are deleted.")
        if keeps_hall_journal(self.path / NAME, self.roster):
            return _(
                "The tournament is not finished, and you give it up. Your journals stay: they say what you "
                "signed."
            )
        return _("The tournament is not finished, and cannot be continued after that.")

    def carry_out(self) -> list[str]:
        """Delete the tournament; returns warnings. CommandError if it cannot be deleted."""
        try:
            games = slot_files(self.path)
            exposed = delete_tournament(Store(data_folder()), self.path / NAME, games, self.roster)
            return [warning(path, how) for path, how in exposed.items()]
        except StoreError as error:
            raise CommandError(f"{self.path}: {error_sentence(error)}") from error


def deletion(path: Path) -> Deletion | TournamentDeletion:
    """CommandError if the path is neither a recorded game nor the folder of a tournament."""
    if (folder := tournament_folder(str(path))) is not None:
        verdict = verified(folder)
        results = verdict.results if verdict.state == COMPLETE else None
        return TournamentDeletion(folder, results.roster.body if results is not None else None)
    try:
        if is_ordinary(path):
            with path.open("rb") as file:
                if file.read(len(_MAGIC)) == _MAGIC:
                    known = summary_of(path)
                    finished = known is not None and known.state == COMPLETE
                    return Deletion(path, finished, known is not None and known.own is not None)
    except OSError as error:
        raise CommandError(f"{path}: {error_sentence(error)}") from error
    raise CommandError(_("{path} is not a recorded game: nothing was deleted").format(path=path))
