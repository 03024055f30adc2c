"""Whole tournaments on virtual time: faults, missing players, partitions, withheld results, and size."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from protocol.log.genesis import Slot
from protocol.tournament.standings import Kind, standings
from tests.simulation.tournament import Evening, Program, measure

HOUR = 3_600_000


def finished(evening: Evening) -> Evening:
    assert evening.run(lambda: evening.over() and evening.agree(), HOUR), [
        (hall.me, [slot[1:] for slot in hall.roster.slots if not hall.results.closed(slot)])
        for hall in evening.running
    ]
    return evening


def cells(evening: Evening, player: int) -> list[Kind]:
    (row,) = [row for row in standings(evening.running[0].results) if row.player == player]
    return [cell.kind for cell in row.cells]


def span(evening: Evening, slot: Slot) -> tuple[int, int]:
    """From when to when a table played."""
    program = evening.programs[evening.roster.seated(slot)[0]]
    times = [entry.time for entry in program.disks[slot].entries if entry.time]
    return min(times), max(times)


@pytest.mark.rule("M-01", "M-02")
def test_eight_at_two_tables_at_the_same_time() -> None:
    """28 rounds: the logs say who played with whom, and that the tables played side by side."""
    evening = finished(Evening(3, 8, 7))
    partners: Counter[frozenset[bytes]] = Counter()
    opponents: Counter[frozenset[bytes]] = Counter()
    for slot in evening.roster.slots:
        keys = [player.key for player in evening.roster.genesis(slot).players]
        (result,) = evening.running[0].results.believed(slot)
        assert result.rounds == 4
        for one, other in combinations(range(4), 2):
            counted = partners if other - one == 2 else opponents
            counted[frozenset((keys[one], keys[other]))] += result.rounds
    everybody = [frozenset(pair) for pair in combinations([p.key for p in evening.roster.players], 2)]
    assert partners == dict.fromkeys(everybody, 4)
    assert opponents == dict.fromkeys(everybody, 8)
    for stage in range(7):
        first, second = (span(evening, Slot(evening.roster.id, stage, table)) for table in range(2))
        assert max(first[0], second[0]) < min(first[1], second[1]), stage


@pytest.mark.parametrize(
    "seed",
    [1, *(pytest.param(seed, marks=[pytest.mark.slow, pytest.mark.long]) for seed in (0, 2))],
)
def test_bad_weather_and_crashes(seed: int) -> None:
    evening = Evening(seed, 8, 2)
    evening.weather.loss, evening.weather.slowest = 0.1, 300
    for number in range(12):
        program = evening.programs[evening.random.randrange(8)]
        evening.after(2_000 + 6_000 * number, lambda program=program: evening.crash(program, 3_000))  # type: ignore[misc]
    finished(evening)


@pytest.mark.rule("M-04")
def test_who_never_comes_gets_nothing_and_the_others_a_credit() -> None:
    evening = Evening(5, 8, 2)
    evening.programs[2].kill()
    finished(evening)
    assert cells(evening, 2) == [Kind.MISSED] * 2
    for slot in evening.roster.slots_of(2):
        for player in evening.roster.seated(slot):
            if player != 2:
                assert cells(evening, player)[slot.stage] is Kind.CREDITED
    for slot in evening.roster.slots:
        if 2 not in evening.roster.seated(slot):
            assert evening.running[0].results.believed(slot)[0].rounds == 4


@pytest.mark.rule("M-04")
def test_who_comes_late_plays_the_next_stage() -> None:
    evening = Evening(6, 8, 2)
    late = evening.programs[4]
    late.kill()
    first = evening.roster.slots_of(4)[0]
    closed = evening.programs[evening.roster.seated(first)[0]]
    if closed is late:
        closed = evening.programs[evening.roster.seated(first)[1]]
    assert evening.run(lambda: closed.hall is not None and closed.hall.results.closed(first), HOUR)
    late.start()
    finished(evening)
    assert cells(evening, 4) == [Kind.MISSED, Kind.PLAYED]


def test_a_withheld_signature_denies_nothing() -> None:
    evening = Evening(7, 8, 2)
    evening.programs[1].withholds = True
    finished(evening)
    assert cells(evening, 1) == [Kind.PLAYED] * 2
    for hall in evening.running:
        record = [one for one in hall.results.records() if not one.complete]
        assert len(record) == 2


def test_standings_converge_when_a_partition_heals() -> None:
    """Both halves go on with what they have; nothing that either has counted is lost."""
    evening = Evening(8, 8, 2)
    half = set(evening.roster.seated(evening.roster.slots[0]))
    evening.run(lambda: False, 2_000)
    evening.cut = [half]

    def both_counted() -> bool:
        return all(any(map(hall.results.closed, hall.roster.slots)) for hall in evening.running)

    assert evening.run(both_counted, HOUR)
    before = [set(hall.results.marks()) for hall in evening.running]
    assert not evening.agree()
    evening.cut = []
    finished(evening)
    sets = [hall.results.marks() for hall in evening.running]
    assert all(one == sets[0] for one in sets)
    results = evening.running[0].results
    assert all(results.closed(slot) for slot in evening.roster.slots)
    assert any(before)


@pytest.mark.parametrize("players", [4, 5, 11])
def test_other_numbers_of_players(players: int) -> None:
    evening = finished(Evening(9, players, 2))
    for player in range(players):
        idle = [
            Kind.IDLE if all(player not in t for t in stage) else Kind.PLAYED
            for stage in evening.roster.stages
        ]
        assert cells(evening, player) == idle


def test_eight_take_no_longer_than_the_games_of_one_of_them() -> None:
    """No barrier: the last result comes when the player who had the most to play is done."""
    evening = finished(Evening(10, 8, 3))

    def played(program: Program) -> int:
        return sum(
            times[1] - times[0]
            for times in (span(evening, slot) for slot in evening.roster.slots_of(program.number))
        )

    # Waiting: who plays with whom in the next stage depends on two tables, plus a tick or two per stage.
    slowest_stage = [
        max(b - a for a, b in (span(evening, Slot(evening.roster.id, stage, table)) for table in range(2)))
        for stage in range(3)
    ]
    last = max(span(evening, slot)[1] for slot in evening.roster.slots)
    assert last <= sum(slowest_stage) + 3 * 2_000
    assert last <= max(map(played, evening.programs)) + sum(slowest_stage) // 2


@pytest.mark.slow
@pytest.mark.long
def test_sixty_four_at_sixteen_tables_with_faults() -> None:
    evening = Evening(11, 64, 5)
    evening.weather.loss = 0.03
    for number in range(40):
        program = evening.programs[evening.random.randrange(64)]
        evening.after(3_000 * number, lambda program=program: evening.crash(program, 4_000))  # type: ignore[misc]
    evening.programs[63].kill()
    finished(evening)


@pytest.mark.slow
@pytest.mark.long
def test_more_tables_cost_a_player_only_results() -> None:
    small, large = measure(8), measure(32)
    per_second = [[number / numbers[0] for number in numbers] for numbers in (small, large)]
    assert per_second[1][1] < 1.3 * per_second[0][1], "messages of tables"
    assert per_second[1][2] < 1.3 * per_second[0][2], "bytes of tables"
    assert large[5] < 1.3 * small[5], "logs"
    assert large[6] < 5 * small[6], "results: four times as many"


def test_a_last_step_shown_only_to_outsiders_does_not_change_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cheat keeps the last step of its game from the others at the table, who lose it for that, and shows
    it to everybody else: two logs of one game, both complete. What more seats have signed counts."""
    evening = Evening(9, 8, 1)
    slot = evening.roster.slots[0]
    seated = evening.roster.seated(slot)
    cheat = evening.programs[seated[3]]  # the last to reveal
    table = [evening.programs[number] for number in seated[:3]]
    outsiders = [program for program in evening.programs if program.number not in seated]
    transmit = evening.transmit

    def withhold(sender: Program, to: int, at: Slot | None, message: bytes) -> None:
        over = cheat.hall is not None and cheat.hall.results.closed(slot)
        ends = cheat.table is not None and cheat.slot == slot and cheat.table.game.over
        if sender is not cheat or to not in seated or at != slot or not (over or ends):
            transmit(sender, to, at, message)

    monkeypatch.setattr(evening, "transmit", withhold)
    assert evening.run(lambda: bool(cheat.hall and cheat.hall.results.closed(slot)), HOUR)
    evening.cut = [set(seated[:3])]
    assert evening.run(
        lambda: all(program.hall and program.hall.results.closed(slot) for program in (*table, *outsiders)),
        HOUR,
    )
    halls = [program.hall for program in (*outsiders, *table) if program.hall is not None]
    assert len({tuple(hall.results.believed(slot)) for hall in halls}) == 2, "two logs"
    evening.cut = []
    assert evening.run(lambda: len({tuple(hall.results.believed(slot)) for hall in halls}) == 1, HOUR)
    (result,) = halls[0].results.believed(slot)
    assert result.out == (3,)
