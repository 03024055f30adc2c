"""The tournament: its schedule, and a table in one stage (M)."""

from collections import Counter
from itertools import combinations

import pytest

from p2puno.match import Match
from p2puno.match.tournament_schedule import Quality, Stage, quality, schedule
from p2puno.options import OptionError, Options
from p2puno.round import Result


def met(stages: tuple[Stage, ...]) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """How often every two are partners and opponents."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for stage in stages:
        for a, b, c, d in stage:
            partners.update([frozenset((a, c)), frozenset((b, d))])
            opponents.update(frozenset(pair) for pair in ((a, b), (a, d), (c, b), (c, d)))
    return partners, opponents


@pytest.mark.rule("M-01")
def test_everybody_has_everybody_as_partner_for_four_rounds() -> None:
    """In 28 rounds: seven stages of four."""
    stages = schedule(8, 7)
    assert len(stages) * 4 == 28
    assert all(len(stage) == 2 for stage in stages)
    assert met(stages)[0] == {frozenset(pair): 1 for pair in combinations(range(8), 2)}


@pytest.mark.rule("M-02")
def test_every_two_oppose_each_other_equally_often() -> None:
    assert met(schedule(8, 7))[1] == {frozenset(pair): 2 for pair in combinations(range(8), 2)}


@pytest.mark.rule("M-07")
@pytest.mark.parametrize("players", [8, 12, 16, 20, 24])
def test_whist_designs_are_exact(players: int) -> None:
    stages = schedule(players, players - 1)
    partners, opponents = met(stages)
    assert all(sorted(one for table in stage for one in table) == list(range(players)) for stage in stages)
    assert partners == {frozenset(pair): 1 for pair in combinations(range(players), 2)}
    assert opponents == {frozenset(pair): 2 for pair in combinations(range(players), 2)}


@pytest.mark.rule("M-05", "M-07")
@pytest.mark.parametrize("players", [5, 13, 17, 29])
def test_with_one_too_many_everybody_sits_out_once(players: int) -> None:
    stages = schedule(players, players)
    partners, opponents = met(stages)
    assert partners == {frozenset(pair): 1 for pair in combinations(range(players), 2)}
    assert opponents == {frozenset(pair): 2 for pair in combinations(range(players), 2)}
    assert quality(players, stages).sitting_out == (1, 1)


@pytest.mark.rule("M-05", "M-07")
@pytest.mark.parametrize("players", [4, 6, 7, 9, 10, 11, 14, 15, 18, 21, 28, 33, 64])
def test_other_numbers_are_searched_for(players: int) -> None:
    stages = schedule(players, 5)
    assert stages == schedule(players, 5)
    for stage in stages:
        seated = [one for table in stage for one in table]
        assert len(seated) == len(set(seated)) == players - players % 4
        assert set(seated) <= set(range(players))
    found = quality(players, stages)
    partners, opponents = met(stages)
    assert found.partners[1] == max(partners.values())
    assert found.opponents[1] == max(opponents.values())
    assert found.sitting_out[1] - found.sitting_out[0] <= 1
    if players > 4:
        assert (found.repeated, found.partners[1]) == (0, 1)
        assert found.opponents[1] <= 2


@pytest.mark.rule("M-07")
def test_a_short_evening_begins_and_a_long_one_repeats_the_design() -> None:
    assert schedule(8, 3) == schedule(8, 7)[:3]
    assert schedule(8, 10)[7:] == schedule(8, 7)[:3]
    assert quality(8, schedule(8, 7)) == Quality((1, 1), (2, 2), 0, (0, 0))
    assert quality(8, schedule(8, 8)).repeated == 4


@pytest.mark.rule("M-07")
@pytest.mark.parametrize(("players", "stages"), [(3, 5), (65, 5), (8, 33)])
def test_no_more_players_and_stages_than_that(players: int, stages: int) -> None:
    with pytest.raises(OptionError, match="NOT_BETWEEN"):
        Options(mode="tournament", cycles=stages).check_tournament(players)
    with pytest.raises(ValueError, match="no tournament"):
        schedule(players, stages)


# -- a table ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M-01")
@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_table_has_four_players(players: int) -> None:
    with pytest.raises(OptionError, match="NOT_FOUR"):
        Match(Options(mode="tournament"), players)


@pytest.mark.rule("M-01")
def test_it_is_scored_as_rotating_partners() -> None:
    match = Match(Options(mode="tournament", cycles=7), 4)
    match.record(0, Result("out", 0, 1, {0: 10, 1: 0, 2: 20, 3: 99}))
    assert match.totals == [0, 30, 0, 30]
    for _ in range(3):
        assert match.ended is None
        match.record(0, Result("out", match.pairings()[0].dealer or 0, 0, {0: 0, 1: 5, 2: 50, 3: 7}))
    assert match.totals == [36, 30, 36, 30]
    assert match.ended == (0, 2)
    assert match.pairings() == ()


@pytest.mark.rule("M-03", "S-06")
def test_seats_are_mirrored_after_two_rounds_and_everybody_deals_once() -> None:
    match = Match(Options(mode="tournament"), 4)
    assert match.pairings()[0].dealer is None
    match.dealer_drawn(0, 2)
    seen = []
    for _ in range(4):
        ((_, seats, dealer),) = match.pairings()
        assert dealer is not None
        assert [seats.partner(seat) for seat in range(4)] == [2, 3, 0, 1]
        seen.append((seats.order, dealer))
        match.record(0, Result("blocked", dealer, None, {}))  # does not count: the same again (G-09)
        assert match.pairings()[0][1:] == (seats, dealer)
        match.record(0, Result("out", dealer, 0, dict.fromkeys(range(4), 1)))
    there, mirrored = (0, 1, 2, 3), (0, 3, 2, 1)
    assert seen == [(there, 2), (there, 3), (mirrored, 0), (mirrored, 1)]
