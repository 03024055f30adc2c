"""Where a cheat finds itself, and what must come of it."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.log.entry import MOVE, VOTE, Entry, write_certificate, write_entry
from protocol.remote_errors import RemoteError
from tests.cheats.cheater import forged, message, statement, table_of
from tests.simulation.promises import all_over, check_all
from tests.simulation.test_cases import HOUR, losses, table, until_due, until_last_agreement, until_window
from tests.simulation.world import Peer, World


def at(kind: str, step: str = "", seeds: range = range(500, 560), **options: Any) -> tuple[World, Peer]:
    """A table at which this is due, and the peer it is due from, who is dishonest from now on."""
    for seed in seeds:
        world = table(4, seed=seed, **options)
        try:
            seat = until_due(world, kind, step)
        except AssertionError:
            continue
        cheat = world.peers[seat]
        cheat.honest = False
        return world, cheat
    raise AssertionError(f"{kind} {step} was never due")


def others(world: World, cheat: Peer) -> list[Peer]:
    return [peer for peer in world.peers if peer is not cheat]


def refused_everywhere(world: World, cheat: Peer, code: str) -> None:
    assert all(peer.refused[code] for peer in others(world, cheat)), [p.refused for p in world.peers]


def nobody_took(world: World, cheat: Peer, entry: Entry) -> None:
    for peer in others(world, cheat):
        assert all(one.body != entry.body for one in table_of(peer).game.entries)


def lost_and_go_on(world: World, cheat: Peer, reason: str = "silent") -> None:
    """The cheat does no more; it is lost, nobody else is, and the match ends as it should."""
    cheat.kill()
    world.run(lambda: bool(world.losses) or all_over(world), HOUR)
    assert losses(world) == [([cheat.seat], reason)]
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


def refuse_entry(world: World, cheat: Peer, kind: str, payload: Any, code: str) -> None:
    """Send one bad entry to all: refused by name, not taken, and its author lost after the grace."""
    entry = forged(cheat, kind, payload)
    world.transmit(cheat, None, message(entry))
    cheat.kill()
    world.wait(100)
    nobody_took(world, cheat, entry)
    refused_everywhere(world, cheat, code)
    lost_and_go_on(world, cheat)


def open_window(seats: int = 4) -> tuple[World, Peer, Peer]:
    """A table with an open window: the world, the next player (dishonest), and another."""
    for seed in range(700, 760):
        world = table(seats, seed=seed, target=1)
        for peer in world.peers:
            table_of(peer).window.give_word = list  # type: ignore[method-assign]
            table_of(peer).window.claim = lambda said: []  # type: ignore[method-assign]

        found = until_window(world)
        if found is not None:
            peer, deal = found
            world.weather.slowest = 1
            peer.honest = False
            witness = world.peers[deal.owing()[0]]
            world.wait(1_500)
            assert table_of(witness).game.head == table_of(peer).game.head
            return world, peer, witness
    raise AssertionError("no window was open")


def old_fork() -> tuple[World, Peer, Peer, Entry, Entry]:
    """An old contradiction reaches one seat right before the last agreement, the others right after: the
    world, the cheat, that one, and the two entries, what stands first."""
    world = table(4, seed=16, target=500)
    last = until_last_agreement(world)
    old = next(e for e in reversed(last.disk.entries) if e.kind == MOVE and e.seat != last.seat)
    cheat = world.peers[old.seat]
    cheat.honest = False
    one = next(peer for peer in world.peers if peer not in (cheat, last))
    world.part([one.seat], [peer.seat for peer in world.peers if peer is not one])
    last.do(table_of(last).tick(last.now()))
    world.wait(500)
    assert cheat.identity is not None
    other = write_entry(
        cheat.identity, old.game, old.position, old.previous, old.seat, old.kind, old.payload, old.time + 1
    )
    position = table_of(one).game.position
    one.do(table_of(one).receive(cheat.seat, message(other), one.now()))
    assert table_of(one).game.position == position
    world.heal()
    return world, cheat, one, old, other


def refusal_at(peer: Peer, sender: Peer, entry: Entry) -> str:
    """The code with which a peer refuses an entry; its state must not change."""
    game = table_of(peer).game
    assert sender is not peer
    before = game.head, game.digest()
    with pytest.raises(RemoteError) as refused:
        game.apply(entry)
    assert (game.head, game.digest()) == before
    return refused.value.code


def certificate(
    world: World, peer: Peer, lost: list[int], reason: str, voters: list[Peer], proofs: Any
) -> Entry:
    game = table_of(peer).game
    votes = [statement(voter, VOTE, [game.position, game.head, lost, reason]).signature for voter in voters]
    return write_certificate(game.id, game.position, game.head, lost, reason, votes, proofs)
