"""The hall: one program's part in a tournament, without I/O. Time and messages come in, messages go out.

It says when our next game should begin, spreads results, and knows where everybody is. The games themselves
are played by tables of their own (docs/tournament.md §4, §6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from p2puno.match.schedule import ROUNDS_A_SEATING
from protocol.codec import are_whole, pack
from protocol.identity import Identity
from protocol.log.entry import HASH_BYTES
from protocol.log.genesis import Slot
from protocol.log.roster import Roster
from protocol.remote_errors import MalformedError
from protocol.tournament.result import MARK_BYTES, Lie, Record, Result, sign_result
from protocol.tournament.result_set import ResultSet

HERE_EVERY, HERE_FOR = 1_000, 4_000
"""Milliseconds between two messages that we are free for a slot, and how long one counts."""
MAX_ARRIVALS = 3
"""How often the others give a player who comes and goes the grace again."""
HAVE_EVERY = 2_000
"""Milliseconds between two comparisons of our set with somebody else's."""
MAX_MARKS, MAX_WANTED, SMALL = 4_096, 64, 6
"""Marks in a message; records asked for at once; the same for a spectator, whose messages are small."""

Party = int | bytes
"""A player, by number in the roster; or a spectator, by network key."""


class HallSend(NamedTuple):
    """A message for these parties."""

    to: tuple[Party, ...]
    message: list[Any]


@dataclass
class Free:
    """We are free for a slot, and wait for the others."""

    slot: Slot
    arrived: int
    """When the last of those who are here came, ourselves included."""
    due: dict[int, int] = field(default_factory=dict)
    """Since when each of the others could be here, as far as we know."""
    arrivals: Counter[int] = field(default_factory=Counter)
    """How often each of the others came."""


class Hall:
    def __init__(self, roster: Roster, identity: Identity | None, now: int) -> None:
        """`identity` is ours, if we are a player."""
        self.roster = roster
        self.results = ResultSet(roster)
        self.me = roster.player_with(identity.public) if identity is not None else None
        self.there: set[int] = set()
        """The players who are connected; whoever owns the hall keeps this."""
        self.rounds: dict[Slot, int] = {}
        """How many rounds tables have played, as somebody says: only for screens."""
        self.playing: Slot | None = None
        """The slot whose game we have opened."""
        self.free: Free | None = None
        self.begun: set[Slot] = set()
        """The slots whose games we had opened before a restart."""
        self.changed = False
        """Something that a player sees has changed; whoever shows it resets this."""
        self._identity = identity
        self._here: dict[tuple[int, Slot], int] = {}
        self._aside: dict[Slot, int] = {}
        self._doubt: dict[Slot, int] = {}
        self._tried: Counter[Slot] = Counter()
        self._have_at = now
        self._here_at = now - HERE_EVERY
        self._turn = 0
        count, own = len(roster.players), self.me if self.me is not None else 0
        steps = (1 << bit for bit in range(count.bit_length()))
        near = dict.fromkeys((own + step) % count for step in steps if step < count)
        self._near = tuple(player for player in near if player != self.me)
        """The players to whom we pass on what is new."""
        self._next(now)

    # -- which game -------------------------------------------------------------------------------------

    def own_slots(self) -> list[Slot]:
        return self.roster.slots_of(self.me) if self.me is not None else []

    def current(self, player: int) -> Slot | None:
        """The first slot of a player that has no result."""
        return next((slot for slot in self.roster.slots_of(player) if not self.results.closed(slot)), None)

    def _next(self, now: int) -> None:
        """Choose the slot that we are free for."""
        if self.playing is not None:
            self.free = None
            return
        mine = [slot for slot in self.own_slots() if not self.results.closed(slot)]
        slot = min(mine, key=lambda one: (self._aside.get(one, 0), one.stage), default=None)
        if slot is None:
            self.free = None
        elif self.free is None or self.free.slot != slot:
            self.free = Free(slot, now)
            self.changed = True

    def mates(self, slot: Slot) -> list[int]:
        """The other players at a table."""
        return [player for player in self.roster.seated(slot) if player != self.me]

    def waits_for(self, now: int) -> list[int]:
        """The players whom our next game waits for: they are not here, and not missing long enough. The time
        counts from when the last of the others came, so that all who are here open the game together."""
        free = self.free
        if free is None or free.slot in self.begun:
            return []
        absent = [player for player in self.mates(free.slot) if not self._is_here(player, free.slot, now)]
        return [player for player in absent if not self._is_missing(player, free, now)]

    def _is_here(self, player: int, slot: Slot, now: int) -> bool:
        return now - self._here.get((player, slot), now - HERE_FOR) < HERE_FOR

    def _is_missing(self, player: int, free: Free, now: int) -> bool:
        """Whether a player could have been here for longer than the grace."""
        earlier = (slot for slot in self.roster.slots_of(player) if slot.stage < free.slot.stage)
        if not all(self.results.closed(slot) for slot in earlier):
            return False  # they may still be playing elsewhere
        since = max(free.due.setdefault(player, now), free.arrived)
        return now - since >= self.roster.terms.grace

    def should_open(self, now: int) -> Slot | None:
        """The slot whose game should begin now."""
        return self.free.slot if self.free is not None and not self.waits_for(now) else None

    def opened(self, slot: Slot) -> None:
        """Our game of this slot begins, or goes on."""
        self.playing, self.free = slot, None
        self.begun.add(slot)
        self.changed = True

    def counted(self, slot: Slot, rounds: int) -> None:
        """This many rounds were played at a table that we see."""
        if rounds > self.rounds.get(slot, -1):
            self.rounds[slot] = rounds
            self.changed = True

    def left(self, slot: Slot, now: int) -> None:
        """Our player has seen the end of this slot's game, and is free for the next."""
        if self.playing == slot:
            self.playing = None
        self._learned(now)

    def set_aside(self, slot: Slot, now: int) -> None:
        """The game of this slot cannot go on: play another one first."""
        self._aside[slot] = self._aside.get(slot, 0) + 1
        self.playing = None
        self._next(now)

    def finished(self, result: Result, now: int) -> list[HallSend]:
        """A log that we have, of our own game or of another table, is over and says this. If our own log says
        something else than before, because its end was taken back, we do not sign that too: two signatures
        would make us a liar."""
        seated = self.roster.seated(result.slot)
        played = self._identity is not None and self.me in seated
        new = self.results.logged(result, played)
        outputs: list[HallSend] = []
        if (
            self._identity is not None
            and self.me in seated
            and self.results.signed_by(result.slot, seated.index(self.me)) <= {result}
        ):
            record = self.results.add(sign_result(self._identity, self.roster, result))
            if record is not None:
                outputs = self._spread(record)
        if new or outputs:
            self._learned(now)
        return outputs

    def needs_log(self, now: int) -> Slot | None:
        """A slot of others whose result we cannot believe without its log, and have waited long enough for.
        The one that we have tried least often comes first: a result may be made up, and have no log."""
        own = self.own_slots()
        doubtful = [slot for slot in self.results.doubtful() if slot not in own]
        self._doubt = {slot: self._doubt.get(slot, now) for slot in doubtful}
        grace = self.roster.terms.grace
        waited = (slot for slot, since in self._doubt.items() if now - since >= grace)
        return min(waited, key=self.times_tried, default=None)

    def tried(self, slot: Slot) -> None:
        """We look for the log of this slot."""
        self._tried[slot] += 1

    def sources(self, slot: Slot) -> tuple[int, ...]:
        """The seats that we ask for the log of this slot: those that have signed the result that we look for,
        because others might show another log. If that has failed, one of them after the other."""
        wanted = self.results.wanted(slot)
        record = self.results.record(wanted) if wanted is not None else None
        seats = record.signers if record is not None else (0, 1, 2, 3)
        tried = self._tried[slot]
        return seats if tried <= 1 else (seats[tried % len(seats)],)

    def times_tried(self, slot: Slot) -> int:
        return self._tried[slot]

    def _learned(self, now: int) -> None:
        self.changed = True
        self._next(now)

    # -- messages ---------------------------------------------------------------------------------------

    def tick(self, now: int) -> list[HallSend]:
        outputs: list[HallSend] = []
        slot = self.free.slot if self.free is not None else self.playing
        if slot is not None and now - self._here_at >= HERE_EVERY:
            self._here_at = now
            outputs.append(HallSend(tuple(self.mates(slot)), ["here", slot.stage, slot.table]))
        if now - self._have_at >= HAVE_EVERY:
            self._have_at = now
            others = sorted(player for player in self.there if player != self.me)
            if others:
                self._turn += 1
                outputs.append(HallSend((others[self._turn % len(others)],), self._have()))
        return outputs

    def _have(self) -> list[Any]:
        return ["have", self.results.digest(), self._progress()]

    def receive(self, sender: Party, message: object, now: int) -> list[HallSend]:
        """Take a message. Raises RemoteError if no honest program would send it."""
        match message:
            case ["have", bytes(digest), bytes(progress)] if len(digest) == HASH_BYTES:
                self._take_progress(progress)
                if digest != self.results.digest():
                    return [HallSend((sender,), self._marks())]
                asks = isinstance(sender, bytes)  # a spectator, whom nobody tells how far tables are unasked
                return [HallSend((sender,), self._have())] if asks else []
            case ["marks", bytes(marks)]:
                return self._compare(sender, _read_marks(marks, MAX_MARKS))
            case ["want", bytes(marks)]:
                wanted = self.results.marked(_read_marks(marks, MAX_WANTED))
                return [HallSend((sender,), _message(one)) for one in wanted]
            case _ if isinstance(sender, bytes):
                raise MalformedError("a spectator may only ask")
            case ["here", int(stage), int(table)] if are_whole(stage, table):
                self._take_here(sender, Slot(self.roster.id, stage, table), now)
                return []
            case ["record", *wire]:
                record = self.results.take(wire)
                return self._new(record, now, sender)
            case ["lie", wire]:
                return self._new(self.results.take_lie(wire), now, sender)
        raise MalformedError("not a message of the hall")

    def _take_here(self, player: int, slot: Slot, now: int) -> None:
        if slot not in self.roster.slots_of(player):
            raise MalformedError("a player is free for a slot of somebody else")
        if self.free is not None and slot == self.free.slot:
            if not self._is_here(player, slot, now):
                self.changed = True
                self.free.arrivals[player] += 1
                if self.free.arrivals[player] <= MAX_ARRIVALS:
                    self.free.arrived = now
            self._here[player, slot] = now

    def _new(self, one: Record | Lie | None, now: int, sender: Party) -> list[HallSend]:
        if one is None:
            return []
        self._learned(now)
        return self._spread(one, (sender,))

    def _spread(self, one: Record | Lie, but: Collection[Party] = ()) -> list[HallSend]:
        """Pass on what is new: to our table until all have signed, then to our neighbours."""
        slot = one.slot if isinstance(one, Lie) else one.result.slot
        mates = self.mates(slot) if self.me in self.roster.seated(slot) else []
        near = self._near if isinstance(one, Lie) or one.complete else ()
        to = [player for player in dict.fromkeys((*mates, *near)) if player not in but]
        return [HallSend(tuple(to), _message(one))] if to else []

    def _marks(self) -> list[Any]:
        return ["marks", b"".join(sorted(self.results.marks())[:MAX_MARKS])]

    def _compare(self, sender: Party, theirs: set[bytes]) -> list[HallSend]:
        """Ask for what we lack, and say what they lack."""
        ours = self.results.marks()
        limit = MAX_WANTED if self.me is not None else SMALL
        outputs = []
        if lacking := sorted(theirs - ours)[:limit]:
            outputs.append(HallSend((sender,), ["want", b"".join(lacking)]))
        if self.me is not None:
            unknown = sorted(ours - theirs)[:MAX_WANTED]
            outputs += [HallSend((sender,), _message(one)) for one in self.results.marked(unknown)]
        return outputs

    # -- how far tables are -----------------------------------------------------------------------------

    def _progress(self) -> bytes:
        if self.me is None:
            return b""
        open_ = (slot for slot in sorted(self.rounds) if not self.results.closed(slot))
        return b"".join(bytes((slot.stage, slot.table, self.rounds[slot])) for slot in open_)

    def _take_progress(self, said: bytes) -> None:
        if len(said) % 3 or len(said) > 3 * len(self.roster.slots):
            raise MalformedError("not how far tables are")
        for at in range(0, len(said), 3):
            slot = Slot(self.roster.id, said[at], said[at + 1])
            if slot.stage >= len(self.roster.stages) or slot.table >= len(self.roster.stages[slot.stage]):
                raise MalformedError("there is no such table")
            self.counted(slot, min(said[at + 2], ROUNDS_A_SEATING))


def _message(one: Record | Lie) -> list[Any]:
    return ["lie", one.wire()] if isinstance(one, Lie) else ["record", *one.wire()]


def _read_marks(marks: bytes, most: int) -> set[bytes]:
    if len(marks) % MARK_BYTES or len(marks) > most * MARK_BYTES:
        raise MalformedError("not a list of marks")
    return {marks[at : at + MARK_BYTES] for at in range(0, len(marks), MARK_BYTES)}


def packed(message: list[Any]) -> bytes:
    """A message of the hall as it goes over the network."""
    return HALL + pack(message)


HALL, TABLE_OF = b"H", b"S"
"""The first byte of a message of the hall, and of one of a table (docs/tournament.md §6)."""
