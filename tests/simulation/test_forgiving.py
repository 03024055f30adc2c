"""Who was lost for cheating comes back only if every player says so (L-10)."""

from __future__ import annotations

from typing import Any

import pytest

from cli.replay.recorded_story import notices
from cli.sessions.session import SeatedAgain
from p2puno.moves import IllegalMove
from protocol.codec import pack
from protocol.log.entry import AGREE, FORGIVE, FORK, LOSS, MOVE, SETTLE, Entry
from protocol.log.table_terms import Terms
from protocol.replay.recording import Recording
from protocol.table.readmitting_cheats import Plea
from tests.cheats.cheater import message, send, statement, table_of
from tests.simulation.players import Players
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, table, to_end, until_due
from tests.simulation.world import Peer, World, other_body, quick_terms

LONG: dict[str, Any] = {"target": 2_000}
"""A match that is not over before the test is."""


def caught(world: World, seat: int | None = None) -> Peer:
    """Let a seat contradict itself, and everybody know it; it goes on as if nothing was."""
    seat = until_due(world, MOVE, "turn") if seat is None else seat
    cheat = world.peers[seat]
    assert cheat.identity is not None
    world.run(lambda: any(e.seat == seat and e.kind == MOVE for e in cheat.disk.entries), HOUR)
    cheat.honest = False
    entry = next(e for e in reversed(cheat.disk.entries) if e.seat == seat)
    world.transmit(cheat, None, message(other_body(cheat.identity, entry)))
    assert world.run(lambda: all(seat in table_of(peer).game.absent for peer in world.everybody), HOUR)
    assert all(table_of(peer).game.lost_for(seat) == FORK for peer in world.everybody)
    return cheat


def others(world: World, cheat: Peer) -> list[Peer]:
    return [peer for peer in world.peers if peer is not cheat]


def forgive(peer: Peer, cheat: Peer) -> None:
    peer.do(table_of(peer).forgive(cheat.seat, peer.now()))


def all_see(world: World, *pleas: Plea) -> None:
    seen = lambda: all(table_of(peer).forgiving.pleas() == pleas for peer in world.everybody)  # noqa: E731
    assert world.run(seen, 5_000), [table_of(peer).forgiving.pleas() for peer in world.everybody]


def is_in(world: World, cheat: Peer) -> bool:
    return all(cheat.seat in table_of(peer).game.match.playing for peer in world.everybody)


def agreements_after_loss(peer: Peer) -> list[Entry]:
    entries = peer.disk.entries
    at = next(entry.position for entry in entries if entry.kind == LOSS)
    return [entry for entry in entries if entry.position > at and entry.kind in (AGREE, SETTLE)]


def play_rounds(world: World, count: int) -> None:
    """Play until so many rounds more are counted everywhere."""
    games = [table_of(peer).game for peer in world.everybody]
    aim = max(len(game.finished) for game in games) + count
    assert world.run(lambda: all(len(game.finished) >= aim or game.over for game in games), HOUR)


@pytest.mark.rule("L-10")
def test_all_agree_and_the_seat_is_back_with_the_next_round() -> None:
    world = World(41, quick_terms(**LONG), range(4), spectators=1)
    Players(world, asleep=0)
    world.start()
    cheat = caught(world)
    rest = others(world, cheat)
    all_see(world, Plea(cheat.seat, (), tuple(peer.seat for peer in rest)))
    for peer in rest:
        forgive(peer, cheat)
    all_see(world, Plea(cheat.seat, tuple(peer.seat for peer in rest), ()))
    assert world.run(lambda: is_in(world, cheat), HOUR)
    all_see(world)
    at = len(world.peers[0].disk.entries)
    assert world.run(lambda: any(e.seat == cheat.seat for e in world.peers[0].disk.entries[at:]), HOUR)
    game = Recording(world.genesis, world.peers[0].disk.entries, world.calculator)
    told = [notice for beat in range(len(game.beats)) for notice in notices(game, beat, None)]
    assert told.count(SeatedAgain(cheat.seat)) == 1, "a replay tells it too"


@pytest.mark.rule("L-10")
def test_one_does_not_agree_and_the_seat_never_comes_back() -> None:
    """No number of wishes makes up for one that is missing, and no program adds one."""
    world = table(4, seed=42, target=400)
    cheat = caught(world)
    *willing, unwilling = others(world, cheat)
    for peer in willing:
        forgive(peer, cheat)
    all_see(world, Plea(cheat.seat, tuple(peer.seat for peer in willing), (unwilling.seat,)))
    to_end(world)
    agreements = agreements_after_loss(unwilling)
    named = {entry.seat for entry in agreements if any(ask[0] == cheat.seat for ask in entry.payload[1])}
    assert named == {peer.seat for peer in willing}, "the test must show that the others asked"
    assert cheat.seat in table_of(unwilling).game.match.gone


@pytest.mark.rule("L-10")
def test_nobody_says_anything() -> None:
    world = table(4, seed=43, target=200)
    cheat = caught(world)
    to_end(world)
    game = table_of(others(world, cheat)[0]).game
    assert cheat.seat in game.match.gone
    assert all(entry.payload[1] == [] for entry in agreements_after_loss(others(world, cheat)[0]))


@pytest.mark.rule("L-10")
@pytest.mark.parametrize("lost", [0, 3])
def test_bots_agree_with_who_runs_them(lost: int) -> None:
    """Seats 3 and 4 are bots of seat 0. Whether it is lost itself or a bot of it: it must say so too, and
    its bots neither say so for it nor keep anything up."""
    world = table(seed=44, operators=(0, 1, 2, 0, 0), **LONG)
    cheat = caught(world, lost)
    forgive(world.peers[1], cheat)
    forgive(world.peers[2], cheat)
    all_see(world, Plea(lost, (1, 2), (0,)))
    play_rounds(world, 2)
    assert not is_in(world, cheat)
    forgive(world.peers[0], cheat)
    all_see(world, Plea(lost, (0, 1, 2), ()))
    assert world.run(lambda: is_in(world, cheat), HOUR)


@pytest.mark.rule("L-10")
def test_a_cheat_with_bots_cannot_let_itself_in() -> None:
    """Three of five seats are one player's: their wishes are that player's, and count once."""
    world = table(seed=45, operators=(0, 1, 2, 0, 0), target=400)
    cheat = caught(world, 0)
    forgive(cheat, cheat)
    all_see(world, Plea(0, (0,), (1, 2)))
    for bot in world.peers[3:]:
        with pytest.raises(IllegalMove, match="still in"):
            table_of(bot).forgive(0, bot.now())
        said = statement(bot, FORGIVE, [0, table_of(bot).forgiving._loss(0)])
        send(bot, None, ["statement", *said.wire()])
        assert all(peer.refused["out-of-turn"] for peer in world.peers[1:3])
    all_see(world, Plea(0, (0,), (1, 2)))
    to_end(world)
    assert 0 in table_of(world.peers[1]).game.match.gone


@pytest.mark.rule("L-10")
def test_what_was_said_outlives_every_program() -> None:
    world = table(4, seed=46, **LONG)
    cheat = caught(world)
    first, *rest = others(world, cheat)
    forgive(first, cheat)
    all_see(world, Plea(cheat.seat, (first.seat,), tuple(peer.seat for peer in rest)))
    for peer in world.peers:
        peer.kill()
    world.wait(5_000)
    for peer in world.peers:
        peer.start()
        plea = Plea(cheat.seat, (first.seat,), tuple(peer.seat for peer in rest))
        assert table_of(peer).forgiving.pleas() == (plea,), "its own notes say so, before anybody is heard"
    for peer in rest:
        forgive(peer, cheat)
    assert world.run(lambda: is_in(world, cheat), HOUR)


@pytest.mark.rule("L-10")
def test_a_wish_ends_with_the_loss_it_was_about() -> None:
    """Who cheats again is to be forgiven again; what was said the first time is nothing then."""
    world = table(4, seed=47, **LONG)
    cheat = caught(world)
    rest = others(world, cheat)
    said = [
        statement(peer, FORGIVE, [cheat.seat, table_of(peer).forgiving._loss(cheat.seat)]) for peer in rest
    ]
    for peer in rest:
        forgive(peer, cheat)
    assert world.run(lambda: is_in(world, cheat), HOUR)
    at = len(cheat.disk.entries)
    assert world.run(lambda: any(e.seat == cheat.seat for e in cheat.disk.entries[at:]), HOUR)
    caught(world, cheat.seat)
    plea = Plea(cheat.seat, (), tuple(peer.seat for peer in rest))
    all_see(world, plea)
    for old in said:
        send(cheat, None, ["statement", *old.wire()])
    world.wait(5_000)
    all_see(world, plea)


@pytest.mark.rule("L-10")
def test_a_wish_made_up_is_refused() -> None:
    world = table(4, seed=48, target=200)
    cheat = caught(world)
    rest = others(world, cheat)
    for peer in rest:
        forged = statement(
            cheat, FORGIVE, [cheat.seat, table_of(peer).forgiving._loss(cheat.seat)], peer.seat
        )
        send(cheat, None, ["statement", *forged.wire()])
    assert all(peer.refused["unsigned"] for peer in rest)
    all_see(world, Plea(cheat.seat, (), tuple(peer.seat for peer in rest)))
    with pytest.raises(IllegalMove):
        table_of(cheat).forgive(cheat.seat, cheat.now())
    with pytest.raises(IllegalMove):
        table_of(rest[0]).forgive(rest[1].seat, rest[0].now())
    for strange in ([cheat.seat], [99, bytes(32)], [-1, bytes(32)], [True, bytes(32)], ["a", b""]):
        world.transmit(cheat, None, pack(["statement", *statement(cheat, FORGIVE, strange).wire()]))
    to_end(world)


@pytest.mark.rule("L-10")
@pytest.mark.parametrize("all_agree", [True, False])
def test_partners_wait_for_what_the_players_say(all_agree: bool) -> None:
    world = World(49, quick_terms(mode="partners", target=100), range(4))
    Players(world, asleep=0)
    world.start()
    cheat = caught(world)
    rest = others(world, cheat)
    assert world.run(lambda: all(table_of(peer).game.stalled for peer in rest), HOUR)
    for peer in rest if all_agree else rest[:-1]:
        table_of(peer).own.wants_end = False
        forgive(peer, cheat)
    world.run(lambda: is_in(world, cheat) or all_over(world), 60_000)
    assert is_in(world, cheat) == all_agree
    if not all_agree:
        assert all(
            entry.payload == ["end", []]
            for entry in agreements_after_loss(rest[-1])
            if entry.seat == rest[-1].seat
        )


def test_a_silent_seat_needs_nobody_to_say_so() -> None:
    world = World(50, Terms(quick_terms(**LONG).options, "go-on", 15_000, 6_000, 8_000), range(4))
    Players(world, asleep=0)
    world.start()
    seat = until_due(world, MOVE)
    away = world.peers[seat]
    away.kill()
    rest = others(world, away)
    assert world.run(lambda: all(seat in table_of(peer).game.absent for peer in rest), HOUR)
    away.start()
    all_see(world)
    assert world.run(lambda: is_in(world, away), HOUR)
