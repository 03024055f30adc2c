"""An operator with bots votes, refuses and contradicts itself at random at one place, and is always heard of:
the honest seats lose all of its seats, and nobody else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.log.entry import MOVE, REFUSAL, VOTE, read_statement, write_statement
from tests.cheats.cheater import table_of
from tests.simulation.promises import where
from tests.simulation.test_cases import losses, table, until_due
from tests.simulation.world import Peer, World

REASONS = ("silent", "fork", "fork", "again", "again", "proved")


class Storm:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        honest, cheats = self.random.choice([2, 2, 3]), self.random.choice([2, 2, 3])
        order = self.random.sample(range(honest + cheats), honest + cheats)
        self.bots, self.honest = sorted(order[:cheats]), sorted(order[cheats:])
        self.world = self._begin(seed, due=self.honest if seed % 4 == 0 else self.bots)
        game = table_of(self.world.peers[0]).game
        self.game, self.place = game.id, [game.position, game.head]
        self.asked: list[list[Any]] = []
        """What honest seats have voted for."""
        self.said: list[bytes] = []
        self.end = self.world.now + self.random.choice([5_000, 30_000, 60_000])
        self.world.on_send = self._hear
        for bot in self.bots:
            self.world.peers[bot].honest = False
            self.world.peers[bot].kill()

    def _begin(self, seed: int, due: list[int]) -> World:
        """A table at which it is the turn of one of these, and all know it."""
        operators = [self.bots[0] if seat in self.bots else seat for seat in sorted(self.bots + self.honest)]
        for number in range(seed * 100, seed * 100 + 100):
            world = table(len(operators), seed=number, target=60, operators=tuple(operators))
            if until_due(world, MOVE, "turn") in due:
                world.run(lambda: len({table_of(p).game.head for p in world.peers}) == 1, 5_000)  # noqa: B023
                return world
        raise AssertionError("it never was")

    @property
    def seats(self) -> list[Peer]:
        return [self.world.peers[seat] for seat in self.honest]

    def _hear(self, message: bytes) -> None:
        match unpack(message):
            case ["statement", *wire]:
                said = read_statement(wire)
                here = said.kind == VOTE and said.seat in self.honest and said.values[:2] == self.place
                if here and said.values[2:] not in self.asked:
                    self.asked.append(said.values[2:])

    def _sign(self, bot: int, kind: str, values: list[Any]) -> list[bytes]:
        return write_statement(self.world.identities[bot], self.game, kind, bot, values).wire()

    def _word(self) -> list[Any]:
        """A vote or a refusal: of what honest seats have voted for, or of anything."""
        random = self.random
        bot, kind = random.choice(self.bots), random.choice([VOTE, REFUSAL])
        fitting = [ballot for ballot in self.asked if bot not in ballot[0]]
        if fitting and random.random() < 0.7:
            lost, reason = random.choice(fitting)
            if random.random() < 0.2:
                reason = random.choice(REASONS)
        else:
            others = [seat for seat in (*self.bots, random.choice(self.honest)) if seat != bot]
            lost, reason = random.sample(others, random.randint(1, len(others))), random.choice(REASONS)
        return ["statement", *self._sign(bot, kind, [*self.place, sorted(lost), reason])]

    def _proof(self) -> list[Any]:
        """That a bot contradicted itself, here or elsewhere."""
        bot, head = self.random.choice(self.bots), self.random.choice([self.place[1], bytes(32)])
        values = [self.place[0], head, [self.honest[0]], "silent"]
        return ["equivocation", *(self._sign(bot, kind, values) for kind in (VOTE, REFUSAL))]

    def rage(self) -> None:
        """Say something to some of the honest seats, and go on until the end."""
        message = pack(self._proof() if self.random.random() < 0.15 else self._word())
        for peer in self.seats:
            if self.random.random() < 0.6:
                self.world.transmit(self.world.peers[self.random.choice(self.bots)], peer.seat, message)
        if self.random.random() < 0.5:
            self.said.append(message)
        if self.world.now < self.end:
            self.world.after(self.random.choice([50, 300, 2_000]), self.rage)

    def repeat(self) -> None:
        for bot in self.bots:
            again = [message for message in self.said[-20:] if self.random.random() < 0.2]
            for message in (pack(["head", *self.place]), *again):
                self.world.transmit(self.world.peers[bot], None, message)
        self.world.after(1_000, self.repeat)

    def over(self) -> bool:
        games = [table_of(peer).game for peer in self.seats]
        return all(game.over or not set(self.bots) & set(game.match.playing) for game in games)


@pytest.mark.parametrize("seed", range(8))
def test_all_of_it_is_lost_and_nobody_else(seed: int) -> None:
    storm = Storm(seed)
    storm.rage()
    storm.repeat()
    assert storm.world.run(storm.over, 300_000), [where(peer) for peer in storm.seats]
    assert not {seat for lost, _ in losses(storm.world) for seat in lost} & set(storm.honest)
