"""A whole tournament on virtual time: halls and tables of many programs, their disks, and the network.

python -m tests.simulation.tournament          what a player sends, receives and keeps, by number of tables
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from random import Random

from p2puno.moves import IllegalMove, Play
from protocol.codec import pack, unpack
from protocol.deck import Calculator
from protocol.identity import Identity, Player
from protocol.log.entry import MOVE, Entry
from protocol.log.genesis import Slot
from protocol.log.roster import Roster, read_roster, roster_body, sign_roster, slot_secret
from protocol.play.game import Game
from protocol.table.default_move import FORCED
from protocol.table.fetching import BATCH
from protocol.table.outputs import Note, Output, Rewind, Send, Store
from protocol.table.table import Table
from protocol.tournament.hall import Hall, HallSend, packed
from protocol.tournament.result import Record, result_of
from protocol.tournament.standings import standings
from tests.protocol.rosters import tournament_terms
from tests.simulation.glass_deck import GLASS
from tests.simulation.world import Disk, Weather

TICK = 200
"""Milliseconds between two ticks of a program."""
SETTLE_AGAIN = 3_000


@dataclass
class Traffic:
    sent: int = 0
    sent_bytes: int = 0
    received: int = 0
    received_bytes: int = 0


@dataclass
class Program:
    """One player's program: its disks outlive it, its hall and table do not."""

    evening: Evening
    number: int
    identity: Identity
    disks: dict[Slot, Disk] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)
    hall: Hall | None = None
    table: Table | None = None
    followed: dict[Slot, Table] = field(default_factory=dict)
    """Tables of others whose logs it fetches."""
    slot: Slot | None = None
    life: int = 0
    waits_since: int | None = None
    withholds: bool = False
    """It signs no results."""
    asked: object = None
    tables: Traffic = field(default_factory=Traffic)
    halls: Traffic = field(default_factory=Traffic)
    seen: dict[Slot, int] = field(default_factory=dict)

    # -- life -------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.life += 1
        self.hall = Hall(self.evening.roster, self.identity, self.evening.now)
        for record in self.records:
            self.hall.results.add(record)
        self.hall.results.fresh.clear()
        self.hall.begun = set(self.disks)
        life = self.life
        self.evening.after(self.evening.random.randrange(TICK), lambda: self._tick(life))

    def kill(self) -> None:
        self.hall = self.table = self.slot = None
        self.followed = {}
        self.life += 1

    def _tick(self, life: int) -> None:
        hall = self.hall
        if life != self.life or hall is None:
            return
        now = self.evening.now
        hall.there = self.evening.reached_by(self.number)
        self.say(hall.tick(now))
        if self.table is not None:
            self.do(self.table.tick(now))
            self._tend(now)
        elif (slot := hall.should_open(now)) is not None:
            self.open(slot)
        self._look_up(now)
        self.evening.after(TICK, lambda: self._tick(life))

    # -- tables -----------------------------------------------------------------------------------------

    def open(self, slot: Slot) -> None:
        assert self.hall is not None
        roster, disk = self.evening.roster, self.disks.setdefault(slot, Disk())
        seat = roster.seated(slot).index(self.number)
        secret = slot_secret(sha256(b"secret" + bytes([self.number])).digest(), slot)
        game = Game(roster.genesis(slot), seat, secret, self.evening.calculator)
        for entry in disk.entries:
            game.apply(entry)
        self.slot, self.waits_since = slot, None
        self.hall.opened(slot)
        self.table = Table(game, self.identity, self.evening.now, list(disk.notes), disk.wrote)
        self.do(self.table.start(self.evening.now))

    def _tend(self, now: int) -> None:
        """As `protocol/participant/tournament_night.py` does."""
        table, hall, slot = self.table, self.hall, self.slot
        if table is None or hall is None or slot is None:
            return
        game = table.game
        hall.counted(slot, sum(game.match.played.values()))
        if game.over:
            self.table = self.slot = None
            self._is_over(game)
            return
        waits = game.stalled or bool(table.voting.suspended)
        self.waits_since = (self.waits_since if self.waits_since is not None else now) if waits else None
        if self.waits_since is not None and now - self.waits_since > game.terms.grace:
            if game.stalled:
                self.do(table.settle(True, now))
            else:
                self.table = self.slot = None
                hall.set_aside(slot, now)

    def _is_over(self, game: Game) -> None:
        assert self.hall is not None
        if self.withholds:
            self.hall.results.logged(result_of(game), played=game.seat is not None)
        else:
            self.say(self.hall.finished(result_of(game), self.evening.now))
        if self.slot is None and game.seat is not None:
            self.hall.left(result_of(game).slot, self.evening.now)

    def _look_up(self, now: int) -> None:
        """Fetch the log of a result that not all four have signed."""
        hall = self.hall
        if hall is None:
            return
        slot = hall.needs_log(now)
        if slot is not None and slot not in self.followed:
            hall.tried(slot)
            game = Game(self.evening.roster.genesis(slot), None, None, self.evening.calculator)
            self.followed[slot] = Table(game, None, now, [], [])
        for slot, table in list(self.followed.items()):
            if table.game.over:
                del self.followed[slot]
                self._is_over(table.game)
            else:
                self._send_all(slot, table.tick(now))

    def move(self, life: int) -> None:
        table = self.table
        if (
            life == self.life
            and table is not None
            and table.game.view is not None
            and table.game.due() is not None
        ):
            moves = table.game.view.moves()
            plays = [move for move in moves if isinstance(move, Play)]
            if moves:
                with suppress(IllegalMove):
                    self.do(table.act(self.evening.random.choice(plays or moves), self.evening.now))

    # -- messages ---------------------------------------------------------------------------------------

    def do(self, outputs: Iterable[Output]) -> None:
        assert self.slot is not None
        disk = self.disks[self.slot]
        for output in outputs:
            match output:
                case Store(entry):
                    disk.entries.append(entry)
                    if self.table is not None and entry.seat == self.table.game.seat:
                        disk.wrote.append(entry)
                case Note(record):
                    disk.notes.append(record)
                case Rewind(position):
                    del disk.entries[position - 1 :]
        self._send_all(self.slot, outputs)
        table = self.table
        due = table.game.due() if table is not None else None
        if table is not None and due is not None and (due.seat, due.kind) == (table.game.seat, MOVE):
            place = table.game.position, table.game.head
            if due.step not in FORCED and self.asked != place:
                self.asked, life = place, self.life
                self.evening.after(self.evening.random.randrange(50, 600), lambda: self.move(life))

    def _send_all(self, slot: Slot, outputs: Iterable[Output]) -> None:
        seated = self.evening.roster.seated(slot)
        for output in outputs:
            if isinstance(output, Send):
                if output.to is None:
                    to = [*seated, *self.evening.followers(slot)]
                else:
                    to = [seated[output.to] if isinstance(output.to, int) else output.to[0]]
                for player in dict.fromkeys(to):
                    if player != self.number:
                        self.evening.transmit(self, player, slot, output.message)

    def say(self, sends: Iterable[HallSend]) -> None:
        assert self.hall is not None
        fresh = self.hall.results.fresh
        self.records += [one for one in fresh if isinstance(one, Record)]
        fresh.clear()
        for send in sends:
            for to in send.to:
                assert isinstance(to, int)
                self.evening.transmit(self, to, None, packed(send.message))

    def receive(self, sender: int, slot: Slot | None, message: bytes) -> None:
        if self.hall is None:
            return
        now = self.evening.now
        if slot is None:
            self.say(self.hall.receive(sender, unpack(message[1:]), now))
            return
        seated = self.evening.roster.seated(slot)
        party = seated.index(sender) if sender in seated else bytes([sender])
        if slot in self.followed:
            if party not in self.hall.sources(slot):
                return
            self._send_all(slot, self.followed[slot].receive(party, message, now))
            return
        if slot == self.slot and self.table is not None:
            self.do(self.table.receive(party, message, now))
        elif self.hall.results.closed(slot) and self.number in seated:
            self._serve(sender, slot, message)

    def _serve(self, sender: int, slot: Slot, message: bytes) -> None:
        """As `protocol/hall/finished_tables.py` does."""
        entries: list[Entry] = self.disks[slot].entries if slot in self.disks else []
        if not entries:
            return
        head = pack(["head", len(entries) + 1, entries[-1].hash])
        match unpack(message):
            case ["want", int(position)]:
                for entry in entries[position - 1 :][:BATCH]:
                    self.evening.transmit(self, sender, slot, pack(["entry", *entry.wire()]))
                if position - 1 + BATCH < len(entries):
                    self.evening.transmit(self, sender, slot, head)
            case ["head", int(position), _] if position <= len(entries):
                self.evening.transmit(self, sender, slot, head)

    @property
    def kept(self) -> int:
        """Bytes that this program keeps: its games, and all results."""
        games = sum(
            len(entry.body) + len(entry.signature) for disk in self.disks.values() for entry in disk.entries
        )
        return games + self.kept_results

    @property
    def kept_results(self) -> int:
        return sum(len(pack(record.wire())) for record in self.hall.results.records()) if self.hall else 0


class Evening:
    def __init__(self, seed: int, players: int, stages: int, hand_size: int = 1) -> None:
        self.random = Random(seed)
        self.now = 0
        self.weather = Weather()
        self.calculator = Calculator(GLASS)
        self.cut: list[set[int]] = []
        """Groups that do not reach each other."""
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        identities = [Identity(sha256(b"player" + bytes([n])).digest()) for n in range(players)]
        everybody = tuple(Player(one.public, f"player {n}", n) for n, one in enumerate(identities))
        nonces = tuple(sha256(b"nonce" + bytes([n, seed % 256])).digest() for n in range(players))
        body = roster_body(tournament_terms(stages, hand_size), everybody, nonces, 0)
        self.roster: Roster = read_roster([body, [sign_roster(one, body) for one in identities]])
        self.programs = [Program(self, n, identity) for n, identity in enumerate(identities)]
        for program in self.programs:
            program.start()

    def after(self, delay: int, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + delay, next(self._order), what))

    def run(self, until: Callable[[], bool], limit: int) -> bool:
        """Let time pass until something is the case; False if it is not within so many milliseconds."""
        end, steps = self.now + limit, 0
        while self._events and self._events[0][0] <= end:
            self.now, _, what = heapq.heappop(self._events)
            what()
            steps += 1
            if steps % 50 == 0 and until():
                return True
        self.now = end
        return until()

    def crash(self, program: Program, downtime: int) -> None:
        program.kill()
        life = program.life

        def again() -> None:
            if program.life == life:
                program.start()

        self.after(downtime, again)

    # -- the network ------------------------------------------------------------------------------------

    def parted(self, one: int, other: int) -> bool:
        return any((one in group) != (other in group) for group in self.cut)

    def reached_by(self, player: int) -> set[int]:
        return {p.number for p in self.programs if p.hall is not None and not self.parted(player, p.number)}

    def followers(self, slot: Slot) -> list[int]:
        return [program.number for program in self.programs if slot in program.followed]

    def transmit(self, sender: Program, to: int, slot: Slot | None, message: bytes) -> None:
        size = len(message) + (8 if slot is not None else 0)
        traffic = sender.halls if slot is None else sender.tables
        traffic.sent += 1
        traffic.sent_bytes += size
        weather = self.weather
        if self.parted(sender.number, to) or (weather.loss and self.random.random() < weather.loss):
            return

        def arrive() -> None:
            program = self.programs[to]
            got = program.halls if slot is None else program.tables
            got.received += 1
            got.received_bytes += size
            program.receive(sender.number, slot, message)

        self.after(1 + self.random.randrange(weather.slowest), arrive)

    # -- what must hold ---------------------------------------------------------------------------------

    @property
    def running(self) -> list[Hall]:
        return [program.hall for program in self.programs if program.hall is not None]

    def over(self) -> bool:
        return all(hall.results.finished for hall in self.running)

    def agree(self) -> bool:
        """Whether all running programs have the same set, and so the same standings."""
        first, *rest = self.running
        return all(standings(hall.results) == standings(first.results) for hall in rest)


def measure(players: int, stages: int = 5, seed: int = 1) -> list[float]:
    """What an average player sends and receives, in messages and bytes, for tables and hall; and keeps."""
    evening = Evening(seed, players, stages, 2)
    evening.weather.loss = 0.01
    assert evening.run(evening.over, 3_600_000), f"seed {seed}"
    assert evening.agree(), f"seed {seed}"
    programs = evening.programs
    return [
        sum(value(program) for program in programs) / len(programs)
        for value in (
            lambda p: evening.now / 1000,
            lambda p: p.tables.sent,
            lambda p: p.tables.sent_bytes,
            lambda p: p.halls.sent,
            lambda p: p.halls.sent_bytes,
            lambda p: p.kept - p.kept_results,
            lambda p: p.kept_results,
        )
    ]


def main(sizes: Iterable[int] = (8, 16, 32, 64)) -> None:
    heads = "players tables seconds table:messages bytes hall:messages bytes logs results"
    print("| " + " | ".join(heads.split()) + " |")
    print("| --- " * 9 + "|")
    for players in sizes:
        numbers = measure(players)
        print(
            f"| {players} | {players // 4} | " + " | ".join(f"{number:,.0f}" for number in numbers) + " |",
            flush=True,
        )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or (8, 16, 32, 64))
