"""Lies: about cards that nobody can see before the reveal, about the state, about who asked for what."""

from __future__ import annotations

from typing import Any

import pytest

from p2puno.moves import Guilty, IllegalMove, Innocent, Quiet
from p2puno.round.challenge import Verdict
from protocol.codec import pack
from protocol.log.entry import (
    AGREE,
    DECK,
    MOVE,
)
from protocol.replay.verify import COMPLETE, verify_entries
from protocol.table.outputs import Output, Send
from tests.cheats.cheater import forged, table_of
from tests.cheats.scene import (
    at,
    others,
    refusal_at,
    refuse_entry,
)
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, losses, table, to_end, until_due, until_lost
from tests.simulation.world import Peer, World


def lying(cheat: Peer, step: str, lie: Any) -> None:
    """Answer a question of truth with a lie whenever it is asked."""
    target = table_of(cheat)
    chosen = target.own._chosen

    def choose(due: Any) -> Any:
        deal = target.game.deal
        if due.step != step or deal is None or deal.round is None:
            return chosen(due)
        try:
            deal.round.copy().apply(due.seat, lie)
        except IllegalMove:
            return chosen(due)  # everybody can see that card
        return lie

    target.own._chosen = choose  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("step", "lie", "truth", "options"),
    [
        ("declare", Quiet(), "declare", {"variant": "crash"}),
        ("declare", Quiet(), "declare", {"variant": "flip"}),
        ("verdict", Innocent(), "guilty", {}),
    ],
    ids=["a Crash kept quiet", "Wild Draw Color drawn past its colour", "a guilty player let go"],
)
def test_lies_are_caught_by_the_audit(step: str, lie: Any, truth: str, options: dict[str, Any]) -> None:
    """The round goes on; when all seeds are revealed, the liar is named and lost by proof."""
    for seed in range(500, 640):
        world = table(3, seed=seed, target=1, hand_size=4, **options)
        while True:
            try:
                seat = until_due(world, MOVE, step)
            except AssertionError:
                break
            cheat = world.peers[seat]
            view = table_of(cheat).game.view
            assert view is not None
            if type(view.moves()[0]).__name__.lower() == truth:
                cheat.honest = False
                lying(cheat, step, lie)
                cheat.do(table_of(cheat).tick(cheat.now()))
                until_lost(world)
                if not world.losses:
                    break
                assert losses(world) == [([cheat.seat], "proved")]
                to_end(world)
                return
            world.wait(100)
    raise AssertionError("nobody had reason to lie")


@pytest.mark.parametrize(
    ("operators", "dropout"),
    [((0, 1, 1), "redeal"), ((0, 1, 1), "go-on"), ((0, 1, 2, 1), "go-on")],
    ids=["no key is split", "two players", "three players"],
)
def test_a_bot_whose_key_does_not_fit_hides_nobody_elses_hand(
    operators: tuple[int, ...], dropout: str
) -> None:
    """The audit opens each card by itself: all hands but the bot's are counted as they are, and the bot's
    too where the others keep parts of its key."""
    bot, winners, hidden = len(operators) - 1, set[int | None](), dropout == "redeal"
    for seed in range(41, 81):
        world = table(len(operators), seed, operators, target=1, dropout=dropout)
        while (seat := until_due(world, DECK, "commit")) != bot:
            world.peers[seat].do(table_of(world.peers[seat]).tick(world.peers[seat].now()))
        cheat = table_of(world.peers[bot]).game.deal
        assert cheat is not None
        cheat.deck._state.secret = 4242
        held = held_at_the_end(world)
        game = table_of(world.peers[0]).game
        assert world.run(lambda: bool(game.finished), HOUR)  # noqa: B023
        assert losses(world) == [([bot], "proved")]
        deal = game.finished[0]
        assert deal.round is not None
        assert deal.result is not None
        if deal.round.out == bot:
            continue  # as in the next test
        unknown = [card for card in deal.round.hands[bot] if (card, deal.round.side) not in deal.faces]
        assert bool(unknown) == hidden
        if hidden:
            known = [deal.faces[card, 0] for card in deal.round.hands[bot] if card not in unknown]
            held[bot] = len(unknown) * 50 + sum(deal.rules.deck.points[deal.face(0, card)] for card in known)
        paid = sum(held.values())
        if deal.round.out == 1:  # the bot's player, who is not paid for such a round; anybody else is (L-08)
            held[1], paid = max(held.values()), 0
        assert dict(deal.result.held) == held
        if not hidden:
            return
        assert game.match.totals[deal.round.out or 0] == paid
        winners.add(deal.round.out)
        if len(winners) == 2:
            return
    raise AssertionError("not everybody went out once")


@pytest.mark.rule("L-08")
@pytest.mark.parametrize("options", [{}, {"scoring": "lowest"}, {"mode": "challenge"}], ids=str)
def test_a_cheat_who_goes_out_is_not_paid_and_spares_nobody(options: dict[str, Any]) -> None:
    """The round counts: nobody is paid, and where cards are charged, everybody is charged what they hold, the
    cheat as much as whoever holds the most."""
    for seed in range(41, 91):
        world = table(3, seed, target=2_000, hand_size=3, **options)
        while (seat := until_due(world, DECK, "commit")) != 2:
            world.peers[seat].do(table_of(world.peers[seat]).tick(world.peers[seat].now()))
        cheat = table_of(world.peers[2]).game.deal
        assert cheat is not None
        cheat.deck._state.secret = 4242
        held = held_at_the_end(world)
        game = table_of(world.peers[0]).game
        assert world.run(lambda: bool(game.finished), HOUR)  # noqa: B023
        deal = game.finished[0]
        assert deal.round is not None
        if deal.round.out == 2:
            assert losses(world) == [([2], "proved")]
            assert deal.void
            assert game.match.totals == ([held[0], held[1], max(held.values())] if options else [0, 0, 0])
            return
    raise AssertionError("the cheat never went out")


@pytest.mark.rule("L-08")
def test_who_lied_went_out_and_left_is_not_paid() -> None:
    """A Crash kept quiet, by a seat that goes out and is gone before the seeds are revealed: its key comes
    from the others, and shows the lie."""
    for seed in range(517, 700):
        world = table(3, seed=seed, target=1_000, hand_size=3, variant="crash")
        liars: set[int] = set()
        for peer in world.peers:
            keep_crash_quiet(peer, liars)
        until_due(world, AGREE)
        deals = [table_of(peer).game.deal for peer in world.peers]
        assert world.run(lambda: all(deal is not None and deal.agreeing for deal in deals), 5_000)  # noqa: B023
        round = deals[0].round if deals[0] is not None else None
        if round is None or round.out is None or liars != {round.out}:
            continue
        cheat = world.peers[round.out]
        game = table_of(others(world, cheat)[0]).game
        cheat.honest = False
        cheat.kill()
        assert world.run(lambda: bool(game.finished), HOUR)  # noqa: B023
        assert losses(world) == [([cheat.seat], "silent")]
        assert game.finished[0].void
        assert game.match.totals == [0, 0, 0]
        return
    raise AssertionError("no liar went out")


def keep_crash_quiet(peer: Peer, liars: set[int]) -> None:
    """Lie whenever a Crash is drawn, and tell who did."""
    chosen = table_of(peer).own._chosen

    def choose(due: Any) -> Any:
        move = chosen(due)
        if due.step == "declare" and type(move).__name__ == "Declare":
            liars.add(peer.seat)
            return Quiet()
        return move

    table_of(peer).own._chosen = choose  # type: ignore[method-assign]


def held_at_the_end(world: World) -> dict[int, int]:
    """Play until the round is decided; the points that everybody holds, as they see it themselves."""
    until_due(world, AGREE)
    deals = {peer.seat: table_of(peer).game.deal for peer in world.peers}
    assert world.run(lambda: all(deal is not None and deal.agreeing for deal in deals.values()), 5_000)
    views = {seat: deal.view for seat, deal in deals.items() if deal is not None}
    points = next(deal for deal in deals.values() if deal is not None).rules.deck.points
    return {s: sum(points[face] for _, face in view.hand()) for s, view in views.items() if view is not None}


def test_a_seat_that_withholds_hides_no_lie_of_another() -> None:
    """A Crash kept quiet, and a third seat that does not reveal: the liar is named all the same."""
    for seed in range(500, 640):
        world = table(3, seed, dropout="redeal", target=1, hand_size=4, variant="crash")
        try:
            cheat = world.peers[until_due(world, MOVE, "declare")]
        except AssertionError:
            continue
        view = table_of(cheat).game.view
        assert view is not None
        if type(view.moves()[0]).__name__ != "Declare":
            continue
        cheat.honest = False
        lying(cheat, "declare", Quiet())
        cheat.do(table_of(cheat).tick(cheat.now()))
        try:
            third = world.peers[until_due(world, DECK, "reveal")]
        except AssertionError:
            continue
        if third is cheat:
            continue
        third.kill()
        world.run(lambda: len(world.losses) == 2 or all_over(world), HOUR)  # noqa: B023
        assert losses(world) == [([third.seat], "silent"), ([cheat.seat], "proved")]
        return
    raise AssertionError("nobody had reason to lie")


def test_all_lie() -> None:
    """The audit names every seat in the match: nobody could sign that they are lost. The round is void, and
    the match goes on."""
    for seed in range(500, 900):
        world = table(2, seed=seed, target=1, hand_size=7, variant="crash")
        for peer in world.peers:
            lying(peer, "declare", Quiet())
        until_lost(world)
        game = table_of(world.peers[0]).game
        if any(deal.void and len(deal.offenders) == 2 for deal in game.finished):
            void = next(deal for deal in game.finished if len(deal.offenders) == 2)
            assert game.deal is None or game.deal.number > void.number
            assert all(said.position > void.number for said, _ in world.losses)
            assert world.run(lambda: all_over(world), HOUR)  # noqa: B023
            assert (
                verify_entries(world.genesis, world.peers[0].disk.entries, calculator=world.calculator).state
                == COMPLETE
            )
            return
    raise AssertionError("never did both lie in one round")


def test_false_verdict_of_guilty() -> None:
    """A card that does not show what the accused is charged with."""
    for first in range(500, 700):
        world, cheat = at(MOVE, "verdict", seeds=range(first, 700), hand_size=4)
        game = table_of(cheat).game
        view, deal = game.view, game.deal
        assert view is not None
        assert deal is not None
        guilty = [move.card for move in view.moves() if isinstance(move, Guilty)]
        accused = next(task.accused for task in view.round.agenda if isinstance(task, Verdict))
        known = view.known[view.round.side]
        cards = [card for card in view.round.hands[accused] if card not in guilty and card in known]
        if cards:
            lie = Guilty(cards[0], known[cards[0]])
            refuse_entry(world, cheat, MOVE, deal.own_move(lie, []), "illegal")
            return
    raise AssertionError("all cards were guilty")


def test_wish_to_come_back_made_up() -> None:
    """Nobody comes back who did not ask to."""
    world = table(4, seed=614, target=60)
    gone = world.peers[until_due(world, MOVE, "turn")]
    gone.kill()
    until_lost(world)
    cheat = world.peers[until_due(world, AGREE)]
    rest = [peer for peer in world.peers if peer not in (gone, cheat)]
    game = table_of(cheat).game
    assert world.run(lambda: all(table_of(peer).game.head == game.head for peer in rest), 5_000)
    for ask, code in (([gone.seat, bytes(64)], "unsigned"), ([cheat.seat, bytes(64)], "malformed")):
        entry = forged(cheat, AGREE, [game.digest(), [ask]])
        assert {refusal_at(peer, cheat, entry) for peer in rest} == {code}
    gone.start()
    to_end(world)


def test_wrong_agreement() -> None:
    world, cheat = at(AGREE, target=1)
    refuse_entry(world, cheat, AGREE, [b"\0" * 32, []], "illegal")


def test_a_log_that_goes_further_than_any() -> None:
    """A seat with a spoiled file is silent until it has what all others say they have: but it does not wait
    for who gives it nothing of that, and is not lost for it."""
    world = table(4, seed=5, target=60)
    until_due(world, MOVE, "turn")
    spoiled, cheat, *_ = world.peers
    cheat.honest = False
    work, head = table_of(cheat)._work, pack(["head", 2**53, bytes(32)])

    def lie(beat: bool = False) -> list[Output]:
        said = work(beat)
        return [Send(o.to, head) if isinstance(o, Send) and o.message[:6] == head[:6] else o for o in said]

    table_of(cheat)._work = lie  # type: ignore[method-assign]
    world.crash(spoiled, 500)
    world.wait(501)
    table_of(spoiled).careful = True
    to_end(world)
    assert losses(world) == []
    assert not table_of(spoiled).careful
