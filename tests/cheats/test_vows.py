"""Lies about hidden cards where a house rule says what a player may do by what they hold (K-21 to K-27)."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.cards import WILD_DRAWS
from p2puno.moves import Draw, IllegalMove, Keep, Move, Play, Stop
from p2puno.view import View
from protocol.log.entry import MOVE
from protocol.play.deal import Due
from tests.cheats.cheater import table_of
from tests.simulation.test_cases import losses, table, to_end, until_due, until_lost
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


def tempted(rule: str, step: str, kind: type[Any], seeds: range) -> tuple[World, Peer, Move, int]:
    """A table at which a player could break a vow: the player, how, and the seed."""
    for seed in seeds:
        rules = {"variant": rule} if rule == NO_MERCY else {"house_rules": (rule,)}
        world = table(3, seed=seed, target=1, hand_size=5, **rules)
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
        cheat.honest = False
        choose = table_of(cheat).own._chosen

        def lie_once(due: Due, cheat: Peer = cheat, lie: Move = lie, choose: Any = choose) -> Move | None:
            table_of(cheat).own._chosen = choose  # type: ignore[method-assign]
            return lie

        table_of(cheat).own._chosen = lie_once  # type: ignore[method-assign]
        cheat.do(table_of(cheat).tick(cheat.now()))
        assert len(_vows(cheat)) > 0
        until_lost(world)
        if world.losses:  # else the card was seen before the end, or never
            break
    assert losses(world) == [([cheat.seat], "proved")]
    to_end(world)


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
