"""The clock of a turn: from when on a player's time to choose counts."""

from __future__ import annotations

from protocol.log.table_terms import Terms

LOOK = 12_000
"""Milliseconds after a deal from which on a turn's time counts, even if its player still looks at the result
of the last round."""


class TurnClock:
    """All times are milliseconds of one clock that only grows.

    The next round is dealt while players look at the result of the last one. So the time of a turn counts
    from the moment when its player is back at the table, or `LOOK` after the deal, whichever comes first.
    """

    def __init__(self, terms: Terms) -> None:
        self._turn_time = terms.turn_time
        # Other programs vote after the grace, whatever our player looks at: half of what is left stays spare.
        self._look = min(LOOK, max(0, terms.grace - terms.turn_time) // 2)
        self._deal: int | None = None
        self.looking = False
        """Whether our player looks at the result of a round."""
        self._from = 0.0
        self._from_at_latest = 0.0

    def look(self, looking: bool, now: float) -> None:
        """Our player looks at the result of a round, or is back at the table."""
        self.looking = looking
        if not looking:
            self._from = min(self._from, now)

    def asked(self, deal: int, now: float) -> None:
        """A player must choose. If it is the first choice of the deal with this number, there may be a result
        to look at."""
        if deal == self._deal:
            return
        self._from_at_latest = now + (self._look if self._deal is not None else 0)
        self._from = self._from_at_latest if self.looking else now
        self._deal = deal

    def own_deadline(self, since: float) -> float:
        """When our program moves for our player, if they were asked at `since`."""
        return max(since, self._from) + self._turn_time

    def latest_deadline(self, since: float) -> float:
        """When the program of another player, asked at `since`, moves for them at the latest."""
        return max(since, self._from_at_latest) + self._turn_time
