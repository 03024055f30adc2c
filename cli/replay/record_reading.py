"""Reads the player's games for their record, with a progress bar while games are replayed, and shows it."""

from __future__ import annotations

from cli.replay.game_summary import Summary
from cli.replay.library import summaries
from cli.replay.my_record import my_record
from cli.replay.record_tables import record_lines
from cli.runtime.output import can_write
from cli.screen.canvas import wrap
from cli.screen.column_plot import BLOCKS
from cli.screen.form_app import fill_in
from cli.screen.progress_bar import progress_bar
from cli.screen.text_page import Page
from cli.settings.settings import Settings
from cli.words.language import _


def read_record() -> list[Summary]:
    with progress_bar(_("Reading your games ...")) as progress:
        return summaries(progress)


def draws_ascii(settings: Settings) -> bool:
    """Whether plots use ASCII characters only: the player wants that, or the terminal has no others."""
    return settings.ascii or not can_write(BLOCKS)


def show_record(settings: Settings) -> None:
    """The record as a page on the screen."""
    record, ascii_only = my_record(read_record()), draws_ascii(settings)
    hint = _("As a page for the browser: p2puno stats --output record.html")

    def layout(width: int) -> list[str]:
        lines = record_lines(record, width, ascii_only=ascii_only)
        if not record.total.games:
            return lines
        return [*lines, "", *(f"  {line}" for line in wrap(hint, width - 2, indent=0))]

    fill_in(Page(_("My record"), layout=layout), settings)
