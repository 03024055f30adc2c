"""A tournament as one self-contained HTML page: standings after each stage as tables and as a plot, and every
recorded game inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from cli.export.html_page import page
from cli.export.record_page import STYLE, html_page, section
from cli.replay.record_tables import Table
from cli.sessions.hall_sentences import cell_in_short, pairing, place, result_sentence, winners_sentence
from cli.words.language import _
from protocol.hall.tournament_file import slot_name
from protocol.make_calculator import calculator
from protocol.remote_errors import RemoteError
from protocol.replay.recording import open_recording
from protocol.tournament.result_set import ResultSet
from protocol.tournament.standings import Kind, Row, standings

_WIDTH, _HEIGHT, _LEFT, _TOP, _BELOW, _RIGHT = 900, 420, 52, 14, 26, 150
_MORE_STYLE = """
iframe { width:100%; height:44rem; border:0; }
details { margin:.3rem 0; }
summary { cursor:pointer; }
.legend { font-size:12px; }
"""


def tournament_page(folder: Path, results: ResultSet) -> str:
    """The page's source. Games that are not in the folder are left out."""
    parts = [f"<h1>{escape(_('Tournament'))}</h1>"]
    if results.finished:
        parts.append(f"<p>{escape(winners_sentence(results))}</p>")
    rows = standings(results)
    parts.append(section(_table(_("Standings"), results, rows)))
    parts.append(f"<section><h2>{escape(_('Points after each stage'))}</h2>{plot(results)}</section>")
    for stage in range(1, _stages_played(rows)):
        title = _("Standings after stage {stage}").format(stage=stage)
        parts.append(section(_table(title, results, standings(results, stage))))
    parts.append(f"<section><h2>{escape(_('Games'))}</h2>{_games(folder, results)}</section>")
    style = STYLE + _MORE_STYLE
    return html_page(_("Tournament"), parts, style, scripts=True)


def _stages_played(rows: Sequence[Row]) -> int:
    return max(
        (n + 1 for row in rows for n, cell in enumerate(row.cells) if cell.kind is not Kind.OPEN), default=0
    )


def _table(title: str, results: ResultSet, rows: Sequence[Row]) -> Table:
    stages = [_("stage {stage}").format(stage=stage + 1) for stage in range(len(rows[0].cells))]
    heads = [_("player"), _("place"), _("total"), *stages]
    players = results.roster.players
    body = [
        [players[row.player].name, str(row.place), str(row.total), *map(cell_in_short, row.cells)]
        for row in rows
    ]
    return Table(title, [heads, *body])


def plot(results: ResultSet) -> str:
    """Each player's total after each stage."""
    final = standings(results)
    count = max(1, _stages_played(final))
    totals = {row.player: [0] for row in final}
    for stage in range(1, count + 1):
        for row in standings(results, stage):
            totals[row.player].append(row.total)
    most = max(1, *(total for line in totals.values() for total in line))
    bottom = _HEIGHT - _BELOW
    across = (_WIDTH - _LEFT - _RIGHT) / count
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * (bottom - _TOP)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{round(most * share)}</text>')
    for stage in range(count + 1):
        parts.append(
            f'<text x="{_LEFT + stage * across:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{stage}</text>'
        )
    lowest = float("inf")
    for rank, row in enumerate(final):
        hue = round(360 * rank / len(final))
        places = [
            (_LEFT + stage * across, bottom - total / most * (bottom - _TOP))
            for stage, total in enumerate(totals[row.player])
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        name = escape(results.roster.players[row.player].name)
        colour = f"stroke:hsl({hue} 65% 45%)"
        parts.append(
            f'<polyline class="line" style="{colour}" points="{line}"><title>{name}</title></polyline>'
        )
        y = places[-1][1] if lowest == float("inf") else max(places[-1][1], lowest + 13)
        lowest = y
        parts.append(
            f'<text class="legend" x="{places[-1][0] + 6:.1f}" y="{y + 4:.1f}">{name} {row.total}</text>'
        )
    title = escape(_("Points after each stage"))
    height = max(_HEIGHT, 0 if lowest == float("inf") else round(lowest) + 12)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def _games(folder: Path, results: ResultSet) -> str:
    """Each game as the page that plays it, opened by a click."""
    parts, checking = [], calculator()
    for slot in results.roster.slots:
        believed = results.believed(slot)
        told = result_sentence(results.roster, believed[0]) if believed else pairing(results.roster, slot)
        path = folder / slot_name(slot)
        try:
            source = page(open_recording(path, checking)) if path.exists() else ""
        except RemoteError:
            source = ""
        if source:
            frame = f'<iframe title="{escape(place(slot))}" srcdoc="{escape(source, quote=True)}"></iframe>'
            parts.append(f"<details><summary>{escape(told)}</summary>{frame}</details>")
        else:
            parts.append(f"<p>{escape(told)}</p>")
    return "\n".join(parts)
