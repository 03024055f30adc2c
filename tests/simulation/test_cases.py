"""Scripted faults, one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.codec import pack
from protocol.log.entry import AGREE, DECK, LOSS, MOVE, SETTLE, Entry, Statement
from protocol.play.deal import Deal, Due
from protocol.play.game import Game
from protocol.table.outputs import Evidence, Output
from protocol.table.table import Table
from tests.cheats.cheater import fork, table_of
from tests.simulation.players import Players
from tests.simulation.promises import all_over, check_all, ended_alike, where
from tests.simulation.world import Peer, World, quick_terms

HOUR = 3_600_000


def table(seats: int = 4, seed: int = 1, operators: tuple[int, ...] = (), **options: Any) -> World:
    dropout = options.pop("dropout", "go-on")
    world = World(seed, quick_terms(dropout, **options), operators or tuple(range(seats)))
    Players(world, asleep=0)
    world.start()
    return world


def to_end(world: World) -> None:
    assert world.run(lambda: ended_alike(world), HOUR), [where(peer) for peer in world.everybody]
    check_all(world)


def until_due(world: World, kind: str, step: str = "", limit: int = HOUR) -> int:
    """Play until this is due, and the peer it is due from knows it but has not written it; its seat."""
    held: list[int] = []

    def brake(peer: Peer, table: Table) -> None:
        write = table.own.next

        def hold(due: Due) -> Any:
            if due.kind == kind and step in ("", due.step) and held in ([], [peer.seat]):
                held[:] = [peer.seat]
                return [], None
            return write(due)

        table.own.next = hold  # type: ignore[method-assign]

    tables = [(peer, peer.table) for peer in world.peers if peer.table is not None]
    for peer, table in tables:
        brake(peer, table)
        peer.do(table.tick(peer.now()))
    assert world.run(lambda: bool(held) or all_over(world), limit)
    for _, table in tables:
        del table.own.next  # what it was before
    assert held, f"the game ended before {kind} {step} was due"
    return held[0]


def until_last_agreement(world: World) -> Peer:
    """Play until one agreement only is missing, and all know it; the peer it is due from."""
    while True:
        peer = world.peers[until_due(world, AGREE)]
        assert peer.table is not None
        game, deal = peer.table.game, peer.table.game.deal
        games = [other.table.game for other in world.peers if other.table is not None]
        assert world.run(lambda: all(one.head == game.head for one in games), 5_000)  # noqa: B023
        if deal is not None and len(deal.agreed) == len(game.match.playing) - 1:
            return peer
        peer.do(peer.table.tick(peer.now()))


def until_lost(world: World) -> None:
    """Play until somebody is lost, or the match is over."""
    world.run(lambda: bool(world.losses) or all_over(world), HOUR)


def until_window(world: World) -> tuple[Peer, Deal] | None:
    """Play until the next player knows that a window is open; None if the match ends before."""

    def next_player() -> tuple[Peer, Deal] | None:
        for peer in world.peers:
            deal = peer.table.game.deal if peer.table is not None else None
            due = deal.due() if deal is not None else None
            if deal is not None and due is not None and due.seat == peer.seat and deal.owing():
                return peer, deal
        return None

    world.run(lambda: next_player() is not None or all_over(world), HOUR)
    return next_player()


def losses(world: World) -> list[tuple[list[int], str]]:
    return [(entry.payload[0], entry.payload[1]) for entry, _ in world.losses]


def mute(world: World, seat: int, silenced: Callable[[Entry], bool]) -> None:
    """A seat that is there in every way, but holds back the entries that it should write of one kind."""
    peer = world.peers[seat]
    peer.honest = False
    table = peer.table
    assert table is not None
    write = table.own.next

    def hold_back(due: Due) -> Any:
        outputs, entry = write(due)
        return outputs, None if entry is None or silenced(entry) else entry

    table.own.next = hold_back  # type: ignore[method-assign]


def test_calm() -> None:
    world = table(3)
    to_end(world)
    assert losses(world) == []


def test_vote_races_the_entry() -> None:
    """Half of the table has voted when the missing seat's entry reaches the other half: nobody is lost."""
    world = table(4, seed=6)
    seat = until_due(world, MOVE)
    others = [other for other in range(4) if other != seat]
    # It can be reached by one seat only, whose clock is slow; the others lose patience.
    late = others[0]
    world.part([seat], others)
    peer = world.peers[late]
    assert peer.table is not None
    peer.table.since += 10_000
    voters = [world.peers[other] for other in others[1:]]
    assert world.run(lambda: all(p.table is not None and p.table.voting.locked for p in voters), 60_000)
    world.cut = {frozenset((seat, other)) for other in others[1:]}
    world.wait(3_000)
    assert losses(world) == []
    world.heal()
    to_end(world)
    assert losses(world) == []
    assert world.covered["refusal"]


def test_halves_heal() -> None:
    """2|2: the half with the lowest seat goes on, the other waits, watches, and is seated again."""
    world = table(4, seed=4, target=60)
    until_due(world, MOVE)
    world.part([0, 1], [2, 3])
    world.wait(60_000)
    tables = [peer.table for peer in world.peers]
    assert all(t is not None for t in tables)
    assert losses(world) == [([2, 3], "silent")]
    assert world.peers[2].suspended
    world.heal()
    to_end(world)
    assert len(losses(world)) == 1


@pytest.mark.parametrize(
    ("step", "options"),
    [
        ("commit", {}),
        ("split", {}),
        ("keep", {}),
        ("mix", {}),
        ("prove", {}),
        ("share", {}),
        ("reveal", {}),
        ("seal", {"variant": "swap"}),
        ("receipt", {"variant": "swap"}),
    ],
)
def test_withheld(step: str, options: dict[str, Any]) -> None:
    """A seat that is connected but withholds one step is lost; the others go on."""
    for seed in range(20, 60):
        world = table(4, seed=seed, target=30, **options)
        try:
            seat = until_due(world, DECK, step)
        except AssertionError:
            continue
        mute(world, seat, lambda entry: entry.kind == DECK and entry.payload[0] == step)
        until_lost(world)
        if world.losses:
            break
    assert losses(world)[0] == ([seat], "silent")
    to_end(world)


def test_withheld_silence() -> None:
    """Who gives no silence is lost, and not who waits for it."""
    for seed in range(40):
        world = table(4, seed=seed, target=30)
        found = until_window(world)
        if found is None:
            continue
        deal = found[1]
        seat = deal.owing()[0]
        peer = world.peers[seat]
        assert peer.table is not None
        peer.honest = False
        peer.table.window.give_word = list  # type: ignore[method-assign]
        peer.table.window.claim = lambda said: []  # type: ignore[method-assign]
        until_lost(world)
        if world.losses:
            assert losses(world)[0] == ([seat], "silent")
            to_end(world)
            return
    raise AssertionError("no window was open")


def test_two_operators_wait_for_each_other() -> None:
    """One player and two bots against another: neither may decide; after the pause they go on."""
    world = table(operators=(0, 0, 0, 3), seed=5)
    until_due(world, MOVE)
    world.part([0, 1, 2], [3])
    world.wait(120_000)
    assert losses(world) == []
    assert any(peer.suspended for peer in world.peers)
    world.heal()
    to_end(world)
    assert losses(world) == []


def test_clocks_years_apart() -> None:
    """What a clock shows stands in the entries, for people; nobody is late, or early, or lost by it. Nor by
    one that is set back while its program is down."""
    world = World(23, quick_terms(target=60), tuple(range(3)))
    for peer, hours in zip(world.peers, (0, 5, 400_000), strict=True):
        peer.skew = hours * HOUR
    Players(world, asleep=0)
    world.start()
    until_due(world, MOVE)
    world.peers[1].kill()
    world.peers[1].skew = HOUR
    world.wait(2_000)
    world.peers[1].start()
    to_end(world)
    assert losses(world) == []
    shown = {seat: [e.time for e in world.peers[0].disk.entries if e.seat == seat] for seat in range(3)}
    assert max(shown[0]) < min(shown[1]) < min(shown[2])
    assert shown[1] != sorted(shown[1])


def test_two_players_resume_from_their_files() -> None:
    world = table(2, seed=6)
    until_due(world, MOVE)
    for peer in world.peers:
        peer.kill()
    world.wait(300_000)
    for peer in world.peers:
        peer.start()
    to_end(world)
    assert losses(world) == []


def test_two_seats_lost_at_once() -> None:
    world = table(5, seed=7, target=60)
    until_due(world, MOVE)
    for seat in (1, 3):
        world.peers[seat].kill()
    world.wait(90_000)
    assert {seat for lost, _ in losses(world) for seat in lost} == {1, 3}
    for seat in (1, 3):
        world.peers[seat].start()
    to_end(world)


def test_all_down_and_back() -> None:
    world = table(4, seed=8)
    until_due(world, MOVE)
    for peer in world.peers:
        world.crash(peer, 50_000 + 500 * peer.seat)
    to_end(world)
    assert losses(world) == []


@pytest.mark.parametrize("away", [8_000, 60_000])
def test_away_and_back(away: int) -> None:
    """Within the grace nothing happens; beyond it the seat is lost, and seated again at the next round."""
    world = table(3, seed=9, target=60)
    seat = until_due(world, MOVE)
    world.crash(world.peers[seat], away)
    world.wait(away + 1_000)
    assert bool(world.losses) == (away > 15_000)
    to_end(world)


def test_seated_again() -> None:
    for seed in range(10, 20):
        world = table(4, seed=seed, target=300)
        seat = until_due(world, MOVE)
        world.crash(world.peers[seat], 25_000)
        to_end(world)
        entries = world.peers[0].disk.entries
        at = next(entry.position for entry in entries if entry.kind == LOSS)
        if any(entry.seat == seat and entry.position > at for entry in entries):
            return
    raise AssertionError("nobody was seated again")


def test_redeal() -> None:
    """With `dropout=redeal` no key is split, and a loss deals the round again."""
    world = table(4, seed=11, dropout="redeal")
    seat = until_due(world, MOVE)
    world.peers[seat].kill()
    world.wait(40_000)
    entries = world.peers[(seat + 1) % 4].disk.entries
    at = next(i for i, entry in enumerate(entries) if entry.kind == LOSS)
    assert entries[at + 1].payload[0] == "commit"
    assert not any(entry.kind == DECK and entry.payload[0] == "split" for entry in entries)
    world.peers[seat].start()
    to_end(world)


def test_down_to_two() -> None:
    """At three, one may be lost; the two who are left can only wait for each other."""
    world = table(3, seed=12, target=100)
    until_due(world, MOVE)
    world.peers[0].kill()
    world.wait(60_000)
    assert losses(world) == [([0], "silent")]
    world.peers[1].kill()
    world.wait(60_000)
    assert len(world.losses) == 1
    world.peers[1].start()
    world.peers[0].start()
    to_end(world)


def test_loss_of_the_last_to_agree() -> None:
    """All others have agreed, so the round is closed by the loss. The lost seat had agreed by itself
    meanwhile: it goes back for the certificate all the same."""
    world = table(4, seed=22, target=60)
    last = until_last_agreement(world)
    others = [peer for peer in world.peers if peer is not last]
    place = len(last.disk.entries) + 1
    world.part([last.seat], [peer.seat for peer in others])
    last.do(last.table.tick(last.now()) if last.table is not None else [])
    until_lost(world)
    world.wait(100)
    assert losses(world) == [([last.seat], "silent")]
    for peer in world.peers:
        assert peer.table is not None
        closing = next(e.position for e in peer.disk.entries if e.kind == AGREE)
        assert peer.table.game.final >= closing - 1
    assert last.disk.entries[place - 1].kind == AGREE
    last.trouble = world.now
    world.heal()
    to_end(world)
    assert last.disk.entries[place - 1].kind == LOSS


PHASES = [
    (DECK, "commit", {}),
    (DECK, "split", {}),
    (DECK, "keep", {}),
    (DECK, "mix", {}),
    (DECK, "prove", {}),
    (DECK, "share", {}),
    (MOVE, "turn", {}),
    (MOVE, "drawn", {}),
    (MOVE, "colour", {}),
    (MOVE, "challenge", {}),
    (MOVE, "verdict", {}),
    (MOVE, "opponent", {"variant": "battle"}),
    (MOVE, "seal", {"variant": "battle"}),
    (MOVE, "battle", {"variant": "battle"}),
    (MOVE, "unseal", {"variant": "battle"}),
    (MOVE, "declare", {"variant": "crash"}),
    (MOVE, "trade", {"variant": "swap"}),
    (DECK, "seal", {"variant": "swap"}),
    (DECK, "receipt", {"variant": "swap"}),
    ("agree", "", {}),
    (DECK, "reveal", {}),
    (DECK, "return", {}),
]


@pytest.mark.parametrize(("kind", "step", "options"), PHASES)
def test_loss_in_every_phase(kind: str, step: str, options: dict[str, Any]) -> None:
    """Whatever the log waits for: its author goes away, is lost, and the match ends without it."""
    for seed in range(300, 400):
        world = table(4, seed=seed, hand_size=4, target=1, **options)
        if (kind, step) == (DECK, "return"):  # only after a first loss
            world.peers[until_due(world, MOVE)].kill()
        try:
            seat = until_due(world, kind, step)
        except AssertionError:
            continue
        world.peers[seat].kill()
        before = len(world.losses)
        world.wait(45_000)
        assert len(world.losses) > before, [where(peer) for peer in world.peers]
        for peer in world.peers:
            if peer.table is None:
                peer.start()
        to_end(world)
        return
    raise AssertionError("never due")


@pytest.mark.parametrize("end", [True, False])
def test_partners_wait(end: bool) -> None:
    """Partners are not played short: those who remain end the match, or the missing seat comes back."""
    world = table(4, seed=13, mode="partners", target=60)
    seat = until_due(world, MOVE)
    world.peers[seat].kill()
    world.wait(40_000)
    assert losses(world) == [([seat], "silent")]
    rest = [peer for peer in world.peers if peer.seat != seat]
    assert all(peer.table is not None and peer.table.game.stalled for peer in rest)
    if end:
        for peer in rest:
            assert peer.table is not None
            peer.do(peer.table.settle(True, peer.now()))
        world.wait(5_000)
        assert all(peer.table is not None and peer.table.game.over for peer in rest)
    world.peers[seat].start()
    to_end(world)


def partners_short() -> tuple[World, Peer, list[Peer]]:
    """Partners without one of the four, who is down: the world, that one, and those who wait."""
    world = table(4, seed=13, mode="partners", target=60)
    missing = world.peers[until_due(world, MOVE)]
    missing.kill()
    rest = [peer for peer in world.peers if peer is not missing]
    assert world.run(lambda: all(table_of(peer).game.stalled for peer in rest), 60_000)
    for peer in rest:
        table_of(peer).own.wants_end = False
    return world, missing, rest


def settlements(peer: Peer) -> list[str]:
    return [entry.payload[0] for entry in peer.disk.entries if entry.kind == SETTLE]


def keep_wishes_back(table: Table) -> None:
    """Let this one hand no wish to come back on."""
    take = table.own.take_ask

    def keep(said: Statement) -> list[Output]:
        take(said)
        return []

    table.own.take_ask = keep  # type: ignore[method-assign]


@pytest.mark.parametrize("learnt", ["handed on", "read in the log"])
def test_the_missing_cannot_be_heard_by_one(learnt: str) -> None:
    """Who is first to choose must hear of their wish through the others. Who is last reads it in the log, and
    takes them back although its player would rather end the match."""
    world, missing, rest = partners_short()
    deaf = rest[0] if learnt == "handed on" else rest[-1]
    world.cut = {frozenset((missing.seat, deaf.seat))}
    if learnt == "read in the log":
        table_of(deaf).own.wants_end = True
        for peer in rest:
            keep_wishes_back(table_of(peer))
    missing.start()
    assert world.run(lambda: missing.seat in table_of(deaf).game.match.playing, 20_000)
    assert settlements(deaf) == ["reseat"] * 3


def test_who_never_gives_way_fills_no_log() -> None:
    """It ends the match each time, when all others take back who asks for it: they take longer and longer."""
    world, missing, rest = partners_short()
    cheat = rest[-1]
    cheat.honest = False
    own = table_of(cheat).own
    write = own.next
    own.next = (  # type: ignore[method-assign]
        lambda due: ([], own._sign(SETTLE, ["end", []])) if due.kind == SETTLE else write(due)
    )
    missing.start()
    world.wait(10 * world.genesis.terms.grace)
    written = settlements(rest[0])
    assert written[:3] == ["reseat", "reseat", "end"]
    assert len(written) < 60
    assert len(losses(world)) == 1, "who waits is there"


def test_bots_of_a_knocked_out_operator_play_on() -> None:
    """Challenge UNO: who is out goes on operating the bots, and nobody comes back."""
    for seed in range(14, 24):
        world = table(operators=(0, 0, 2, 3), seed=seed, mode="challenge", target=20)
        to_end(world)
        game = world.peers[0].table.game if world.peers[0].table is not None else None
        assert game is not None
        assert losses(world) == []
        if game.match.knocked_out and 0 in game.match.knocked_out[0]:
            return


def test_a_table_of_a_tournament() -> None:
    """Four rounds with one partner; somebody is away for a while in the middle."""
    world = table(4, seed=15, mode="tournament", target=1, hand_size=1)
    world.wait(5_000)
    world.crash(world.peers[2], 40_000)
    to_end(world)


def test_fork_shown_to_two_halves() -> None:
    """Two bodies for one position, one for each half: proved, and the forker lost. Those whose entry nobody
    had built on go over to the others."""
    world = table(4, seed=24, target=60)
    seat = until_due(world, MOVE, "turn")
    forker = world.peers[seat]
    forker.honest = False
    others = [other for other in range(4) if other != seat]
    table_ = forker.table
    assert table_ is not None
    place = table_.game.position
    one, two = fork(forker)
    world.cut = {frozenset((others[0], other)) for other in others[1:]}
    world.transmit(forker, others[0], one)
    for other in others[1:]:
        world.transmit(forker, other, two)
    forker.kill()
    world.wait(3_000)
    heads = {p.table.game.entries[place - 1].hash for p in world.peers if p.table is not None}
    assert len(heads) == 2
    world.heal()
    world.wait(20_000)
    assert losses(world)[0] == ([seat], "fork")
    honest = [peer for peer in world.peers if peer.honest]
    assert all([e.seat for e in peer.disk.evidence if isinstance(e, Evidence)] == [seat] for peer in honest)
    entries = honest[0].disk.entries
    assert entries[place - 1].seat == seat
    assert entries[place].payload[0] != "commit"
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


def until_last_reveal(world: World) -> Peer:
    """Play until only the reveal that ends the match is missing, and all know it; the peer it is due from,
    which holds it back until `own.next` is deleted."""
    last = world.peers[-1]
    game, own = table_of(last).game, table_of(last).own
    write = own.next
    own.next = (  # type: ignore[method-assign]
        lambda due: ([], None) if due.step == "reveal" else write(due)
    )

    def is_due() -> bool:
        due = game.due()
        return due is not None and (due.seat, due.step) == (last.seat, "reveal")

    assert world.run(is_due, HOUR)
    assert world.run(lambda: all(table_of(peer).game.head == game.head for peer in world.peers), 5_000)
    return last


@pytest.mark.parametrize("restarted", [False, True])
def test_an_end_that_nobody_else_has_seen(restarted: bool) -> None:
    """The last seat to reveal is cut off: in its log the match is over, and the others lose the seat. When it
    meets them, it takes the certificate: there is one result."""
    world = table(3, seed=31, target=1)
    last = until_last_reveal(world)
    game, others = table_of(last).game, [peer for peer in world.peers if peer is not last]
    world.part([last.seat], [peer.seat for peer in others])
    del table_of(last).own.next
    assert world.run(lambda: game.over, 5_000)
    ended = len(last.disk.entries)
    until_lost(world)
    assert losses(world) == [([last.seat], "silent")]
    assert world.losses[0][0].position == ended
    if restarted:
        last.kill()
        last.start()
        assert table_of(last).game.over
    world.heal()
    to_end(world)
    assert last.disk.entries[ended - 1].kind == LOSS


def test_fork_of_the_last_entry() -> None:
    """The last seat to reveal shows two bodies, one to each of two who cannot reach each other: the match is
    over for both. When they meet, both go back, and the forker is lost."""
    world = table(4, seed=31, target=1)
    forker = until_last_reveal(world)
    del table_of(forker).own.next
    forker.honest = False
    place = table_of(forker).game.position
    one, two = fork(forker)
    first, *rest = (peer for peer in world.peers if peer is not forker)
    world.cut = {frozenset((first.seat, peer.seat)) for peer in rest}
    world.transmit(forker, first.seat, one)
    for peer in rest:
        world.transmit(forker, peer.seat, two)
    forker.kill()
    assert world.run(lambda: all(table_of(peer).game.over for peer in (first, *rest)), 5_000)
    assert first.disk.entries[place - 1] != rest[0].disk.entries[place - 1]
    world.heal()
    assert world.run(lambda: bool(world.losses), 60_000)
    to_end(world)
    assert losses(world)[0] == ([forker.seat], "fork")


def test_what_was_lost_is_written_again_and_nothing_else() -> None:
    """Also if an opponent says that their log ends where ours does now, and withholds what we wrote."""
    world = table(2, seed=5)
    world.wait(4_000)
    loser, liar = world.peers
    entries, now = loser.disk.entries, loser.now()
    game = Game(world.genesis, loser.seat, loser.secret, world.calculator)
    again = Table(game, loser.identity, now, loser.disk.notes, loser.disk.wrote)
    again.careful = True
    theirs = [pack(["entry", *entry.wire()]) for entry in entries if entry.seat == liar.seat]
    for message in (pack(["head", 1, world.genesis.game]), *theirs):
        again.receive(liar.seat, message, now)
    again.tick(now + HOUR)
    assert not again.careful, "everybody has said so"
    assert game.entries[: len(entries)] == entries
