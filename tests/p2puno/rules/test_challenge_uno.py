"""Challenge UNO (E)."""

import pytest

from p2puno.match import Match
from p2puno.options import Options
from p2puno.round import Result
from tests.p2puno.table import table


def out(out: int, **held: int) -> Result:
    """Who went out, and what each seat was caught with: `s0=20`."""
    return Result("out", 0, out, {int(name[1:]): points for name, points in held.items()})


@pytest.mark.rule("E-01")
def test_everybody_is_charged_what_they_are_caught_with() -> None:
    t = table("classic mode=challenge | 0> R R5 | 0: R3 | 1: R2 Y9 Gs | 2: W R0 W+4")
    t.play(0, "R3")
    match = Match(Options(mode="challenge"), 3)
    match.record(0, t.result)
    assert match.totals == [0, 31, 100]


@pytest.mark.rule("E-01")
def test_who_reaches_the_amount_is_out() -> None:
    match = Match(Options(mode="challenge"), 4)
    match.record(0, out(0, s0=0, s1=499, s2=20, s3=30))
    assert match.playing == [0, 1, 2, 3]
    match.record(0, out(0, s0=0, s1=1, s2=20, s3=30))
    assert match.playing == [0, 2, 3]
    assert match.pairings()[0].seats.order == (0, 2, 3)
    assert match.ended is None


@pytest.mark.rule("E-01")
def test_the_amount_can_be_set() -> None:
    match = Match(Options(mode="challenge", target=50), 3)
    match.record(0, out(0, s0=0, s1=49, s2=50))
    assert match.playing == [0, 1]


@pytest.mark.rule("E-02", "E-03")
def test_the_last_two_play_head_to_head_with_the_totals_they_have() -> None:
    match = Match(Options(mode="challenge"), 3)
    match.record(0, out(0, s0=0, s1=400, s2=500))
    assert match.pairings()[0].seats.order == (0, 1)
    assert match.ended is None
    match.record(0, out(1, s0=300, s1=0))
    assert (match.ended, match.totals) == (None, [300, 400, 500])
    match.record(0, out(0, s0=0, s1=100))
    assert match.ended == (0,)
    assert match.pairings() == ()


@pytest.mark.rule("E-02")
def test_two_can_start_head_to_head() -> None:
    match = Match(Options(mode="challenge"), 2)
    match.record(0, out(1, s0=499, s1=0))
    assert match.ended is None
    match.record(0, out(1, s0=1, s1=0))
    assert match.ended == (1,)


@pytest.mark.rule("E-03")
def test_if_one_round_leaves_a_single_player_that_player_wins() -> None:
    match = Match(Options(mode="challenge"), 4)
    match.record(0, out(2, s0=500, s1=700, s2=0, s3=600))
    assert match.ended == (2,)
    assert match.ranking() == [(2,), (0,), (3,), (1,)]


@pytest.mark.rule("E-03")
def test_the_others_rank_by_the_round_then_by_lower_total() -> None:
    match = Match(Options(mode="challenge"), 5)
    match.record(0, out(0, s0=0, s1=510, s2=10, s3=500, s4=20))
    match.record(0, out(0, s0=0, s2=700, s4=20))
    match.record(0, out(0, s0=0, s4=900))
    assert match.ended == (0,)
    assert match.ranking() == [(0,), (4,), (2,), (3,), (1,)]


@pytest.mark.rule("E-03")
def test_equal_totals_in_one_round_share_the_place() -> None:
    match = Match(Options(mode="challenge"), 4)
    match.record(0, out(0, s0=0, s1=510, s2=10, s3=510))
    match.record(0, out(0, s0=0, s2=490))
    assert match.ranking() == [(0,), (2,), (1, 3)]


@pytest.mark.rule("E-03", "L-01")
def test_if_who_went_out_has_left_and_all_others_are_put_out_the_lowest_total_wins() -> None:
    match = Match(Options(mode="challenge"), 4)
    match.dealer_drawn(0, 2)
    match.record(0, out(0, s0=0, s1=490, s2=480, s3=490))
    match.leave(0)
    match.record(0, out(0, s1=20, s2=40, s3=20))
    assert match.ended == (1, 3)
    assert match.ranking() == [(1, 3), (2,), (0,)]
    assert match.pairings() == ()
