"""The hall of a tournament as a picture: standings, tables, and what our player waits for."""

from __future__ import annotations

from collections.abc import Sequence

from cli.screen.canvas import Canvas, Picture, cut, wrap
from cli.screen.form import draw_title
from cli.sessions.hall_sentences import hall_status, signs_in_words, standings_table, tables_now
from cli.words.language import _
from protocol.tournament.hall import Hall

MOST_TABLES = 9
"""Tables that can be chosen by a key."""


def draw_hall(hall: Hall, told: Sequence[str], message: str, now: int, width: int, height: int) -> Picture:
    """The hall in exactly `height` lines of `width` columns, most important first."""
    canvas = Canvas(width, height)
    y = 2
    for text in wrap(hall_status(hall, now), width - 4, indent=0):
        canvas.put(2, y, text, "class:prompt.urgent")
        y += 1
    own = hall.roster.players[hall.me].name if hall.me is not None else None
    tables = _tables(hall, width - 8, height // 3)
    lines = standings_table(hall.results, width - 4)
    room = max(3, height - y - 6 - min(sum(map(len, tables)), 6))
    for row, line in enumerate(lines[:room], y + 1):
        mine = own is not None and row > y + 1 and line[4:].startswith(own)
        style = "class:quiet" if row == y + 1 else "class:seat.turn" if mine else "class:option"
        canvas.put(2, row, cut(line, width - 4), style)
    y += 2 + min(room, len(lines))
    canvas.put(2, y - 1, cut(signs_in_words(hall.results), width - 4), "class:quiet")
    for number, table in enumerate(tables, 1):
        canvas.put(2, y, f" {number} ", "class:key")
        for line in table:
            canvas.put(6, y, line, "class:quiet")
            y += 1
    spoken = [text for line in told for text in wrap(line, width - 4)]
    left = max(0, height - 3 - y)
    for row, text in enumerate(spoken[len(spoken) - min(left, len(spoken)) :], y + 1):
        canvas.put(2, row, text, "class:option")
    canvas.fill(0, height - 2, width, 2)  # on a small screen the rest makes room
    canvas.put(2, height - 2, cut(message, width - 4), "class:alert")
    keys = [
        _("q: leave."),
        _("t: talk.") if hall.me is not None else "",
        _("1-9: watch a table.") if tables else "",
    ]
    canvas.put(2, height - 1, cut("  ".join(filter(None, keys)), width - 4), "class:quiet")
    draw_title(canvas, _("Tournament"))
    return canvas.picture()


def _tables(hall: Hall, width: int, most: int) -> list[list[str]]:
    """The tables that can be watched, each in as many lines as it takes, or in one if there are many."""
    told = tables_now(hall)[:MOST_TABLES]
    whole = [wrap(line, width) for line in told]
    return whole if sum(map(len, whole)) <= most else [[cut(line, width)] for line in told]
