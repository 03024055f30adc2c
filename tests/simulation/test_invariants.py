"""What watches over the coalition runs notices each thing that must never happen."""

from __future__ import annotations

import pytest

from protocol.log.entry import Entry
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.table.outputs import Evidence, Rewind
from tests.cheats.cheater import table_of
from tests.simulation.coalition import Plan, make
from tests.simulation.finality import Finality
from tests.simulation.invariants import KEPT, Broken, Watch, Watched, weigh
from tests.simulation.knowledge import Knowledge, asked, state_of
from tests.simulation.members import Member, copy_disk
from tests.simulation.promises import all_over
from tests.simulation.world import World, quick_terms


def calm(seed: int = 3, operators: tuple[int, ...] = (0, 1, 2, 3), coalition: int = 3) -> tuple[World, Watch]:
    """A table with a coalition that does nothing wrong."""
    terms = quick_terms(hand_size=4, target=1, uno_window=100)
    world, watch = make(Plan(seed, terms, operators, frozenset([coalition]), (), "calm"))
    world.start()
    return world, watch


def in_play(world: World) -> Watched:
    """Play until an honest seat has a hand and nobody has gone out; that seat."""
    peer = world.peers[0]
    assert isinstance(peer, Watched)

    def playing() -> bool:
        deal = table_of(peer).game.deal
        round = deal.round if deal is not None else None
        hand = round.hands[peer.seat] if round is not None and deal is not None and deal.shown else []
        return bool(hand) and len(table_of(peer).game.entries) > 30

    assert world.run(playing, 60_000)
    return peer


def deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def to_end(world: World) -> None:
    assert world.run(lambda: all_over(world), 300_000)


def test_nothing_is_broken_where_nobody_cheats() -> None:
    for seed in range(4):
        world, watch = calm(seed)
        to_end(world)
        assert watch.leftovers == 0
        assert all(standing.final > 20 for standing in watch.finality.values())


def test_what_all_have_signed_upon_is_final() -> None:
    world, _ = calm()
    to_end(world)
    game = table_of(world.peers[0]).game
    log = Finality(world.genesis)
    last = {seat: max(e.position for e in game.entries if e.seat == seat) for seat in game.match.playing}
    assert log.follow(game.entries, game.match.playing)
    assert log.final == min(last.values()) - 1
    assert log.follow(game.entries[: log.final], game.match.playing)
    assert not log.follow(game.entries[: log.final - 1], game.match.playing)


def test_going_back_behind_what_is_final() -> None:
    world, watch = calm()
    peer = in_play(world)
    final = watch.finality[peer].final
    peer._carry_out(Rewind(final + 1))
    with pytest.raises(Broken, match="final lost"):
        peer._carry_out(Rewind(final))


def test_going_back_from_an_end_that_all_honest_seats_hold() -> None:
    world, _watch = calm()
    to_end(world)
    peer = world.peers[0]
    with pytest.raises(Broken, match="end taken back"):
        peer._carry_out(Rewind(len(peer.disk.entries)))


def test_logs_that_differ_in_what_is_final() -> None:
    world, watch = calm()
    peer = in_play(world)
    elsewhere, watch_there = calm(seed=4)
    foreign = watch_there.finality[in_play(elsewhere)]
    game = table_of(peer).game
    watch.finality[peer] = Finality(world.genesis)  # all of it is news
    watch._stands(peer, game)
    watch.finality[peer], watch.finality[world.peers[1]] = Finality(world.genesis), foreign
    with pytest.raises(Broken, match="final differs"):
        watch._stands(peer, game)


def test_evidence_against_an_honest_seat() -> None:
    world, _ = calm()
    peer = in_play(world)
    peer._carry_out(Evidence(3, "fork", b""))
    with pytest.raises(Broken, match="wrongly lost"):
        peer._carry_out(Evidence(1, "fork", b""))


def test_a_key_that_is_known_while_cards_are_hidden() -> None:
    world, watch = calm()
    state = state_of(table_of(in_play(world)).game.deal)
    assert state is not None
    watch.knowledge.seeds.add(watch.knowledge.committed[state.digest, 1])
    with pytest.raises(Broken, match="face known"):
        to_end(world)


def test_a_card_that_is_known_in_an_honest_hand() -> None:
    world, watch = calm()
    peer, known = in_play(world), watch.knowledge

    def hidden() -> list[tuple[int, int]]:
        """Cards of the hand that all others have given their shares of."""
        deal = table_of(peer).game.deal
        state, round = state_of(deal), deal.round if deal is not None else None
        if deal is None or state is None or round is None:
            return []
        hand = [(card, round.side) for card in round.hands.get(peer.seat, ())]
        others = [seat for seat in state.setup.seats if seat != peer.seat]
        return [
            spot
            for spot in hand
            if not known.may_know(deal, spot) and all(known._has_share(state, spot, one) for one in others)
        ]

    assert world.run(lambda: bool(hidden()), 60_000)
    deal, spot = table_of(peer).game.deal, hidden()[0]
    state = state_of(deal)
    assert deal is not None
    assert state is not None
    assert not known.cards_known(peer.seat, deal)
    known._units.add((state.keys[peer.seat], state.pairs[spot].a))
    assert known.cards_known(peer.seat, deal) == [("hand", spot)]
    with pytest.raises(Broken, match="face known"):
        watch._hidden(peer, table_of(peer).game)
    known._draws[state.digest, state.pairs[spot].a] = {peer.seat, 1}
    watch.finality[peer].final = 0
    watch._hidden(peer, table_of(peer).game)  # at most one of the two lines stands
    assert world.covered["drawn twice, in a hand"] == 1
    watch.finality[peer].final = table_of(peer).game.position
    with pytest.raises(Broken, match="for good"):
        watch._hidden(peer, table_of(peer).game)


def test_a_seed_that_is_revealed_before_all_have_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(deal: Deal, entry: Entry) -> None:
        agree(deal, entry)
        deal.agreed = list(deal.game.match.playing)  # one for all

    agree = Deal._take_agreement
    monkeypatch.setattr(Deal, "_take_agreement", hasty)
    world, _ = calm()
    with pytest.raises(Broken, match=r"reveals at \d+ before \{.*\} agreed"):
        to_end(world)


def test_a_deal_that_the_others_have_revealed_without_a_seat() -> None:
    """Who was lost and has not heard of it cannot know that the round is over. It must not go on there."""
    world, watch = calm()
    peer = in_play(world)
    game = table_of(peer).game
    state = state_of(game.deal)
    assert state is not None
    world.part([1, 2, 3], [0])
    others = [table_of(world.peers[seat]).game for seat in (1, 2, 3)]
    assert world.run(lambda: all(other.finished for other in others), 300_000)
    assert watch.knowledge.keys_known(state) == [0, 1, 2]
    assert peer.seat in others[0].finished[0].lost
    watch._hidden(peer, game)
    for seat in (1, 2):  # if it could go on without them, it would play with open cards
        game.match.leave(seat)
    with pytest.raises(Broken, match="face known"):
        watch._hidden(peer, game)


def test_a_deal_that_is_played_on_both_sides_of_a_parted_table() -> None:
    """The liar in the middle plays one deal to its end with each half: the first reveals the other's hand."""
    world, _ = calm(seed=1, operators=(0, 1, 2), coalition=2)
    cheat = world.peers[2]
    in_play(world)
    assert isinstance(cheat, Member)
    double = Member(world, cheat.seat)
    double.mind, double.line, double.disk = cheat.mind, 1, copy_disk(cheat.disk)
    cheat.audience, double.audience = frozenset([0]), frozenset([1])
    world.part([0, 2], [1, 2])
    world.doubles.append(double)
    double.start()
    with pytest.raises(Broken, match="face known"):
        world.run(lambda: all_over(world), 300_000)
    lost = [loss.seat for peer in world.peers[:2] for loss in table_of(peer).game.losses]
    assert lost == [1, 0]


@pytest.mark.parametrize("forgetful", [False, True])
def test_a_challenger_that_is_lost_when_it_has_seen_the_hand(
    forgetful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules showed it the hand, which then stays with who holds it. `forgetful`: they had not."""
    world, watch = calm(seed=19)
    games, cheat = [table_of(peer).game for peer in world.peers[:3]], world.peers[3]
    assert isinstance(cheat, Member)

    def showing() -> bool:
        """Whether an honest seat is showing the cheat its hand, or just has."""
        return any(
            due.step in ("seal", "receipt") and any(to == 3 for _, _, to in asked(deal_of(game)))
            for game in games
            if (due := game.due()) is not None
        )

    assert world.run(showing, 60_000)
    cheat.muted_until = 10**9  # it sees the hand, and says no more
    if forgetful:
        monkeypatch.setattr(Knowledge, "was_opened", lambda *_: False)
        with pytest.raises(Broken, match="face known"):
            to_end(world)
    else:
        to_end(world)
        assert 3 in games[0].finished[0].lost
        assert watch.leftovers > 0


def test_a_seed_that_is_used_again() -> None:
    world, watch = calm()
    peer = in_play(world)
    game = table_of(peer).game
    commit = next(
        e for e in game.entries if e.seat == peer.seat and e.payload[0] == "commit" and e.kind == "deck"
    )
    watch.wrote(peer, commit)
    state = state_of(game.deal)
    assert state is not None
    assert state.seed is not None
    watch.knowledge.seeds.add(state.seed)
    watch.wrote(peer, commit)  # the same entry again is the same place
    watch._places[peer.seat, state.seed] = commit.position + 1, commit.previous
    with pytest.raises(Broken, match="spent seed"):
        watch.wrote(peer, commit)


def test_a_table_that_keeps_too_much() -> None:
    world, watch = calm()
    peer = in_play(world)
    table = table_of(peer)
    things, size = weigh(table)
    assert 0 < things < KEPT
    table.hoard = {bytes([n % 256]): [b"x" * 100] for n in range(256)}  # type: ignore[attr-defined]
    assert weigh(table) == (things + 256, size + 25_600)
    table.hoard = [[]] * 1 + [[n] for n in range(KEPT)]  # type: ignore[attr-defined]
    with pytest.raises(Broken, match="bounds"):
        watch._weigh(peer, table)
