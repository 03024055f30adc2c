"""Partners, fixed and rotating (R), and what becomes of them when a seat leaves (L-04)."""

import pytest

from p2puno.match import Match, Seats
from p2puno.options import OptionError, Options
from p2puno.round import Result
from tests.p2puno.table import table


def out(out: int, *held: int, dealer: int = 0) -> Result:
    return Result("out", dealer, out, dict(enumerate(held)))


@pytest.mark.rule("R-01")
@pytest.mark.parametrize("mode", ["partners", "rotating"])
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_partners_are_four(mode: str, players: int) -> None:
    with pytest.raises(OptionError, match="NOT_FOUR"):
        Match(Options(mode=mode), players)


@pytest.mark.rule("R-01")
def test_partners_sit_across_from_each_other() -> None:
    match = Match(Options(mode="partners"), 4)
    (pairing,) = match.pairings()
    assert pairing.seats == Seats((0, 1, 2, 3), partners=True)
    assert [match.partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert Match(Options(), 4).partner(1) is None


@pytest.mark.rule("R-01")
@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("0> R R5 | 0: R1 | 1: R2 Y9 | 2: R3 W | 3: R4 B7", (22, 0)),
        ("2> R R5 | 0: R1 W | 1: R2 Y9 | 2: R3 | 3: R4 B7", (22, 0)),
        ("1> R R5 | 0: R1 B1 | 1: R2 | 2: R3 Gs | 3: W B7", (0, 25)),
        ("3> R R5 | 0: R1 B1 | 1: R2 W | 2: R3 Gs | 3: R4", (0, 25)),
    ],
)
def test_the_points_in_both_opponents_hands_go_to_the_pair(line: str, pairs: tuple[int, int]) -> None:
    t = table(f"classic mode=partners | {line}")
    t.play(t.turn, t.hand(t.turn))
    match = Match(Options(mode="partners"), 4)
    match.record(0, t.result)
    assert (match.totals[0] + match.totals[2], match.totals[1] + match.totals[3]) == pairs


@pytest.mark.rule("R-02")
def test_rotating_partners_play_four_rounds_with_each_of_the_other_three() -> None:
    match = Match(Options(mode="rotating"), 4)
    partners: dict[int, list[int]] = {seat: [] for seat in range(4)}
    rounds = 0
    while match.ended is None:
        (pairing,) = match.pairings()
        assert sorted(pairing.seats.order) == [0, 1, 2, 3]
        for seat in range(4):
            partner = match.partner(seat)
            assert partner is not None
            assert match.partner(partner) == seat
            order = pairing.seats.order
            assert (order.index(seat) - order.index(partner)) % 4 == 2
            partners[seat].append(partner)
        match.record(0, Result("out", 0, 0, {0: 0, 1: 1, 2: 1, 3: 1}))
        rounds += 1
    assert rounds == 12
    for seat in range(4):
        assert sorted(partners[seat]) == sorted(4 * [other for other in range(4) if other != seat])


@pytest.mark.rule("R-02")
def test_each_keeps_the_points_of_each_partnership_and_most_points_win() -> None:
    match = Match(Options(mode="rotating"), 4)
    for _ in range(4):
        match.record(0, out(0, 0, 10, 50, 20))  # 0 with 2, against 1 and 3
    assert match.totals == [120, 0, 120, 0]
    for _ in range(4):
        match.record(0, out(1, 99, 0, 3, 4))  # 1 with 0, against 2 and 3
    assert match.totals == [148, 28, 120, 0]
    for number in range(4):
        assert match.ended is None
        match.record(0, out(3, 0, 1 + number, 0, 0))  # 3 with 0, against 1 and 2
    assert match.totals == [158, 28, 120, 10]
    assert match.ended == (0,)
    assert match.ranking() == [(0,), (2,), (1,), (3,)]


@pytest.mark.rule("R-02")
def test_the_target_does_not_end_it_early_and_a_tie_is_shared() -> None:
    match = Match(Options(mode="rotating", target=50), 4)
    for _ in range(4):
        match.record(0, out(0, 0, 100, 0, 100))
    for _ in range(8):
        assert match.ended is None
        match.record(0, out(0, 0, 0, 0, 0))
    assert match.ended == (0, 2)


@pytest.mark.rule("R-02")
def test_the_cycle_can_be_played_several_times() -> None:
    match = Match(Options(mode="rotating", cycles=2), 4)
    for _ in range(24):
        assert match.ended is None
        match.record(0, out(0, 0, 1, 1, 1))
    assert match.ended == (0,)


@pytest.mark.rule("R-03")
def test_the_first_pair_to_the_target_wins() -> None:
    match = Match(Options(mode="partners"), 4)
    match.record(0, out(0, 0, 300, 0, 0))
    match.record(0, out(1, 450, 0, 0, 0))
    assert match.ended is None
    match.record(0, out(2, 0, 100, 0, 99))
    assert match.ended is None
    match.record(0, out(2, 0, 0, 0, 1))
    assert match.ended == (0, 2)
    assert match.ranking() == [(0, 2), (1, 3)]


@pytest.mark.rule("R-03")
def test_charged_a_pairs_totals_are_added() -> None:
    match = Match(Options(mode="partners", scoring="lowest"), 4)
    match.record(0, out(0, 0, 250, 300, 150))
    assert match.ended is None
    assert match.totals == [0, 250, 300, 150]
    match.record(0, out(0, 0, 50, 199, 50))
    assert match.ended == (0, 2)  # 499, and the others 500
    assert match.ranking() == [(0, 2), (1, 3)]


@pytest.mark.rule("R-03", "P-05")
def test_a_tie_of_pairs_is_shared() -> None:
    match = Match(Options(mode="partners", scoring="lowest"), 4)
    match.record(0, out(0, 0, 250, 500, 250))
    assert match.ended == (0, 1, 2, 3)


# -- leaving --------------------------------------------------------------------------------------------


@pytest.mark.rule("L-04")
@pytest.mark.parametrize(("mode", "players"), [("partners", 4), ("rotating", 4), ("tournament", 4)])
def test_partners_are_not_played_on_short(mode: str, players: int) -> None:
    match = Match(Options(mode=mode), players)
    seats = match.pairings()[0].seats
    gone = seats.order[1]
    match.leave(gone)
    assert match.missing == (gone,)
    assert match.ended is None
    assert all(gone not in pairing.seats.order for pairing in match.pairings())


@pytest.mark.rule("L-04")
def test_the_match_waits_for_the_seat() -> None:
    match = Match(Options(mode="partners"), 4)
    match.record(0, out(0, 0, 30, 0, 0))
    match.leave(3)
    assert match.pairings() == ()
    match.rejoin(3)
    assert match.missing == ()
    (pairing,) = match.pairings()
    assert (pairing.seats.order, pairing.dealer) == ((0, 1, 2, 3), 1)
    assert match.totals == [30, 0, 0, 0]


@pytest.mark.rule("L-04")
@pytest.mark.parametrize(("mode", "winners"), [("partners", (0, 2)), ("rotating", (0, 2))])
def test_or_ends_as_it_stands(mode: str, winners: tuple[int, ...]) -> None:
    match = Match(Options(mode=mode), 4)
    match.record(0, out(0, 0, 30, 0, 0))
    match.leave(3)
    match.end_as_it_stands()
    assert match.ended == winners
    assert match.pairings() == ()


@pytest.mark.rule("L-04")
def test_everybody_for_themselves_is_played_on() -> None:
    match = Match(Options(), 4)
    match.leave(3)
    assert match.missing == ()
    assert match.pairings()[0].seats.order == (0, 1, 2)
