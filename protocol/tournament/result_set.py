"""The results that one program knows: a set that only grows, and is the same for all when everybody has
everything.

A result is *believed* if all four seats have signed it; or, if there is none such, if our own copy of the
game's log says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from protocol.log.genesis import Slot
from protocol.log.roster import Roster
from protocol.tournament.result import (
    Lie,
    Record,
    Result,
    check_record,
    read_lie,
    read_record,
)

ENOUGH = 2
"""How many different results of one slot that all four have signed are kept: with two, neither counts."""


class ResultSet:
    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.lies: dict[tuple[Slot, int], Lie] = {}
        """The proved contradictions, by slot and seat."""
        self.fresh: list[Record | Lie] = []
        """What was learned last; whoever writes it down empties this."""
        self._records: dict[Slot, dict[Result, Record]] = {}
        self.logs: dict[Slot, Result] = {}
        """What our own copies of logs say."""

    # -- what is known ----------------------------------------------------------------------------------

    def believed(self, slot: Slot) -> list[Result]:
        """The results of a slot that are proved; more than one if all its players lied."""
        known = self._records.get(slot, {})
        found = sorted(result for result, record in known.items() if record.complete)
        if not found and slot in self.logs:
            found = [self.logs[slot]]
        return found

    def closed(self, slot: Slot) -> bool:
        return bool(self.believed(slot))

    @property
    def finished(self) -> bool:
        return all(map(self.closed, self.roster.slots))

    def doubtful(self) -> list[Slot]:
        """The slots for which somebody has signed a result that we cannot believe without the log."""
        return [slot for slot in self._records if slot not in self.logs and not self.believed(slot)]

    def records(self) -> Iterator[Record]:
        """All that says something which proved contradictions do not say: the same for all who have the same
        signatures."""
        for slot in sorted(self._records):
            liars, complete = self.liars(slot), 0
            for _result, record in sorted(self._records[slot].items()):
                complete += record.complete
                if (record.complete and complete <= ENOUGH) or set(record.signers) - liars:
                    yield record

    def record(self, result: Result) -> Record | None:
        return self._records.get(result.slot, {}).get(result)

    def liars(self, slot: Slot) -> frozenset[int]:
        """The seats that are proved to have signed two results of this slot."""
        return frozenset(seat for at, seat in self.lies if at == slot)

    # -- what is new ------------------------------------------------------------------------------------

    def logged(self, result: Result) -> bool:
        """Our own copy of the game's log, which is over, says this; returns whether that is new."""
        if result.slot in self.logs:
            return False
        self.logs[result.slot] = result
        return True

    def take(self, wire: object) -> Record | None:
        """Take a record that somebody sends. Returns it, with all signatures known, if there is something
        new in it. Raises RemoteError if no honest program would send it."""
        return self.add(read_record(self.roster, wire))

    def add(self, record: Record) -> Record | None:
        slot = record.result.slot
        known = self._records.get(slot, {}).get(record.result)
        if known is not None:
            record = known.merged(record)
            if record == known:
                return None
        elif not self._room_for(record):
            return None
        check_record(self.roster, record, known)
        self._records.setdefault(slot, {})[record.result] = record
        self.fresh.append(record)
        self._find_lies(record)
        return record

    def _room_for(self, record: Record) -> bool:
        """Whether this result says something new: two of one seat prove that it lied, more say nothing more.
        Of those that all have signed, the first two in order are kept: they are believed."""
        slot = record.result.slot
        complete = sorted(result for result, known in self._records.get(slot, {}).items() if known.complete)
        if record.complete and (len(complete) < ENOUGH or record.result < complete[ENOUGH - 1]):
            for result in complete[ENOUGH - 1 :]:
                del self._records[slot][result]
            return True
        return bool(set(record.signers) - self.liars(slot))

    def _find_lies(self, record: Record) -> None:
        slot = record.result.slot
        for other in list(self._records[slot].values()):
            if other.result == record.result:
                continue
            for seat in set(record.signers) & set(other.signers):
                signed = other.signatures[seat], record.signatures[seat]
                if (slot, seat) not in self.lies:
                    self._add_lie(Lie(seat, (other.result, record.result), signed))

    def _add_lie(self, lie: Lie) -> None:
        self.lies[lie.slot, lie.seat] = lie
        self.fresh.append(lie)

    def take_lie(self, wire: object) -> Lie | None:
        """Take a contradiction that somebody sends; returns it if it is new. Raises RemoteError."""
        match wire:
            case [int(seat), [int(stage), int(table), *_], *_]:
                if (Slot(self.roster.id, stage, table), seat) in self.lies:
                    return None
        lie = read_lie(self.roster, wire)
        self._add_lie(lie)
        return lie

    # -- comparing two sets -----------------------------------------------------------------------------

    def _all(self) -> list[Record | Lie]:
        return [*self.records(), *self.lies.values()]

    def marks(self) -> set[bytes]:
        return {one.mark for one in self._all()}

    def digest(self) -> bytes:
        return sha256(b"".join(sorted(self.marks()))).digest()

    def marked(self, marks: Iterable[bytes]) -> Iterator[Record | Lie]:
        """What has these marks."""
        wanted = set(marks)
        yield from (one for one in self._all() if one.mark in wanted)
