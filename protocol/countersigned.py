"""What stands although its author contradicted itself: all others have countersigned it.

Whoever hears a proof goes back to where the contradiction is, and waits there for its author to be lost. But
for others the proof may have come too late, after the agreements that close a round: they stay. So what they
hold from there on is tried in a game apart, and taken over if it comes to a checkpoint, or to where they lost
the author for something else. What each of them sends is tried by itself: else who only repeats what the
author wrote besides would keep us from the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from p2puno.options import MAX_SEATS
from protocol.errors import RemoteError
from protocol.fetching import AHEAD_BYTES, BATCH

if TYPE_CHECKING:
    from protocol.entry import Entry
    from protocol.game import Game
    from protocol.outputs import Party
    from protocol.table import Table

PATIENCE = 3_000
"""Milliseconds without a further entry after which a trial is begun anew: it may have been led astray, and
the others may have lost the author meanwhile. Nor is one begun sooner after the last for the same seat, since
each plays the log over."""
KEPT_BYTES = AHEAD_BYTES // MAX_SEATS
"""How many bytes that came too early are kept for one seat, so that nobody takes the room of others."""


@dataclass(slots=True)
class _Trial:
    game: Game
    advanced: int
    ahead: dict[int, Entry] = field(default_factory=dict)

    def keep(self, entry: Entry) -> None:
        kept = sum(len(one.body) + len(one.signature) for one in (*self.ahead.values(), entry))
        if kept <= KEPT_BYTES or entry.position == self.game.position:  # that one is tried at once
            self.ahead.setdefault(entry.position, entry)


class Countersigned:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._trials: dict[Party | None, _Trial] = {}
        self._begun: dict[int, int] = {}
        """When the log was last played over for what a seat sent."""

    def reached(self, sender: Party | None) -> int:
        """The first position of which we lack what this one holds."""
        trial = self._going_on(sender)
        return trial.game.position if trial is not None else self.table.game.position

    def _going_on(self, sender: Party | None) -> _Trial | None:
        trial = self._trials.get(sender)
        return trial if trial is not None and self.table.now - trial.advanced < PATIENCE else None

    def clear(self) -> None:
        """The log went on, or back."""
        self._trials = {}

    def begin(self, entry: Entry, sender: Party | None) -> None:
        """An entry for where the log is, by somebody who contradicted itself, from who may stand by it."""
        table = self.table
        if not isinstance(sender, int) or sender in table.forks.authors_here():
            return
        if self._going_on(sender) is not None or table.now - self._begun.get(sender, -PATIENCE) < PATIENCE:
            return
        self._begun[sender] = table.now
        game = table.game.at(entry.position)
        game.apply(entry)
        self._trials[sender] = _Trial(game, table.now)

    def heard(self, sender: Party | None, position: int, head: bytes) -> None:
        """Where this one's log ends: if the trial has come as far, there is nothing more to wait for."""
        trial = self._trials.get(sender)
        if trial is not None and (trial.game.position, trial.game.head) == (position, head):
            trial.advanced = self.table.now

    def take(self, entry: Entry, sender: Party | None) -> None:
        """An entry beyond where the log is: try it after what the same one sent before."""
        table, trial = self.table, self._going_on(sender)
        if trial is None or not 0 <= entry.position - trial.game.position < BATCH:
            return  # no more comes at once to who asks
        trial.keep(entry)
        while (following := trial.ahead.pop(trial.game.position, None)) is not None:
            try:
                trial.game.apply(following)
            except RemoteError:
                del self._trials[sender]  # it is of another line, which will be asked for
                return
            trial.advanced = table.now
            if self._stands(trial.game):
                for standing in trial.game.entries[table.game.position - 1 :]:
                    if standing.position == table.game.position:  # else it came again on the way
                        table.accept(standing)
                return

    def _stands(self, game: Game) -> bool:
        """Whether all have countersigned what was disputed: at a checkpoint, or by losing its author later on
        (then our own vote must not hold us at this place any more)."""
        table, position = self.table, self.table.game.position
        disputed = game.entries[position - 1]
        lost = game.lost_at.get(disputed.seat, 0) > position
        return game.checkpoint >= position or (lost and table.voting.may_take(disputed))
