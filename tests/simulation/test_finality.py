"""What is final stays; what is not is taken back only where two seats built on two lines."""

from __future__ import annotations

from hashlib import sha256

import pytest

from p2puno.moves import Draw, Play
from protocol.codec import pack
from protocol.log.entry import AGREE, DECK, LOSS, MOVE
from protocol.table.outputs import Note, Rewind
from protocol.table.table import Table
from tests.cheats.cheater import forged, message, table_of
from tests.cheats.scene import lost_and_go_on, others
from tests.simulation.promises import all_over, check_all
from tests.simulation.test_cases import HOUR, losses, table, until_due, until_last_agreement
from tests.simulation.world import Peer, World, other_body


def two_lines() -> tuple[World, Peer, Peer, Peer, int]:
    """A cheat draws for one seat and plays for another, and each of the two builds on what it was shown: the
    world, the cheat, the two, and the position where their logs part."""
    for seed in range(900, 960):
        world = table(4, seed=seed, target=60, hand_size=4)
        try:
            cheat = world.peers[until_due(world, MOVE, "turn")]
        except AssertionError:
            continue
        game = table_of(cheat).game
        assert world.run(lambda: all(table_of(p).game.head == game.head for p in world.peers), 5_000)  # noqa: B023
        deal, view = game.deal, game.view
        assert deal is not None
        assert view is not None
        plays = [move for move in view.moves() if isinstance(move, Play) and move.face.symbol.isdigit()]
        sharer = next(peer for peer in world.peers if peer is not cheat)
        mover = world.peers[(cheat.seat + 1) % 4]
        if deal.owing() or not plays or sharer is mover:
            continue
        cheat.honest = False
        drawn = forged(cheat, MOVE, deal.own_move(Draw(), []))
        played = forged(cheat, MOVE, deal.own_move(plays[0], []))
        rest = [peer for peer in world.peers if peer not in (cheat, sharer)]
        cheat.kill()
        world.part([sharer.seat], [peer.seat for peer in rest])
        sharer.do(table_of(sharer).receive(cheat.seat, message(drawn), sharer.now()))
        for peer in rest:
            peer.do(table_of(peer).receive(cheat.seat, message(played), peer.now()))
        place = drawn.position
        world.run(lambda: len(mover.disk.entries) > place, 5_000)  # noqa: B023
        built = [peer.disk.entries[place:][:1] for peer in (sharer, mover)]
        if [[entry.seat for entry in line] for line in built] != [[sharer.seat], [mover.seat]]:
            continue  # play goes the other way round, or waits
        return world, cheat, sharer, mover, place
    raise AssertionError("no such table")


def test_two_lines_are_both_taken_back() -> None:
    """Neither can become final: the author is lost where they part, and the round goes on."""
    world, cheat, sharer, mover, place = two_lines()
    kept = [peer.disk.entries[: place - 1] for peer in (sharer, mover)]
    world.heal()
    lost_and_go_on(world, cheat, "fork")
    for peer, before in zip((sharer, mover), kept, strict=True):
        assert peer.disk.entries[: place - 1] == before
        assert peer.disk.entries[place - 1].kind == LOSS
        assert peer.disk.entries[place].payload[0] != "commit"


def test_one_line_stands() -> None:
    """Only one body was built on: those who hold the other go over to it."""
    world, cheat, sharer, mover, place = two_lines()
    played = mover.disk.entries[place - 1]
    sharer.kill()  # it loses what it wrote, and begins again from before
    del sharer.disk.entries[place - 1 :]
    sharer.disk.wrote = [entry for entry in sharer.disk.wrote if entry.position < place]
    sharer.start()
    world.heal()
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0] == ([cheat.seat], "fork") or losses(world)[0] == ([cheat.seat], "silent")
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)
    assert sharer.disk.entries[place - 1] == played


def test_a_proof_about_what_is_final_changes_nothing_before() -> None:
    """Its author is lost from now on."""
    world = table(4, seed=17, target=60)
    last = until_last_agreement(world)
    game = table_of(last).game
    old = next(e for e in reversed(game.entries) if e.kind == MOVE and e.position <= game.final)
    cheat = world.peers[old.seat]
    cheat.honest = False
    before, other = list(game.entries), message(other_body(world.identities[cheat.seat], old))
    for peer in others(world, cheat):
        outputs = table_of(peer).receive(cheat.seat, other, peer.now())
        assert not any(isinstance(output, Rewind) for output in outputs)
        peer.do(outputs)
    lost_and_go_on(world, cheat, "fork")
    witness = others(world, cheat)[0]
    assert witness.disk.entries[: len(before)] == before


def test_an_agreement_taken_back_leads_to_no_seed_used_again() -> None:
    """All others have revealed their seeds on top of it: they stay, and no deal is dealt twice."""
    world = table(4, seed=16, target=500)
    last = until_last_agreement(world)
    place = len(last.disk.entries) + 1
    last.do(table_of(last).tick(last.now()))
    assert world.run(
        lambda: all(len(p.disk.entries) >= place + len(world.peers) for p in world.peers), 60_000
    )
    agreed = last.disk.entries[place - 1]
    assert agreed.kind == AGREE
    last.honest = False
    world.transmit(last, None, message(other_body(world.identities[last.seat], agreed)))
    lost_and_go_on(world, last, "fork")
    assert others(world, last)[0].disk.entries[place - 1] == agreed


def test_final_outlives_going_back_and_a_restart() -> None:
    """What showed it may be among what was dropped."""
    world, cheat, sharer, _, place = two_lines()
    final = table_of(sharer).game.final
    assert final < place
    world.heal()
    assert world.run(lambda: sharer.rewound == place, HOUR)
    sharer.kill()
    sharer.start()
    assert table_of(sharer).game.final >= final
    with pytest.raises(AssertionError):
        table_of(sharer).game.rewind(final)
    lost_and_go_on(world, cheat, "fork")


def test_a_seed_is_revealed_once() -> None:
    """About to commit to a deal whose seed it has revealed, a program stops and writes nothing more."""
    world = table(3, seed=4, target=200)
    peer = world.peers[until_due(world, DECK, "reveal")]
    revealed: list[bytes] = []
    noted = peer.disk.notes
    peer.do(table_of(peer).tick(peer.now()))
    revealed = [note for note in noted if note.startswith(pack(["spent", b""])[:7])]
    assert revealed
    again = world.peers[until_due(world, DECK, "commit")]
    deal = table_of(again).game.deal
    assert deal is not None
    notes = [*again.disk.notes]
    target = Table(table_of(again).game, again.identity, again.now(), notes)
    target.own._spent.add(sha256(deal.deck.seed).digest())
    outputs = target.tick(again.now())
    assert target.own.halted
    assert not any(isinstance(output, Note) and b"commit" in output.record for output in outputs)
    due = target.game.due()
    assert due is not None
    assert due.seat == again.seat
