"""Cheating with who votes for what, when, and before whom: honest seats must end up with one ballot."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.log.entry import AGAIN, DECK, FORK, MOVE, REFUSAL, SETTLE, VOTE, Entry
from protocol.play.game import Game
from protocol.table.voting import PROOF_TIME
from tests.cheats.cheater import fork, message, statement, table_of
from tests.simulation.test_cases import HOUR, losses, table, until_due
from tests.simulation.world import Peer, World, other_body


def repeat(world: World, peer: Peer, game: Game, values: list[Any]) -> None:
    """A cheat whose program no longer runs repeats these messages, and is heard of all the same."""
    for value in (["head", game.position, game.head], *values):
        world.transmit(peer, None, pack(value))
    world.after(200, lambda: repeat(world, peer, game, values))


def said(peer: Peer, kind: str, game: Game, lost: list[int], reason: str) -> list[Any]:
    return ["statement", *statement(peer, kind, [game.position, game.head, lost, reason]).wire()]


def at_a_turn(operators: tuple[int, ...]) -> tuple[World, Game]:
    """A table where the turn is seat 0's, and all know it."""
    for seed in range(600, 660):
        world = table(len(operators), seed=seed, target=60, operators=operators)
        if until_due(world, MOVE, "turn") == 0:
            game = table_of(world.peers[0]).game
            assert world.run(lambda: len({table_of(p).game.head for p in world.peers}) == 1, 5_000)  # noqa: B023
            return world, game
    raise AssertionError("it never was")


def contradiction(peer: Peer, game: Game, head: bytes = bytes(32)) -> list[Any]:
    """A proof that a seat contradicted itself, about a place that is nowhere, or after this head."""
    values = [game.position, head, [peer.seat + 1], "silent"]
    return ["equivocation", *(statement(peer, kind, values).wire() for kind in (VOTE, REFUSAL))]


def stop(*cheats: Peer) -> None:
    for cheat in cheats:
        cheat.honest = False
        cheat.kill()


def after_a_move(operators: tuple[int, ...]) -> tuple[World, Peer, Peer, Entry]:
    """The last seat but one has just moved, and the last one is due: both are an operator's, who cheats."""
    for seed in range(100, 200):
        world = table(len(operators), seed=seed, operators=operators, hand_size=5, target=200)
        cheat, friend = world.peers[-2:]
        for _move in range(30):
            due = world.peers[until_due(world, MOVE, "turn")]
            game = table_of(due).game
            last = game.entries[-1]
            owing = game.deal is not None and game.deal.owing()
            if due is friend and last.seat == cheat.seat and last.kind == MOVE and not owing:
                same = lambda: len({table_of(peer).game.head for peer in world.peers}) == 1  # noqa: B023, E731
                assert world.run(same, 5_000)
                return world, cheat, friend, last
            due.do(table_of(due).tick(due.now()))
            world.wait(300)
    raise AssertionError("it never was")


@pytest.mark.parametrize("decoyed", [False, True])
@pytest.mark.parametrize("operators", [(0, 1, 2, 2), (0, 1, 2, 3, 3)])
def test_ballots_refused_before_the_contradiction(operators: tuple[int, ...], decoyed: bool) -> None:
    """A friend votes to lose a cheat, for a `fork` and `again`, where nothing has happened. When all have had
    the time to refuse that, the cheat contradicts itself there; or before, too, about a place nowhere."""
    world, cheat, friend, entry = after_a_move(operators)
    place = [entry.position, entry.previous, [cheat.seat]]
    votes = [["statement", *statement(friend, VOTE, [*place, why]).wire()] for why in (FORK, AGAIN)]
    decoy = contradiction(cheat, table_of(cheat).game)
    assert cheat.identity is not None
    other = other_body(cheat.identity, entry)
    stop(cheat, friend)
    if decoyed:
        world.transmit(cheat, None, pack(decoy))
    for _time in range(3):
        for vote in votes:
            world.transmit(friend, None, pack(vote))
        world.wait(PROOF_TIME // 2 + 100)
    world.transmit(cheat, None, message(entry))
    world.transmit(cheat, None, message(other))
    world.wait(2_000)
    cheat.start()  # they are there, and would play on
    friend.start()
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0] == ([cheat.seat], "fork")


def test_vote_and_refusal_of_a_ballot_by_proof() -> None:
    """An audit names a bot. Its operator votes to lose it and refuses to. One honest seat hears the refusal
    first, the others the vote: they agree to lose both."""
    world = table(5, 41, (0, 1, 2, 3, 3), target=1)
    *honest, friend, cheat = world.peers
    while world.peers[seat := until_due(world, DECK, "commit")] is not cheat:
        world.peers[seat].do(table_of(world.peers[seat]).tick(world.peers[seat].now()))
    deal = table_of(cheat).game.deal
    assert deal is not None
    deal.deck._state.secret = 4242
    table_of(friend).voting.tick = list  # type: ignore[method-assign]
    assert world.run(lambda: any(table_of(peer).game.condemned for peer in honest), HOUR)
    knows = next(peer for peer in honest if table_of(peer).game.condemned)
    game, lost = table_of(knows).game, [cheat.seat]
    assert world.run(lambda: all(table_of(peer).game.head == game.head for peer in honest), 100)
    vote, refusal = (said(friend, kind, game, lost, "proved") for kind in (VOTE, REFUSAL))
    stop(friend, cheat)
    for peer in honest:
        for word in (refusal, vote) if peer is honest[0] else (vote, refusal):
            peer.do(table_of(peer).receive(friend.seat, pack(word), peer.now()))
    repeat(world, friend, game, [])
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([friend.seat, cheat.seat], "proved")]


def test_a_proof_is_known_as_long_as_the_vote_it_was_for() -> None:
    """All honest programs end between their votes and the certificate, and the cheats show nothing again."""
    world, cheat, friend, entry = after_a_move((0, 1, 2, 3, 3))
    assert cheat.identity is not None
    honest, other = world.peers[:-2], other_body(cheat.identity, entry)
    stop(cheat, friend)
    world.transmit(cheat, None, message(other))
    assert world.run(lambda: all(table_of(peer).voting.locked for peer in honest), HOUR)
    for peer in honest:
        peer.kill()
    world.wait(1_000)
    for peer in honest:
        peer.start()
    assert world.run(lambda: bool(world.losses), HOUR)
    assert cheat.seat in losses(world)[0][0]


def test_first_ballot_refused_and_nothing_said_about_the_second() -> None:
    """A friend of one who contradicted itself refuses to lose it for a `fork`, and neither votes nor refuses
    when the others vote `again`: it is lost too."""
    world, game = at_a_turn((0, 1, 2, 3))
    cheat, friend, *honest = world.peers
    proof = ["fork", *(unpack(one)[1:] for one in fork(cheat))]
    words = [proof, said(friend, REFUSAL, game, [cheat.seat], "fork")]
    stop(cheat, friend)
    repeat(world, friend, game, words)
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([cheat.seat, friend.seat], "fork")]
    assert all(peer.seat in table_of(peer).game.match.playing for peer in honest)


def test_two_proofs_against_one_seat() -> None:
    """A seat contradicts itself where the log is, and elsewhere, and shows each honest seat another proof
    first. A friend refuses the ballot `fork`, and votes `again`: all honest seats do the same."""
    world, game = at_a_turn((0, 1, 2, 3))
    cheat, friend, one, other = world.peers
    proofs = contradiction(cheat, game, game.head), contradiction(cheat, game)
    lost = [cheat.seat]
    words = [said(friend, REFUSAL, game, lost, "fork"), said(friend, VOTE, game, lost, "again")]
    stop(cheat, friend)
    for peer, proof in zip((one, other), proofs, strict=True):
        peer.do(table_of(peer).receive(cheat.seat, pack(proof), peer.now()))
    repeat(world, friend, game, words)
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([cheat.seat], "fork")]


def test_refusal_of_what_includes_an_earlier_vote() -> None:
    """One of an operator's bots falls silent, and when all have voted, another contradicts itself: the new
    ballot includes both. The operator refuses it at once, and is lost with them."""
    world, game = at_a_turn((0, 0, 0, 3, 4))
    gone, operator, cheat, one, other = world.peers
    proof = contradiction(cheat, game)
    refusal = said(operator, REFUSAL, game, [gone.seat, cheat.seat], "fork")
    stop(gone, operator, cheat)
    repeat(world, operator, game, [])
    assert world.run(lambda: all(table_of(peer).voting.locked for peer in (one, other)), HOUR)
    world.wait(500)
    for peer in (one, other):
        peer.do(table_of(peer).receive(cheat.seat, pack(proof), peer.now()))
    repeat(world, operator, game, [refusal])
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([gone.seat, operator.seat, cheat.seat], "fork")]


def test_only_one_hears_who_must_choose() -> None:
    """A match waits for a missing seat. Who must choose next talks to one seat only: that one sees no reason
    to lose it, the others do. The one who hears it is not lost for that."""
    world = table(4, seed=15, mode="tournament", target=1, hand_size=1)
    missing = world.peers[-1]
    world.wait(1_000)
    stop(missing)
    rest = world.peers[:-1]
    assert world.run(lambda: all(table_of(peer).game.stalled for peer in rest), 120_000)
    due = table_of(rest[0]).game.due()
    assert due is not None
    assert due.kind == SETTLE
    cheat = world.peers[due.seat]
    cheat.honest = False
    table_of(cheat).own.next = lambda due: ([], None)  # type: ignore[method-assign]
    hears = next(peer for peer in rest if peer is not cheat)
    world.cut = {frozenset((cheat.seat, peer.seat)) for peer in rest if peer not in (cheat, hears)}
    before = len(world.losses)
    world.run(lambda: len(world.losses) > before, 5 * world.genesis.terms.grace)
    assert all(table_of(peer).game.stalled for peer in rest)
    assert all(hears.seat not in lost for lost, _ in losses(world)), losses(world)


def test_refusal_of_the_wider_ballot() -> None:
    """One bot is gone and another says nothing, so that the others vote to lose both. Their operator votes to
    lose the first only, and refuses the second: all three are lost."""
    world, game = at_a_turn((0, 0, 0, 3, 4))
    gone, operator, mute, one, other = world.peers
    words = [
        said(operator, VOTE, game, [gone.seat], "silent"),
        said(operator, REFUSAL, game, [gone.seat, mute.seat], "silent"),
    ]
    stop(gone, operator, mute)
    repeat(world, operator, game, words)
    repeat(world, mute, game, [])
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([gone.seat, operator.seat, mute.seat], "silent")]
    assert all(peer.seat in table_of(peer).game.match.playing for peer in (one, other))


@pytest.mark.parametrize("kind", [VOTE, REFUSAL])
def test_answer_about_more_than_was_asked(kind: str) -> None:
    """A seat votes only to lose an honest one beside the seat that is gone, or refuses that: no answer."""
    world, game = at_a_turn((0, 0, 2, 3))
    gone, cheat, one, _other = world.peers
    word = said(cheat, kind, game, [gone.seat, one.seat], "silent")
    stop(gone, cheat)
    repeat(world, cheat, game, [word])
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([gone.seat, cheat.seat], "silent")]


def test_vote_for_the_narrow_ballot_only() -> None:
    """A bot is gone, a second one answers nothing, and their operator votes to lose the first one only."""
    world, game = at_a_turn((0, 0, 0, 3, 4))
    gone, operator, mute = world.peers[:3]
    words = [said(operator, VOTE, game, [gone.seat], "silent")]
    stop(gone, operator, mute)
    repeat(world, operator, game, words)
    repeat(world, mute, game, [])
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0][0] == [gone.seat, operator.seat, mute.seat]
