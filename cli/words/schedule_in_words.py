"""The schedule of a tournament in words: how often people meet."""

from __future__ import annotations

from functools import lru_cache

from cli.words.language import _, n_
from p2puno.match.tournament_schedule import Quality, quality, schedule


def schedule_in_words(stages: int, players: int) -> list[str]:
    """What a tournament of this many players is like, before people agree to it."""
    found = _quality(players, stages)
    tables, idle = divmod(players, 4)
    lines = [
        _("Tournament: {players} players, {stages} of 4 rounds, {tables}.").format(
            players=players,
            stages=n_("{count} stage", "{count} stages", stages).format(count=stages),
            tables=n_("{count} table", "{count} tables", tables).format(count=tables),
        ),
        _("Any two players are partners {partners}, and opponents {opponents}.").format(
            partners=_times(*found.partners), opponents=_times(*found.opponents)
        ),
    ]
    if idle:
        text = n_(
            "In each stage {idle} sits out, everybody {times}.",
            "In each stage {idle} sit out, everybody {times}.",
            idle,
        )
        lines.append(text.format(idle=idle, times=_times(*found.sitting_out)))
    return lines


def _times(least: int, most: int) -> str:
    """How often something happens to different players."""
    if least == most:
        return n_("once", "{count} times", most).format(count=most)
    if least == 0:
        return n_("at most once", "at most {count} times", most).format(count=most)
    return _("{least} to {most} times").format(least=least, most=most)


@lru_cache(16)
def _quality(players: int, stages: int) -> Quality:
    return quality(players, schedule(players, stages))
