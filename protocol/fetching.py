"""Entries that came too early, and asking for those that are missing, or for where two logs parted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.entry import ENTRY_TAG, NOBODY, Entry, check_signature
from protocol.errors import OutOfTurnError
from protocol.outputs import Party

if TYPE_CHECKING:
    from protocol.table import Table

BATCH = 64
"""How many entries are sent at once to who asks for them."""
AHEAD, AHEAD_BYTES = 512, 1 << 24
"""How many entries that came too early are kept, and how many bytes of them."""
PATIENCE = 300
"""Milliseconds before the same is asked of the same seat again."""


class Fetching:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._ahead: dict[int, Entry] = {}
        self._asked: dict[Party | None, tuple[int, int]] = {}
        """For each seat, from which position on we asked it last for what we lack, and when."""
        self._traced: dict[Party | None, tuple[int, int]] = {}
        """The same for where our logs parted. Apart: else the two would make each other forget."""
        self._further: dict[int, int] = {}
        """Since when each seat says that its log goes further than ours."""

    def want(self, sender: Party | None, position: int) -> None:
        """Ask for the entries from a position on, unless we just did."""
        now = self.table.now
        asked, when = self._asked.get(sender, (0, -PATIENCE))
        if asked == position and now - when < PATIENCE:
            return
        self._asked[sender] = position, now
        self.table.send(sender, ["want", position])

    def give(self, sender: Party | None, position: int) -> None:
        if sender is None:
            return
        game, start = self.table.game, max(position, 1) - 1
        for entry in game.entries[start:][:BATCH]:
            self.table.send(sender, ["entry", *entry.wire()])
        if start + BATCH < len(game.entries):  # where our log ends, so that they ask on
            self.table.send(sender, ["head", game.position, game.head])

    def compare(self, sender: Party | None, position: int, head: bytes) -> None:
        """Somebody's log ends there: ask for what we lack, or for where we differ."""
        game = self.table.game
        if sender is not None:
            self.table.reached[sender] = position
        if isinstance(sender, int):
            if position > game.position:
                self._further.setdefault(sender, self.table.now)
            else:
                self._further.pop(sender, None)
        if position > game.position:
            self.table.countersigned.heard(sender, position, head)
            self.want(sender, self.table.countersigned.reached(sender))
        elif position > 1 and self._hash(position - 1) != head:
            self.parted(sender, position)

    def withholds(self, seat: int) -> bool:
        """Whether this one says that its log goes further than ours, and is there, but gives us nothing. (In
        half the time after which we are lost ourselves, if others wait for us.)"""
        table, patience = self.table, self.table.game.terms.machine_grace // 2
        since = max(self._further.get(seat, table.now), table.since)
        return table.now - since >= patience > table.silent_for(seat)

    def _hash(self, position: int) -> bytes:
        entries = self.table.game.entries
        return entries[position].previous if position < len(entries) else self.table.game.head

    def parted(self, sender: Party | None, position: int) -> None:
        """Before this position the sender's log is another one: look further back, a batch at a time."""
        game = self.table.game
        start = max(position - BATCH + 1, game.checkpoint, 1)
        traced, when = self._traced.get(sender, (0, -PATIENCE))
        if start < traced or self.table.now - when >= PATIENCE:
            self._traced[sender] = start, self.table.now
            self.table.send(sender, ["want", start])

    def keep(self, entry: Entry, sender: Party | None) -> None:
        """An entry beyond the next one: keep it, and ask for those before it."""
        game, reached = self.table.game, self.table.countersigned.reached(sender)
        if not NOBODY <= entry.seat < len(game.genesis.players):
            raise OutOfTurnError("an entry of nobody at this table")
        if entry.seat != NOBODY:
            check_signature(game.key(entry.seat), ENTRY_TAG, entry.body, entry.signature, entry.seat)
        size = len(entry.body) + len(entry.signature)
        kept = sum(len(one.body) + len(one.signature) for one in self._ahead.values())
        if kept + size <= AHEAD_BYTES and reached <= entry.position < reached + AHEAD:
            self._ahead.setdefault(entry.position, entry)
        if entry.position > reached:
            self.want(sender, reached)

    def next(self) -> Entry | None:
        """What was kept for the position that the log is at now."""
        position = self.table.game.position
        for early in [at for at in self._ahead if at < position]:
            del self._ahead[early]
        return self._ahead.pop(position, None)

    def clear(self) -> None:
        self._ahead = {}
