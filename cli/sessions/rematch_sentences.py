"""Another match at the same table, in words: who wants it, what would be played, and the evening's score."""

from __future__ import annotations

from collections.abc import Iterable

from cli.sessions.session import Rematch
from cli.words.language import _, n_
from cli.words.narration import listed
from cli.words.terms_in_words import terms_in_words
from protocol.participant.evening_score import Score


def evening_score(scores: Iterable[Score]) -> str:
    """Who has won how many matches."""
    won = ", ".join(f"{score.name} {score.won}" for score in scores)
    return _("Matches won this evening: {scores}.").format(scores=won)


def rematch_lines(rematch: Rematch) -> list[str]:
    """What a player should know before they agree to another match."""
    lines = [evening_score(rematch.scores)] if rematch.matches > 1 else []
    if rematch.agreed:
        text = n_("{names} wants another match.", "{names} want another match.", len(rematch.agreed))
        lines.append(text.format(names=listed(rematch.agreed)))
    if rematch.gone:
        text = n_("{names} has left the table.", "{names} have left the table.", len(rematch.gone))
        lines.append(text.format(names=listed(rematch.gone)))
    if rematch.terms is not None:
        lines.append(
            _("The next match: {rules}").format(rules=terms_in_words(rematch.terms, rematch.seats)[0])
        )
        players = n_("{count} player.", "{count} players.", rematch.seats)
        lines[-1] += " " + players.format(count=rematch.seats)
    return lines
