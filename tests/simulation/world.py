"""Peers, their disks, and the network between them, on virtual time.

Outputs are carried out one by one, and a peer may be killed between any two of them: what is on its disk
then is all that its next life knows.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import protocol.log.entry
from p2puno.moves import Move
from p2puno.options import Options
from protocol.codec import pack, unpack
from protocol.deck import Calculator
from protocol.identity import Identity, Player, is_signed
from protocol.log.entry import (
    GENESIS_TAG,
    LOSS,
    REFUSAL,
    SILENCE,
    VOTE,
    Entry,
    read_entry,
    read_statement,
    write_entry,
)
from protocol.log.genesis import Genesis, genesis_body, read_genesis
from protocol.log.table_terms import Terms
from protocol.play.game import Game
from protocol.table.outputs import Evidence, Note, Output, Refused, Rewind, Send, Store, TimedOut
from protocol.table.table import Table
from tests.simulation.glass_deck import GLASS

# What one peer has found to be signed, all in this process may believe: it is the same bytes.
protocol.log.entry.is_signed = lru_cache(1 << 15)(is_signed)  # type: ignore[attr-defined]

TICK = 200
"""Milliseconds between two ticks of a peer."""
ENTRY = pack(["entry", b"", b""])[:7]
"""How messages with an entry begin."""


def other_body(identity: Identity, entry: Entry) -> Entry:
    """The same entry at another time: another body for its place, which makes it a fork."""
    return write_entry(
        identity,
        entry.game,
        entry.position,
        entry.previous,
        entry.seat,
        entry.kind,
        entry.payload,
        entry.time + 1,
    )


class BrokenPromise(AssertionError):
    """Something that must never happen has."""


@dataclass
class Disk:
    entries: list[Entry] = field(default_factory=list)
    notes: list[bytes] = field(default_factory=list)
    wrote: list[Entry] = field(default_factory=list)
    """As in a journal: all entries of its own."""
    evidence: list[Evidence] = field(default_factory=list)
    aside: list[list[Entry]] = field(default_factory=list)


@dataclass
class Weather:
    """What the network does to each message."""

    slowest: int = 20
    loss: float = 0.0
    twice: float = 0.0
    crash: float = 0.0
    """How likely a peer is killed before any one output."""


class Peer:
    """One program: its disk outlives it, its table does not."""

    def __init__(self, world: World, seat: int, watching: bool = False) -> None:
        self.world = world
        self.seat = seat
        self.watching = watching
        self.identity = world.identities[seat] if not watching else None
        self.secret = sha256(b"secret" + world.name + bytes([seat])).digest() if not watching else None
        self.disk = Disk()
        self.table: Table | None = None
        self.honest = True
        self.skew = 0
        self.rate = 1.0
        self.life = 0
        self.trouble = -(10**9)
        """When it last was down, cut off, or otherwise hard to reach."""
        self.forking = 0.0
        """How likely it sends another body of an entry of its own to some of the others first."""
        self.since = 0
        """When, by its own clock, its log last went on or back, or it was started."""
        self.received: set[bytes] = set()
        """The entries that reached it in this life, as the messages they came in."""
        self.withholding = 0.0
        """How likely it does not write what is due from it."""
        self.lying = False
        """Whether it says the contrary of what is asked, where nobody can see that."""
        self.rewound = 0
        self.suspended = False
        self.refused: Counter[str] = Counter()
        self.timeouts: list[int] = []
        """When its program moved for its player, by its own clock."""

    make_table: Callable[[Game, Identity | None, int, Iterable[bytes], Iterable[Entry]], Table] = Table
    make_game: Callable[[Genesis, int | None, bytes | None, Calculator], Game] = Game

    def now(self) -> int:
        """The time by its own clock."""
        return self.skew + int(self.world.now * self.rate)

    def start(self) -> None:
        """Begin, or begin again from what is on disk."""
        world = self.world
        game = self.make_game(
            world.genesis, None if self.watching else self.seat, self.secret, world.calculator
        )
        for entry in self.disk.entries:
            game.apply(entry)
        self.life += 1
        self.since = self.now()
        self.received = set()
        self.table = self.make_table(game, self.identity, self.now(), list(self.disk.notes), self.disk.wrote)
        self.do(self.table.start(self.now()))
        life = self.life
        world.after(world.random.randrange(1, TICK), lambda: self._tick(life))

    def _fork(self, message: bytes) -> None:
        world, value = self.world, unpack(message)
        if value[0] != "entry" or self.identity is None:
            return
        entry = read_entry(value[1:])
        if entry.seat != self.seat:
            return
        other = other_body(self.identity, entry)
        world.count("forked " + entry.kind)
        for peer in world.peers:
            if world.random.random() < 0.5:
                world.transmit(self, peer.seat, pack(["entry", *other.wire()]))

    def kill(self) -> None:
        self.table = None
        self.life += 1
        self.trouble = self.world.now

    def _tick(self, life: int) -> None:
        if life != self.life or self.table is None:
            return
        self.do(self.table.tick(self.now()))
        self.world.after(TICK, lambda: self._tick(life))

    def receive(self, sender: int, message: bytes) -> None:
        if self.table is not None:
            if message.startswith(ENTRY):
                self.received.add(message)
            self.do(self.table.receive(sender, message, self.now()))

    def act(self, move: Move) -> None:
        """Its player moves. Raises IllegalMove if that cannot be."""
        if self.table is not None:
            self.do(self.table.act(move, self.now()))

    def do(self, outputs: Sequence[Output]) -> None:
        """Carry outputs out in their order, unless killed on the way."""
        world = self.world
        for output in outputs:
            if world.weather.crash and world.random.random() < world.weather.crash and self.honest:
                world.count("crash before " + type(output).__name__)
                world.crash(self)
                return
            self._carry_out(output)
        if not self.suspended and self.table is not None and self.table.voting.suspended:
            self.suspended = True
            world.count("suspended")
        world.look(self)

    def _carry_out(self, output: Output) -> None:
        world = self.world
        match output:
            case Store(entry):
                if entry.position != len(self.disk.entries) + 1:
                    raise BrokenPromise(
                        f"seat {self.seat} stores {entry.position} after {len(self.disk.entries)}"
                    )
                self.disk.entries.append(entry)
                if entry.seat == self.seat:
                    self.disk.wrote.append(entry)
                    if read_entry(entry.wire()) != entry:
                        raise BrokenPromise(f"others read what seat {self.seat} writes in another way")
                self.since = self.now()
                world.applied(self, entry)
            case Note(record):
                self.disk.notes.append(record)
                world.noted(self, record)
            case Rewind(position):
                self.disk.aside.append(self.disk.entries[position - 1 :])
                del self.disk.entries[position - 1 :]
                self.rewound, self.since = position, self.now()
                world.count("rewind")
            case Evidence():
                self.disk.evidence.append(output)
            case Send(to, message):
                world.sent(self, message)
                if self.forking and world.random.random() < self.forking:
                    self._fork(message)
                world.transmit(self, to, message)
            case Refused(_, error):
                self.refused[error.code] += 1
            case TimedOut():
                self.timeouts.append(self.now())


class World:
    def __init__(
        self,
        seed: int,
        terms: Terms,
        operators: Sequence[int],
        *,
        calculator: Calculator | None = None,
        spectators: int = 0,
        peer: Callable[[World, int, bool], Peer] = Peer,
    ) -> None:
        self.random = Random(seed)
        self.name = seed.to_bytes(8, "big", signed=True)
        self.calculator = calculator or Calculator(GLASS)
        self.now = 0
        self.weather = Weather()
        self.identities = [
            Identity(sha256(b"key" + self.name + bytes([seat])).digest()) for seat in range(len(operators))
        ]
        self.genesis = make_genesis(self.identities, terms, operators, self.name)
        self.covered: Counter[str] = Counter()
        self.cut: set[frozenset[int]] = set()
        """Pairs of peers between which nothing passes."""
        self.losses: list[tuple[Entry, dict[int, int]]] = []
        """Every certificate, and for how long each peer had been in no trouble by then."""
        self.on_look: list[Callable[[Peer], None]] = []
        self.on_send: Callable[[bytes], None] = lambda message: None
        self.downtime: Callable[[], int] = lambda: 1_000
        self._signed: dict[tuple[int, int, bytes], bytes] = {}
        self._messages: dict[tuple[int, int, bytes], bytes] = {}
        """For each place, and each honest author, the message with their entry."""
        self._voted: set[tuple[int, int, bytes]] = set()
        self._votes: set[tuple[Any, ...]] = set()
        self._refusals: set[tuple[Any, ...]] = set()
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._lost_seen: set[bytes] = set()
        seats = range(len(operators))
        self.peers = [peer(self, seat, False) for seat in seats]
        self.spectators = [peer(self, 10 + number, True) for number in range(spectators)]
        self.doubles: list[Peer] = []
        """Further programs with the key of a seat, which only a cheat runs."""

    @property
    def everybody(self) -> list[Peer]:
        return self.peers + self.spectators + self.doubles

    def start(self) -> None:
        for peer in self.everybody:
            peer.start()

    # -- time -------------------------------------------------------------------------------------------

    def after(self, delay: int, what: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + delay, next(self._order), what))

    def run(self, until: Callable[[], bool], limit: int) -> bool:
        """Let time pass until something is the case; False if it is not within so many milliseconds."""
        end = self.now + limit
        while not until():
            if not self._events or self._events[0][0] > end:
                self.now = end
                return until()
            self.now, _, what = heapq.heappop(self._events)
            what()
        return True

    def wait(self, milliseconds: int) -> None:
        self.run(lambda: False, milliseconds)

    # -- the network ------------------------------------------------------------------------------------

    def transmit(self, sender: Peer, to: int | bytes | None, message: bytes) -> None:
        for peer in self.everybody:
            if peer is not sender and (to is None or peer.seat == to):
                self._pass(sender, peer, message)

    def _pass(self, sender: Peer, peer: Peer, message: bytes) -> None:
        weather, random = self.weather, self.random
        for _ in range(2 if weather.twice and random.random() < weather.twice else 1):
            if weather.loss and random.random() < weather.loss:
                continue
            if frozenset((sender.seat, peer.seat)) in self.cut:
                return
            self.after(
                1 + random.randrange(weather.slowest),
                lambda: self._arrive(sender.seat, peer, message),
            )

    def _arrive(self, sender: int, peer: Peer, message: bytes) -> None:
        if frozenset((sender, peer.seat)) not in self.cut:
            peer.receive(sender, message)

    def part(self, *groups: Iterable[int]) -> None:
        """Let only those within a group reach each other (who is in no group reaches nobody)."""
        sets = [set(group) for group in groups]
        seats = [peer.seat for peer in self.everybody]
        self.cut = {
            frozenset((a, b))
            for a in seats
            for b in seats
            if a < b and not any(a in group and b in group for group in sets)
        }
        self._troubled()

    def heal(self) -> None:
        self._troubled()
        self.cut = set()

    def _troubled(self) -> None:
        for pair in self.cut:
            for seat in pair:
                for peer in self.everybody:
                    if peer.seat == seat:
                        peer.trouble = self.now

    # -- lives ------------------------------------------------------------------------------------------

    def crash(self, peer: Peer, downtime: int | None = None) -> None:
        """Kill a peer now and start it again later."""
        peer.kill()
        life = peer.life
        time = self.downtime() if downtime is None else downtime

        def again() -> None:
            if peer.life == life:
                peer.trouble = self.now
                peer.start()

        self.after(time, again)

    # -- what must never happen -------------------------------------------------------------------------

    def count(self, what: str) -> None:
        self.covered[what] += 1

    def sent(self, peer: Peer, message: bytes) -> None:
        """Look at what a peer lets out: an honest one never contradicts itself."""
        self.on_send(message)
        if not peer.honest:
            return
        value = unpack(message)
        if value[0] == "entry":
            entry = read_entry(value[1:])
            if entry.seat == peer.seat:
                key = entry.seat, entry.position, entry.previous
                if self._signed.setdefault(key, entry.body) != entry.body:
                    raise BrokenPromise(f"seat {peer.seat} signed two bodies at {entry.position}")
                self._messages[key] = message
                if entry not in peer.disk.wrote:
                    raise BrokenPromise(f"seat {peer.seat} sent {entry.position} before storing it")
        elif value[0] == "statement":
            said = read_statement(value[1:])
            if said.seat == peer.seat and said.kind in (VOTE, REFUSAL):
                position, head, lost, reason = said.values
                key_ = (said.seat, position, head, tuple(lost), reason)
                mine, other = (
                    (self._votes, self._refusals) if said.kind == VOTE else (self._refusals, self._votes)
                )
                mine.add(key_)
                self.count(said.kind)
                if key_ in other:
                    raise BrokenPromise(f"seat {peer.seat} voted and refused at {position}")

    def noted(self, peer: Peer, record: bytes) -> None:
        """In any weather: nobody votes first against a seat before the grace is over, or after hearing it."""
        value = unpack(record)
        if not peer.honest or value[0] != "statement":
            return
        said = read_statement(value[1:])
        position, head, lost, reason = said.values
        if said.kind != VOTE or reason != SILENCE or (peer.seat, position, head) in self._voted:
            return
        self._voted.add((peer.seat, position, head))
        if peer.now() - peer.since < self.genesis.terms.machine_grace:
            raise BrokenPromise(f"seat {peer.seat} voted at {position} before the grace was over")
        if any(self._messages.get((seat, position, head)) in peer.received for seat in lost):
            raise BrokenPromise(f"seat {peer.seat} voted at {position} against whom it had heard")

    def applied(self, peer: Peer, entry: Entry) -> None:
        if entry.kind == LOSS:
            # Only whom a certificate names, and who watches, goes back for it, as long as nobody lies.
            back = peer.rewound == entry.position and all(other.honest for other in self.peers)
            if back and peer.table is not None and peer.seat in peer.table.game.match.playing:
                raise BrokenPromise(f"seat {peer.seat} went back at {entry.position} and remained")
            if entry.hash not in self._lost_seen:
                self._lost_seen.add(entry.hash)
                self.losses.append((entry, {peer.seat: self._calm(peer) for peer in self.peers}))
                self.count(f"loss {entry.payload[1]}")
        elif entry.seat == peer.seat:
            step = f" {entry.payload[0]}" if entry.kind == "deck" else ""
            if entry.kind == "move":
                step = f" {entry.payload[0][0]}"
            self.count(entry.kind + step)

    def _calm(self, peer: Peer) -> int:
        cut = any(peer.seat in pair for pair in self.cut)
        return 0 if peer.table is None or cut or self.harsh else self.now - peer.trouble

    @property
    def harsh(self) -> bool:
        """Whether messages take so long, with those that are lost, that nobody can be said to be reached: the
        question and the answer to it may take longer than the grace."""
        weather = self.weather
        return 2 * weather.slowest * (1 + 10 * weather.loss) >= self.genesis.terms.machine_grace

    def look(self, peer: Peer) -> None:
        for looking in self.on_look:
            looking(peer)


def make_genesis(
    identities: Sequence[Identity], terms: Terms, operators: Sequence[int], name: bytes = b""
) -> Genesis:
    players = tuple(
        Player(identity.public, f"player {seat}", operators[seat]) for seat, identity in enumerate(identities)
    )
    nonces = tuple(sha256(b"nonce" + name + bytes([seat])).digest() for seat in range(len(players)))
    slot = [[sha256(name).digest(), 0, 0]] if terms.options.mode == "tournament" else []
    body = genesis_body(terms, players, nonces, 0, *slot)
    return read_genesis([body, [identity.sign(GENESIS_TAG, body) for identity in identities]])


def quick_terms(dropout: str = "go-on", **options: Any) -> Terms:
    """Small hands and short patience, so that much happens in little time."""
    chosen: dict[str, Any] = {"hand_size": 3, "target": 40, "uno_window": 300, **options}
    return Terms(Options(**chosen), dropout, grace=15_000, machine_grace=6_000, turn_time=8_000)
