"""Asking peers for entries that we lack, or for where their log and ours diverge, and answering them."""

from __future__ import annotations

from protocol.codec import pack
from protocol.table.context import Context, show
from protocol.table.outputs import Output, Party, Send
from protocol.table.pool import Pool

BATCH = 64
"""How many entries we send at once to a peer that asks."""
RETRY = 300
"""Milliseconds before we ask a peer for the same again."""


class Fetching:
    def __init__(self, context: Context, pool: Pool) -> None:
        self._context = context
        self._pool = pool
        self.reached: dict[Party, int] = {}
        """Where each peer's log ended when it last said so."""
        self._asked: dict[Party | None, tuple[int, int]] = {}
        """For each peer, the position from which we last asked for what we lack, and when."""
        self._traced: dict[Party | None, tuple[int, int]] = {}
        """The same for where our logs diverge. Kept apart, so that neither question resets the other."""
        self._further: dict[int, int] = {}
        """Since when each seat has said that its log goes further than ours."""

    def want(self, sender: Party | None) -> list[Output]:
        """Ask for what we lack, unless we just did."""
        now, position = self._context.now, self._pool.gap(sender, self._context.game.position)
        asked, when = self._asked.get(sender, (0, -RETRY))
        if asked == position and now - when < RETRY:
            return []
        self._asked[sender] = position, now
        return [Send(sender, pack(["want", position]))]

    def give(self, sender: Party | None, position: int) -> list[Output]:
        if sender is None:
            return []
        game, start = self._context.game, max(position, 1) - 1
        out: list[Output] = [show(entry, sender) for entry in game.entries[start:][:BATCH]]
        if start + BATCH < len(game.entries):  # where our log ends, so that they ask on
            out.append(Send(sender, pack(["head", game.position, game.head])))
        return out

    def compare(self, sender: Party | None, position: int, head: bytes) -> list[Output]:
        """A peer's log ends there: ask for what we lack, or for where we differ."""
        game = self._context.game
        if sender is not None:
            self.reached[sender] = position
        if isinstance(sender, bytes):
            return []  # spectators have nothing for us
        if position > game.position:
            if sender is not None:
                self._further.setdefault(sender, self._context.now)
            return self.want(sender)
        if sender in self._further:
            del self._further[sender]
        if position > 1 and self._hash(position - 1) != head:
            return self.parted(sender, position)
        return []

    def may_hold_more(self, seat: int) -> bool:
        """Whether another seat may have entries that we lack, and would send them."""
        context = self._context
        caught_up = 0 < self.reached.get(seat, 0) <= context.game.position
        return seat != context.seat and not caught_up and not self._withholds(seat)

    def _withholds(self, seat: int) -> bool:
        """Whether a seat says that its log goes further than ours, and is connected, but sends us nothing. We
        wait half as long as others wait for us before they lose us."""
        context, patience = self._context, self._context.game.terms.machine_grace // 2
        since = max(self._further.get(seat, context.now), context.since)
        return context.now - since >= patience > context.silent_for(seat)

    def _hash(self, position: int) -> bytes:
        entries = self._context.game.entries
        return entries[position].previous if position < len(entries) else self._context.game.head

    def parted(self, sender: Party | None, position: int) -> list[Output]:
        """The sender's log differs from ours before this position: look further back, a batch at a time."""
        now = self._context.now
        start = max(position - BATCH + 1, self._context.game.final, 1)
        traced, when = self._traced.get(sender, (0, -RETRY))
        if start >= traced and now - when < RETRY:
            return []
        self._traced[sender] = start, now
        return [Send(sender, pack(["want", start]))]
