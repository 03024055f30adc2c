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
        _("Tournament: {players} players, stages of 4 rounds: {stages}, tables: {tables}.").format(
            players=players, stages=stages, tables=tables
        )
    ]
    if found.partners == (1, 1) and found.opponents == (2, 2):
        lines.append(_("Any two players are partners once and opponents twice."))
    else:
        text = _(
            "Any two players are partners {least} to {most} times, and opponents {least_o} to {most_o} times."
        )
        lines.append(
            text.format(
                least=found.partners[0], most=found.partners[1],
                least_o=found.opponents[0], most_o=found.opponents[1],
            )
        )  # fmt: skip
    if idle:
        text = n_(
            "In each stage {idle} sits out, everybody {least} to {most} times.",
            "In each stage {idle} sit out, everybody {least} to {most} times.",
            idle,
        )
        lines.append(text.format(idle=idle, least=found.sitting_out[0], most=found.sitting_out[1]))
    return lines


@lru_cache(16)
def _quality(players: int, stages: int) -> Quality:
    return quality(players, schedule(players, stages))
