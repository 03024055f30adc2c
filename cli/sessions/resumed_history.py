"""What our player was told of a game that is gone on with, while it is read from its file."""

from __future__ import annotations

from collections import deque

from cli.sessions.networked import Networked
from cli.sessions.session import Changed, Notice, Trouble
from protocol.peer.step import Step
from protocol.play.game import Game

LAST = 100
"""So many of the last notices are worth being read again."""


class History:
    """Hears the steps of the game again, and keeps what is to be said of the last ones."""

    def __init__(self) -> None:
        self.told: deque[Notice] = deque(maxlen=LAST)
        self._session: _Listener | None = None

    def hear(self, game: Game, step: Step) -> None:
        if self._session is None:
            self._session = _Listener(game, self.told)
        self._session.step(step)


class _Listener(Networked):
    """A session that nobody plays."""

    def __init__(self, game: Game, told: deque[Notice]) -> None:
        super().__init__(game)
        self._heard = told

    def _tell(self, notice: Notice) -> None:
        if not isinstance(notice, Changed | Trouble):  # what was wrong then is not wrong now
            self._heard.append(notice)
