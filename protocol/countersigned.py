"""What stands although its author contradicted itself: all others have countersigned it.

Whoever hears a proof goes back to where the contradiction is, and waits there for its author to be lost. But
for others the proof may have come too late, after the agreements that close a round: they stay. So what they
hold from there on is tried in a game apart, and taken over if it comes to a checkpoint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.errors import RemoteError

if TYPE_CHECKING:
    from protocol.entry import Entry
    from protocol.game import Game
    from protocol.table import Table

PATIENCE = 3_000
"""Milliseconds without a further entry after which the trial is begun anew: it may have been led astray, and
the others may have lost the author meanwhile."""


class Countersigned:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._trial: Game | None = None
        self._advanced = table.now

    @property
    def reached(self) -> int:
        """The first position of which we lack what others hold."""
        if self._trial is None or self._stuck:
            return self.table.game.position
        return self._trial.position

    @property
    def _stuck(self) -> bool:
        return self.table.now - self._advanced >= PATIENCE

    def clear(self) -> None:
        """The log went on, or back."""
        self._trial = None

    def begin(self, entry: Entry) -> None:
        """An entry for where the log is, by somebody who contradicted itself."""
        table = self.table
        if self._trial is not None and not self._stuck:
            return
        trial = table.game.at(entry.position)
        trial.apply(entry)
        self._trial, self._advanced = trial, table.now
        self.go_on()

    def go_on(self) -> None:
        """Try what came meanwhile."""
        table, trial = self.table, self._trial
        while trial is not None and (entry := table.fetching.pop(trial.position)) is not None:
            try:
                trial.apply(entry)
            except RemoteError:
                return  # it is of another line; the right one will be asked for
            self._advanced = table.now
            if trial.checkpoint >= table.game.position:
                for standing in trial.entries[table.game.position - 1 :]:
                    if standing.position == table.game.position:  # else it came again on the way
                        table.accept(standing)
                return
