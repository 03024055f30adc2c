"""Cheats who want to take back a match that every honest seat has seen ended."""

from __future__ import annotations

import pytest

from protocol.codec import pack
from protocol.log.entry import (
    LOSS,
    REFUSAL,
    VOTE,
    Entry,
    Statement,
    write_certificate,
    write_statement,
)
from tests.cheats.cheater import message, table_of
from tests.simulation.players import Players
from tests.simulation.test_cases import losses, table, to_end, until_last_reveal
from tests.simulation.world import World, other_body, quick_terms

SECOND = 1_000


def ended(operators: tuple[int, ...], spectators: int = 0) -> tuple[World, Entry]:
    """A match that has just ended with the reveal of the last seat, and that entry: everybody has it, and has
    told all others so."""
    world = World(39, quick_terms(target=1), operators, spectators=spectators)
    Players(world, asleep=0)
    world.start()
    last = until_last_reveal(world)
    del table_of(last).own.next
    to_end(world)
    world.wait(3 * SECOND)
    return world, last.disk.entries[-1]


def forked(world: World, entry: Entry) -> bytes:
    """A message with another body for the place of an entry, by its author."""
    identity = world.peers[entry.seat].identity
    assert identity is not None
    return message(other_body(identity, entry))


def stop(world: World, *seats: int) -> None:
    """From now on these seats say only what the test says for them."""
    for seat in seats:
        world.peers[seat].honest = False
        world.peers[seat].kill()


def said(world: World, seat: int, entry: Entry, lost: list[int], reason: str, kind: str = VOTE) -> Statement:
    """What a seat says about a ballot at the place of an entry."""
    identity = world.peers[seat].identity
    assert identity is not None
    values = [entry.position, entry.previous, lost, reason]
    return write_statement(identity, entry.game, kind, seat, values)


def certificate(world: World, entry: Entry, lost: list[int], voters: list[int]) -> bytes:
    """A certificate in place of an entry, for silence."""
    votes = [said(world, seat, entry, lost, "silent").signature for seat in voters]
    return message(write_certificate(entry.game, entry.position, entry.previous, lost, "silent", votes, []))


def stays(world: World, entry: Entry, *seats: int) -> None:
    """The match is over for these seats as it was, in memory and on disk, and stays so."""
    world.wait(60 * SECOND)
    for seat in seats:
        game = table_of(world.peers[seat]).game
        assert game.over
        assert game.head == world.peers[seat].disk.entries[-1].hash == entry.hash


@pytest.mark.parametrize("operators", [(0, 1, 2), (0, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3, 3)])
def test_last_entry_forked_after_the_end(operators: tuple[int, ...]) -> None:
    """When other honest players have left, the last seat shows the one who is still there a second body of
    its last entry. That one would wait for the others, and for the cheat, in a match that was over."""
    world, entry = ended(operators)
    cheats = [seat for seat, operator in enumerate(operators) if operator == operators[-1]]
    honest = [seat for seat in range(len(operators)) if seat not in cheats]
    stop(world, *cheats)
    for seat in honest[1:]:
        world.peers[seat].kill()  # the player has left, with a complete file
    world.transmit(world.peers[cheats[-1]], honest[0], forked(world, entry))
    stays(world, entry, honest[0])
    assert [evidence.seat for evidence in world.peers[honest[0]].disk.evidence] == [entry.seat]


def test_last_entry_forked_for_a_spectator() -> None:
    """The same, shown to a spectator whose program was started again, and who has heard of nobody since."""
    world, entry = ended((0, 1, 2), spectators=1)
    spectator = world.everybody[-1]
    assert spectator.watching
    stop(world, 0, 1, 2)
    spectator.kill()
    spectator.start()
    spectator.receive(2, forked(world, entry))
    world.wait(5 * SECOND)
    assert table_of(spectator).game.over
    assert spectator.disk.entries[-1].hash == entry.hash


def test_last_entry_forked_and_contested_after_the_end() -> None:
    """The same while all are there, and a friend of the forker votes to lose it at that place, as an honest
    seat does that has not ended. Everybody goes back once, loses both, and comes to one end."""
    world, entry = ended((0, 1, 2, 3, 4))
    stop(world, 3, 4)
    world.transmit(world.peers[4], None, forked(world, entry))
    vote = said(world, 3, entry, [4], "fork")
    world.transmit(world.peers[3], None, pack(["statement", *vote.wire()]))
    assert world.run(lambda: bool(world.losses), 60 * SECOND)
    to_end(world)
    assert losses(world) == [([4], "fork"), ([3], "silent")]


def test_certificate_of_a_few_after_the_end() -> None:
    """Half of the table, without the lowest seat, certifies that the honest half fell silent at the end."""
    world, entry = ended((0, 1, 2, 3))
    stop(world, 2, 3)
    world.transmit(world.peers[2], None, certificate(world, entry, [0, 1], [2, 3]))
    stays(world, entry, 0, 1)


@pytest.mark.parametrize("restarted", [False, True])
def test_certificate_of_most_after_they_held_the_end(restarted: bool) -> None:
    """Most of the table, who have said that they have the end, certify that the one honest seat fell silent
    before it. It has noted who held the end, and remembers that after a restart."""
    world, entry = ended((0, 1, 2))
    stop(world, 1, 2)
    if restarted:
        world.peers[0].kill()
        world.peers[0].start()
    world.transmit(world.peers[2], None, certificate(world, entry, [0], [1, 2]))
    stays(world, entry, 0)


def test_vote_given_after_its_refusal_let_the_match_end() -> None:
    """The last seat is late, and the others vote to lose it; a cheat refuses, so they take the last entry.
    When they have left, the cheat votes all the same and shows the certificate to the seat it names."""
    world = table(4, seed=31, target=1)
    last = until_last_reveal(world)
    liar, rest = world.peers[2], world.peers[:2]
    head = table_of(last).game.position, table_of(last).game.head
    stop(world, liar.seat)
    while not all(table_of(peer).voting.locked for peer in rest):
        world.transmit(liar, None, pack(["head", *head]))
        world.wait(100)
    tables = [table_of(peer) for peer in (last, *rest)]
    world.cut = {frozenset((last.seat, peer.seat)) for peer in rest}
    del table_of(last).own.next
    world.wait(SECOND)
    entry = last.disk.entries[-1]
    assert (entry.position, entry.previous) == head
    refusal = said(world, liar.seat, entry, [last.seat], "silent", REFUSAL)
    world.transmit(liar, None, pack(["statement", *refusal.wire()]))
    world.heal()
    assert world.run(lambda: all(table.game.over for table in tables), 60 * SECOND)
    assert not world.losses
    world.wait(3 * SECOND)
    for peer in rest:
        peer.kill()
    world.transmit(liar, last.seat, certificate(world, entry, [last.seat], [0, 1, liar.seat]))
    stays(world, entry, last.seat)


def test_a_voter_says_that_it_holds_the_end_of_who_was_cut_off() -> None:
    """The author of the last entry is cut off, and lost by all others. When it meets them again, one of those
    who voted tells it that they hold the same end."""
    world = table(4, seed=31, target=1)
    last = until_last_reveal(world)
    liar, rest = world.peers[2], world.peers[:2]
    place = table_of(last).game.position, table_of(last).game.head
    stop(world, liar.seat)
    world.part([last.seat], [peer.seat for peer in world.peers if peer is not last])
    del table_of(last).own.next
    world.wait(SECOND)
    entry = last.disk.entries[-1]
    assert table_of(last).game.over
    assert (entry.position, entry.previous) == place
    vote = said(world, liar.seat, entry, [last.seat], "silent")
    while not world.losses:
        world.transmit(liar, None, pack(["head", *place]))
        world.transmit(liar, None, pack(["statement", *vote.wire()]))
        world.wait(SECOND)
    assert losses(world) == [([last.seat], "silent")]
    lie = pack(["head", entry.position + 1, entry.hash])
    last.do(table_of(last).receive(liar.seat, lie, last.now()))
    world.heal()
    tables = [table_of(peer) for peer in (last, *rest)]
    assert world.run(lambda: len({table.game.head for table in tables}) == 1, 300 * SECOND)
    assert all(any(one.kind == LOSS for one in peer.disk.entries) for peer in (last, *rest))
