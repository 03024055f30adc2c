"""Messages that are well signed and made to cost the others memory, disk or time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from p2puno.moves import Play
from protocol.codec import MAX_MESSAGE, pack
from protocol.log.entry import (
    CLAIM,
    LOSS,
    MAX_BODY,
    MOVE,
    REFUSAL,
    STRENGTH,
    VOTE,
    Entry,
    write_certificate,
    write_entry,
)
from protocol.net.limits import Limits
from protocol.play.game import Game
from protocol.table.forks import LINE, LINE_BYTES
from protocol.table.outputs import Evidence, Note, Rewind, Send
from protocol.table.pool import AHEAD, SENDER_BYTES, Pool
from protocol.table.voting import MAX_ANSWERS, MAX_BALLOTS
from protocol.version import VERSION
from tests.cheats.cheater import forged, fork, honest_payload, message, statement, table_of
from tests.cheats.scene import at, lost_and_go_on, others, refused_everywhere
from tests.simulation.test_cases import losses, table, to_end, until_due
from tests.simulation.world import Peer, World


def deliver(cheat: Peer, victim: Peer, value: list[Any]) -> list[Any]:
    return table_of(victim).receive(cheat.seat, pack(value), victim.now())


def size(pool: Pool) -> int:
    return sum(kept.size for kept in pool._kept.values())


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[str]:
    """Grows with every call of this method of any game."""
    calls: list[str] = []
    real = getattr(Game, name)

    def count(*given: Any) -> Any:
        calls.append(name)
        return real(*given)

    monkeypatch.setattr(Game, name, count)
    return calls


def test_garbage_of_every_kind() -> None:
    """Thousands of useless messages: refused, nothing is kept, and the game goes on."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    victim = others(world, cheat)[0]
    for entry in game.entries[table_of(victim).game.position - 1 :]:
        deliver(cheat, victim, ["entry", *entry.wire()])
    random = world.random
    head = game.head
    assert table_of(victim).game.head == head
    assert cheat.identity is not None

    def early(number: int) -> list[Any]:
        entry = write_entry(cheat.identity, game.id, 50 + number, head, cheat.seat, MOVE, [], number)  # type: ignore[arg-type]
        return ["entry", *entry.wire()]

    def said(kind: str, values: list[Any]) -> list[Any]:
        return ["statement", *statement(cheat, kind, values).wire()]

    rest = [peer.seat for peer in others(world, cheat)]
    sets = [list(lost) for size in (1, 2, 3) for lost in combinations(rest, size)]
    ballots = [(lost, reason) for lost in sets for reason in STRENGTH]
    assert len(ballots) > MAX_BALLOTS
    kinds: list[Callable[[int], list[Any]]] = [
        lambda number: [random.randbytes(40)],
        lambda number: ["head", 10**9 + number, random.randbytes(32)],
        lambda number: ["want", number],
        lambda number: ["want", (-1) ** number * (1 << 53)],
        early,
        lambda number: said(VOTE, [game.position, game.head, *ballots[number // 9 % len(ballots)]]),
        lambda number: said(VOTE, [game.position + number, random.randbytes(32), [number % 3], "silent"]),
        lambda number: said(REFUSAL, [number, random.randbytes(32), [number % 3], "silent"]),
        lambda number: said(CLAIM, [number, random.randbytes(32), "catch"]),
    ]
    target = table_of(victim)
    for number in range(900):
        deliver(cheat, victim, kinds[number % len(kinds)](number))
    for number in range(50):
        target.receive(None, random.randbytes(number), victim.now())
    voting, window = target.voting, target.window
    assert len(target.pool._kept) <= AHEAD
    assert len(voting._votes) <= MAX_BALLOTS
    assert len(voting._refusals) <= MAX_BALLOTS
    assert not window.claims
    assert sum(target.faults.values()) > 100
    assert len(target.faults) < 20


def test_early_entries_that_are_large() -> None:
    """As many bytes as the honest ones could need are kept, and no more."""
    world, cheat = at(MOVE, "turn")
    victim = others(world, cheat)[0]
    game = table_of(cheat).game
    assert cheat.identity is not None
    padding = bytes(40_000)
    for number in range(1, AHEAD + 100):
        entry = write_entry(
            cheat.identity, game.id, game.position + number, game.head, cheat.seat, MOVE, padding, 1
        )
        deliver(cheat, victim, ["entry", *entry.wire()])
    assert SENDER_BYTES / 2 < size(table_of(victim).pool) <= SENDER_BYTES
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def test_bodies_too_large_for_a_proof() -> None:
    """Two bodies for one place that together fit into no message, so that nobody could pass the proof on."""
    world, cheat = at(MOVE, "turn")
    game = table_of(cheat).game
    assert cheat.identity is not None
    for filler in (b"a", b"b"):
        body = pack([VERSION, game.id, game.position, game.head, cheat.seat, MOVE, [filler * 600_000, []], 1])
        world.transmit(cheat, None, pack(["entry", body, cheat.identity.sign(b"p2puno/entry\0", body)]))
    world.wait(100)
    refused_everywhere(world, cheat, "malformed")
    lost_and_go_on(world, cheat)


def test_ballots_about_the_past() -> None:
    """Votes about places that all have passed, each to be refused in writing: a bounded number of them is."""
    world = table(5, seed=610, target=1)
    cheat = world.peers[until_due(world, MOVE, "turn")]
    victim = others(world, cheat)[0]
    entries = table_of(cheat).game.entries
    rest = [peer.seat for peer in others(world, cheat)]
    sets = [list(lost) for size in (1, 2, 3) for lost in combinations(rest, size)]
    notes = answers = 0
    for entry in entries[:40]:
        for lost in sets:
            vote = statement(cheat, VOTE, [entry.position, entry.previous, lost, "silent"])
            outputs = deliver(cheat, victim, ["statement", *vote.wire()])
            notes += sum(isinstance(output, Note) for output in outputs)
            answers += sum(isinstance(output, Send) for output in outputs)
    assert notes <= MAX_ANSWERS < len(sets) * 40
    assert answers <= 2 * MAX_ANSWERS + 2 * len(sets)
    assert table_of(victim).faults[cheat.seat, "out-of-turn"] > 0
    to_end(world)
    assert losses(world) == []


def test_votes_repeated_without_pause() -> None:
    """A vote is small, and its answer is not: whoever repeats votes makes nobody send so much to others that
    these would take it for a flood, and cut off whom they have it from."""
    world, cheat = at(MOVE, "turn")
    victim = others(world, cheat)[0]
    gone = next(seat for seat in range(4) if seat not in (cheat.seat, victim.seat))
    passed = [(entry.position, entry.previous) for entry in table_of(victim).game.entries[:16]]
    votes = [statement(cheat, VOTE, [*place, [gone], "silent"]) for place in passed]
    sent: list[int | bytes | None] = []
    for _ in range(50):
        for vote in votes:
            out = deliver(cheat, victim, ["statement", *vote.wire()])
            sent += [output.to for output in out if isinstance(output, Send)]
    assert sent.count(None) == len(votes)  # each of them was refused once, to all
    assert set(sent) == {None, cheat.seat}


def test_refusals_at_every_place() -> None:
    """What one seat refuses is forgotten when the log has gone on."""
    world = table(4, seed=611, target=1)
    cheat = world.peers[until_due(world, MOVE, "turn")]
    victim = others(world, cheat)[0]
    target = table_of(victim)
    for _ in range(10):
        game = target.game
        for other in others(world, cheat):
            values = [game.position, game.head, [other.seat], "silent"]
            deliver(cheat, victim, ["statement", *statement(cheat, REFUSAL, values).wire()])
        position = game.position
        world.run(lambda: target.game.position > position or target.game.over, 60_000)  # noqa: B023
    assert len({key.place for key in target.voting._refusals}) <= 1
    to_end(world)
    assert losses(world) == []


def test_forged_certificates_of_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate for a place behind is not worth playing the log over, unless its votes are good."""
    world, cheat = at(MOVE, "turn")
    victim = others(world, cheat)[0]
    game = table_of(victim).game
    played = counted(monkeypatch, "replay")
    places = game.entries[game.final :]
    assert places
    for number, entry in enumerate(places):
        votes = [bytes([number]) * 64] * 3
        forgery = write_certificate(
            game.id, entry.position, entry.previous, [victim.seat], "silent", votes, []
        )
        victim.do(table_of(victim).receive(cheat.seat, message(forgery), victim.now() + 1_000 * number))
    assert played == []
    assert table_of(victim).faults[cheat.seat, "unsigned"] == len(places)
    cheat.honest = True
    to_end(world)
    assert losses(world) == []


def cut_off() -> tuple[World, Peer, Peer, Entry]:
    """One seat moved while nobody could hear it, and was lost; now they hear each other again: the world,
    that seat, a cheat among the others, and the certificate."""
    world, one = at(MOVE, "turn", target=400)
    one.honest = True
    rest = others(world, one)
    world.part([one.seat], [peer.seat for peer in rest])
    one.do(table_of(one).tick(one.now() + world.genesis.terms.turn_time))
    assert world.run(lambda: bool(world.losses), 200_000)
    world.wait(3_000)
    certificate = world.losses[0][0]
    assert table_of(one).game.position > certificate.position
    rest[0].honest = False
    world.heal()
    return world, one, rest[0], certificate


def joined(one: Peer, certificate: Entry) -> bool:
    return table_of(one).game.entries[certificate.position - 1].kind == LOSS


def test_a_forged_certificate_starts_no_avalanche() -> None:
    """The true one must wait a moment for it; meanwhile what comes does not ask for all of it again."""
    world, one, cheat, true = cut_off()
    forgery = write_certificate(
        true.game, true.position, true.previous, true.payload[0], "silent", [bytes(64)] * 3, []
    )
    sent: list[bytes] = []
    world.on_send = sent.append
    deliver(cheat, one, ["entry", *forgery.wire()])
    world.run(lambda: len(sent) > 5_000, 2_000)
    assert joined(one, true)
    assert len(sent) < 1_000


def test_certificates_by_one_alone_delay_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who loses all others at once has all the votes that it takes, its own: it is refused, and the
    log is not played over for it. The true certificate comes from others, and does not wait for that."""
    world, one, cheat, true = cut_off()
    lost = [peer.seat for peer in others(world, cheat)]
    vote = statement(cheat, VOTE, [true.position, true.previous, lost, "proved"])
    coup = write_certificate(true.game, true.position, true.previous, lost, "proved", [vote.signature], [])

    def again() -> None:
        world.transmit(cheat, one.seat, message(coup))
        world.after(5, again)

    replayed = counted(monkeypatch, "replay")
    again()
    assert world.run(lambda: joined(one, true), 2_000)
    assert len(replayed) == 1  # it went back once, for the true one
    assert table_of(one).faults[cheat.seat, "out-of-turn"] > 0


def test_the_same_illegal_entry_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal move with a valid share makes everybody play the log over: once, however often it comes."""
    for seed in range(500, 560):
        world, cheat = at(MOVE, "turn", seeds=range(seed, 560))
        victim = others(world, cheat)[0]
        world.run(lambda: table_of(victim).game.head == table_of(cheat).game.head, 5_000)  # noqa: B023
        view, deal = table_of(cheat).game.view, table_of(cheat).game.deal
        assert view is not None
        assert deal is not None
        legal = {getattr(move, "card", None) for move in view.moves()}
        plays = [Play(card, face) for card, face in view.hand() if card not in legal]
        if plays:
            break
    assert deal is not None
    entry = forged(cheat, MOVE, deal.own_move(plays[0], []))
    rebuilt = counted(monkeypatch, "_rebuild")
    for _ in range(20):
        deliver(cheat, victim, ["entry", *entry.wire()])
    assert len(rebuilt) == 1
    faults = table_of(victim).faults
    assert (faults[cheat.seat, "illegal"], faults[cheat.seat, "out-of-turn"]) == (1, 19)


def test_lines_that_lead_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many bodies for places that are not final, with more on top, from an accomplice: what is kept of them
    is bounded for each sender, and the log is not played over for them."""
    world, cheat = at(MOVE, "turn")
    victim, helper = others(world, cheat)[:2]
    game = table_of(victim).game
    old = next(entry for entry in reversed(game.entries) if entry.seat == cheat.seat)
    assert cheat.identity is not None
    assert helper.identity is not None
    played = counted(monkeypatch, "replay")
    padding = bytes(30_000)
    for number in range(100):
        body = write_entry(
            cheat.identity, old.game, game.position - 1, old.previous, cheat.seat, MOVE, padding, number
        )
        on_top = write_entry(
            helper.identity, old.game, game.position, body.hash, helper.seat, MOVE, padding, number
        )
        for entry in (body, on_top):
            deliver(helper, victim, ["entry", *entry.wire()])
    assert size(table_of(victim).pool) <= 3 * SENDER_BYTES  # of the helper, and of what proofs brought
    assert played == []
    lost_and_go_on(world, cheat, "fork")


def test_lines_that_an_honest_seat_sends_on() -> None:
    """Where a fork took the log back, all are sent what was built there: bounded in bytes too."""
    world, cheat = at(MOVE, "turn")
    victim, helper = others(world, cheat)[:2]
    forks, game = table_of(victim).forks, table_of(victim).game
    assert world.run(lambda: game.head == table_of(cheat).game.head, 5_000)
    for one in fork(cheat):
        world.transmit(cheat, victim.seat, one)
    assert world.run(lambda: len(forks.repeat()) > 1, 5_000), "it has gone back, and sends both"
    assert helper.identity is not None
    head = game.head
    for number in range(LINE):
        place = game.position + number, head
        entry = write_entry(helper.identity, game.id, *place, helper.seat, MOVE, bytes(30_000), number)
        deliver(helper, victim, ["entry", *entry.wire()])
        head = entry.hash
    sent = [len(output.message) for output in forks.repeat() if isinstance(output, Send)]
    assert LINE_BYTES < sum(sent) < LINE_BYTES + 100_000


class _Counting(dict[bytes, Any]):
    """Counts how often it is asked."""

    times = 0

    def get(self, *given: Any) -> Any:
        self.times += 1
        return super().get(*given)


def test_certificates_with_many_signatures() -> None:
    """Certificates of which each has two sets of votes, one on top of the other behind a fork: each is
    looked at once, not once for every way that leads to it."""
    world, cheat = at(MOVE, "turn")
    victim = others(world, cheat)[0]
    assert world.run(lambda: table_of(victim).game.head == table_of(cheat).game.head, 5_000)
    payload = honest_payload(cheat)
    one, other = (forged(cheat, *payload, time=time) for time in (1, 2))
    head, length = other.hash, 14
    for number in range(1, length):
        for votes in ([bytes(64)], [bytes(64)] * 2):
            entry = write_certificate(other.game, other.position + number, head, [0], "silent", votes, [])
            deliver(cheat, victim, ["entry", *entry.wire()])
        head = entry.hash
    pool = table_of(victim).pool
    pool._after = looked = _Counting(pool._after)
    for entry in (one, other):
        victim.do(deliver(cheat, victim, ["entry", *entry.wire()]))
    assert length < looked.times < 40 * length
    lost_and_go_on(world, cheat, "fork")


def test_proofs_that_fill_a_certificate() -> None:
    """A player's three bots contradict themselves with the largest entries there may be: the certificate that
    proves all of it still fits into a message."""
    world = table(6, seed=3, operators=(0, 1, 2, 2, 2, 2), target=1)
    until_due(world, MOVE)
    bots = world.peers[3:]
    game = table_of(bots[0]).game
    largest: list[int] = [0]
    world.on_send = lambda message: largest.append(len(message))
    for bot in bots:
        bot.honest = False
        assert bot.identity is not None
        pair = [
            write_entry(bot.identity, game.id, 1, game.id, bot.seat, MOVE, bytes(MAX_BODY - 200), time).wire()
            for time in (1, 2)
        ]
        world.transmit(bot, None, pack(["fork", *pair]))
    assert world.run(lambda: bool(world.losses), 60_000)
    assert losses(world) == [([3, 4, 5], "fork")]
    assert 6 * (MAX_BODY - 200) < max(largest) <= MAX_MESSAGE < Limits().message


def test_a_contradiction_at_every_place() -> None:
    """Proved from the last place to the first: at most what nobody has built on is taken back, and one
    evidence is written."""
    world, cheat = at(MOVE, "turn")
    victim = others(world, cheat)[0]
    game = table_of(victim).game
    places = [(entry.position, entry.previous) for entry in reversed(game.entries)]
    assert len(places) > 20
    done: list[Any] = []
    for place in places:
        values = [*place, [victim.seat], "silent"]
        pair = [statement(cheat, kind, values).wire() for kind in (VOTE, REFUSAL)]
        done += deliver(cheat, victim, ["equivocation", *pair])
    done += table_of(victim).tick(victim.now() + 1_000)
    assert len([output for output in done if isinstance(output, Rewind)]) <= 1
    assert len([output for output in done if isinstance(output, Evidence)]) == 1
    victim.do(done)
    lost_and_go_on(world, cheat, "fork")
