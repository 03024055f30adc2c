"""The player's record in words: tables for the screen, for plain-text mode and for the exported page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from cli.replay.my_record import LOWEST, WINDOW, Record, Score, shares
from cli.replay.statistics import deeds, in_split_columns
from cli.runtime.output import date_and_time
from cli.screen.canvas import wrap
from cli.screen.column_plot import AXIS, column_plot
from cli.words.language import _, n_
from cli.words.punctuation import with_colon
from cli.words.rules_help import mode_name, variant_name
from cli.words.written_numbers import percent
from protocol.identity import words

_INDENT = "  "
_HEIGHT = 6
"""Rows of the plot."""


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    rows: Sequence[Sequence[str]]
    """The heads, or empty texts if none are needed; then the rows. The first column has their names."""


def record_lines(record: Record, width: int, *, ascii_only: bool = False, plain: bool = False) -> list[str]:
    """The record as text. Headings begin at the edge, everything else is indented. `plain`: for screen
    readers, with each value beside its name, and months instead of the plot."""
    room = width - len(_INDENT)
    lines: list[str] = []
    if record.total.games:
        games, *rest = tables(record)
        lines += _shown(games, room, plain)
        if plain:
            lines += _shown(months(record), room, plain)
        elif len(record.results) > 1:
            lines += _plot(record, room, ascii_only)
        for table in rest:
            lines += _shown(table, room, plain)
    for note in notes(record):
        lines += [_INDENT + line for line in wrap(note, room, indent=0)]
    return lines


def _shown(table: Table, room: int, plain: bool) -> list[str]:
    heads, *rows = table.rows
    if plain:
        told = [
            with_colon(
                row[0],
                ", ".join(f"{name} {value}".strip() for name, value in zip(heads[1:], row[1:], strict=True)),
            )
            for row in rows
        ]
        found = [line for one in told for line in wrap(one, room)]
    else:
        found = in_split_columns(table.rows if any(heads) else rows, room)
    return [table.title, *(_INDENT + line if line else "" for line in found), ""]


def _plot(record: Record, room: int, ascii_only: bool) -> list[str]:
    values = shares(record.results, room - AXIS)
    first, last = (date_and_time(record.results[place].time)[:10] for place in (0, -1))
    by_chance = record.total.by_chance / record.total.games
    columns = column_plot(values, by_chance, room, _HEIGHT, ascii_only=ascii_only)
    dates = " " * AXIS + (f"{first} - {last}" if first != last else first)
    return [*wrap(plot_title(), room, indent=0), *(_INDENT + line for line in (*columns, dates)), ""]


def plot_title() -> str:
    return _("Share of the last {count} games won (dashes: by chance)").format(count=WINDOW)


# -- the tables -----------------------------------------------------------------------------------------


def tables(record: Record) -> list[Table]:
    kinds = {_("with people"): record.with_people, _("only bots"): record.only_bots}
    if all(score.games for score in kinds.values()):
        kinds = {_("all games"): record.total, **kinds}
    rules = {variant_name(variant): score for variant, score in record.rules.items()}
    modes = {_mode(mode): score for mode, score in record.modes.items()}
    found = [
        Table(
            _("Games"), _scores({name: score for name, score in kinds.items() if score.games}, streaks=True)
        ),
        Table(_("By rule set"), _scores(rules)),
    ]
    if [*record.modes] != ["single"]:
        found.append(Table(_("By mode"), _scores(modes)))
    if record.opponents:
        found.append(Table(_("Against people"), _opponents(record)))
    done = [[name, value] for name, value in deeds(record.deeds, record.deeds).items()]
    return [*found, Table(_("At the table"), [["", ""], *done])]


def months(record: Record) -> Table:
    """The games of each month: what the plot shows, for those who cannot see it."""
    rows = [["", _("games"), _("wins"), _("win rate")]]
    for month, group in groupby(record.results, key=lambda result: date_and_time(result.time)[:7]):
        won = [result.won for result in group]
        rows.append([month, str(len(won)), str(sum(won)), percent(sum(won) / len(won))])
    return Table(_("By month"), rows)


def notes(record: Record) -> list[str]:
    """What was counted, and what was not."""
    counts = [
        (
            record.total.games,
            n_(
                "{count} game counts: it is verified to its end.",
                "{count} games count: all are verified to their end.",
                record.total.games,
            ),
        ),
        (
            record.unfinished,
            n_("{count} game is not finished.", "{count} games are not finished.", record.unfinished),
        ),
        (
            record.invalid,
            n_(
                "{count} game does not count, because its file is not valid: p2puno verify says why.",
                "{count} games do not count, because their files are not valid: p2puno verify says why.",
                record.invalid,
            ),
        ),
        (
            record.others,
            n_(
                "{count} game does not count, because you did not play in it.",
                "{count} games do not count, because you did not play in them.",
                record.others,
            ),
        ),
    ]
    found = [text.format(count=count) for count, text in counts if count]
    return found if record.total.games else [_("You have not finished a game here yet."), *found]


def _scores(scores: dict[str, Score], streaks: bool = False) -> list[list[str]]:
    heads = ["", _("games"), _("wins"), _("win rate"), _("by chance"), _("points")]
    rows = [
        [
            name,
            str(score.games),
            str(score.wins),
            percent(score.wins / score.games),
            percent(score.by_chance / score.games),
            str(score.points),
        ]
        for name, score in scores.items()
    ]
    if streaks:
        heads += [_("streak"), _("longest")]
        for row, score in zip(rows, scores.values(), strict=True):
            row += [str(score.streak), str(score.longest_streak)]
    return [heads, *rows]


def _opponents(record: Record) -> list[list[str]]:
    names = [one.name for one in record.opponents]
    return [
        ["", _("games"), _("you won"), _("they won"), _("last game")],
        *(
            [
                # Two people with one name are told apart by their keys.
                one.name
                if names.count(one.name) == 1
                else f"{one.name} ({words(bytes.fromhex(one.key), 2)})",
                str(one.games),
                str(one.wins),
                str(one.losses),
                date_and_time(one.last)[:10],
            ]
            for one in record.opponents
        ),
    ]


def _mode(mode: str) -> str:
    return _("lowest total wins") if mode == LOWEST else mode_name(mode)
