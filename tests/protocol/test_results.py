"""Results of a tournament: who believes what, what is refused and named, and the standings."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from protocol.log.genesis import Slot
from protocol.remote_errors import MalformedError, RemoteError, SignatureError
from protocol.tournament.result import Lie, Record, read_lie, sign_result
from protocol.tournament.result_set import ENOUGH, ResultSet
from protocol.tournament.standings import Kind, standings
from tests.protocol.rosters import identities, result, roster, signed

ROSTER = roster()
FIRST, SECOND = ROSTER.slots[:2]


def test_with_four_signatures_it_is_believed() -> None:
    results = ResultSet(ROSTER)
    for seat in range(4):
        assert not results.believed(FIRST)
        assert results.take(signed(ROSTER, result(FIRST), [seat]).wire()) is not None
    assert results.believed(FIRST) == [result(FIRST)]
    assert results.take(signed(ROSTER, result(FIRST)).wire()) is None, "nothing new"


def test_withheld_it_is_believed_by_the_log() -> None:
    results = ResultSet(ROSTER)
    results.take(signed(ROSTER, result(FIRST), [0, 1, 3]).wire())
    assert results.doubtful() == [FIRST]
    results.logged(result(FIRST))
    assert results.believed(FIRST) == [result(FIRST)]
    assert results.doubtful() == []


def test_three_who_invent_a_result_are_not_believed() -> None:
    results = ResultSet(ROSTER)
    results.take(signed(ROSTER, result(FIRST, 900, 0, 900, 0), [0, 1, 2]).wire())
    results.logged(result(FIRST))
    assert results.believed(FIRST) == [result(FIRST)]


def test_forged() -> None:
    results = ResultSet(ROSTER)
    good = signed(ROSTER, result(FIRST))
    forged = Record(result(FIRST, 99, 0, 99, 0), good.signatures)
    with pytest.raises(SignatureError):
        results.take(forged.wire())
    assert not list(results.records())


def test_of_another_slot() -> None:
    good = signed(ROSTER, result(FIRST))
    with pytest.raises(SignatureError):
        ResultSet(ROSTER).take(Record(result(SECOND), good.signatures).wire())
    for stage, table in ((9, 0), (0, 2), (-1, 0)):
        slot = Slot(ROSTER.id, stage, table)
        with pytest.raises(MalformedError):
            ResultSet(ROSTER).take(Record(result(slot), good.signatures).wire())


def test_by_the_wrong_four() -> None:
    others = [n for n in range(8) if n not in ROSTER.seated(FIRST)]
    said = result(FIRST)
    wrong = signed(ROSTER, result(SECOND))
    with pytest.raises(SignatureError):
        ResultSet(ROSTER).take(Record(said, wrong.signatures).wire())
    assert not any(sign_result(identities(8)[n], ROSTER, said).signers for n in others)


def test_of_another_tournament() -> None:
    other = roster(9)
    with pytest.raises(SignatureError):
        ResultSet(ROSTER).take(signed(other, result(other.slots[0])).wire())


@pytest.mark.parametrize(
    "wire",
    [
        [],
        [[0, 0, [1, 2, 3, 4], 4, []], [b"", b"", b"", b""]],
        [[0, 0, [1, 2, 3], 4, []], [bytes(64)] * 4],
        [[0, 0, [1, 2, 3, -4], 4, []], [bytes(64)] * 4],
        [[0, 0, [1, 2, 3, True], 4, []], [bytes(64)] * 4],
        [[0, 0, [1, 2, 3, 4], 5, []], [bytes(64)] * 4],
        [[0, 0, [1, 2, 3, 4], 4, [2, 1]], [bytes(64)] * 4],
        [[0, 0, [1, 2, 3, 4], 4, [4]], [bytes(64)] * 4],
        [[0, 0, [1, 2, 3, 4], 4, []], [bytes(63)] * 4],
        [[0, 0, [1, 2, 3, 4], 4, []], [bytes(64)] * 5],
    ],
)
def test_what_is_no_record(wire: object) -> None:
    with pytest.raises(MalformedError):
        ResultSet(ROSTER).take(wire)


# -- contradictions -------------------------------------------------------------------------------------


@pytest.mark.rule("M-06")
def test_who_signs_two_results_is_named_and_the_true_one_counts() -> None:
    results = ResultSet(ROSTER)
    results.take(signed(ROSTER, result(FIRST, 500, 0, 500, 0), [2]).wire())
    results.take(signed(ROSTER, result(FIRST)).wire())
    assert results.liars(FIRST) == {2}
    assert results.believed(FIRST) == [result(FIRST)]
    liar = ROSTER.seated(FIRST)[2]
    assert [row.player for row in standings(results) if row.lies] == [liar]
    (lie,) = results.lies.values()
    assert read_lie(ROSTER, lie.wire()) == lie
    elsewhere = ResultSet(ROSTER)
    assert elsewhere.take_lie(lie.wire()) == lie
    assert elsewhere.take_lie(lie.wire()) is None
    assert elsewhere.liars(FIRST) == {2}


@pytest.mark.rule("M-06")
def test_of_two_results_neither_counts() -> None:
    results = ResultSet(ROSTER)
    for slot in ROSTER.slots:
        results.take(signed(ROSTER, result(slot, 40, 40, 40, 40)).wire())
    other = result(FIRST, 500, 0, 500, 0)
    results.take(signed(ROSTER, other, [0, 1, 2]).wire())
    assert results.believed(FIRST) == [result(FIRST, 40, 40, 40, 40)], "one was not for it"
    results.take(signed(ROSTER, other).wire())
    assert len(results.believed(FIRST)) == 2
    cells = {row.player: row.cells[0] for row in standings(results)}
    assert [(cells[one].kind, cells[one].points) for one in ROSTER.seated(FIRST)] == [(Kind.LIED, 0)] * 4
    assert sum(row.lies for row in standings(results)) == 4


@pytest.mark.rule("M-06")
def test_a_log_changes_nothing_that_all_four_have_signed() -> None:
    """One of them can show another complete log to some of the others: whoever fetched that has the same
    standings as everybody else."""
    results, elsewhere = ResultSet(ROSTER), ResultSet(ROSTER)
    for one in (results, elsewhere):
        one.take(signed(ROSTER, result(FIRST, out=[3])).wire())
    elsewhere.logged(result(FIRST, 500, 0, 500, 0))
    assert elsewhere.believed(FIRST) == results.believed(FIRST)
    assert standings(elsewhere) == standings(results)
    assert not elsewhere.has_log(FIRST)


def test_of_two_logs_the_one_that_more_have_signed_counts() -> None:
    results = ResultSet(ROSTER)
    true, shown = result(FIRST, out=[3]), result(FIRST, 500, 0, 500, 0)
    results.take(signed(ROSTER, shown, [3]).wire())
    results.logged(shown)
    assert results.believed(FIRST) == [shown]
    results.take(signed(ROSTER, true, [0, 1, 2]).wire())
    assert results.wanted(FIRST) == true
    assert results.believed(FIRST) == [shown], "without a log, signatures of three take nothing away"
    results.logged(true)
    assert results.believed(FIRST) == [true]
    assert results.wanted(FIRST) is None


def test_who_played_believes_their_own_log() -> None:
    results = ResultSet(ROSTER)
    results.logged(result(FIRST), played=True)
    results.take(signed(ROSTER, result(FIRST, 1, 2, 3, 4), [0, 1, 2]).wire())
    results.logged(result(FIRST, 1, 2, 3, 4))
    assert results.believed(FIRST) == [result(FIRST)]
    assert results.wanted(FIRST) is None


def test_a_contradiction_must_be_one() -> None:
    one, other = signed(ROSTER, result(FIRST)), signed(ROSTER, result(FIRST, 1, 2, 3, 4))
    same = Lie(0, (one.result, one.result), (one.signatures[0],) * 2)
    strangers = Lie(1, (one.result, other.result), (one.signatures[0], other.signatures[0]))
    for wrong in (same.wire(), strangers.wire(), [], [0, one.result.wire(), b"", other.result.wire(), b""]):
        with pytest.raises(RemoteError):
            ResultSet(ROSTER).take_lie(wrong)


def test_many_lies_take_little_room() -> None:
    results = ResultSet(ROSTER)
    for points in range(50):
        results.take(signed(ROSTER, result(FIRST, points, 0, points, 0), [1]).wire())
    assert len(results._records[FIRST]) == 2
    for points in range(50, 0, -1):
        results.take(signed(ROSTER, result(FIRST, points, 7, points, 7)).wire())
    assert len(results._records[FIRST]) <= 2 + ENOUGH
    assert len(results.lies) == 4


# -- the same for all -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_in_whatever_order_they_come(seed: int) -> None:
    """Records in parts, contradictions, and three results of one table that all four have signed."""
    random = Random(seed)
    parts = [
        signed(ROSTER, result(slot, n, 50, n, 50), [seat])
        for n, slot in enumerate(ROSTER.slots)
        for seat in range(4)
    ]
    parts += [signed(ROSTER, result(FIRST, n, n, n, n)) for n in range(3)]
    parts += [signed(ROSTER, result(SECOND, n, n, n, n), [1]) for n in range(5)]
    sets = []
    for _ in range(4):
        random.shuffle(parts)
        results = ResultSet(ROSTER)
        for part in parts:
            results.take(part.wire())
        sets.append(results)
    for _ in range(2):  # a signature by somebody known to lie may have been dropped: gossip brings it again
        for one in sets:
            for other in sets:
                for record in list(other.records()):
                    one.take(record.wire())
                for lie in other.lies.values():
                    one.take_lie(lie.wire())
    for one, other in pairwise(sets):
        assert standings(one) == standings(other)
        assert one.digest() == other.digest()


# -- standings ------------------------------------------------------------------------------------------


def all_signed() -> ResultSet:
    results = ResultSet(ROSTER)
    for slot in ROSTER.slots:
        if slot != FIRST:
            results.take(signed(ROSTER, result(slot, 30, 11, 30, 11)).wire())
    return results


@pytest.mark.rule("M-01")
def test_points_are_added_over_the_stages_and_equal_totals_share_a_place() -> None:
    results = all_signed()
    results.take(signed(ROSTER, result(FIRST, 7, 5, 7, 5)).wire())
    rows = standings(results)
    for row in rows:
        expected = 0
        for slot in ROSTER.slots_of(row.player):
            (said,) = results.believed(slot)
            expected += said.points[ROSTER.seated(slot).index(row.player)]
        assert row.total == expected
        assert row.place == 1 + sum(other.total > row.total for other in rows)
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    assert results.finished


@pytest.mark.rule("M-04")
def test_missing_players_get_nothing_and_the_others_their_mean() -> None:
    results = all_signed()
    results.take(signed(ROSTER, result(FIRST, 0, 0, 0, 0, rounds=0, out=[2]), [0, 1, 3]).wire())
    results.logged(result(FIRST, 0, 0, 0, 0, rounds=0, out=[2]))
    rows = {row.player: row for row in standings(results)}
    for seat, player in enumerate(ROSTER.seated(FIRST)):
        cells = rows[player].cells
        if seat == 2:
            assert (cells[0].kind, cells[0].points) == (Kind.MISSED, 0)
        else:
            assert cells[0].kind is Kind.CREDITED
            assert cells[0].points == (cells[1].points + cells[2].points) // 2
            assert rows[player].total == sum(cell.points for cell in cells)


@pytest.mark.rule("M-04")
def test_what_was_counted_before_somebody_left_stands() -> None:
    results = all_signed()
    results.logged(result(FIRST, 15, 0, 15, 0, rounds=1, out=[0]))
    cells = {row.player: row.cells[0] for row in standings(results)}
    assert [cells[player].points for player in ROSTER.seated(FIRST)] == [15, 0, 15, 0]


@pytest.mark.rule("M-05")
def test_sitting_out_is_credited() -> None:
    made = roster(5)
    results = ResultSet(made)
    for slot in made.slots:
        results.take(signed(made, result(slot, 33, 10, 33, 10)).wire())
    for row in standings(results):
        for stage, cell in enumerate(row.cells):
            if row.player in made.stages[stage][0]:
                assert cell.kind is Kind.PLAYED
            else:
                played = [one.points for one in row.cells if one.kind is Kind.PLAYED]
                assert (cell.kind, cell.points) == (Kind.IDLE, sum(played) // len(played))


def test_open_slots_count_nothing_yet_and_stages_can_be_looked_back_at() -> None:
    results = all_signed()
    assert not results.finished
    rows = {row.player: row for row in standings(results)}
    assert {rows[player].cells[0].kind for player in ROSTER.seated(FIRST)} == {Kind.OPEN}
    assert all(len(row.cells) == 1 for row in standings(results, 1))
