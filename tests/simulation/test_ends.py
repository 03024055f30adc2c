"""One cheat with bots does what it likes around the last entry of a match, at random: honest seats that are
connected again never keep two different ends, and none leaves an end that all of them held."""

from __future__ import annotations

from random import Random

import pytest

from protocol.codec import pack
from protocol.log.entry import REFUSAL, SILENCE, STRENGTH, VOTE, Entry, write_certificate, write_statement
from tests.cheats.cheater import table_of
from tests.simulation.players import Players
from tests.simulation.promises import where
from tests.simulation.test_cases import until_last_reveal
from tests.simulation.world import Peer, World, other_body, quick_terms

TABLES = (0, 1, 2), (0, 1, 2, 2), (0, 1, 1, 3), (0, 0, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3, 3)
ACTIONS, APART = 60, 250
"""How many things are done, and milliseconds between two of them."""
AFTERWARDS = 60_000
"""For how many milliseconds all honest seats are connected then."""


class Chaos:
    def __init__(self, seed: int) -> None:
        self.random = Random(f"ends {seed}")
        operators = self.random.choice(TABLES)
        dropout = self.random.choice(("go-on", "go-on", "redeal"))
        self.world = World(seed, quick_terms(dropout, target=1), operators)
        Players(self.world, asleep=0)
        self.world.start()
        self.last = until_last_reveal(self.world)
        self.place = table_of(self.last).game.position, table_of(self.last).game.head
        cheat = self.random.choice((operators[-1], *sorted(set(operators))))
        self.cheats = [peer for peer in self.world.peers if operators[peer.seat] == cheat]
        self.honest = [peer for peer in self.world.peers if peer not in self.cheats]
        self.bodies: list[Entry] = []
        """The last entry, if it was written; if its author cheats, another body of it, too."""
        if self.last in self.cheats:
            own, due = table_of(self.last).own, table_of(self.last).game.due()
            assert due is not None
            del own.next
            _, entry = own.next(due)
            assert entry is not None
            assert self.last.identity is not None
            self.bodies = [entry, other_body(self.last.identity, entry)]
        for peer in self.cheats:
            peer.honest = False
            peer.kill()

    def run(self) -> None:
        held = b""
        for _ in range(ACTIONS):
            self.random.choice(
                (self.write, self.show, self.say, self.say, self.tell_head, self.certify, self.disturb)
            )()
            held = self.wait(APART, held)
        self.world.heal()
        for peer in self.honest:
            if peer.table is None:
                peer.start()
            self.release(peer)
        for _ in range(AFTERWARDS // APART):
            held = self.wait(APART, held)

    def wait(self, milliseconds: int, held: bytes) -> bytes:
        """Let time pass. `held`: the end that all honest seats have held; returned, if they do now."""
        self.world.wait(milliseconds)
        ends = {peer.disk.entries[-1].hash for peer in self.honest if self.is_over(peer)}
        down = [peer for peer in self.honest if peer.table is None]
        if held:
            assert ends <= {held}, "an honest seat left an end that all of them held"
            assert len(down) + sum(map(self.is_over, self.honest)) == len(self.honest)
        all_over = all(map(self.is_over, self.honest))
        return ends.pop() if all_over and len(ends) == 1 else held

    def is_over(self, peer: Peer) -> bool:
        return peer.table is not None and peer.table.game.over

    def release(self, peer: Peer) -> None:
        if peer is self.last and peer.table is not None and "next" in vars(peer.table.own):
            del peer.table.own.next

    # -- what happens -----------------------------------------------------------------------------------

    def write(self) -> None:
        """An honest seat that is late writes the last entry."""
        if self.last in self.honest and self.random.random() < 0.3:
            self.release(self.last)

    def show(self) -> None:
        bodies = self.bodies or [
            entry for peer in self.honest for entry in peer.disk.entries if entry.position == self.place[0]
        ]
        if bodies:
            self.send(["entry", *self.random.choice(bodies).wire()])

    def say(self) -> None:
        """A vote or a refusal about the place of the last entry, or the one before."""
        lost = sorted(self.random.sample(range(len(self.world.peers)), self.random.choice((1, 1, 2))))
        if self.random.random() < 0.6:
            lost = [self.last.seat]
        peer = self.random.choice(self.cheats)
        assert peer.identity is not None
        values = [*self.place, lost, self.random.choice((SILENCE, SILENCE, *STRENGTH))]
        kind = self.random.choice((VOTE, REFUSAL))
        said = write_statement(peer.identity, self.world.genesis.game, kind, peer.seat, values)
        self.send(["statement", *said.wire()], peer)

    def tell_head(self) -> None:
        heads = [(self.place[0] + 1, body.hash) for body in self.bodies]
        heads += [(len(peer.disk.entries) + 1, peer.disk.entries[-1].hash) for peer in self.honest]
        self.send(["head", *self.random.choice([self.place, *heads])])

    def certify(self) -> None:
        """A certificate to lose the last seat, if the votes of honest seats allow it."""
        lost, votes = [self.last.seat], []
        for peer in self.world.peers:
            if peer is self.last:
                continue
            values = [*self.place, lost, SILENCE]
            assert peer.identity is not None
            said = write_statement(peer.identity, self.world.genesis.game, VOTE, peer.seat, values)
            voted = any(said.body in note for note in peer.disk.notes)
            if peer in self.honest and not voted:
                return
            votes.append(said.signature)
        entry = write_certificate(self.world.genesis.game, *self.place, lost, SILENCE, votes, [])
        self.world.count("certified")
        self.send(["entry", *entry.wire()])

    def send(self, message: list[object], sender: Peer | None = None) -> None:
        sender = sender or self.random.choice(self.cheats)
        to = None if self.random.random() < 0.4 else self.random.choice(self.honest).seat
        self.world.transmit(sender, to, pack(message))

    def disturb(self) -> None:
        peer, draw = self.random.choice(self.honest), self.random.random()
        if draw < 0.3:
            self.world.part([peer.seat], [other.seat for other in self.world.peers if other is not peer])
        elif draw < 0.6:
            self.world.heal()
        elif peer.table is None:
            peer.start()
        elif peer is not self.last or self.is_over(peer):
            peer.kill()


def check(chaos: Chaos) -> bool:
    """No two honest seats have two ends; whether all have one."""
    ends = {peer.disk.entries[-1].hash for peer in chaos.honest if chaos.is_over(peer)}
    assert len(ends) <= 1, [where(peer) for peer in chaos.world.peers]
    return all(map(chaos.is_over, chaos.honest))


@pytest.mark.parametrize("seed", range(12))
def test_one_cheat_around_the_end(seed: int) -> None:
    chaos = Chaos(seed)
    chaos.run()
    check(chaos)
