"""A standstill: which seat the table has been waiting for, and for how long."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from protocol.log.entry import MOVE, SETTLE
from protocol.log.genesis import Genesis
from protocol.peer.screen_snapshot import Standing
from protocol.table.turn_clock import LOOK

TOLD_AFTER = (8.0, 60.0)
"""Seconds of silence after which players are told, counted from when the seat should have answered."""


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
        self._own_bots = {n for n in self._bots if genesis.players[n].operator == seat}
        self._head = b""
        self._since = 0.0
        self._told = 0

    def look(self, standing: Standing, away: Collection[int], now: float, held: bool = False) -> Delay | None:
        """Call this regularly. Returns a delay that our player should be told now. `held`: our player looks
        at a result, and their own bots may wait for that."""
        due = standing.due
        waits_for_us = held and due is not None and due.seat in self._own_bots
        if standing.head != self._head or waits_for_us:
            self._head, self._since, self._told = standing.head, now, 0
        if due is None or due.seat == self._seat or due.kind == SETTLE:
            return None
        terms, late = self._terms, now - self._since
        chooses = due.kind == MOVE and due.seat not in self._bots and due.seat not in away
        allowed = (LOOK + terms.turn_time) / 1000 if chooses else 0.0
        if self._told == len(TOLD_AFTER) or late < allowed + TOLD_AFTER[self._told]:
            return None
        self._told += 1
        limit = terms.grace if due.kind == MOVE else terms.machine_grace
        return Delay(due.seat, int(late), limit // 1000)
