"""The hall without a network: when games begin, what is spread, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.remote_errors import RemoteError
from protocol.tournament.hall import HAVE_EVERY, HERE_FOR, MAX_MARKS, Hall
from tests.protocol.rosters import identities, result, roster, signed

ROSTER = roster(8)
GRACE = ROSTER.terms.grace
SLOT = ROSTER.slots[0]
ME, *MATES = ROSTER.seated(SLOT)
HERE = ["here", SLOT.stage, SLOT.table]


def hall(player: int = ME) -> Hall:
    return Hall(ROSTER, identities(8)[player], 0)


def test_a_game_begins_when_all_four_are_here() -> None:
    found = hall()
    for player in MATES:
        assert found.should_open(0) is None
        assert found.receive(player, HERE, 0) == []
    assert found.should_open(0) == SLOT
    assert found.should_open(HERE_FOR) is None, "what was said long ago does not count"
    (first,) = found.tick(10_000)
    assert (first.to, first.message) == (tuple(MATES), HERE)


@pytest.mark.rule("M-04")
def test_a_missing_player_is_waited_for_as_long_as_the_grace() -> None:
    """It counts from when the last of the others came, so that these open the game together."""
    found, late = hall(), 5_000
    for now in range(0, late + GRACE + 1_000, 1_000):
        begins = now >= late + GRACE
        for player in MATES[:2]:
            if player == MATES[0] or now >= late:
                found.receive(player, HERE, now)
        assert found.should_open(now) == (SLOT if begins else None), now


def test_a_player_who_may_still_be_playing_elsewhere_is_not_missing() -> None:
    second = ROSTER.slots_of(ME)[1]
    found = hall()
    found.results.add(signed(ROSTER, result(SLOT)))
    found._next(0)
    assert found.free is not None
    assert found.free.slot == second
    busy = [player for player in found.mates(second) if player not in MATES]
    assert busy, "somebody from the other table"
    assert set(busy) <= set(found.waits_for(100 * GRACE))
    found.results.add(signed(ROSTER, result(ROSTER.slots[1])))
    found.waits_for(100 * GRACE)
    assert found.waits_for(101 * GRACE) == []


def test_nobody_is_called_into_a_game_by_one_player() -> None:
    found = hall()
    for now in range(0, GRACE, 500):
        found.receive(MATES[0], HERE, now)
        assert found.should_open(now) is None


def test_what_was_opened_before_a_restart_is_opened_at_once() -> None:
    found = hall()
    found.begun = {SLOT}
    assert found.should_open(0) == SLOT


def test_a_game_that_cannot_go_on_is_set_aside() -> None:
    found = hall()
    found.opened(SLOT)
    assert found.free is None
    found.set_aside(SLOT, 0)
    assert found.free is not None
    assert found.free.slot == ROSTER.slots_of(ME)[1]
    for slot in ROSTER.slots_of(ME)[1:]:
        found.results.add(signed(ROSTER, result(slot)))
    found._next(0)
    assert found.free.slot == SLOT


def test_results_spread_and_sets_become_equal() -> None:
    one, other = hall(MATES[0]), Hall(ROSTER, identities(8)[7], 0)
    for slot in ROSTER.slots[:3]:
        one.results.add(signed(ROSTER, result(slot)))
    other.results.add(signed(ROSTER, result(ROSTER.slots[4]), [0, 1]))
    one.results.add(signed(ROSTER, result(ROSTER.slots[0], 1, 1, 1, 1), [0]))
    waiting = [(other, 7, MATES[0], one.receive(7, ["have", other.results.digest(), b""], 0))]
    for _ in range(20):
        if not waiting:
            break
        to, number, sender, sends = waiting.pop()
        for send in sends:
            if number in send.to:
                back = to.receive(sender, send.message, 0)
                waiting.append((one if to is other else other, sender, number, back))
    assert one.results.digest() == other.results.digest()
    assert other.results.liars(ROSTER.slots[0]) == {0}
    assert one.receive(7, ["have", other.results.digest(), b""], 0) == []


def test_an_end_that_was_taken_back_is_not_signed_twice() -> None:
    """Our log was over, went back and is over in another way: we believe that, and sign nothing more."""
    found, first, second = hall(), result(SLOT), result(SLOT, 1, 1, 1, 1)
    found.opened(SLOT)
    assert found.finished(first, 0)
    assert found.finished(second, 0) == []
    assert found.results.believed(SLOT) == [second]
    assert found.results.liars(SLOT) == set()
    again = hall()
    again.results.add(signed(ROSTER, first, [0]))  # as it is read after a restart
    assert again.finished(second, 0) == []
    assert again.results.liars(SLOT) == set()


def test_a_new_result_goes_to_the_table_first_and_to_neighbours_when_all_have_signed() -> None:
    found = hall()
    found.opened(SLOT)
    (partial,) = found.finished(result(SLOT), 0)
    assert set(partial.to) == set(MATES)
    assert found.free is None, "our player looks at the result"
    found.left(SLOT, 0)
    assert found.free is not None
    assert found.free.slot != SLOT
    rest = signed(ROSTER, result(SLOT), range(1, 4))
    (complete,) = found.receive(MATES[0], ["record", *rest.wire()], 0)
    assert MATES[0] not in complete.to
    assert len(complete.to) <= 6
    assert found.receive(MATES[1], ["record", *rest.wire()], 0) == [], "known: not passed on again"


GOOD = signed(ROSTER, result(SLOT)).wire()
WRONG: list[Any] = [
    None,
    [],
    ["here", 0],
    ["here", 9, 9],
    ["here", True, 0],
    ["here", *next([s.stage, s.table] for s in ROSTER.slots if ME not in ROSTER.seated(s))],
    ["have", b"", b""],
    ["have", bytes(32), b"\0"],
    ["have", bytes(32), bytes([9, 0, 0])],
    ["marks", bytes(7)],
    ["marks", bytes(8 * (MAX_MARKS + 1))],
    ["want", bytes(8 * 65)],
    ["want", 7],
    ["record"],
    ["record", GOOD[0], [bytes(64)] * 4],
    ["record", [1, *GOOD[0][1:]], GOOD[1]],
    ["lie", []],
    ["hello"],
]


@pytest.mark.parametrize("message", WRONG, ids=repr)
def test_what_no_honest_program_sends_is_refused_and_changes_nothing(message: Any) -> None:
    found = hall(MATES[0])
    before = found.results.digest()
    with pytest.raises(RemoteError):
        found.receive(ME, message, 0)
    assert found.results.digest() == before
    assert found.rounds == {}


@pytest.mark.parametrize("message", [HERE, ["record", *GOOD], ["lie", []]], ids=lambda message: message[0])
def test_spectators_only_ask(message: Any) -> None:
    with pytest.raises(RemoteError, match="only ask"):
        hall().receive(bytes(32), message, 0)
    assert hall().receive(bytes(32), ["want", b""], 0) == []


def test_spectators_are_told_how_far_tables_are() -> None:
    player, spectator = hall(), Hall(ROSTER, None, 0)
    player.counted(SLOT, 2)
    spectator.there.add(ME)
    ((to, asked),) = spectator.tick(HAVE_EVERY)
    assert to == (ME,)
    ((back, told),) = player.receive(bytes(32), asked, 0)
    assert back == (bytes(32),)
    assert spectator.receive(ME, told, 0) == []
    assert spectator.rounds == {SLOT: 2}


def test_a_player_who_comes_and_goes_does_not_hold_up_a_game_for_ever() -> None:
    """Somebody is missing, and a cheat comes and goes, so that the grace would begin again each time."""
    found, comes = hall(), 0
    for now in range(0, 20 * GRACE, 500):
        found.receive(MATES[0], HERE, now)
        if now >= comes:
            found.receive(MATES[1], HERE, now)
            comes = now + HERE_FOR + 500
        if found.should_open(now) is not None:
            return
    raise AssertionError("it never begins")


def test_results_that_are_made_up_do_not_keep_others_from_being_looked_up() -> None:
    """A cheat signs results of games that were never played: our own next one, and one of others. Nobody has
    logs of them. The result whose last signature is withheld is looked up all the same."""
    found = hall()
    cheat = MATES[0]
    invented = [slot for slot in ROSTER.slots_of(cheat) if slot.stage > 0]
    ours = next(slot for slot in invented if ME in ROSTER.seated(slot))
    theirs = next(slot for slot in invented if ME not in ROSTER.seated(slot))
    true = next(slot for slot in ROSTER.slots if slot.stage == 0 and slot != SLOT)
    for slot in (ours, theirs):
        record = signed(ROSTER, result(slot), [ROSTER.seated(slot).index(cheat)])
        found.receive(cheat, ["record", *record.wire()], 0)
    record = signed(ROSTER, result(true), [0, 1, 2])
    found.receive(ROSTER.seated(true)[0], ["record", *record.wire()], 0)
    looked = []
    for _ in range(3):
        needed = found.needs_log(GRACE) or found.needs_log(2 * GRACE)
        assert needed is not None
        looked.append(needed)
        found.tried(needed)
    assert ours not in looked, "our own log says"
    assert true in looked
    assert theirs in looked
