"""What is printed after leaving a game among peers: the score, and where the game is saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from cli.runtime.output import printable
from cli.sessions.networked import Networked
from cli.words.language import _
from cli.words.narration import Narrator
from protocol.play.news import match_over


@contextmanager
def telling_where(session: Networked, tell: Callable[[str], None]) -> Iterator[None]:
    """Print it however the game is left, unless the terminal is gone."""
    try:
        yield
    finally:
        with suppress(OSError):
            tell(farewell(session))


def farewell(session: Networked) -> str:
    assert session.peer is not None
    if session.now.over and session.match.ended:
        stands = Narrator(session.names, None, session.options).won(match_over(session.match))
    elif session.now.over or session.seat is None or session.peer.given_up:
        stands = _("The match was not finished.")
    else:
        return _("Match saved. Continue with: p2puno resume")
    kept = _("Saved: {path} (check it with p2puno verify)").format(path=printable(session.peer.log.path))
    return f"{stands} {kept}"
