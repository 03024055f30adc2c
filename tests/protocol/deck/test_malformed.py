"""Whatever arrives in place of a step, only the named error comes out, and nothing has changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import (
    Blame,
    InvalidError,
    Open,
    RefusedError,
    Reveal,
    Seal,
    Shuffle,
)
from protocol.deck.batch_arithmetic import Calculator, Memo
from protocol.deck.group import SECP256K1
from tests.protocol.deck.history import RecordedDeck, feed, recheck, unpack
from tests.protocol.deck.script import STEPS, game
from tests.protocol.deck.table import ELSEWHERE

GOOD = game()
HISTORY = GOOD.watcher.history


def places(step: str) -> list[int]:
    return [at for at, event in enumerate(HISTORY) if event[0] == "take" and event[2] == step]


def deck_before(at: int) -> RecordedDeck:
    """A spectator's deck up to that event; it shares a memo, so this is cheap."""
    deck = RecordedDeck(GOOD.setup, calculator=GOOD.calc)
    for event in HISTORY[:at]:
        feed(deck, event)
    return deck


DECKS = {step: deck_before(places(step)[0]) for step in STEPS}


def refuses(deck: RecordedDeck, seat: int, step: str, value: object) -> None:
    before = len(deck.history), deck.waiting(), deck.handles
    with pytest.raises(RefusedError) as caught:
        deck.take(seat, step, value)
    assert (caught.value.blame.seat, caught.value.blame.step) == (seat, step)
    assert (len(deck.history), deck.waiting(), deck.handles) == before


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.binary(max_size=200) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=12,
)


@pytest.mark.parametrize("step", STEPS)
@settings(derandomize=True, deadline=None, max_examples=60)
@given(value=junk)
def test_junk_is_refused(step: str, value: object) -> None:
    event = HISTORY[places(step)[0]]
    if step == "receipt" and value == b"":
        return
    refuses(DECKS[step], event[1], step, value)


def leaves(value: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    if isinstance(value, list):
        return [found for at, inner in enumerate(value) for found in leaves(inner, (*path, at))]
    return [path]


def changed(value: Any, path: tuple[int, ...], leaf: Any) -> Any:
    if not path:
        return leaf
    out = copy.copy(value)
    out[path[0]] = changed(value[path[0]], path[1:], leaf)
    return out


def leaf_at(value: Any, path: tuple[int, ...]) -> Any:
    for at in path:
        value = value[at]
    return value


@pytest.mark.parametrize("step", STEPS)
@settings(derandomize=True, deadline=None, max_examples=60)
@given(data=st.data())
def test_a_good_step_with_one_thing_changed_is_refused(step: str, data: st.DataObject) -> None:
    """One bit flipped, bytes cut or added, a leaf replaced by junk, an element dropped or doubled."""
    event = HISTORY[places(step)[0]]
    value = event[3]
    paths = [path for path in leaves(value) if isinstance(leaf_at(value, path), bytes)]
    path = data.draw(st.sampled_from(paths))
    leaf: bytes = leaf_at(value, path)
    ways = ["junk", "add"] + (["flip", "cut"] if leaf else []) + (["drop", "double"] if path else [])
    match data.draw(st.sampled_from(ways)):
        case "flip":
            at = data.draw(st.integers(0, len(leaf) - 1))
            bit = 1 << data.draw(st.integers(0, 7))
            bad = changed(value, path, leaf[:at] + bytes([leaf[at] ^ bit]) + leaf[at + 1 :])
        case "cut":
            bad = changed(value, path, leaf[: data.draw(st.integers(0, len(leaf) - 1))])
        case "add":
            bad = changed(value, path, leaf + data.draw(st.binary(min_size=1, max_size=40)))
        case "junk":
            other = data.draw(junk)
            if other == leaf:
                return
            bad = changed(value, path, other)
        case way:
            bad = copy.deepcopy(value)
            inner = leaf_at(bad, path[:-1])
            if way == "drop":
                del inner[path[-1]]
            else:
                inner.insert(path[-1], leaf)
    deck = DECKS[step]
    if silently_taken(step, value, bad):
        # Only the recipient can see into a seal, and a commitment is to a seed that comes later.
        deck = deck_before(places(step)[0])
        deck.take(event[1], step, bad)
        return
    refuses(deck, event[1], step, bad)


def silently_taken(step: str, good: Any, bad: Any) -> bool:
    """Changes that nobody can see yet: in a box (but its recipient), a commitment, an unproved mix."""
    try:
        match step:
            case "commit":
                return len(bad[0]) == 32 and type(bad[0]) is bytes and bad[1:] == good[1:]
            case "split":
                return [[p, b[:97], len(b)] for p, b in bad] == [[p, b[:97], len(b)] for p, b in good]
            case "seal":
                return bool(bad[:97] == good[:97] and len(bad) == len(good))
            case "mix":
                return all(len(b) == 132 and _points(b) for b in bad) and len(bad) == 2
    except (TypeError, ValueError, IndexError, KeyError):
        return False
    return False


def _points(data: bytes) -> bool:
    try:
        return all(SECP256K1.decode(data[at : at + 33]) for at in range(0, len(data), 33))
    except InvalidError:
        return False


@pytest.mark.parametrize("step", STEPS)
def test_steps_of_other_seats_and_deals_are_refused(step: str) -> None:
    """The very same bytes, from another seat of this deal, another deal, another game."""
    others = [*game(after=ELSEWHERE).watcher.history, *game(game_id=bytes(32)).watcher.history]
    other = [event for event in others if event[0] == "take" and event[2] == step]
    at = places(step)[0]
    seat, value = HISTORY[at][1], HISTORY[at][3]
    mine = [event for event in HISTORY if event[0] == "take" and event[2] == step]
    for event in mine + other:
        if event[3] == value or step == "mix":
            continue  # an accepting receipt or keep is empty; a mix is judged by its proof
        refuses(DECKS[step], seat, step, event[3])


@pytest.mark.parametrize("step", STEPS)
def test_every_step_is_refused_in_place_of_every_other(step: str) -> None:
    at = places(step)[0]
    for other in STEPS:
        value = HISTORY[places(other)[0]][3]
        if other != step:
            if (step, other) != ("reveal", "return"):  # both are expected then
                refuses(DECKS[step], HISTORY[at][1], other, value)
            if {step, other} != {"keep", "receipt"}:
                refuses(DECKS[step], HISTORY[at][1], step, value)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(junk)
def test_requests_are_read_strictly(value: object) -> None:
    with pytest.raises(InvalidError):
        unpack(value)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.sampled_from(["shuffle", "open", "seal", "lose", "reveal"]), st.lists(junk, max_size=4))
def test_half_a_request_is_none(kind: str, rest: list[object]) -> None:
    try:
        request = unpack([kind, *rest])
    except InvalidError:
        return
    assert isinstance(request, Shuffle | Open | Seal | Reveal) or kind == "lose"


@pytest.mark.parametrize(
    "value",
    [
        ["shuffle", [True], 9],
        ["shuffle", [1], True],
        ["open", [[True, 0, None]], None],
        ["open", [[1, False, None]], None],
        ["open", [[1, 0, False]], None],
        ["open", [[1, 0, None]], False],
        ["seal", "show", [[1, False]], 0, 1],
        ["seal", "show", [[1, 0]], False, 1],
        ["seal", "show", [[1, 0]], 0, True],
        ["lose", [True]],
    ],
    ids=str,
)
def test_true_and_false_are_no_numbers(value: list[object]) -> None:
    with pytest.raises(InvalidError):
        unpack(value)


@pytest.mark.parametrize("step", ["keep", "receipt"])
def test_what_is_empty_but_not_bytes_accepts_nothing(step: str) -> None:
    empty: tuple[object, ...] = (bytearray(), "", [], None, 0, memoryview(b""))
    for nothing in empty:
        at = places(step)[0]
        good = HISTORY[at][3]
        refuses(DECKS[step], HISTORY[at][1], step, [nothing for _ in good] if step == "keep" else nothing)


numbers = st.integers() | st.sampled_from([1 << 62, 1 << 64, -1, True])
requests = st.one_of(
    st.tuples(st.just("shuffle"), st.lists(numbers, max_size=3), numbers),
    st.tuples(st.just("open"), st.lists(st.lists(numbers, max_size=3), max_size=2), numbers),
    st.tuples(st.just("seal"), st.just("give"), st.lists(st.lists(numbers, max_size=2)), numbers, numbers),
    st.tuples(st.just("lose"), st.lists(numbers, max_size=2)),
)
events = st.one_of(
    junk,
    st.tuples(st.just("begin"), requests | junk).map(list),
    st.tuples(st.just("take"), numbers | junk, st.sampled_from(STEPS) | junk, junk).map(list),
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(0, len(HISTORY)), st.lists(events, min_size=1, max_size=3))
def test_a_stranger_can_be_shown_anything(at: int, more: list[object]) -> None:
    """Evidence comes from anybody: it proves something or nothing, and never more than that."""
    blame = Blame(0, "commit", "because")
    assert not recheck(GOOD.setup, blame, [*HISTORY[:at], *more], calculator=GOOD.calc)


def test_the_good_game_is_good() -> None:
    """Else the refusals above would show nothing."""
    deck = RecordedDeck(GOOD.setup, calculator=Calculator(memo=Memo()))
    for event in HISTORY:
        assert feed(deck, event) == ()
    assert deck.audit().blames == ()
    assert {event[2] for event in HISTORY if event[0] == "take"} == set(STEPS)
