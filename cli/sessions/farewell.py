"""What is printed after leaving a game among peers: the score, and where the game is saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cli.runtime.output import printable
from cli.sessions.hall_sentences import winners_sentence
from cli.sessions.networked import Networked
from cli.words.language import _
from cli.words.narration import Narrator
from protocol.participant.tournament_night import Night
from protocol.play.news import match_over


@contextmanager
def telling_where(session: Networked, tell: Callable[[str], None]) -> Iterator[None]:
    """Print it however the game is left, unless the terminal is gone."""
    try:
        yield
    finally:
        with suppress(OSError):
            if text := farewell(session):
                tell(text)


def farewell(session: Networked) -> str:
    """Empty for a finished game of a tournament: its end is told when the hall is left."""
    assert session.peer is not None
    if session.now.over and session.options.mode == "tournament":
        return ""
    if session.now.over and session.match.ended:
        stands = Narrator(session.names, None, session.options).won(match_over(session.match))
    elif session.now.over or session.seat is None or session.peer.given_up:
        stands = _("The match was not finished.")
    else:
        return _("Match saved. Continue with: p2puno resume")
    return f"{stands} {_saved(session.peer.log.path)}"


def hall_farewell(night: Night) -> str:
    """Empty for a spectator who leaves a tournament before its end."""
    hall = night.running.hall
    if hall.results.finished:
        return f"{winners_sentence(hall.results)} {_saved(night.running.folder)}"
    return _("Tournament saved. Continue with: p2puno resume") if hall.me is not None else ""


def _saved(path: Path) -> str:
    return _("Saved: {path} (check it with p2puno verify)").format(path=printable(path))
