"""The tournament of eight (M)."""

from collections import Counter
from itertools import combinations

import pytest

from p2puno.match import Match
from p2puno.options import OptionError, Options
from p2puno.round import Result


def whole() -> tuple[Match, Counter[frozenset[int]], Counter[frozenset[int]], list[int]]:
    """A whole tournament: who were partners and opponents, how often, and the rounds of each table."""
    match = Match(Options(mode="tournament"), 8)
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    rounds = [0, 0]
    while match.ended is None:
        pairings = match.pairings()
        assert len(pairings) == 2
        assert sorted(pairings[0].seats.order + pairings[1].seats.order) == list(range(8))
        for table, seats, _ in pairings:
            a, b, c, d = seats.order
            assert [seats.partner(seat) for seat in seats.order] == [c, d, a, b]
            assert [match.partner(seat) for seat in seats.order] == [c, d, a, b]
            partners.update([frozenset((a, c)), frozenset((b, d))])
            opponents.update(frozenset(pair) for pair in ((a, b), (a, d), (c, b), (c, d)))
            match.record(table, Result("out", a, a, {a: 0, b: 1, c: 70, d: 2}))
            rounds[table] += 1
    return match, partners, opponents, rounds


@pytest.mark.rule("M-01")
@pytest.mark.parametrize("players", [4, 7, 9])
def test_a_tournament_has_eight_players(players: int) -> None:
    with pytest.raises(OptionError, match="NOT_EIGHT"):
        Match(Options(mode="tournament"), players)


@pytest.mark.rule("M-01")
def test_everybody_has_everybody_as_partner_for_four_rounds() -> None:
    _, partners, _, rounds = whole()
    assert rounds == [28, 28]
    assert partners == {frozenset(pair): 4 for pair in combinations(range(8), 2)}


@pytest.mark.rule("M-01")
def test_it_is_scored_as_rotating_partners() -> None:
    match = Match(Options(mode="tournament"), 8)
    (_, seats, _), _ = match.pairings()
    a, b, c, d = seats.order
    match.record(0, Result("out", a, b, {a: 10, b: 0, c: 20, d: 99}))
    assert [match.totals[seat] for seat in (a, b, c, d)] == [0, 30, 0, 30]
    assert sum(match.totals) == 60
    done, *_ = whole()
    assert sum(done.totals) == 2 * 3 * 56
    assert done.ended == done.ranking()[0]
    assert all(done.totals[seat] == max(done.totals) for seat in done.ended or ())


@pytest.mark.rule("M-01")
def test_nobody_changes_seats_before_both_tables_are_done() -> None:
    match = Match(Options(mode="tournament"), 8)
    for _ in range(4):
        (table, seats, _), *_ = match.pairings()
        assert table == 0
        match.record(0, Result("out", seats.order[0], seats.order[0], dict.fromkeys(seats.order, 1)))
    (pairing,) = match.pairings()
    assert (pairing.table, match.stage) == (1, 0)


@pytest.mark.rule("M-02")
def test_every_two_oppose_each_other_equally_often() -> None:
    _, _, opponents, _ = whole()
    assert opponents == {frozenset(pair): 8 for pair in combinations(range(8), 2)}
