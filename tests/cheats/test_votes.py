"""Cheating with votes, refusals, certificates and proofs."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import pack
from protocol.log.entry import (
    AGREE,
    LOSS,
    MOVE,
    REFUSAL,
    VOTE,
    Statement,
    write_certificate,
    write_entry,
    write_statement,
)
from tests.cheats.cheater import fork, in_another_form, send, statement, table_of
from tests.cheats.scene import (
    at,
    certificate,
    lost_and_go_on,
    others,
    refusal_at,
)
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, losses, table, to_end, until_due, until_lost
from tests.simulation.world import Peer


def test_certificate_without_all_votes() -> None:
    """Without the vote of every other seat, or with votes signed by somebody else, nobody is lost."""
    world, cheat = at(MOVE, "turn")
    victim = world.peers[(cheat.seat + 1) % 4]
    rest = [peer for peer in world.peers if peer is not victim]
    witness = next(peer for peer in rest if peer is not cheat)
    world.run(lambda: table_of(witness).game.head == table_of(cheat).game.head, 5_000)
    few = certificate(world, cheat, [victim.seat], "silent", [cheat], [])
    assert refusal_at(witness, cheat, few) == "malformed"
    own = certificate(world, cheat, [victim.seat], "silent", [cheat, cheat, cheat], [])
    assert refusal_at(witness, cheat, own) == "unsigned"


def test_certificate_without_a_proof() -> None:
    """For a fork or a lie that nobody can show, one vote does not do."""
    world, cheat = at(MOVE, "turn")
    witness = others(world, cheat)[0]
    world.run(lambda: table_of(witness).game.head == table_of(cheat).game.head, 5_000)
    for reason in ("fork", "proved"):
        alone = [peer.seat for peer in world.peers if peer is not cheat]
        coup = certificate(world, cheat, alone, reason, [cheat], [])
        assert refusal_at(witness, cheat, coup) == "out-of-turn"


def test_coup_with_a_true_proof() -> None:
    """A true proof against one seat does not let its holder throw out the others with it."""
    world, cheat = at(MOVE, "turn")
    accomplice = world.peers[(cheat.seat + 1) % 4]
    game = table_of(cheat).game
    assert accomplice.identity is not None
    pair = [
        write_entry(
            accomplice.identity, game.id, game.position, game.head, accomplice.seat, MOVE, [], t
        ).wire()
        for t in (1, 2)
    ]
    witness = world.peers[(cheat.seat + 2) % 4]
    world.run(lambda: table_of(witness).game.head == game.head, 5_000)
    alone = [peer.seat for peer in world.peers if peer is not cheat]
    coup = certificate(world, cheat, alone, "fork", [cheat], [["fork", *pair]])
    assert refusal_at(witness, cheat, coup) == "out-of-turn"


def test_vote_in_another_form() -> None:
    """Good by its signature, but of a body that nobody can build again from its values: it would make a
    certificate that nobody can verify. It is no vote, and who never gives another is lost as well."""
    world = table(5)
    gone = world.peers[until_due(world, MOVE)]
    cheat = others(world, gone)[0]
    world.run(lambda: len({table_of(peer).game.head for peer in world.peers}) == 1, 5_000)
    gone.kill()
    cheat.honest = False
    sign = table_of(cheat).sign

    def other(kind: str, values: list[Any]) -> Statement:
        said = sign(kind, values)
        return in_another_form(cheat, said) if kind == VOTE else said

    table_of(cheat).sign = other  # type: ignore[method-assign]
    table_of(cheat).voting.certificate = lambda: None  # type: ignore[method-assign]
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [(sorted([gone.seat, cheat.seat]), "silent")]


def test_vote_replayed() -> None:
    """A vote names position and head: elsewhere it counts for nothing."""
    world, cheat = at(MOVE, "turn")
    victim = world.peers[(cheat.seat + 1) % 4]
    votes = [
        statement(peer, VOTE, [3, b"\1" * 32, [victim.seat], "silent"])
        for peer in world.peers
        if peer is not victim
    ]
    for said in votes:
        send(cheat, None, ["statement", *said.wire()])
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_vote_and_refusal() -> None:
    """Both for one ballot: a proof, evidence, and the author is lost."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = (cheat.seat + 1) % 4
    values = [game.position, game.head, [victim], "silent"]
    send(cheat, None, ["statement", *statement(cheat, REFUSAL, values).wire()])
    send(cheat, None, ["statement", *statement(cheat, VOTE, values).wire()])
    lost_and_go_on(world, cheat, "fork")
    for peer in others(world, cheat):
        assert [(e.seat, e.reason) for e in peer.disk.evidence] == [(cheat.seat, "equivocation")]


def test_refusal_without_an_entry() -> None:
    """A seat refuses every vote against one that is gone, and has nothing to show: both are lost."""
    world = table(5, seed=600, target=1)
    gone = world.peers[until_due(world, MOVE, "turn")]
    gone.kill()
    cheat = world.peers[(gone.seat + 1) % 5]
    cheat.honest = False
    table_of(cheat).voting.tick = list  # type: ignore[method-assign]
    game = table_of(cheat).game
    world.wait(100)
    values = [game.position, game.head, [gone.seat], "silent"]
    send(cheat, None, ["statement", *statement(cheat, REFUSAL, values).wire()])
    began, terms = world.now, game.terms
    until_lost(world)
    assert sorted(losses(world)[0][0]) == sorted([gone.seat, cheat.seat])
    # Not before there was time enough to show it.
    assert world.now - began >= terms.grace + 3 * terms.machine_grace
    gone.start()
    to_end(world)


def test_framing_an_honest_seat() -> None:
    """A proof made of somebody else's signatures, or of one entry twice, proves nothing."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = world.peers[(cheat.seat + 1) % 4]
    first = next(entry for entry in game.entries if entry.seat == victim.seat)
    made_up = write_entry(
        world.identities[cheat.seat], game.id, first.position, first.previous, victim.seat, first.kind, 1, 1
    )
    send(cheat, None, ["fork", first.wire(), made_up.wire()])
    send(cheat, None, ["fork", first.wire(), first.wire()])
    later = next(e for e in game.entries if e.seat == victim.seat and e.position > first.position)
    send(cheat, None, ["fork", first.wire(), later.wire()])
    refused = [peer.refused for peer in others(world, cheat)]
    assert all(codes["unsigned"] >= 1 and codes["malformed"] >= 2 for codes in refused)
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_lone_voter_stalls_nothing() -> None:
    """A seat that votes an honest, present one out is refused, and the game goes on."""
    world, due = at(MOVE, "turn")
    due.honest = True
    cheat = world.peers[(due.seat + 1) % 4]
    game = table_of(cheat).game
    values = [game.position, game.head, [due.seat], "silent"]
    send(cheat, None, ["statement", *statement(cheat, VOTE, values).wire()])
    world.run(lambda: all_over(world), HOUR)
    assert losses(world) == []


def test_certificate_has_one_body() -> None:
    """Two valid signatures of one vote make no second body of the certificate, so they split nothing."""
    world, cheat = at(MOVE, "turn")
    one = certificate(world, cheat, [1], "silent", [cheat], [])
    two = write_certificate(one.game, one.position, one.previous, [1], "silent", [b"other"], [])
    assert one.hash == two.hash
    assert one.kind == LOSS
    assert world.now >= 0


def test_certificate_in_another_form() -> None:
    """The votes are not over the certificate's own bytes. The same one, packed less tightly, would be another
    entry with all the votes it needs and no author: shown to one seat, it would split the table."""
    world = table(4, target=60)
    gone = world.peers[until_due(world, MOVE)]
    cheat, one, other = others(world, gone)
    world.run(lambda: len({table_of(peer).game.head for peer in world.peers}) == 1, 5_000)
    gone.kill()
    cheat.honest = False
    table_of(cheat).voting.tick = list  # type: ignore[method-assign]
    assert world.run(lambda: table_of(one).voting.locked and table_of(other).voting.locked, 60_000)
    true = certificate(world, one, [gone.seat], "silent", [cheat, one, other], [])
    wide = [b"\xdc\x00\x08" + true.body[1:], true.signature]
    one.do(table_of(one).receive(cheat.seat, pack(["entry", *wide]), one.now()))
    other.do(table_of(other).receive(cheat.seat, pack(["entry", *true.wire()]), other.now()))
    cheat.kill()
    world.wait(20_000)
    lines = [table_of(peer).game.entries[true.position - 1 :][:1] for peer in (one, other)]
    assert [entry.body for line in lines for entry in line] == [true.body] * 2


def test_one_certificate_with_different_proofs() -> None:
    """A player who went out keeps silent while its bot is lost for a fork. It has contradicted itself too,
    and proves that to one seat only. The proofs are not part of the certificate's body, so both seats hold
    the same log: they must make the same of it."""
    world = table(4, seed=7, operators=(0, 1, 2, 2), target=60)
    while True:
        until_due(world, AGREE)
        deal = table_of(world.peers[0]).game.deal
        world.run(lambda: len({table_of(peer).game.head for peer in world.peers}) == 1, 5_000)
        if deal is not None and deal.round is not None and deal.round.out in (2, 3):
            break
        world.run(lambda: table_of(world.peers[0]).game.deal is not deal, HOUR)  # noqa: B023
    one, other, *cheats = world.peers
    game = table_of(one).game
    for cheat in cheats:
        cheat.honest = False
        cheat.kill()

    def proof(peer: Peer) -> list[Any]:
        assert peer.identity is not None
        pair = [
            write_entry(peer.identity, game.id, game.position, game.head, peer.seat, MOVE, [], time)
            for time in (1, 2)
        ]
        return ["fork", *(entry.wire() for entry in pair)]

    bot = next(peer for peer in cheats if deal.round is not None and peer.seat != deal.round.out)
    entries = [
        certificate(world, one, [2, 3], "fork", [one, other], [proof(cheat) for cheat in known])
        for known in ([bot], cheats)
    ]
    for peer, entry in zip((one, other), entries, strict=True):
        peer.do(table_of(peer).receive(2, pack(["entry", *entry.wire()]), peer.now()))
        assert table_of(peer).game.entries[entry.position - 1] == entry
    assert world.run(lambda: all(table_of(peer).game.finished for peer in (one, other)), HOUR)
    assert len({tuple(table_of(peer).game.match.totals) for peer in (one, other)}) == 1


def test_refusal_by_a_lost_seat() -> None:
    """Who is out of the match has no vote to refuse: its word neither frees nor holds anybody."""
    world = table(5, seed=602, target=60)
    cheat = world.peers[until_due(world, MOVE, "turn")]
    cheat.honest = False
    cheat.kill()
    until_lost(world)
    gone = world.peers[until_due(world, MOVE, "turn")]
    gone.kill()
    rest = [peer for peer in world.peers if peer not in (cheat, gone)]
    world.wait(100)
    game = table_of(rest[0]).game
    values = [game.position, game.head, [gone.seat], "silent"]
    said = write_statement(world.identities[cheat.seat], game.id, REFUSAL, cheat.seat, values)
    voter = table_of(rest[0])
    assert world.run(lambda: voter.voting.locked or len(world.losses) > 1, HOUR)
    assert voter.voting.locked
    voter.receive(cheat.seat, pack(["statement", *said.wire()]), rest[0].now())
    assert voter.voting.locked
    assert voter.faults[cheat.seat, "out-of-turn"]
    world.run(lambda: len(world.losses) > 1, HOUR)
    assert losses(world) == [([cheat.seat], "silent"), ([gone.seat], "silent")]
    gone.start()
    to_end(world)


@pytest.mark.parametrize("ahead", [0, 10**9])
def test_decoy_proof(ahead: int) -> None:
    """A contradiction about a place that is nowhere, or far ahead, shown to all before a fork: the fork is
    taken back all the same."""
    world = table(4, seed=612, target=60)
    cheat = world.peers[until_due(world, MOVE, "turn")]
    cheat.honest = False
    first, *rest = others(world, cheat)
    game = table_of(cheat).game
    place = game.position
    world.run(lambda: all(table_of(peer).game.head == game.head for peer in world.peers), 5_000)
    one, two = fork(cheat)
    values = [place + ahead, bytes(32), [first.seat], "silent"]
    decoy = ["equivocation", *(statement(cheat, kind, values).wire() for kind in (VOTE, REFUSAL))]
    world.part([first.seat], [peer.seat for peer in rest])
    for peer in (first, *rest):
        peer.do(table_of(peer).receive(cheat.seat, one if peer is first else two, peer.now()))
        peer.do(table_of(peer).receive(cheat.seat, pack(decoy), peer.now()))
    cheat.kill()
    world.wait(500)
    assert len({table_of(peer).game.entries[place - 1].hash for peer in (first, *rest)}) == 2
    world.heal()
    lost_and_go_on(world, cheat, "fork")


def test_contradiction_elsewhere_after_an_entry_for_one() -> None:
    """A valid entry shown to one seat only, then a contradiction about nowhere shown to all: those who lack
    the entry take it from the one who has it, and only the cheat is lost."""
    world = table(4, seed=613, target=60)
    cheat = world.peers[until_due(world, MOVE, "turn")]
    cheat.honest = False
    first, *rest = others(world, cheat)
    game = table_of(cheat).game
    world.run(lambda: all(table_of(peer).game.head == game.head for peer in world.peers), 5_000)
    values = [game.position, bytes(32), [first.seat], "silent"]
    decoy = ["equivocation", *(statement(cheat, kind, values).wire() for kind in (VOTE, REFUSAL))]
    world.part([first.seat], [peer.seat for peer in rest])
    first.do(table_of(first).receive(cheat.seat, fork(cheat)[0], first.now()))
    for peer in (first, *rest):
        peer.do(table_of(peer).receive(cheat.seat, pack(decoy), peer.now()))
    world.wait(500)
    world.heal()
    lost_and_go_on(world, cheat, "fork")


@pytest.mark.parametrize("decoy", [VOTE, REFUSAL])
def test_vote_or_refusal_beside_the_point(decoy: str) -> None:
    """A seat says something about another ballot, and never votes against one that is gone: both are lost."""
    world = table(5, seed=600, target=1)
    gone = world.peers[until_due(world, MOVE, "turn")]
    gone.kill()
    cheat, other = (world.peers[(gone.seat + ahead) % 5] for ahead in (1, 2))
    cheat.honest = False
    table_of(cheat).voting.tick = list  # type: ignore[method-assign]
    game = table_of(cheat).game
    world.wait(100)
    send(
        cheat,
        None,
        ["statement", *statement(cheat, decoy, [game.position, game.head, [other.seat], "silent"]).wire()],
    )
    until_lost(world)
    assert sorted(losses(world)[0][0]) == sorted([gone.seat, cheat.seat])
    gone.start()
    to_end(world)
