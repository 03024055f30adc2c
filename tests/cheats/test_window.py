"""Cheating with calls, catches and silences."""

from __future__ import annotations

from p2puno.moves import Catch, Draw
from protocol.codec import pack
from protocol.log.entry import (
    ADMIT,
    CLAIM,
    MOVE,
    READY,
    SILENT,
)
from protocol.replay.verify import BAD, verify_entries
from tests.cheats.cheater import forged, in_another_form, statement, table_of
from tests.cheats.scene import at, open_window, refusal_at, refuse_entry
from tests.cheats.twin_scene import deal_of, twin_window
from tests.simulation.test_cases import HOUR, losses


def test_call_without_effect() -> None:
    """Where nobody could be caught, a call would only make the log longer, as often as one likes (G-12)."""
    world, cheat = at(MOVE, "turn", hand_size=5)
    refuse_entry(world, cheat, MOVE, [["call"], []], "illegal")


def test_turn_begun_without_silences() -> None:
    _, cheat, witness = open_window()
    assert refusal_at(witness, cheat, forged(cheat, MOVE, [["draw"], []])) == "out-of-turn"


def test_silences_forged_or_of_another_window() -> None:
    _, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    owing = deal.owing()
    bogus = [statement(cheat, SILENT, deal.window_values(), seat).signature for seat in owing]
    assert refusal_at(witness, cheat, forged(cheat, MOVE, [["draw"], bogus])) == "unsigned"
    entries = [*witness.disk.entries, forged(cheat, MOVE, [["draw"], bogus])]
    verdict = verify_entries(cheat.world.genesis, entries, calculator=cheat.world.calculator)
    assert (verdict.state, verdict.offender) == (BAD, cheat.seat)
    world = witness.world
    old = [statement(world.peers[s], SILENT, [1, deal.window_hash]).signature for s in owing]
    assert refusal_at(witness, cheat, forged(cheat, MOVE, [["draw"], old])) == "unsigned"


def test_silence_in_another_form() -> None:
    """Good by its signature, but of a body that nobody can build again from its values: the move that would
    carry it could be verified by nobody, its author included."""
    world, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    for seat in deal.owing():
        peer = world.peers[seat]
        said = statement(peer, SILENT, deal.window_values())
        if peer is witness:
            said = in_another_form(peer, said)
        cheat.do(table_of(cheat).receive(seat, pack(["statement", *said.wire()]), cheat.now()))
    position = table_of(cheat).game.position
    cheat.do(table_of(cheat).act(Draw(), cheat.now()))
    assert table_of(cheat).game.position == position
    assert table_of(cheat).faults[witness.seat, "malformed"] == 1


def test_claim_wrongly_admitted() -> None:
    """Forged, of another window, or admitted twice."""
    world, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    window = deal.window_values()
    owner = deal.round.uno_seat if deal.round is not None else None
    caller = world.peers[next(s for s in deal.owing() if s not in (owner, witness.seat))]
    bogus = statement(cheat, CLAIM, [*window, "catch"], caller.seat)
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, bogus.wire())) == "unsigned"
    old = statement(caller, CLAIM, [window[0], b"\0" * 32, "catch"])
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, old.wire())) == "out-of-turn"
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, [b"x", b"y"])) == "malformed"
    deal.claimed.add(caller.seat)
    for peer in (witness,):
        theirs = table_of(peer).game.deal
        assert theirs is not None
        theirs.claimed.add(caller.seat)
    good = statement(caller, CLAIM, [*window, "catch"])
    assert refusal_at(witness, cheat, forged(cheat, ADMIT, good.wire())) == "out-of-turn"


def test_refusing_to_admit_a_claim() -> None:
    """The next player ignores a claim: the turn cannot begin without it, so it is lost in the end."""
    world, cheat, witness = open_window()
    deal = table_of(cheat).game.deal
    assert deal is not None
    claim = statement(witness, CLAIM, [*deal.window_values(), "catch"])
    for peer in world.peers:
        if peer is not cheat:
            table_of(peer).window.take(claim)
            for other in deal.owing():
                if other != witness.seat:
                    table_of(peer).window.take(statement(world.peers[other], SILENT, deal.window_values()))
            table_of(peer).window.take(statement(cheat, READY, deal.window_values()))
    table_of(cheat).own.next = lambda due: ([], None)  # type: ignore[method-assign]
    world.run(lambda: bool(world.losses), HOUR)
    assert losses(world)[0] == ([cheat.seat], "silent")


def test_a_third_seat_says_that_the_next_player_is_ready() -> None:
    """The next player asked, a catch was admitted, and they choose again. A cheat's own `ready` does not make
    the others believe that they have asked again and do nothing."""
    world, thinker, _ = twin_window(uno=True)
    round = deal_of(thinker).round
    assert round is not None
    owner = round.uno_seat
    assert owner is not None
    catcher, cheat = (peer for peer in world.peers if peer.seat not in (owner, thinker.seat))
    cheat.honest = False
    game, before = table_of(cheat).game, table_of(cheat).game.position
    catcher.act(Catch(owner))
    thinker.act(Draw())
    assert world.run(lambda: game.position > before and bool(deal_of(cheat).owing()), 60_000)
    table_of(thinker).own.intent = None  # as if the cards that somebody drew had made it illegal
    window = table_of(catcher).window
    assert world.run(lambda: window.all_spoke(deal_of(catcher).owing()), 60_000)
    ready = statement(cheat, READY, deal_of(cheat).window_values())
    for peer in world.peers:
        peer.do(table_of(peer).receive(cheat.seat, pack(["statement", *ready.wire()]), peer.now()))
    world.wait(game.terms.machine_grace + 1_000)
    assert losses(world) == []
