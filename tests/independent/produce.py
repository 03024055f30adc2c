"""Games to verify: real tables in one process, in lockstep, with players that choose at random."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from zlib import crc32

from p2puno.moves import IllegalMove, Move, Play
from p2puno.options import Options
from protocol.codec import pack
from protocol.deck import Calculator
from protocol.files.log_file import MAGIC
from protocol.identity import Identity, Player
from protocol.log.entry import GENESIS_TAG, Entry
from protocol.log.genesis import Genesis, genesis_body, read_genesis
from protocol.log.table_terms import Terms
from protocol.play.game import Game
from protocol.table.outputs import Send
from protocol.table.table import Table
from protocol.version import RULES

CALCULATOR = Calculator()
"""Shared, so that everybody's proofs are checked once."""


def bytes_of(*what: object) -> bytes:
    return sha256(repr(what).encode()).digest()


def identity_of(seed: int, seat: int) -> Identity:
    return Identity(bytes_of("key", seed, seat))


def found(
    options: Options,
    seats: int,
    seed: int,
    operators: Sequence[int] | None = None,
    rules: int = RULES,
    **terms: Any,
) -> Genesis:
    players = tuple(
        Player(identity_of(seed, seat).public, f"player {seat}", operators[seat] if operators else seat)
        for seat in range(seats)
    )
    nonces = tuple(bytes_of("nonce", seed, seat) for seat in range(seats))
    body = genesis_body(Terms(options, **terms), players, nonces, 1, rules=rules)
    signatures = [identity_of(seed, seat).sign(GENESIS_TAG, body) for seat in range(seats)]
    return read_genesis([body, signatures])


def record(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + crc32(data).to_bytes(4, "big") + data


def file_of(genesis: Genesis, entries: Sequence[Entry]) -> bytes:
    packed = [pack(genesis.wire()), *(pack(entry.wire()) for entry in entries)]
    return MAGIC + b"".join(map(record, packed))


@dataclass
class Hall:
    """All tables of one game."""

    genesis: Genesis
    seed: int
    random: random.Random = field(init=False)
    now: int = 0
    dead: set[int] = field(default_factory=set)
    tables: dict[int, Table] = field(default_factory=dict)
    watch: Callable[[Hall], None] | None = None
    """Called before each message is delivered."""

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._post: deque[tuple[int, int, bytes]] = deque()
        for seat in range(len(self.genesis.players)):
            game = Game(self.genesis, seat, bytes_of("secret", self.seed, seat), CALCULATOR)
            self.tables[seat] = Table(game, identity_of(self.seed, seat), 0)

    def _send(self, sender: int, outputs: Sequence[object]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                to = [s for s in self.tables if s != sender and output.to in (None, s)]
                self._post.extend((sender, seat, output.message) for seat in to)

    def deliver(self) -> None:
        while self._post:
            if self.watch is not None:
                self.watch(self)
            sender, to, message = self._post.popleft()
            if to not in self.dead and sender not in self.dead:
                self._send(to, self.tables[to].receive(sender, message, self.now))

    def tick(self, by: int) -> None:
        self.now += by
        for seat, table in self.tables.items():
            if seat not in self.dead:
                self._send(seat, table.tick(self.now))
        self.deliver()

    @property
    def first(self) -> Table:
        return next(table for seat, table in self.tables.items() if seat not in self.dead)

    def play(self, limit: int = 3000) -> list[Entry]:
        """To the end of the match, or as far as so many rounds of moves lead."""
        for seat, table in self.tables.items():
            self._send(seat, table.start(self.now))
        self.deliver()
        for _ in range(limit):
            game = self.first.game
            if game.over:
                break
            before = game.position
            self._talk()
            self._move()
            if self.first.game.position == before or game.match.gone:  # heartbeats carry wishes to come back
                self.tick(1000)
        return list(self.first.game.entries)

    def _talk(self) -> None:
        """Now and then somebody calls, catches or jumps in."""
        for seat, table in self.tables.items():
            view = table.game.view
            if seat in self.dead or view is None or self.random.random() < 0.5:
                continue
            for claim in (*view.claims(), *view.jumps()[:1]):
                try:
                    self._send(seat, table.act(claim, self.now))
                except IllegalMove:
                    continue
        self.deliver()

    def _move(self) -> None:
        due = self.first.game.due()
        if due is None or due.kind != "move" or due.seat in self.dead:
            return
        table = self.tables[due.seat]
        view = table.game.view
        if view is None or table.own.intent is not None or table.game.head != self.first.game.head:
            return
        moves = view.moves()
        plays = [move for move in moves if isinstance(move, Play)]
        self._send(due.seat, table.act(self.choose(plays, moves), self.now))
        self.deliver()

    def choose(self, plays: list[Play], moves: Sequence[Move]) -> Move:
        """One of the moves, mostly one that lays a card."""
        lay = plays and self.random.random() < 0.97
        return self.random.choice(plays if lay else moves)
