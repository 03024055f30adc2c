"""The lists of saved games in the menu: games to resume or to watch, and the question before deleting one."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from cli.replay.deleting import deletion
from cli.replay.library import Saved, interrupted, saved_games
from cli.runtime.command_runner import CommandError
from cli.screen.form import Field, Form
from cli.screen.form_app import fill_in
from cli.settings.settings import Settings
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from cli.words.punctuation import with_colon
from protocol.files.errors import StoreError

MOST_GAMES = 40
"""How many games are listed: the newest."""


def choose_game(settings: Settings, resuming: bool) -> Path | None:
    """Ask for a saved game, to resume or to watch it; lets the player delete games too."""
    title = _("Continue an interrupted game") if resuming else _("Watch a recorded game")
    form = Form(title, [], deletes=True)
    while True:
        _list_games(form, resuming)
        chosen = fill_in(form, settings)
        if not chosen.startswith("delete:"):
            return Path(chosen) if chosen else None
        form.message = _delete(Path(chosen.partition(":")[2]), form.fields[form.cursor].label, settings)


def _list_games(form: Form, resuming: bool) -> None:
    empty = _("There is no interrupted game here.") if resuming else _("No games are saved here yet.")
    games: list[Saved] = []
    try:
        games += islice(interrupted() if resuming else saved_games(), MOST_GAMES)
    except StoreError as error:
        empty = error_sentence(error)
    lines = [
        Field(str(game.path), f"{game.played}  {with_colon(game.rules, ', '.join(game.players))}")
        for game in games
    ]
    form.intro = "" if lines else empty
    form.footer = _("Arrows: move.  Enter: select.  Del: delete.  Esc: back.") if lines else ""
    form.fields = [*lines, Field("", _("Back"))]
    form.cursor = min(form.cursor, len(form.fields) - 1)


def _delete(path: Path, game: str, settings: Settings) -> str:
    """Ask whether to delete a game, and do it; returns what to tell the player."""
    try:
        chosen = deletion(path)
        choices = [Field("", _("Keep the game")), Field("delete", _("Delete the game"))]
        form = Form(_("Delete this game for good?"), choices, f"{game}. {chosen.warning}".strip())
        if fill_in(form, settings) != "delete":
            return ""
        return " ".join([_("Deleted."), *chosen.carry_out()])
    except CommandError as error:
        return str(error)
