"""The results that one program knows: a set that only grows, and is the same for all when everybody has
everything.

A result is *believed* if all four seats have signed it, or else if our own copy of the game's log says the
same. A cheat may show two complete logs of one game: then the result that more of its seats have signed is
believed.
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
        self.logs: dict[Slot, set[Result]] = {}
        """What our own copies of logs say."""
        self._played: set[Slot] = set()
        """The slots of which we have the log because we played there: it is the only one for us."""

    # -- what is known ----------------------------------------------------------------------------------

    def believed(self, slot: Slot) -> list[Result]:
        """The results of a slot that are proved; more than one if all its players lied."""
        known = self._records.get(slot, {})
        found = {result for result, record in known.items() if record.complete}
        if not found and slot in self.logs:  # a log is ours alone: it changes nothing that all have signed
            found.add(max(self.logs[slot], key=self._rank))
        return sorted(found)

    def has_log(self, slot: Slot) -> bool:
        """Whether we have the log of what is believed, and no other result needs one."""
        logs = self.logs.get(slot, set())
        return self.wanted(slot) is None and any(result in logs for result in self.believed(slot))

    def _rank(self, result: Result) -> tuple[int, int, Result]:
        """Of two results that complete logs of one game say, the greater counts: the one that more seats have
        signed, then the one of the log in which more seats were lost (a certificate stands, whatever its seat
        signs later)."""
        record = self.record(result)
        signers = set(record.signers) if record is not None else set()
        return len(signers - self.liars(result.slot)), len(result.out), result

    def closed(self, slot: Slot) -> bool:
        return bool(self.believed(slot))

    @property
    def finished(self) -> bool:
        return all(map(self.closed, self.roster.slots))

    def doubtful(self) -> list[Slot]:
        """The slots for which seats have signed a result that we cannot believe without the log."""
        return [slot for slot in self._records if self.wanted(slot) is not None]

    def wanted(self, slot: Slot) -> Result | None:
        """The result of which we need the log: we would believe it if we had that."""
        known = self._records.get(slot, {})
        if slot in self._played or not known or any(record.complete for record in known.values()):
            return None
        best = max(known, key=self._rank)
        logs = self.logs.get(slot, set())
        return best if all(self._rank(best) > self._rank(logged) for logged in logs) else None

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

    def signed_by(self, slot: Slot, seat: int) -> set[Result]:
        """The results of a slot that a seat has signed."""
        known = self._records.get(slot, {})
        return {result for result, record in known.items() if seat in record.signers}

    def liars(self, slot: Slot) -> frozenset[int]:
        """The seats that are proved to have signed two results of this slot."""
        return frozenset(seat for at, seat in self.lies if at == slot)

    # -- what is new ------------------------------------------------------------------------------------

    def logged(self, result: Result, played: bool = False) -> bool:
        """Our own copy of the game's log, which is over, says this; returns whether that is new. `played`: we
        were at that table, so no other log of its game counts for us, and of our own only its last end."""
        known = self.logs.setdefault(result.slot, set())
        if played:
            known.intersection_update({result})
            self._played.add(result.slot)
        if result in known or (result.slot in self._played and not played):
            return False
        known.add(result)
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
