"""A standstill: which seat the table has been waiting for, and for how long."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from protocol.deck.committing import COMMIT
from protocol.log.entry import MOVE, SETTLE
from protocol.log.genesis import Genesis
from protocol.peer.step import Standing

TOLD_AFTER = (8.0, 60.0)
"""Seconds of silence after which players are told, counted from when the seat should have answered."""

LOOKING = 12.0
"""Seconds that a player may look at the result of a round before the next deal."""


@dataclass(frozen=True, slots=True)
class Delay:
    """A seat has not answered for this long."""

    seat: int
    seconds: int
    limit: int
    """After this many seconds the others vote about continuing without the seat."""


class Standstill:
    def __init__(self, genesis: Genesis, seat: int | None) -> None:
        self._terms = genesis.terms
        self._seat = seat
        self._bots = {n for n, player in enumerate(genesis.players) if player.operator != n}
        self._head = b""
        self._since = 0.0
        self._told = 0

    def look(self, standing: Standing, away: Collection[int], now: float) -> Delay | None:
        """Call this regularly. Returns a delay that our player should be told now."""
        if standing.head != self._head:
            self._head, self._since, self._told = standing.head, now, 0
        due = standing.due
        waited_for = standing.owing[0] if standing.owing else due.seat if due is not None else self._seat
        if due is None or waited_for is None or waited_for == self._seat or due.kind == SETTLE:
            return None
        terms, late = self._terms, now - self._since
        allowed = 0.0
        if waited_for not in self._bots and waited_for not in away and not standing.owing:
            if due.kind == MOVE:
                allowed = terms.turn_time / 1000
            elif due.step == COMMIT:
                allowed = LOOKING
        if self._told == len(TOLD_AFTER) or late < allowed + TOLD_AFTER[self._told]:
            return None
        self._told += 1
        limit = terms.grace if due.kind == MOVE else terms.machine_grace
        return Delay(waited_for, int(late), limit // 1000)
