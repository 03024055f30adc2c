"""A game so small that everything in it can be tried: the real log, votes, finality and going back, no cards.

An entry names who is due next, so that two bodies for one place can make different seats due. After `length`
positions nobody is due any more. A seat's program is the real table. Its states are values here (`Seat`):
each event leads from one to another, and is tried only once.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Any

from p2puno.options import Options
from protocol.codec import pack, unpack
from protocol.deck import Calculator
from protocol.identity import Identity
from protocol.log.entry import (
    AGREE,
    BACK,
    LOSS,
    NOBODY,
    SILENCE,
    Entry,
    Statement,
    read_entry,
    read_statement,
    write_entry,
)
from protocol.log.genesis import Genesis
from protocol.log.table_terms import Terms
from protocol.play.deal import Due
from protocol.play.game import Game
from protocol.remote_errors import MalformedError
from protocol.table.outputs import Note, Output, Rewind, Send, Store
from protocol.table.own_entries import OwnEntries
from protocol.table.table import Table
from tests.simulation.glass_deck import GLASS
from tests.simulation.world import make_genesis

GRACE = 1_000
"""Milliseconds after which anything is late; the clock goes in steps of this."""
LONGEST = 4 * GRACE
"""No time is waited for longer than this: what is older is all the same."""


class CheapIdentity(Identity):
    """Signs each body once."""

    @lru_cache(1 << 16)  # noqa: B019 - a handful of them, for as long as the process lasts
    def sign(self, tag: bytes, body: bytes) -> bytes:
        return super().sign(tag, body)


def due_after(playing: Sequence[int], wanted: int) -> int:
    """Who is due if this seat is wanted: it, or whoever is in and comes next."""
    return next((seat for seat in playing if seat >= wanted), playing[0])


class ToyGame(Game):
    length = 4

    def __init__(self, genesis: Genesis, seat: int | None = None) -> None:
        super().__init__(genesis, seat, None, CALCULATOR)

    def _begin(self) -> None:
        self.wanted = 0
        super()._begin()

    def due(self) -> Due | None:
        if self.over or self.position > self.length:
            return None
        return Due(due_after(self.match.playing, self.wanted), AGREE)

    @property
    def stalled(self) -> bool:
        return False

    def at(self, position: int) -> Game:
        other = type(self)(self.genesis, self.seat)
        other.replay(self.entries[: position - 1])
        return other

    def _take(self, entry: Entry) -> None:
        match entry.payload:
            case [int(wanted)] if wanted in self.match.playing:
                self.wanted = wanted
            case _:
                raise MalformedError("names nobody who could be next", entry.seat)

    def _follow(self) -> None: ...

    def _start_round(self) -> None: ...

    def _lose(self, lost: Sequence[int]) -> None:
        for seat in lost:
            self.match.leave(seat)
            self.lost_at[seat] = self._writing


class ToyEntries(OwnEntries):
    def next(self, due: Due) -> tuple[list[Output], Entry | None]:
        again = self._signed.get(self._here)
        if again is not None:
            return [], again
        game = self._context.game
        assert self._identity is not None
        payload = [due_after(game.match.playing, due.seat + 1)]
        # The time is 0: an entry is the same whenever it is written.
        return [], write_entry(self._identity, game.id, *self._here, due.seat, AGREE, payload, 0)


class ToyTable(Table):
    make_own = ToyEntries

    def hear(self, seats: Iterable[int]) -> None:
        self.heard.update(dict.fromkeys(seats, self.now))


CALCULATOR = Calculator(GLASS)


# -- messages ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """A message that somebody sent, by its number."""

    number: int
    raw: bytes
    kind: str
    author: int
    """Who signed it; nobody for a certificate and a proof."""
    entry: Entry | None = None
    said: Statement | None = None


class Messages:
    """All messages that there ever were, numbered in the order they were first seen."""

    def __init__(self) -> None:
        self.all: list[Message] = []
        self._numbers: dict[bytes, int] = {}

    def __getitem__(self, number: int) -> Message:
        return self.all[number]

    def number(self, raw: bytes) -> int | None:
        """None for what only asks for something that the others send anyway."""
        value = unpack(raw)
        if value[0] in ("head", "want") or (
            value[0] == "statement" and read_statement(value[1:]).kind == BACK
        ):
            return None
        if value[0] == "entry" and value[1] and (entry := read_entry(value[1:])).kind == LOSS:
            raw_key = b"loss" + entry.hash  # whichever proofs it bears
            found = self._numbers.get(raw_key)
            if found is not None:
                return found
            self._numbers[raw_key] = len(self.all)
        found = self._numbers.get(raw)
        if found is None:
            found = self._numbers[raw] = len(self.all)
            match value:
                case ["entry", *wire]:
                    entry = read_entry(wire)
                    self.all.append(Message(found, raw, entry.kind, entry.seat, entry=entry))
                case ["statement", *wire]:
                    said = read_statement(wire)
                    self.all.append(Message(found, raw, said.kind, said.seat, said=said))
                case _:
                    self.all.append(Message(found, raw, value[0], NOBODY))
        return found


# -- what is final, worked out anew -------------------------------------------------------------------------


def final_of(entries: Sequence[Entry], seats: int) -> int:
    """The last position that every seat still in has signed on top of."""
    playing, signed, final = set(range(seats)), dict.fromkeys(range(seats), 0), 0
    for entry in entries:
        if entry.kind == LOSS:
            playing -= set(entry.payload[0])
            authors = set(playing)
        else:
            authors = {entry.seat}
        for seat in authors:
            signed[seat] = entry.position
        final = max(final, min(signed[seat] for seat in playing) - 1)
    return final


# -- a seat's states ----------------------------------------------------------------------------------------


class Violation(AssertionError):
    """Something that must never happen has."""


@dataclass(frozen=True)
class Snapshot:
    """One state of one seat, and what others may ask of it."""

    number: int
    blob: bytes
    log: tuple[bytes, ...]
    final: tuple[bytes, ...]
    """The hashes of what was ever final in its log."""
    playing: tuple[int, ...]
    suspended: bool
    over: bool
    position: int
    place: tuple[int, bytes]


Event = tuple[Any, ...]
Result = tuple[int, int]
"""The number of the next snapshot, and the messages sent as bits."""


class Seat:
    """All states that one honest seat was ever in. Each event is tried once in each state."""

    def __init__(
        self,
        genesis: Genesis,
        seat: int,
        identity: Identity,
        messages: Messages,
        honest: Sequence[int],
        length: int,
        notes: bool,
    ) -> None:
        self.seat = seat
        self.genesis = genesis
        self.identity = identity
        self.messages = messages
        self.honest = honest
        self.length = length
        self.notes = notes
        """Whether what is on disk makes two states different: it need not where nobody is started again."""
        self.snapshots: list[Snapshot] = []
        self._numbers: dict[Any, int] = {}
        self._results: dict[tuple[int, Event], Result] = {}
        for constant in (genesis, genesis.terms, genesis.terms.options, identity, CALCULATOR):
            _keep_out(constant)
        self.quiet: list[int] = []
        """For each snapshot, the messages (bits) that are known to change nothing there."""
        self.tried = 0

    # -- making and keeping ------------------------------------------------------------------------------

    def begin(self) -> Result:
        game = ToyGame(self.genesis, self.seat)
        game.length = self.length
        return self._life(game, [], {}, (), 0, 0)

    def _life(
        self,
        game: ToyGame,
        notes: list[bytes],
        wrote: dict[bytes, Entry],
        final: tuple[bytes, ...],
        now: int,
        sent: int,
    ) -> Result:
        table = ToyTable(game, self.identity, now, list(notes), wrote.values())
        disk = list(notes), dict(wrote)
        more = self._carry_out(table.start(now), disk, [])
        return self._keep(table, disk, final), sent | more

    def _carry_out(
        self, outputs: Sequence[Output], disk: tuple[list[bytes], dict[bytes, Entry]], log: list[Entry]
    ) -> int:
        sent = 0
        notes, wrote = disk
        for output in outputs:
            match output:
                case Send(_, raw):
                    number = self.messages.number(raw)
                    if number is not None:
                        sent |= 1 << number
                case Note(record):
                    notes.append(record)
                case Store(entry):
                    log.append(entry)
                    if entry.seat == self.seat:
                        wrote[entry.hash] = entry
                case Rewind(position):
                    del log[position - 1 :]
        return sent

    def _keep(
        self, table: ToyTable, disk: tuple[list[bytes], dict[bytes, Entry]], final: tuple[bytes, ...]
    ) -> int:
        game = table.game
        log = tuple(entry.hash for entry in game.entries)
        if log[: len(final)] != final:
            raise Violation(f"seat {self.seat} took back what was final")
        here = final_of(game.entries, len(self.genesis.players))
        if here > len(final):
            final = log[:here]
        for loss in game.losses:
            if loss.seat in self.honest and loss.reason != SILENCE:
                raise Violation(f"honest seat {loss.seat} is lost for {loss.reason} at seat {self.seat}")
        key = (final, self._key(table), (tuple(disk[0]), frozenset(disk[1])) if self.notes else None)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.snapshots)
            playing = tuple(game.match.playing)
            self.quiet.append(0)
            self.snapshots.append(
                Snapshot(
                    number,
                    self._freeze(table, disk),
                    log,
                    final,
                    playing,
                    bool(table.voting.suspended),
                    game.over,
                    game.position,
                    (game.position, game.head),
                )
            )
        return number

    def _freeze(self, *what: object) -> bytes:
        buffer = BytesIO()
        _Pickler(buffer, pickle.HIGHEST_PROTOCOL).dump(what)
        return buffer.getvalue()

    def _thaw(self, blob: bytes) -> tuple[ToyTable, tuple[list[bytes], dict[bytes, Entry]]]:
        table, disk = pickle.loads(blob)
        return table, disk

    def _key(self, table: ToyTable) -> Any:
        """All that the table's future depends on; times count from now."""
        game, voting, forks, now = table.game, table.voting, table.forks, table.now

        def ages(times: dict[Any, int]) -> Any:
            return frozenset((what, min(now - when, LONGEST)) for what, when in times.items())

        pool = [
            (previous, tuple((kept.entry.body, kept.refused) for kept in after))
            for previous, after in table.pool._after.items()
        ]
        return (
            game.head,
            game.final,
            frozenset(table.own._signed),
            frozenset(seat for seat, when in table.heard.items() if now - when < GRACE),
            min(now - table.since, LONGEST),
            min(now - table.started, LONGEST),
            frozenset(pool),
            frozenset((ballot, frozenset(by)) for ballot, by in voting._votes.items()),
            frozenset(voting._own),
            frozenset((key, frozenset(by)) for key, by in voting._refusals.items()),
            ages(voting._cast_at),
            ages(voting._died_at),
            ages(voting._doubted),
            frozenset((about, frozenset(by)) for about, by in voting._behind.items()),
            voting.suspended,
            frozenset((seat, proof.position, proof.previous) for seat, proof in forks._proofs.items()),
            ages(forks._went_back_at),
        )

    # -- events ------------------------------------------------------------------------------------------

    def after(self, number: int, event: Event) -> Result:
        """What follows from an event in a state: `("receive", message)`, `("tick", seats heard)`, or
        `("crash", event, n)`: the event, but only n of its outputs are carried out before a restart."""
        known = self._results.get((number, event))
        if known is None:
            known = self._results[number, event] = self._try(number, event)
            if known == (number, 0) and event[0] == "receive":
                self.quiet[number] |= 1 << event[1]
        return known

    def outputs(self, number: int, event: Event) -> int:
        """How many things an event makes the seat do."""
        table, _ = self._thaw(self.snapshots[number].blob)
        return len(self._feed(table, event))

    def _feed(self, table: ToyTable, event: Event) -> list[Output]:
        match event:
            case ("receive", message):
                return table.receive(None, self.messages[message].raw, table.now)
            case ("tick", heard):
                table._at(table.now + GRACE)
                table.hear(heard)
                return table.tick(table.now)
        raise AssertionError(event)

    def _try(self, number: int, event: Event) -> Result:
        self.tried += 1
        before = self.snapshots[number]
        table, disk = self._thaw(before.blob)
        if event[0] != "crash":
            sent = self._carry_out(self._feed(table, event), disk, [])
            return self._keep(table, disk, before.final), sent
        log = list(table.game.entries)
        sent = self._carry_out(self._feed(table, event[1])[: event[2]], disk, log)
        game = ToyGame(self.genesis, self.seat)
        game.length = self.length
        for entry in log:
            game.apply(entry)
        for entry in log:  # whoever asks is given them
            told = self.messages.number(pack(["entry", *entry.wire()]))
            assert told is not None
            sent |= 1 << told
        return self._life(game, disk[0], disk[1], before.final, table.now, sent)

    def table(self, number: int) -> ToyTable:
        return self._thaw(self.snapshots[number].blob)[0]


_KEPT: list[object] = []
"""What never changes: copies only name it."""
_PLACES: dict[Any, int] = {}
"""Where it is there, by its identity, or by what was signed."""


def _keep_out(what: object, key: Any = None) -> int:
    place = _PLACES.setdefault(id(what) if key is None else key, len(_KEPT))
    if place == len(_KEPT):
        _KEPT.append(what)
    return place


def _kept(place: int) -> object:
    return _KEPT[place]


class _Pickler(pickle.Pickler):
    """Keeps what never changes out of the copies."""

    def reducer_override(self, obj: Any) -> Any:
        if type(obj) in (Entry, Statement):
            return _kept, (_keep_out(obj, (obj.body, obj.signature)),)
        place = _PLACES.get(id(obj))
        return NotImplemented if place is None else (_kept, (place,))


def make_table(seats: int, operators: Sequence[int]) -> tuple[Genesis, list[Identity]]:
    identities: list[Identity] = [
        CheapIdentity(sha256(b"toy" + bytes([seat])).digest()) for seat in range(seats)
    ]
    terms = Terms(Options(), "go-on", grace=GRACE, machine_grace=GRACE, turn_time=GRACE)
    return make_genesis(identities, terms, operators), identities
