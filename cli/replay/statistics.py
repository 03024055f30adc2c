"""Statistics over recorded games, for each player: as a table with a small plot, or for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from cli.replay.game_summary import Summary, Tally
from cli.screen.canvas import in_columns, text_width
from cli.words.language import _
from cli.words.written_numbers import decimal

_LONGEST = 30
"""Characters of the longest bar."""


def tally(games: Iterable[Summary]) -> dict[str, Tally]:
    """The tallies by player name, most wins first."""
    found: dict[str, Tally] = {}
    for game in games:
        for seat in game.seats:
            found.setdefault(seat.name, Tally()).add(seat.tally)
    return dict(sorted(found.items(), key=lambda item: (-item[1].wins, -item[1].points, item[0])))


def as_values(tallies: dict[str, Tally]) -> list[dict[str, object]]:
    return [{"player": name, **asdict(player)} for name, player in tallies.items()]


def rows(tallies: dict[str, Tally]) -> list[list[str]]:
    """A table for people: the heads, then a row for each player."""
    total = Tally()
    for one in tallies.values():
        total.add(one)
    heads = [_("player"), _("games"), _("wins"), _("points"), *deeds(Tally(), total)]
    return [
        heads,
        *(
            [name, str(one.games), str(one.wins), str(one.points), *deeds(one, total).values()]
            for name, one in tallies.items()
        ),
    ]


def deeds(one: Tally, total: Tally) -> dict[str, str]:
    """What a player did at the table, each with its name. What only house rules allow is left out where
    nobody of the `total` did it."""
    done = {
        _("rounds won"): str(one.rounds),
        _("UNO calls"): str(one.uno_calls),
        _("catches"): str(one.catches),
        _("was caught"): str(one.caught),
        _("challenges won"): f"{one.challenges_won}/{one.challenges}",
        _("bluffs"): str(one.bluffs),
        _("longest turn"): _("{count} s").format(count=decimal(f"{one.longest_turn:.1f}")),
    }
    if total.jumps:
        done[_("jump-ins")] = str(one.jumps)
    if total.put_out:
        done[_("put out")] = str(one.put_out)
    return done


def table(tallies: dict[str, Tally], full: str = "█", width: int = 80) -> list[str]:
    """Lines for people: a table, split if it is too wide, then a bar chart of the points."""
    lines = in_split_columns(rows(tallies), width)
    most = max((one.points for one in tallies.values()), default=0)
    bars = [
        [name, f"{full * (-(-one.points * _LONGEST // most) if most else 0)} {one.points}".strip()]
        for name, one in tallies.items()
    ]
    return [*lines, "", _("points"), *in_columns(bars)]


def in_split_columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Lines of a table with numbers on the right. If it is too wide, it becomes several tables, each with the
    first column."""
    lines: list[str] = []
    names, *columns = zip(*rows, strict=True)
    while columns:
        count = len(columns)
        while True:
            part = in_columns(list(zip(names, *columns[:count], strict=True)), right=range(1, count + 1))
            if count == 1 or max(map(text_width, part)) <= width:
                break
            count -= 1
        lines += [*([""] if lines else []), *part]
        columns = columns[count:]
    return lines
