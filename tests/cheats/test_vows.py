"""Lies about hidden cards where a house rule says what a player may do by what they hold (K-21 to K-27)."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.cards import WILD_DRAWS
from p2puno.moves import Draw, IllegalMove, Keep, Move, Play, Stop
from p2puno.view import View
from protocol.log.entry import MOVE
from protocol.play.deal import Deal, Due
from tests.cheats.cheater import table_of
from tests.simulation.test_cases import HOUR, losses, table, to_end, until_due, until_lost
from tests.simulation.world import Peer, World

NO_MERCY = "no-mercy"
"""Not a house rule, but a rule set (N-19)."""

CASES = [
    ("force", "turn", Draw),
    ("force", "drawn", Keep),
    ("no-bluff", "turn", Play),
    ("draw-until", "drawn", Keep),
    (NO_MERCY, "discard", Stop),
]
IDS = ["draws although a card fits", "keeps a drawn card that fits", "bluffs", "stops drawing too early"]
IDS += ["keeps a card at a Discard All"]


def lies(view: View, kind: type[Any]) -> list[Move]:
    """Moves of this kind that nobody but the player of this view can know to be illegal."""
    found: list[Move] = []
    plays = [Play(card, face) for card, face in view.hand() if face.symbol in WILD_DRAWS]
    for move in plays if kind is Play else [kind()]:
        try:
            view.check(move)
        except IllegalMove as illegal:
            if illegal.rule == "K-24":
                found.append(move)
    return found


def tempted(
    rule: str, step: str, kind: type[Any], seeds: range, **options: Any
) -> tuple[World, Peer, Move, int]:
    """A table at which a player could break a vow: the player, how, and the seed."""
    for seed in seeds:
        rules = {"variant": rule} if rule == NO_MERCY else {"house_rules": (rule,)}
        world = table(3, seed=seed, **{"target": 1, "hand_size": 5, **rules, **options})
        while True:
            try:
                cheat = world.peers[until_due(world, MOVE, step)]
            except AssertionError:
                break
            view = table_of(cheat).game.view
            assert view is not None
            if found := lies(view, kind):
                return world, cheat, found[0], seed
            world.wait(100)
    raise AssertionError("nobody had reason to lie")


@pytest.mark.rule("K-24", "N-19")
@pytest.mark.parametrize(("rule", "step", "kind"), CASES, ids=IDS)
def test_broken_vows_are_caught_by_the_audit(rule: str, step: str, kind: type[Any]) -> None:
    """The round goes on; when all seeds are revealed, the liar is named and lost by proof."""
    seed = 499
    while True:
        world, cheat, lie, seed = tempted(rule, step, kind, range(seed + 1, 640))
        tell(cheat, lie)
        until_lost(world)
        if world.losses:  # else the card was seen before the end, or never
            break
    assert losses(world) == [([cheat.seat], "proved")]
    to_end(world)


def tell(cheat: Peer, lie: Move) -> None:
    """Make this move now, although the own cards do not allow it."""
    cheat.honest = False
    choose = table_of(cheat).own._chosen

    def lie_once(due: Due) -> Move | None:
        table_of(cheat).own._chosen = choose  # type: ignore[method-assign]
        return lie

    table_of(cheat).own._chosen = lie_once  # type: ignore[method-assign]
    cheat.do(table_of(cheat).tick(cheat.now()))
    assert len(_vows(cheat)) > 0


def lie_for_the_own_player(won: bool, **options: Any) -> tuple[World, Peer, Deal]:
    """A round in which one of the two seats of a player (0 and 1) broke a vow. `won`: the other one went out;
    otherwise seat 2 did. The world when the round has been counted, the cheat, and the deal."""
    seed = 499
    while True:
        world, cheat, lie, seed = tempted(
            "force", "turn", Draw, range(seed + 1, 800), operators=(0, 0, 2), **options
        )
        if cheat.seat == 2:
            continue
        tell(cheat, lie)
        game = table_of(world.peers[2]).game
        assert world.run(lambda: bool(game.finished), HOUR)  # noqa: B023
        deal = game.finished[0]
        out = deal.round.out if deal.round is not None else None
        if deal.guilty == {cheat.seat} and out == (1 - cheat.seat if won else 2):
            return world, cheat, deal


@pytest.mark.rule("L-08")
def test_a_bot_that_lies_for_its_player() -> None:
    """Its player goes out, and is not paid. The match goes on."""
    world, cheat, deal = lie_for_the_own_player(won=True)
    assert losses(world) == [([cheat.seat], "proved")]
    assert deal.void
    match = table_of(world.peers[2]).game.match
    assert match.ended is None
    assert set(match.totals) == {0}
    to_end(world)


@pytest.mark.rule("L-08")
def test_a_bot_that_lies_so_that_its_player_keeps_few_cards() -> None:
    """Where cards are charged: all seats of this player are charged as much as the seat that holds the most,
    also if somebody else went out."""
    world, _, deal = lie_for_the_own_player(won=False, scoring="lowest", target=500)
    assert not deal.void
    assert deal.result is not None
    most = max(deal.result.held.values())
    assert (deal.result.held[0], deal.result.held[1]) == (most, most)
    assert table_of(world.peers[2]).game.match.totals[:3] == [most, most, 0]


def _vows(peer: Peer) -> tuple[Any, ...]:
    deal = table_of(peer).game.deal
    return deal.round.vows if deal is not None and deal.round is not None else ()


@pytest.mark.parametrize(("rule", "step", "kind"), CASES, ids=IDS)
def test_our_own_program_breaks_no_vow(rule: str, step: str, kind: type[Any]) -> None:
    """A player asks for it by mistake: the program refuses, and says which rule."""
    _, player, lie, _ = tempted(rule, step, kind, range(500, 640))
    position = table_of(player).game.position
    with pytest.raises(IllegalMove) as refused:
        player.act(lie)
    assert refused.value.rule == "K-24"
    assert table_of(player).game.position == position


@pytest.mark.parametrize("rule", ["force", "draw-until", "no-bluff", "blind-draw"])
def test_a_program_that_moves_for_its_player_breaks_no_vow(rule: str) -> None:
    """All players are away: their programs draw, keep or lay what their cards allow, and nobody is lost."""
    world = table(3, seed=12, target=1, hand_size=3, house_rules=(rule,))
    world.on_look.clear()
    world.wait(240_000)
    assert losses(world) == []
    assert table_of(world.peers[0]).game.position > 60
