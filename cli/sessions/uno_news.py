"""Notices when UNO is in the air: somebody else calls it, or somebody can be caught."""

from __future__ import annotations

from cli.sessions.session import Happened, Notice, Session
from p2puno.events import Called


class UnoNews:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._open = False

    def hear(self, notice: Notice) -> bool:
        """Whether this notice is worth a sound for a player."""
        view = self._session.view
        catchable = view is not None and view.round.uno_open  # in other windows players may only jump in
        was, self._open = self._open, catchable and self._session.uno_deadline is not None
        event = notice.event if isinstance(notice, Happened) else None
        called = isinstance(event, Called) and event.seat != self._session.seat
        return self._session.seat is not None and (called or (self._open and not was))
