"""Attacks that once worked, each by itself: a person against a cheat with a bot, or three operators.

Each is played at several tables, until it was carried out at some of them; what it was meant to bring about
must not have come about at any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from p2puno.moves import Catch
from protocol.codec import pack
from protocol.log.entry import CLAIM
from protocol.play.game import Game
from protocol.replay.verify import COMPLETE, verify_entries
from tests.cheats.cheater import statement, table_of
from tests.simulation.coalition import Plan, make
from tests.simulation.finality import signers
from tests.simulation.habits import Habit, Quit, Steer, Veto, WalkBack, WrongKey
from tests.simulation.invariants import NAMES
from tests.simulation.members import Member, Mind, copy_disk
from tests.simulation.players import Players
from tests.simulation.promises import all_over
from tests.simulation.test_window import open_window
from tests.simulation.world import Peer, World, quick_terms

ALONE = (0, 1, 1)
"""A person, and a cheat with a bot."""
THREE = (0, 1, 2, 2)
"""Two honest operators, and a cheat with a bot."""
TABLES, ENOUGH, FEWEST = 40, 4, 2
"""How many tables are tried, at how many with the attack's moment that is enough, and how many it must be."""


def attacked(
    seed: int, habit: Habit, operators: Sequence[int], kept: Sequence[str], dropout: str, **options: object
) -> tuple[World, list[Game]]:
    """One table with this attack; what it gives up is checked for these promises on the way. The world, and
    what the honest seats hold at the end."""
    coalition = frozenset(seat for seat, operator in enumerate(operators) if operator == max(operators))
    terms = quick_terms(dropout, hand_size=2, uno_window=100, **options)
    plan = Plan(seed, terms, tuple(operators), coalition, (type(habit),), "calm")
    world, _ = make(plan, ignored=[name for name in NAMES if name not in kept], habits=[habit])
    world.start()
    world.run(lambda: all_over(world), 300_000)
    world.wait(10_000)
    return world, [table_of(peer).game for peer in world.peers if peer.honest]


def tables(
    habit: Callable[[], Habit], operators: Sequence[int], kept: Sequence[str], **options: object
) -> list[tuple[World, list[Game], Habit]]:
    """Tables at which the attack was carried out."""
    done, dropout = [], str(options.pop("dropout", "go-on"))
    for seed in range(TABLES):
        attack = habit()
        world, games = attacked(seed, attack, operators, kept, dropout, **options)
        if attack.carried_out:
            done.append((world, games, attack))
        if len(done) == ENOUGH:
            return done
    assert len(done) >= FEWEST, f"the attack was carried out at {len(done)} tables only"
    return done


@pytest.mark.parametrize("dropout", ["go-on", "redeal"])
def test_a_every_hand_is_read(dropout: str) -> None:
    tables(lambda: WalkBack(depth=1), ALONE, ("spent seed", "face known"), target=120, dropout=dropout)


@pytest.mark.parametrize("operators", [ALONE, THREE])
def test_b_a_finished_match_is_undone(operators: Sequence[int]) -> None:
    tables(lambda: WalkBack(depth=3, late=True), operators, ("final lost",), target=60)


@pytest.mark.parametrize("operators", [ALONE, THREE])
def test_c_every_hidden_card_counts_the_highest(operators: Sequence[int]) -> None:
    tables(WrongKey, operators, ("miscounted",), target=1)


@pytest.mark.parametrize("options", [{"scoring": "lowest"}, {"mode": "challenge"}])
def test_d_leaving_saves_points(options: dict[str, str]) -> None:
    for _, games, attack in tables(Quit, THREE, (), target=60, **options):
        assert isinstance(attack, Quit)
        for seat in {seat for seat, _ in attack.fled}:
            points = sum(held for fled, held in attack.fled if fled == seat)
            for game in games:
                assert game.match.totals[seat] >= min(points, 60), (seat, game.match.totals, attack.fled)


@pytest.mark.parametrize("operators", [ALONE, THREE])
def test_e_an_honest_win_is_vetoed(operators: Sequence[int]) -> None:
    for _, games, attack in tables(Veto, operators, (), target=1):
        assert isinstance(attack, Veto)
        for game in games:
            assert attack.disputed[0] in {entry.hash for entry in game.entries}


def test_e_the_dealer_is_drawn_again() -> None:
    for _, games, attack in tables(Steer, THREE, (), target=1):
        assert isinstance(attack, Steer)
        for game in games:
            assert game.draws[0].dealer == attack.drawn[0]


def test_f_two_files_show_who_signed_on_both() -> None:
    """A liar between two halves of a parted table plays a match with each. That cannot be prevented; but the
    two files together show where they part, and that the liar alone signed on both lines."""
    world = World(
        3,
        quick_terms(target=1, hand_size=2),
        (0, 1, 2),
        peer=lambda world, seat, watching: (Member if seat == 2 else Peer)(world, seat, watching),
    )
    Players(world, asleep=0)
    one, other, liar = world.peers
    assert isinstance(liar, Member)
    mind = Mind(world, frozenset([2]), world.random, [], 0)
    world.start()
    assert world.run(lambda: len(liar.disk.entries) > 25, 60_000)
    double = Member(world, 2)
    double.mind, double.line, double.disk = mind, 1, copy_disk(liar.disk)
    liar.audience, double.audience = frozenset([0]), frozenset([1])
    world.doubles.append(double)
    world.part([0, 2], [1, 2])
    double.start()
    assert world.run(lambda: all_over(world), 300_000)
    world.heal()
    world.wait(30_000)
    lines = [peer.disk.entries for peer in (one, other)]
    assert all(
        verify_entries(world.genesis, line, calculator=world.calculator).state == COMPLETE for line in lines
    )
    assert table_of(one).game.match.ended != table_of(other).game.match.ended
    parted = next(at for at, (a, b) in enumerate(zip(*lines, strict=False)) if a.body != b.body)
    both = [{seat for entry in line[parted:] for seat in signers(world.genesis, entry)} for line in lines]
    assert both[0] & both[1] == {2}


def test_g_the_next_player_orders_claims_as_it_likes() -> None:
    """No signature shows what was heard first, so this cannot be prevented: docs/threat-model.md says so."""
    world, deal, owner, cheat = open_window()
    round = deal.round
    assert round is not None
    called = pack(
        ["statement", *statement(world.peers[owner], CLAIM, [*deal.window_values(), "call"]).wire()]
    )
    for peer in world.peers:
        if peer.seat not in (owner, cheat.seat):
            peer.do(table_of(peer).receive(owner, called, peer.now()))
    cheat.do(table_of(cheat).act(Catch(owner), cheat.now()))  # it has heard the call, and lets it wait
    cheat.do(table_of(cheat).receive(owner, called, cheat.now()))
    world.wait(3_000)
    views = [table_of(peer).game.view for peer in world.peers]
    assert all(view is not None and len(view.round.hands[owner]) > 1 for view in views)
