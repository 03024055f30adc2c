"""Cheating with jumps: the house rule `jump-in`."""

from __future__ import annotations

import pytest

from p2puno.moves import Catch
from protocol.codec import pack
from protocol.log.entry import ADMIT, CLAIM, SILENCE, SILENT
from protocol.play.window_statements import jump_admitted
from tests.cheats.cheater import forged, statement, table_of
from tests.cheats.scene import others, refusal_at
from tests.cheats.twin_scene import (
    another_card_of_its_own,
    deal_of,
    jump_claim,
    jumps_of,
    silence,
    twin_window,
    words,
)
from tests.simulation.test_cases import HOUR, losses


def test_jump_that_is_not_good() -> None:
    """Refused by all, and charged to the seat that signed it. It is no word, so the seat is waited for, and
    lost in the end."""
    world, _, (cheat, *_) = twin_window()
    cheat.honest = False
    table_of(cheat).window.give_word = list  # type: ignore[method-assign]
    good = jump_claim(cheat)
    share, deal = good.values[5], deal_of(cheat)
    assert deal.round is not None
    mine = [card for card in deal.round.hands[cheat.seat] if card != good.values[3]]
    theirs = next(hand[0] for seat, hand in deal.round.hands.items() if seat != cheat.seat)
    for changed, code in (
        ({"card": mine[0]}, "unproved"),
        ({"card": theirs}, "illegal"),
        ({"share": share[:-1] + bytes([share[-1] ^ 1])}, "unproved"),
        ({"share": None}, "unproved"),
        ({"card": -1}, "illegal"),
    ):
        bad = jump_claim(cheat, **changed)
        for peer in others(world, cheat):
            before = table_of(peer).faults[cheat.seat, code]
            peer.do(table_of(peer).receive(cheat.seat, pack(["statement", *bad.wire()]), peer.now()))
            assert table_of(peer).faults[cheat.seat, code] == before + 1
            assert not table_of(peer).window.jumps
    other = another_card_of_its_own(cheat)
    for peer in others(world, cheat):
        peer.do(table_of(peer).receive(cheat.seat, pack(["statement", *other.wire()]), peer.now()))
        assert table_of(peer).faults[cheat.seat, "illegal"]
        assert not table_of(peer).window.spoke(cheat.seat)
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world) == [([cheat.seat], SILENCE)]


@pytest.mark.parametrize("first", ["silence", "jump"])
def test_second_word_in_a_window(first: str) -> None:
    """Whoever has given a word cannot take it back when the words of others are known: the next player keeps
    to the one heard first."""
    world, next_player, (cheat, *_) = twin_window()
    window = table_of(next_player).window
    silent = statement(cheat, SILENT, deal_of(next_player).window_values())
    said = [silent, jump_claim(cheat)]
    for word in said if first == "silence" else reversed(said):
        window.take(word)
    assert (cheat.seat in window.silences) is (first == "silence")
    assert (cheat.seat in window.jumps) is (first == "jump")
    for peer in others(world, cheat):
        if peer is not next_player:
            window.take(statement(peer, SILENT, deal_of(next_player).window_values()))
    owing = deal_of(next_player).owing()
    assert (window.silences_for(owing) is not None) is (first == "silence")
    assert (window.admissible_jump() is not None) is (first == "jump")


def test_jumper_who_leaves_after_the_claim() -> None:
    world, next_player, (jumper, *_) = twin_window()
    game, before = table_of(next_player).game, table_of(next_player).game.position
    jumper.act(jumps_of(jumper)[0])
    assert world.run(lambda: jumper.seat in table_of(next_player).window.jumps, 60_000)
    jumper.honest = False
    jumper.kill()
    assert world.run(lambda: game.position > before, 60_000)
    said = jump_admitted(game.entries[before - 1])
    assert said is not None
    assert said.seat == jumper.seat


def test_jump_wrongly_admitted() -> None:
    world, cheat, (jumper, *_) = twin_window()
    cheat.honest = False
    witness = next(peer for peer in world.peers if peer not in (cheat, jumper))
    good, silences = jump_claim(jumper), words(world, cheat, jumper)
    share = good.values[5]
    bogus = statement(cheat, CLAIM, good.values, jumper.seat)
    for claim, code in (
        (bogus, "unsigned"),
        (jump_claim(jumper, hash=b"\0" * 32), "out-of-turn"),
        (jump_claim(jumper, window=1), "out-of-turn"),
        (jump_claim(jumper, share=share[:-1] + bytes([share[-1] ^ 1])), "unproved"),
        (jump_claim(jumper, share=None), "unproved"),
        (jump_claim(jumper, share=7), "malformed"),
        (another_card_of_its_own(jumper), "illegal"),
        (statement(cheat, CLAIM, good.values), "out-of-turn"),
    ):
        entry = forged(cheat, ADMIT, [*claim.wire(), silences])
        assert refusal_at(witness, cheat, entry) == code
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, good.wire())) == "malformed"
    table_of(witness).game.apply(forged(cheat, ADMIT, [*good.wire(), silences]))


def test_jump_admitted_before_all_have_spoken() -> None:
    """The words of all others are needed, so that no claim about UNO and no earlier jump is skipped."""
    world, cheat, (first, second, *_) = twin_window(jumpers=2)
    cheat.honest = False
    witness = next(peer for peer in world.peers if peer not in (cheat, first, second))
    order = deal_of(cheat).jumping()
    friend = jump_claim(second)
    spoken = {
        seat: jump_claim(first).wire() if seat == first.seat else silence(world.peers[seat]) for seat in order
    }
    given = [spoken[seat] for seat in order if seat != second.seat]
    silent = words(world, cheat, second)
    for some, code in (
        ([], "out-of-turn"),
        (silent[:-1], "out-of-turn"),
        (given, "out-of-turn"),
        ([*silent[:-1], 5], "malformed"),
        ([bytes(64)] * len(silent), "unsigned"),
    ):
        entry = forged(cheat, ADMIT, [*friend.wire(), some])
        assert refusal_at(witness, cheat, entry) == code
    late = [
        jump_claim(second).wire() if seat == second.seat else silence(world.peers[seat])
        for seat in order
        if seat != first.seat
    ]
    table_of(witness).game.apply(forged(cheat, ADMIT, [*jump_claim(first).wire(), late]))


def test_refusing_to_admit_a_jump() -> None:
    """The next player ignores a jump: the turn cannot begin without a silence, so it is lost in the end."""
    world, cheat, (jumper, *_) = twin_window()
    cheat.honest = False
    witness = next(peer for peer in world.peers if peer not in (cheat, jumper))
    silences = [silence(world.peers[seat]) for seat in deal_of(cheat).owing() if seat != jumper.seat]
    draw = forged(cheat, "move", [["draw"], silences])
    assert refusal_at(witness, cheat, draw) == "out-of-turn"
    table_of(cheat).own.next = lambda due: (table_of(cheat).window.ask(), None)  # type: ignore[method-assign]
    jumper.act(jumps_of(jumper)[0])
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0] == ([cheat.seat], SILENCE)


def test_jump_in_place_of_a_catch() -> None:
    """Somebody catches. Their program gives no word before that is in the log: with its silence a friend of
    the player who was caught could jump in instead."""
    world, cheat, (friend, *_) = twin_window(uno=True)
    cheat.honest = friend.honest = False
    round = deal_of(cheat).round
    assert round is not None
    owner = round.uno_seat
    assert owner is not None
    catcher = next(peer for peer in world.peers if peer.seat not in (owner, cheat.seat, friend.seat))
    table_of(cheat).own.next = lambda due: (table_of(cheat).window.ask(), None)  # type: ignore[method-assign]
    catcher.act(Catch(owner))
    friend.act(jumps_of(friend)[0])
    window = table_of(catcher).window
    assert world.run(lambda: friend.seat in window.jumps, 60_000)
    world.wait(2_000)
    assert cheat.seat in window._ready
    assert catcher.seat not in window.silences
    rest = [peer for peer in world.peers if peer not in (cheat, friend, catcher)]
    given = [silence(peer) for peer in rest]
    entry = forged(cheat, ADMIT, [*window.jumps[friend.seat].wire(), given])
    assert refusal_at(catcher, cheat, entry) == "out-of-turn"
    assert world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0] == ([cheat.seat], SILENCE)
