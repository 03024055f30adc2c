"""Cheating with entries of the log."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.moves import Play
from protocol.codec import unpack
from protocol.log.entry import (
    AGREE,
    DECK,
    LOSS,
    MOVE,
)
from protocol.replay.verify import BAD, verify_entries
from tests.cheats.cheater import forged, fork, honest_payload, message, send, table_of
from tests.cheats.scene import (
    at,
    lost_and_go_on,
    nobody_took,
    old_fork,
    others,
    refuse_entry,
    refused_everywhere,
)
from tests.simulation.players import Players
from tests.simulation.promises import all_over, check_all
from tests.simulation.test_cases import HOUR, losses, table, to_end, until_due, until_last_agreement
from tests.simulation.world import World, make_genesis, quick_terms


def test_equivocation() -> None:
    """Two bodies for one place, to all: proved, evidence written, the author lost; the round goes on."""
    world, cheat = at(MOVE, "turn")
    one, two = fork(cheat)
    world.transmit(cheat, None, one)
    world.wait(1_000)
    world.transmit(cheat, None, two)
    lost_and_go_on(world, cheat, "fork")
    for peer in others(world, cheat):
        assert [(e.seat, e.reason) for e in peer.disk.evidence] == [(cheat.seat, "fork")]


def test_two_invalid_bodies_are_a_fork_too() -> None:
    world, cheat = at(MOVE, "turn")
    for time in (1, 2):
        world.transmit(cheat, None, message(forged(cheat, MOVE, [["keep"], []], time=time)))
    lost_and_go_on(world, cheat, "fork")


def test_fork_of_the_last_agreement() -> None:
    """Two bodies of the agreement that closes a round, one for each half: the round stands all the same."""
    world = table(4, seed=17, target=60)
    cheat = until_last_agreement(world)
    cheat.honest = False
    first, *rest = others(world, cheat)
    place = table_of(cheat).game.position
    one, two = fork(cheat)
    world.part([first.seat], [peer.seat for peer in rest])
    world.cut -= {frozenset((cheat.seat, peer.seat)) for peer in world.peers}
    world.transmit(cheat, first.seat, one)
    for peer in rest:
        world.transmit(cheat, peer.seat, two)
    cheat.kill()
    world.wait(1_000)
    assert len({table_of(peer).game.entries[place - 1].hash for peer in others(world, cheat)}) == 2
    world.heal()
    lost_and_go_on(world, cheat, "fork")
    entries = rest[0].disk.entries
    assert entries[place - 1].kind == LOSS
    assert entries[place].payload[0] == "reveal"


def test_old_fork_shown_to_one_before_the_round_is_closed() -> None:
    """Others have built on it: nobody goes back, and the author is lost from now on."""
    world, cheat, one, old, _ = old_fork()
    lost_and_go_on(world, cheat, "fork")
    assert one.disk.entries[old.position - 1] == old


@pytest.mark.parametrize("relayed", [False, True])
def test_old_fork_repeated_without_end(relayed: bool) -> None:
    """The other body comes again and again, from the cheat or from an accomplice."""
    world, cheat, one, old, other = old_fork()
    cheat.kill()
    sender = next(peer for peer in world.peers if peer not in (cheat, one)) if relayed else cheat

    def again() -> None:
        world.transmit(sender, one.seat, message(other))
        world.after(10, again)

    again()
    assert world.run(lambda: bool(world.losses), HOUR)
    assert one.disk.entries[old.position - 1] == old
    assert losses(world)[0] == ([cheat.seat], "fork")


def test_out_of_turn() -> None:
    """An entry by somebody else than the seat that is due."""
    world, due = at(MOVE, "turn")
    due.honest = True
    cheat = world.peers[(due.seat + 1) % 4]
    cheat.honest = False
    world.wait(30)
    world.weather.slowest = 1
    entry = forged(cheat, MOVE, [["draw"], []])
    world.transmit(cheat, None, message(entry))
    world.wait(3)
    if table_of(due).game.position == entry.position:
        refused_everywhere(world, cheat, "out-of-turn")
    nobody_took(world, cheat, entry)
    assert world.run(lambda: all_over(world), HOUR)
    check_all(world)


def test_signing_for_another() -> None:
    """An entry that names the seat that is due, signed by another."""
    world, due = at(MOVE, "turn")
    due.kill()
    cheat = world.peers[(due.seat + 1) % 4]
    cheat.honest = False
    world.wait(50)
    entry = forged(cheat, MOVE, [["draw"], []], seat=due.seat)
    send(cheat, None, ["entry", *entry.wire()])
    assert all(p.refused["unsigned"] for p in world.peers if p not in (cheat, due))
    verdict = verify_entries(world.genesis, [*cheat.disk.entries, entry], calculator=world.calculator)
    assert (verdict.state, verdict.offender) == (BAD, None)  # a bad signature accuses nobody
    due.honest = True
    due.trouble = world.now
    due.start()
    to_end(world)
    assert losses(world) == []


def test_illegal_move_with_a_valid_share() -> None:
    """A card that does not match, opened as it should be: refused, and the deck is as it was."""
    for seed in range(500, 560):
        world = table(4, seed=seed)
        try:
            cheat = world.peers[until_due(world, MOVE, "turn")]
        except AssertionError:
            continue
        game = table_of(cheat).game
        view, deal = game.view, game.deal
        assert view is not None
        assert deal is not None
        legal = {getattr(move, "card", None) for move in view.moves()}
        bad = [Play(card, face) for card, face in view.hand() if card not in legal]
        if bad and not deal.owing():
            cheat.honest = False
            refuse_entry(world, cheat, MOVE, deal.own_move(bad[0], []), "illegal")
            return
    raise AssertionError("all cards could be played")


GARBAGE: list[Any] = [
    None,
    7,
    b"",
    "x",
    [],
    [None],
    [[], []],
    [["play", 3]],
    ["commit"],
    [b"x" * 32, 1],
    [[1], [2]],
]


@pytest.mark.parametrize(
    ("kind", "step"),
    [(DECK, "commit"), (DECK, "mix"), (MOVE, "turn"), (AGREE, "")],
)
@pytest.mark.parametrize("payload", [GARBAGE[0], GARBAGE[6], GARBAGE[7], GARBAGE[9]])
def test_malformed_payload(kind: str, step: str, payload: Any) -> None:
    """Every kind with a payload that is none, at every peer that it could reach; nothing is changed."""
    world, cheat = at(kind, step, target=1)
    entry = forged(cheat, kind, payload)
    for peer in others(world, cheat):
        game = table_of(peer).game
        if game.position != entry.position:
            continue
        before = game.head, game.digest()
        table_of(peer).receive(cheat.seat, message(entry), peer.now())
        assert (game.head, game.digest()) == before
        assert sum(table_of(peer).faults.values())


def test_withheld_entry_shown_to_one() -> None:
    """An entry sent to one seat only reaches all through it."""
    world, cheat = at(MOVE, "turn")
    cheat.honest = True
    kind, payload = honest_payload(cheat)
    entry = forged(cheat, kind, payload)
    cheat.honest = False
    witness = others(world, cheat)[0]
    world.transmit(cheat, witness.seat, message(entry))
    cheat.kill()
    world.wait(5_000)
    assert all(table_of(p).game.entries[entry.position - 1].body == entry.body for p in others(world, cheat))
    lost_and_go_on(world, cheat)


def test_replay_of_an_old_game() -> None:
    """A whole game played before, by the same keys: of another game, every entry and every word of it."""
    world, cheat = at(MOVE, "turn")
    old = World(801, quick_terms(target=1), tuple(range(4)))
    old.genesis = make_genesis(world.identities, old.genesis.terms, range(4), b"another")
    for peer in old.peers:
        peer.identity = world.identities[peer.seat]
    Players(old, asleep=0)
    said: list[bytes] = []
    old.on_send = said.append
    old.start()
    to_end(old)
    words = [text for text in said if unpack(text)[0] == "statement"]
    entries = old.peers[0].disk.entries
    for text in [*words, *map(message, entries)]:
        world.transmit(cheat, None, text)
    world.wait(100)
    assert words
    assert all(peer.refused["foreign"] == len(words) + len(entries) for peer in others(world, cheat))
    assert verify_entries(world.genesis, entries, calculator=world.calculator).state == BAD
    cheat.honest = True
    to_end(world)
    assert losses(world) == []
