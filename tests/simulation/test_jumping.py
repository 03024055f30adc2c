"""Jumping in among honest peers (K-17 to K-20): what counts, and that nothing tells who could have."""

from __future__ import annotations

import pytest

from p2puno.moves import Catch, IllegalMove
from protocol.codec import unpack
from protocol.log.entry import ADMIT, CLAIM, SILENT, Entry, read_statement
from protocol.play.window_statements import jump_admitted
from tests.cheats.cheater import statement, table_of
from tests.cheats.twin_scene import deal_of, jump_claim, jumps_of, twin_window
from tests.simulation.test_cases import losses
from tests.simulation.world import Peer, World


def jump(peer: Peer) -> int:
    """A peer's player jumps in; the card."""
    move = jumps_of(peer)[0]
    peer.act(move)
    return move.card


@pytest.mark.rule("K-18")
def test_a_jump_is_admitted_and_play_goes_on_from_there() -> None:
    world, next_player, (jumper, *_) = twin_window()
    game = table_of(world.peers[0]).game
    card, top, before = jump(jumper), deal_of(jumper).round.top, game.position  # type: ignore[union-attr]
    assert world.run(lambda: game.position > before, 60_000)
    entry = game.entries[before - 1]
    said = jump_admitted(entry)
    assert (entry.kind, entry.seat) == (ADMIT, next_player.seat)
    assert said is not None
    assert (said.seat, said.card) == (jumper.seat, card)
    round = deal_of(world.peers[0]).round
    assert round is not None
    assert round.discard[-1] == card
    assert round.top is top
    assert losses(world) == []


@pytest.mark.rule("K-20")
def test_of_two_jumps_the_first_in_the_direction_of_play_counts() -> None:
    """Whichever of them decided first. The other card stays in its hand."""
    world, _, (first, second, *_) = twin_window(jumpers=2)
    game = table_of(world.peers[0]).game
    later, before = jump(second), game.position
    world.wait(50)
    card = jump(first)
    assert world.run(lambda: game.position > before, 60_000)
    said = jump_admitted(game.entries[before - 1])
    assert said is not None
    assert (said.seat, said.card) == (first.seat, card)
    assert later in deal_of(second).round.hands[second.seat]  # type: ignore[union-attr]


@pytest.mark.rule("K-20")
def test_two_jumps_in_any_order() -> None:
    """The next player admits the same one, whichever it has heard first."""
    world, next_player, (first, second, *_) = twin_window(jumpers=2)
    window = table_of(next_player).window
    for peer in (second, first):
        window.take(jump_claim(peer))
    for seat in deal_of(next_player).jumping():
        if seat not in (first.seat, second.seat):
            assert window.admissible_jump() is None
            window.take(statement(world.peers[seat], SILENT, deal_of(next_player).window_values()))
    payload = window.admissible_jump()
    assert payload is not None
    assert read_statement(payload[:2]).seat == first.seat


@pytest.mark.parametrize("ready", [True, False], ids=["the next player is ready", "the next player thinks"])
def test_words_come_at_the_same_time(ready: bool) -> None:
    """A player who jumps in decides at once. Their program says so exactly when it would have kept silent."""
    times = []
    for jumps in (True, False):
        world, next_player, (jumper, *_) = twin_window()
        view = table_of(next_player).game.view
        if ready and view is not None:
            next_player.act(view.moves()[-1])
        heard: list[tuple[int, str]] = []

        def listen(
            message: bytes, world: World = world, jumper: Peer = jumper, heard: list[tuple[int, str]] = heard
        ) -> None:
            value = unpack(message)
            if value[0] == "statement":
                said = read_statement(value[1:])
                if said.seat == jumper.seat and said.kind in (CLAIM, SILENT):
                    heard.append((world.now, said.kind))

        world.on_send = listen
        if jumps:
            jump(jumper)
        assert world.run(lambda: bool(heard), 60_000)  # noqa: B023
        assert heard[0][1] == (CLAIM if jumps else SILENT)
        times.append(heard[0][0])
    assert times[0] == times[1]


def test_a_catch_counts_before_a_jump() -> None:
    """Both are about the same card: the player who laid it draws, and then somebody jumps in."""
    world, _, (jumper, *_) = twin_window(uno=True)
    round = deal_of(jumper).round
    assert round is not None
    owner = round.uno_seat
    assert owner is not None
    game = table_of(world.peers[0]).game
    catcher = next(peer for peer in world.peers if peer.seat != owner)
    before, held = game.position, len(round.hands[owner])
    jump(jumper)
    catcher.act(Catch(owner))
    assert world.run(lambda: any(len(e.payload) == 3 for e in _admits(world, before)), 60_000)
    first, last = _admits(world, before)[0], _admits(world, before)[-1]
    assert jump_admitted(first) is None
    said = jump_admitted(last)
    assert said is not None
    assert said.seat == jumper.seat
    expected = held + game.options.uno_penalty - (owner == jumper.seat)
    assert len(deal_of(world.peers[0]).round.hands[owner]) == expected  # type: ignore[union-attr]
    assert losses(world) == []


def _admits(world: World, before: int) -> list[Entry]:
    return [entry for entry in world.peers[0].disk.entries[before - 1 :] if entry.kind == ADMIT]


def test_a_player_who_says_nothing_in_time_cannot_jump_in_any_more() -> None:
    world, _, (jumper, *_) = twin_window()
    move = jumps_of(jumper)[0]
    window = table_of(jumper).window
    assert world.run(lambda: jumper.seat in window.silences, 60_000)
    with pytest.raises(IllegalMove):
        jumper.act(move)
