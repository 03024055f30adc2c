"""Two records of one game, side by side."""

from __future__ import annotations

from protocol.log.entry import Entry
from protocol.log.genesis import Genesis
from protocol.replay.compare import FORK, OTHER, PARTED, PREFIX, SAME, Signed, compare
from tests.protocol.test_logfile import game
from tests.simulation.framing import comparisons, framed
from tests.simulation.test_cases import HOUR, table
from tests.simulation.test_finality import two_lines
from tests.simulation.world import World, other_body

Record = tuple[Genesis, list[Entry]]


def record(count: int | None = None) -> Record:
    _world, genesis, entries = game()
    return genesis, entries[:count]


def forked(world: World, entries: list[Entry], at: int) -> list[Entry]:
    """The line up to this entry, which its author signs with another time."""
    return [*entries[:at], other_body(world.identities[entries[at].seat], entries[at])]


def test_the_same() -> None:
    assert compare(record(), record()).relation == SAME
    assert compare(record(0), record(0)).relation == SAME


def test_the_beginning_of_the_other() -> None:
    for count in (0, 1, 10):
        found = compare(record(count), record())
        assert (found.relation, found.position, found.longer) == (PREFIX, count + 1, 1)
        found = compare(record(), record(count))
        assert (found.relation, found.position, found.longer) == (PREFIX, count + 1, 0)


def test_another_game() -> None:
    world = table(2, seed=99)
    assert compare(record(), (world.genesis, [])).relation == OTHER


def test_another_signature_of_the_same_parts_nothing() -> None:
    """The votes of a certificate may have come in any of several forms."""
    genesis, entries = record()
    other = [entry._replace(signature=bytes(64)) for entry in entries]
    assert compare((genesis, entries), (genesis, other)).relation == SAME


def test_two_entries_for_one_place_name_their_author() -> None:
    world, genesis, entries = game()
    at = next(n for n, entry in enumerate(entries) if n > 5 and entry.seat >= 0)
    found = compare((genesis, entries), (genesis, forked(world, entries, at)), world.calculator)
    assert (found.relation, found.position) == (PARTED, at + 1)
    assert [(one.seat, one.proved) for one in found.both] == [(entries[at].seat, FORK)]
    assert found.both[0].second == (Signed(at + 1, entries[at].kind),)
    assert found.liars == (entries[at].seat,)


def test_what_honest_seats_took_back_proves_nothing_against_them() -> None:
    """They have signed on the line that was dropped, and on the one that stands."""
    world, forker, *_ = two_lines()
    world.heal()
    world.run(lambda: bool(world.losses), HOUR)
    world.wait(20_000)
    compared = [found for peer, found in comparisons(world) if peer is not forker]
    assert any(one.seat != forker.seat for found in compared for one in found.both), (
        "an honest seat is on both"
    )
    assert framed(world) == []
