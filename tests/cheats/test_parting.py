"""Cheating where the table is parted: it cannot be prevented, but two files show it."""

from __future__ import annotations

from functools import cache, partial

from protocol.deck import Calculator
from protocol.log.entry import NOBODY, Entry
from protocol.log.genesis import Genesis
from protocol.replay.compare import FINAL, PARTED, compare
from protocol.replay.verify import COMPLETE, verify_entries
from tests.simulation.glass_deck import GLASS
from tests.simulation.promises import all_over
from tests.simulation.test_cases import HOUR, losses, table


@cache
def two_lines() -> tuple[Genesis, tuple[list[Entry], list[Entry]]]:
    """Two honest seats, 0 and 2, do not hear each other, and seat 1 votes and plays with each of them. All is
    the same in both worlds until the path is cut; from then on each half hears nothing of the other."""
    lines = []
    for unheard in (0, 2):
        world = table(3, seed=24, target=60)
        world.wait(8_000)
        world.peers[unheard].kill()
        world.peers[unheard].honest = False  # for this half it has fallen silent
        assert world.run(partial(all_over, world), HOUR)
        assert losses(world)[0] == ([unheard], "silent")
        lines.append(world.peers[2 - unheard].disk.entries)
    return world.genesis, (lines[0], lines[1])


def test_liar_between_two_halves() -> None:
    """Two files are complete, each right by itself, with two ends; together they show the liar."""
    genesis, lines = two_lines()
    glass = Calculator(GLASS)
    for line in lines:
        assert verify_entries(genesis, line, calculator=glass).state == COMPLETE
    found = compare((genesis, lines[0]), (genesis, lines[1]), glass)
    assert found.relation == PARTED
    assert [(one.seat, one.proved) for one in found.both] == [(1, FINAL)]
    votes = [one.lost for part in (found.both[0].first, found.both[0].second) for one in part if one.lost]
    assert votes == [(0,), (2,)]


def _until_liar(line: list[Entry], place: int, times: int) -> list[Entry]:
    """The line up to the liar's n-th signature after this position: an entry, or a vote in a certificate."""
    mine = [entry.position for entry in line[place:] if entry.seat in (1, NOBODY)]
    return line[: mine[times - 1]]


def test_who_played_on_only_until_it_was_final_is_not_proved() -> None:
    """Until all who are left have signed on top of the parting, an honest seat may have gone back, too."""
    genesis, (one, other) = two_lines()
    glass, seen = Calculator(GLASS), set()
    place = compare((genesis, one), (genesis, other), glass).position
    for times in range(1, 5):
        short = _until_liar(one, place, times)
        final = any(entry.seat in (2, NOBODY) for entry in short[place:-1])
        found = compare((genesis, short), (genesis, other), glass)
        assert [(both.seat, both.proved) for both in found.both] == [(1, FINAL if final else None)]
        seen.add(final)
    assert seen == {False, True}
