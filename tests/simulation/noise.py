"""A seat that plays on and besides says, well signed, whatever might confuse the others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from protocol.codec import pack
from protocol.log.entry import (
    CLAIM,
    READY,
    REFUSAL,
    SILENT,
    VOTE,
    write_certificate,
    write_entry,
    write_statement,
)
from protocol.table.table import Table
from tests.simulation.world import Peer

EVERY = 300
"""Milliseconds between two such words, on average."""


class Noise:
    def __init__(self, peer: Peer, random: Random, until: int) -> None:
        self.peer = peer
        self.random = random
        self.until = until
        self.kinds: list[Callable[[Table], list[Any] | None]] = [
            self._ballot,
            self._contradiction,
            self._window,
            self._another_body,
            self._old_entry,
            self._early_entry,
            self._head,
            self._certificate,
            self._proof,
        ]
        peer.world.after(EVERY, self._speak)

    def _speak(self) -> None:
        peer, world, random = self.peer, self.peer.world, self.random
        if world.now >= self.until:
            return
        world.after(1 + random.randrange(2 * EVERY), self._speak)
        if peer.table is None:
            return
        kind = random.choice(self.kinds)
        said = kind(peer.table)
        if said is None:
            return
        world.count(f"noise{kind.__name__.replace('_', ' ')}")
        for other in world.everybody:
            if other is not peer and random.random() < 0.6:
                world.transmit(peer, other.seat, pack(said))

    # -- what it says -----------------------------------------------------------------------------------

    def _place(self, table: Table) -> tuple[int, bytes]:
        """Where the log is, was, or will never be."""
        game, random = table.game, self.random
        if game.entries and random.random() < 0.4:
            entry = random.choice(game.entries[-20:])
            return entry.position, entry.previous
        if random.random() < 0.2:
            return game.position + random.choice((0, 1, 10**9)), bytes(32)
        return game.position, game.head

    def _values(self, table: Table) -> list[Any]:
        seats = range(len(table.game.genesis.players))
        lost = sorted(self.random.sample(seats, self.random.randrange(1, len(seats))))
        return [*self._place(table), lost, self.random.choice(("silent", "fork", "proved"))]

    def _statement(self, table: Table, kind: str, values: list[Any]) -> list[Any]:
        assert self.peer.identity is not None
        return [
            "statement",
            *write_statement(self.peer.identity, table.game.id, kind, self.peer.seat, values).wire(),
        ]

    def _ballot(self, table: Table) -> list[Any]:
        return self._statement(table, self.random.choice((VOTE, REFUSAL)), self._values(table))

    def _contradiction(self, table: Table) -> list[Any] | None:
        if self.random.random() < 0.9:
            return None
        values = self._values(table)
        vote, refusal = (self._statement(table, kind, values)[1:] for kind in (VOTE, REFUSAL))
        return ["equivocation", vote, refusal]

    def _window(self, table: Table) -> list[Any] | None:
        deal = table.game.deal
        if deal is None or deal.window is None:
            return None
        kind = self.random.choice((CLAIM, READY, SILENT))
        word = [self.random.choice(("call", "catch"))] if kind == CLAIM else []
        return self._statement(table, kind, [*deal.window_values(), *word])

    def _entry(self, table: Table, position: int, previous: bytes) -> list[Any]:
        assert self.peer.identity is not None
        kind, payload = self.random.choice((("move", [["draw"], []]), ("deck", ["share", []]), ("agree", [])))
        time = self.random.randrange(1000)
        entry = write_entry(
            self.peer.identity, table.game.id, position, previous, self.peer.seat, kind, payload, time
        )
        return ["entry", *entry.wire()]

    def _another_body(self, table: Table) -> list[Any] | None:
        return self._entry(table, *self._place(table)) if self.random.random() < 0.1 else None

    def _old_entry(self, table: Table) -> list[Any] | None:
        entries = table.game.entries
        return ["entry", *self.random.choice(entries).wire()] if entries else None

    def _early_entry(self, table: Table) -> list[Any]:
        return self._entry(table, table.game.position + self.random.randrange(1, 600), bytes(32))

    def _head(self, table: Table) -> list[Any]:
        position = self.random.choice((0, -1, 1, table.game.position, table.game.position + 5, 1 << 53))
        return self.random.choice((["head", position, bytes(32)], ["want", position]))

    def _certificate(self, table: Table) -> list[Any]:
        position, head, lost, reason = self._values(table)
        votes = [bytes(64)] * (len(table.game.match.playing) - len(lost))
        return ["entry", *write_certificate(table.game.id, position, head, lost, reason, votes, []).wire()]

    def _proof(self, table: Table) -> list[Any] | None:
        entries = table.game.entries
        if not entries:
            return None
        return ["fork", self.random.choice(entries).wire(), self.random.choice(entries).wire()]
