"""The UNO window among honest peers: what is said in it counts, and nobody is silent too early."""

from __future__ import annotations

import pytest

from p2puno.moves import Catch, IllegalMove, Swap
from protocol.codec import pack
from protocol.log.entry import ADMIT, MOVE, SILENCE
from protocol.play.deal import Deal
from tests.cheats.cheater import table_of
from tests.simulation.test_cases import losses, table, until_due, until_window
from tests.simulation.world import Peer, World


def open_window() -> tuple[World, Deal, int, Peer]:
    """A table at which all know that somebody may be caught, and nobody has said anything; who that is, and
    the next player."""
    for seed in range(40):
        world = table(4, seed=seed, target=30)
        found = until_window(world)
        if found is None:
            continue
        world._events.clear()  # the players will do nothing
        world.on_look.clear()
        world.weather.slowest = 1
        tables = [table_of(peer) for peer in world.peers]
        for one, peer in zip(tables, world.peers, strict=True):
            world.after(1, lambda peer=peer: peer._tick(peer.life))  # type: ignore[misc]
            assert not one.window.claims
        assert world.run(lambda: len({one.game.head for one in tables}) == 1, 10_000)  # noqa: B023
        next_player, deal = found
        assert deal.round is not None
        assert deal.round.uno_seat is not None
        return world, deal, deal.round.uno_seat, next_player
    raise AssertionError("no window was open")


def test_a_catch_is_written_by_the_next_player() -> None:
    world, deal, late, _ = open_window()
    catcher = world.peers[next(seat for seat in deal.owing() if seat != late)]
    game = table_of(catcher).game
    before = game.position
    catcher.do(table_of(catcher).act(Catch(late), catcher.now()))
    assert world.run(lambda: game.position > before, 20_000)
    written = game.entries[before - 1]
    assert written.kind == ADMIT
    assert written.seat not in (catcher.seat, late)


def seven_without_the_word() -> tuple[World, Peer, Deal]:
    """A table at which a 7 was laid as a next-to-last card without the word, and no partner is chosen yet;
    the player of the 7."""
    for seed in range(200):
        world = table(4, seed=seed, target=1, hand_size=2, house_rules=("seven-zero",))
        try:
            player = world.peers[until_due(world, MOVE, "trade")]
        except AssertionError:
            continue
        deal = table_of(player).game.deal
        if deal is not None and deal.round is not None and deal.round.uno_owners == (player.seat,):
            world._events.clear()  # the players will do nothing
            world.on_look.clear()
            for peer in world.peers:
                world.after(1, lambda peer=peer: peer._tick(peer.life))  # type: ignore[misc]
            tables = [table_of(peer) for peer in world.peers]
            assert world.run(lambda: len({one.game.head for one in tables}) == 1, 10_000)  # noqa: B023
            return world, player, deal
    raise AssertionError("nobody forgot the word")


@pytest.mark.rule("K-15")
def test_a_catch_made_too_early_is_not_lost() -> None:
    """Refused before the hands are traded, so that the same player can catch the new owner afterwards."""
    world, player, deal = seven_without_the_word()
    round = deal.round
    assert round is not None
    partner, catcher = [peer for peer in world.peers if peer is not player][:2]
    with pytest.raises(IllegalMove, match="K-15"):
        catcher.act(Catch(player.seat))
    assert not table_of(catcher).window.claims
    player.act(Swap(*sorted((player.seat, partner.seat))))
    at = table_of(catcher).game.deal
    assert at is not None
    assert world.run(lambda: at.round is not None and at.round.uno_owners == (partner.seat,), 60_000)
    catcher.act(Catch(partner.seat))
    penalty = deal.game.options.uno_penalty
    assert world.run(lambda: len(round.hands[partner.seat]) == 1 + penalty, 60_000)
    assert losses(world) == []


def test_nobody_is_silent_before_the_window_has_passed() -> None:
    world, deal, *_ = open_window()
    length = table_of(world.peers[0]).game.options.uno_window
    owing = deal.owing()
    opened = {seat: world.peers[seat].since for seat in owing}
    said: dict[int, int] = {}

    def all_silent() -> bool:
        for seat in owing:
            if table_of(world.peers[seat]).window.spoke(seat):
                said.setdefault(seat, world.peers[seat].now())
        return len(said) == len(owing)

    assert world.run(all_silent, 60_000)
    assert all(said[seat] - opened[seat] >= length for seat in owing)


def test_whoever_claims_and_falls_is_not_waited_for() -> None:
    """Also the next player, who would have to write the own claim: that it was heard writes nothing."""
    world, _, late, gone = open_window()
    table = table_of(gone)
    table.own.next = lambda due: ([], None)  # type: ignore[method-assign]
    gone.do(table.act(Catch(late), gone.now()))
    others = [peer for peer in world.peers if peer is not gone]
    assert world.run(lambda: all(table_of(peer).window.spoke(gone.seat) for peer in others), 5_000)
    gone.kill()
    assert world.run(lambda: bool(world.losses), 120_000)
    assert losses(world) == [([gone.seat], SILENCE)]


def test_what_was_said_outlives_a_restart() -> None:
    """A refusal relies on it, so it is kept on disk as the refusal is."""
    world, deal, late, next_player = open_window()
    table_of(next_player).own.next = lambda due: ([], None)  # type: ignore[method-assign]
    catcher, hearer = (world.peers[seat] for seat in deal.owing() if seat not in (late, next_player.seat))
    catcher.do(table_of(catcher).act(Catch(late), catcher.now()))
    assert world.run(lambda: table_of(hearer).window.spoke(catcher.seat), 5_000)
    hearer.disk.notes += [pack(record) for record in table_of(hearer).window.records()]
    hearer.kill()
    hearer.start()
    assert table_of(hearer).window.spoke(catcher.seat)
    assert not table_of(hearer).window.spoke(hearer.seat)
