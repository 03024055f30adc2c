"""The player's record as one self-contained HTML page, with the plot as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.replay.game_summary import Tally
from cli.replay.my_record import Record, Result, shares
from cli.replay.record_tables import Table, months, notes, plot_title, tables
from cli.replay.statistics import rows
from cli.runtime.output import date_and_time
from cli.words.language import _, language
from cli.words.punctuation import with_colon
from cli.words.written_numbers import percent

STYLE = """
:root { color-scheme:light dark; --ground:#e9efe9; --ink:#15201a; --quiet:#4c5a52; --panel:#ffffff;
  --edge:#b4c4b9; --line:#0b5c2f; }
@media (prefers-color-scheme:dark) { :root { --ground:#10151a; --ink:#e9eef2; --quiet:#a9b5bd;
  --panel:#1c242b; --edge:#3b4852; --line:#ffd75f; } }
body { margin:0 auto; max-width:60rem; padding:1rem; background:var(--ground); color:var(--ink);
  font:16px/1.4 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif; }
h1 { font-size:1.3rem; }
h2 { font-size:1.05rem; margin:0 0 .4rem; }
section { background:var(--panel); border:1px solid var(--edge); border-radius:.8rem; padding:.7rem .9rem;
  margin:0 0 .8rem; overflow-x:auto; }
table { border-collapse:collapse; font-variant-numeric:tabular-nums; }
th, td { padding:.15rem .6rem; text-align:right; white-space:nowrap; }
th:first-child { text-align:left; padding-left:0; }
thead th { color:var(--quiet); font-weight:400; }
tbody tr { border-top:1px solid var(--edge); }
svg { width:100%; height:auto; display:block; }
svg text { fill:var(--quiet); font-size:13px; }
.grid { stroke:var(--edge); }
.chance { stroke:var(--quiet); stroke-dasharray:6 5; }
.line { fill:none; stroke:var(--line); stroke-width:2.5; stroke-linejoin:round; }
.won { fill:var(--line); }
.lost { fill:var(--panel); stroke:var(--line); }
p { color:var(--quiet); margin:.2rem 0; }
"""
_WIDTH, _HEIGHT, _LEFT, _TOP, _BELOW = 900, 260, 52, 14, 26
_MOST_DOTS = 150
"""With more games the dots of single games are left out."""


def record_page(record: Record | None, tallies: dict[str, Tally]) -> str:
    """The page's source: the record, if there is one, and the table of all players."""
    title = _("My record") if record is not None else _("Players")
    parts = [f"<h1>{escape(title)}</h1>"]
    if record is not None:
        shown = tables(record) if record.total.games else []
        parts += map(section, shown[:1])
        if len(record.results) > 1:
            parts.append(f"<section><h2>{escape(plot_title())}</h2>{plot(record)}</section>")
            parts.append(section(months(record)))
        parts += map(section, shown[1:])
    if tallies:
        parts.append(section(Table(_("Players"), rows(tallies))))
    if record is not None:
        parts += [f"<p>{escape(note)}</p>" for note in notes(record)]
    return html_page(title, parts, STYLE)


def html_page(title: str, parts: Sequence[str], style: str, scripts: bool = False) -> str:
    """A whole page of these parts. `scripts`: it contains pages that play games."""
    allowed = "script-src 'unsafe-inline'; " if scripts else ""
    policy = (
        f"default-src 'none'; {allowed}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)} - p2puno</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def section(table: Table) -> str:
    heads, *body = table.rows
    named = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    head = f"<thead><tr>{named}</tr></thead>" if any(heads) else ""
    lines = "".join(_row(row) for row in body)
    return f"<section><h2>{escape(table.title)}</h2><table>{head}<tbody>{lines}</tbody></table></section>"


def _row(row: Sequence[str]) -> str:
    name, *cells = (escape(cell) for cell in row)
    return f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def plot(record: Record) -> str:
    """The share of wins over time, with a dot for each game."""
    results, bottom = record.results, _HEIGHT - _BELOW
    values = shares(results, len(results))
    across = (_WIDTH - _LEFT - 12) / max(len(values) - 1, 1)
    places = [
        (_LEFT + place * across, bottom - value * (bottom - _TOP)) for place, value in enumerate(values)
    ]
    chance = bottom - record.total.by_chance / record.total.games * (bottom - _TOP)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [_grid(share, bottom) for share in (0.0, 0.5, 1.0)]
    parts.append(f'<path class="chance" d="M{_LEFT} {chance:.1f}H{_WIDTH - 12}"/>')
    parts.append(f'<polyline class="line" points="{line}"/>')
    if len(results) <= _MOST_DOTS:
        parts += [_dot(*place, result) for place, result in zip(places, results, strict=True)]
    first, last = (date_and_time(results[place].time)[:10] for place in (0, -1))
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 6}">{first}</text>')
    parts.append(f'<text x="{_WIDTH - 12}" y="{_HEIGHT - 6}" text-anchor="end">{last}</text>')
    title = plot_title()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _grid(share: float, bottom: float) -> str:
    y = bottom - share * (bottom - _TOP)
    return (
        f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - 12}"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent(share)}</text>'
    )


def _dot(x: float, y: float, result: Result) -> str:
    told = with_colon(date_and_time(result.time), _("won") if result.won else _("lost"))
    kind = "won" if result.won else "lost"
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{escape(told)}</title></circle>'
