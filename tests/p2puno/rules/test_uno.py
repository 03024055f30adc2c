"""Calling UNO, and catching (G-01…G-05, G-10…G-13)."""

import pytest

from p2puno.events import Called, Caught, NoEffect
from p2puno.moves import Call, Catch
from p2puno.options import Options
from tests.p2puno.table import Table, table

PLAIN = "classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | pile: B3 B4 B5 +"


@pytest.mark.rule("G-01", "G-04")
def test_who_does_not_call_can_be_caught_and_draws_two() -> None:
    t = table(PLAIN)
    t.play(0, "R3")
    t.catch(1, 0)
    assert t.hand(0) == "G7 B3 B4"
    assert Caught(0, 1) in t.news
    assert t.turn == 1


@pytest.mark.rule("G-04")
def test_the_penalty_can_be_set() -> None:
    t = table(PLAIN.replace("classic", "classic uno_penalty=3"))
    t.play(0, "R3")
    t.catch(1, 0)
    assert t.hand(0) == "G7 B3 B4 B5"
    assert Options().uno_penalty == 2


@pytest.mark.rule("G-01", "T-03")
def test_a_card_drawn_and_played_obliges_too() -> None:
    t = table("classic | 0> R R5 | 0: G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | pile: R3 +")
    t.draw(0)
    t.play(0, "R3")
    t.catch(2, 0)
    assert t.size(0) == 3


@pytest.mark.rule("G-02")
@pytest.mark.parametrize("when", ["before", "with", "after", "between drawing and laying"])
def test_a_call_before_with_or_after_the_card_makes_safe(when: str) -> None:
    t = table(PLAIN)
    if when.startswith("between"):
        t = table("classic | 0> R R5 | 0: G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | pile: R3 +")
        t.draw(0)
    if when != "with" and when != "after":
        t.call(0)
        assert Called(0) in t.news
    t.play(0, "R3", uno=when == "with")
    if when == "after":
        t.call(0)
    assert not t.round.uno_open
    t.catch(1, 0)
    assert t.news == [NoEffect(1)]
    assert t.size(0) == 1


@pytest.mark.rule("G-02")
@pytest.mark.parametrize(("before", "during", "told"), [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 0)])
def test_a_call_is_told_once_and_only_if_it_was_made(before: int, during: int, told: int) -> None:
    t = table(PLAIN)
    if before:
        t.call(0)
    t.play(0, "R3", uno=bool(during))
    assert t.news.count(Called(0)) == told


@pytest.mark.rule("G-04", "G-05")
def test_who_catches_themselves_while_the_card_takes_effect_can_still_be_caught() -> None:
    t = table("classic | 0> R R5 | 0: W G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | pile: B3 B4 B5 +")
    t.play(0, "W")
    t.catch(0, 0)
    t.name(0, "B")
    assert NoEffect(0) in t.news
    t.catch(1, 0)
    assert Caught(0, 1) in t.news
    assert t.size(0) == 3


@pytest.mark.rule("G-02")
def test_a_call_after_the_catch_is_too_late() -> None:
    t = table(PLAIN)
    t.play(0, "R3")
    t.catch(1, 0)
    t.call(0)
    assert t.news == [NoEffect(0)]
    assert t.size(0) == 3


@pytest.mark.rule("G-03")
def test_nobody_is_caught_before_the_card_touches_the_pile() -> None:
    t = table(PLAIN)
    t.catch(1, 0)
    assert t.news == [NoEffect(1)]
    t.play(0, "R3")
    assert t.size(0) == 1
    assert t.round.uno_open


@pytest.mark.rule("G-03")
def test_nor_after_the_next_player_has_begun() -> None:
    t = table(PLAIN)
    t.play(0, "R3")
    t.play(1, "R2")
    t.catch(1, 0)
    t.catch(2, 0)
    assert t.size(0) == 1
    assert t.news == [NoEffect(2)]


@pytest.mark.rule("G-03", "G-02")
def test_nor_can_one_make_oneself_safe_then() -> None:
    t = table(PLAIN)
    t.play(0, "R3")
    t.draw(1)
    t.call(0)
    assert t.news == [NoEffect(0)]


# -- while the card takes effect ------------------------------------------------------------------------


@pytest.mark.rule("G-05")
@pytest.mark.parametrize(
    ("said", "size"),
    [
        ("1 catch, 0 call", 3),
        ("0 call, 1 catch", 1),
        ("2 catch, 1 catch, 0 call", 3),
        ("0 call", 1),
        ("2 catch", 3),
        ("0 catch, 0 call, 1 catch", 1),  # nobody catches themselves
        ("1 call, 2 catch", 3),  # somebody else's call does not help
        ("", 1),
    ],
)
def test_what_is_said_before_the_colour_is_named_is_judged_in_the_order_heard(said: str, size: int) -> None:
    t = table("classic | 0> R R5 | 0: W G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "W")
    say(t, said)
    assert t.waits == (0, "colour")
    assert t.size(0) == 1  # nothing is judged yet
    t.name(0, "B")
    assert t.size(0) == size
    assert t.turn == 1
    assert sum(isinstance(event, Caught) for event in t.news) == (size == 3)


def say(t: Table, said: str) -> None:
    """Calls and catches of seat 0, as `1 catch, 0 call`."""
    for words in filter(None, said.split(", ")):
        seat, what = words.split()
        t.move(int(seat), Call() if what == "call" else Catch(0))


@pytest.mark.rule("G-05")
@pytest.mark.parametrize(("said", "size"), [("2 catch, 0 call", 3), ("0 call, 2 catch", 1)])
@pytest.mark.parametrize("when", ["challenge", "verdict"])
def test_during_a_challenge(said: str, size: int, when: str) -> None:
    t = table("classic | 0> R R5 | 0: W+4 G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "W+4")
    t.name(0, "B")
    if when == "verdict":
        t.challenge(1)
    say(t, said)
    if when == "verdict":
        t.innocent(1)
    else:
        t.accept(1)
    assert (t.size(0), t.turn) == (size, 2)


@pytest.mark.rule("G-05", "C-03")
def test_who_was_guilty_holds_more_than_one_card_and_is_not_caught() -> None:
    t = table("classic | 0> R R5 | 0: W+4 R7 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "W+4")
    t.name(0, "B")
    t.challenge(1)
    t.catch(2, 0)
    t.guilty(1, "R7", 0)
    assert t.size(0) == 5
    assert not t.round.uno_open
    t.catch(2, 0)
    assert t.size(0) == 5


@pytest.mark.rule("G-05", "G-11")
def test_nor_does_anybody_wait_for_a_catch_then() -> None:
    t = table("classic | 0> R R5 | 0: W+4 R7 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "W+4")
    t.name(0, "B")
    t.challenge(1)
    assert t.round.uno_open
    t.guilty(1, "R7", 0)
    assert (t.turn, t.round.uno_open) == (1, False)


@pytest.mark.rule("G-05", "B-04")
@pytest.mark.parametrize(("said", "size"), [("2 catch", 3), ("0 call, 2 catch", 1), ("2 catch, 0 call", 3)])
def test_a_challenger_left_with_one_card_drawn_after_the_battle_can_be_caught(said: str, size: int) -> None:
    t = table("battle | 0> R R5 | 0: Wb R9 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "Wb")
    say(t, said)
    t.fight(0, 1)
    t.battle(0, "R9", 1, "B1")  # 0 wins, has no card, and draws one
    assert t.size(0) == 1
    t.name(0, "B")
    assert t.size(0) == size


@pytest.mark.rule("G-05", "B-04")
def test_also_after_the_battle() -> None:
    t = table("battle | 0> R R5 | 0: Wb R9 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "Wb")
    t.fight(0, 1)
    t.battle(0, "R9", 1, "B1")
    t.name(0, "B")
    assert t.round.uno_open
    t.catch(1, 0)
    assert t.size(0) == 3


@pytest.mark.rule("G-05")
def test_a_challenger_who_lost_the_battle_cannot_be_caught() -> None:
    t = table("battle | 0> R R5 | 0: Wb R1 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "Wb")
    t.catch(2, 0)
    t.fight(0, 1)
    t.battle(0, "R1", 1, "Y9")
    t.name(1, "B")
    assert t.size(0) == 4
    assert not t.round.uno_open


@pytest.mark.rule("G-05")
def test_who_was_challenged_in_a_battle_is_not_obliged() -> None:
    t = table("battle | 0> R R5 | 0: Wb R1 G1 | 1: R2 Y9 | 2: R1 Y1 B2")
    t.play(0, "Wb")
    t.fight(0, 1)
    t.battle(0, "R1", 1, "Y9")
    assert t.size(1) == 1
    t.catch(2, 1)
    t.name(1, "B")
    t.catch(0, 1)
    assert t.size(1) == 1


@pytest.mark.rule("G-05", "W-02")
@pytest.mark.parametrize(
    ("trade", "others", "caught"),
    [
        ((0, 1), "R2 Y9 B1", False),  # now holds three
        ((0, 1), "Y9", True),  # holds one, another one
        ((1, 2), "R2 Y9 B1", True),  # holds the same one
    ],
)
def test_during_a_trade(trade: tuple[int, int], others: str, caught: bool) -> None:
    t = table(f"swap | 0> R R5 | 0: Ws R9 | 1: {others} | 2: R1 Y1 B2")
    t.play(0, "Ws")
    t.catch(1, 0)
    t.name(0, "B")
    t.catch(2, 0)
    assert t.waits == (0, "trade")
    t.swap(0, *trade)
    assert t.size(0) == (3 if caught or others != "Y9" else 1)
    assert any(isinstance(event, Caught) for event in t.news) == caught


@pytest.mark.rule("G-05", "W-02")
def test_a_swap_that_hands_over_a_single_card_obliges_nobody() -> None:
    t = table("swap | 0> R R5 | 0: Ws R9 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "Ws")
    t.name(0, "B")
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1)) == ("R2 Y9 B1", "R9")
    for catcher, whom in ((2, 1), (0, 1), (1, 0)):
        t.catch(catcher, whom)
        assert t.news == [NoEffect(catcher)]
    assert [t.size(seat) for seat in range(3)] == [3, 1, 3]


@pytest.mark.rule("G-01", "G-05")
@pytest.mark.parametrize("how", ["swap", "battle"])
def test_who_comes_to_one_card_after_laying_the_third_last_is_not_obliged(how: str) -> None:
    if how == "swap":
        t = table("swap | 0> R R5 | 0: Ws R9 G1 | 1: R2 Y9 B1 | 2: R1")
        t.play(0, "Ws")
        t.name(0, "B")
        t.swap(0, 0, 2)
    else:
        t = table("battle | 0> R R5 | 0: Wb R9 G1 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
        t.play(0, "Wb")
        t.fight(0, 1)
        t.battle(0, "R9", 1, "R2")
        t.name(0, "B")
    assert (t.size(0), t.round.uno_open) == (1, False)
    t.catch(1, 0)
    assert t.size(0) == 1


@pytest.mark.rule("G-05", "X-01")
def test_a_crash_that_leaves_a_single_card_obliges_nobody() -> None:
    t = table("crash | 0> R R5 | 0: Y1 | 1: B9 | 2: Y4 Y5 | pile: Wc +")
    t.draw(0)
    t.name(0, "B")
    assert [t.size(seat) for seat in (0, 1)] == [1, 1]
    for catcher, whom in ((2, 0), (2, 1), (0, 1), (1, 0)):
        t.catch(catcher, whom)
        assert t.news == [NoEffect(catcher)]
    assert [t.size(seat) for seat in (0, 1)] == [1, 1]


@pytest.mark.rule("G-04", "X-01", "X-03")
def test_a_crash_for_the_caught() -> None:
    """The Crash is drawn as one of the two penalty cards; the other one is drawn after it."""
    t = table("crash | 0> R R5 | 0: R3 G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | pile: Wc B8 +")
    t.play(0, "R3")
    t.catch(2, 0)
    assert t.waits == (0, "colour")
    assert (t.size(0), t.size(1)) == (2, 2)
    t.name(0, "Y")
    assert (t.size(0), t.size(1), t.turn, t.colour) == (3, 2, 1, "Y")


# -- false words ----------------------------------------------------------------------------------------


@pytest.mark.rule("G-10")
@pytest.mark.parametrize(("catcher", "whom"), [(1, 2), (2, 1), (0, 1), (1, 0), (1, 9)])
def test_a_false_catch_has_no_effect(catcher: int, whom: int) -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 | 2: R1 Y1 B2")
    before = t.round.digest()
    t.catch(catcher, whom)
    assert t.news == [NoEffect(catcher)]
    assert t.round.digest() == before


@pytest.mark.rule("G-10")
def test_catching_the_wrong_player_spares_nobody() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 | 2: R1 Y1 B2")
    t.play(0, "R3")
    t.catch(2, 1)
    assert (t.size(0), t.size(1)) == (1, 1)
    t.catch(2, 0)
    assert t.size(0) == 3


@pytest.mark.rule("G-11")
def test_the_round_says_how_long_the_table_must_wait() -> None:
    t = table(PLAIN)
    assert not t.round.uno_open
    t.play(0, "R3")
    assert t.round.uno_open
    t.play(1, "R2")
    assert not t.round.uno_open


@pytest.mark.rule("G-11")
@pytest.mark.parametrize("ends", ["call", "catch", "called with the card"])
def test_a_call_or_a_catch_ends_the_wait(ends: str) -> None:
    t = table(PLAIN)
    t.play(0, "R3", uno=ends.startswith("called"))
    if ends == "call":
        t.call(0)
    if ends == "catch":
        t.catch(1, 0)
    assert not t.round.uno_open


@pytest.mark.rule("G-11")
@pytest.mark.parametrize("code", ["Rs", "Rr", "R+2"])
def test_the_wait_runs_before_a_further_turn_of_the_same_player_too(code: str) -> None:
    t = table(f"classic | 0> R R5 | 0: {code} G7 | 1: R2 Y9 B1")
    t.play(0, code)
    assert (t.turn, t.round.uno_open) == (0, True)


@pytest.mark.rule("G-11")
def test_the_window_is_set_per_table() -> None:
    assert Options().uno_window == 1500
    line = "classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 B1"
    other = table(line.replace("classic", "classic uno_window=3000"))
    assert other.round.options.uno_window == 3000
    assert other.round.digest() != table(line).round.digest()


@pytest.mark.rule("G-12")
@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | 2: R1 Y1 B2", 1),  # not one's turn
        ("classic | 0> R R5 | 0: R3 G7 B1 | 1: R2 Y9 | 2: R1 Y1 B2", 0),  # three cards
        ("classic | 0> R R5 | 0: R3 | 1: R2 Y9 | 2: R1 Y1 B2", 0),  # one card
    ],
)
def test_any_other_call_has_no_effect(line: str, seat: int) -> None:
    t = table(line)
    t.call(seat)
    assert t.news == [NoEffect(seat)]


@pytest.mark.rule("G-12")
def test_with_two_cards_left_after_laying_one_it_is_too_early_to_call() -> None:
    t = table("classic | 0> R R5 | 0: W G7 G8 | 1: R2 Y9 | 2: R1 Y1 B2")
    t.play(0, "W")
    assert t.view(0).claims() == []
    t.call(0)
    assert t.news == [NoEffect(0)]


@pytest.mark.rule("G-12", "X-03")
def test_nor_can_one_call_in_a_turn_that_a_crash_has_ended() -> None:
    t = table("crash | 0> R R5 | 0: G7 G8 | 1: R2 Y9 | 2: R1 Y1 B2 | pile: Wc +")
    t.draw(0)
    assert t.waits == (0, "colour")
    assert t.size(0) == 2
    t.call(0)
    assert t.news == [NoEffect(0)]


@pytest.mark.rule("G-12")
def test_one_may_call_in_advance_while_somebody_else_can_still_be_caught() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | 2: R1 Y1 B2")
    t.play(0, "R3")
    assert t.view(1).claims() == [Catch(0), Call()]
    t.call(1)
    assert t.view(1).claims() == [Catch(0)]
    t.play(1, "R2")
    assert t.view(2).claims() == []


@pytest.mark.rule("G-12")
def test_a_call_in_somebody_elses_turn_helps_nobody() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | 2: R1 Y1 B2")
    t.call(1)
    t.play(0, "R3")
    t.catch(2, 0)
    assert t.size(0) == 3
    t.play(1, "R2")
    t.catch(2, 1)
    assert t.size(1) == 3


@pytest.mark.rule("G-12")
def test_a_call_counts_only_for_the_turn_in_which_it_was_made() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 B1 | pile: R8 +")
    t.call(0)
    t.draw(0)
    t.play(0, "R8")  # two cards are left: this was not the one
    t.play(1, "R2")
    t.play(0, "R3")
    t.catch(1, 0)
    assert t.size(0) == 3


def test_a_call_with_a_card_that_is_not_the_next_to_last_is_no_call() -> None:
    t = table("classic | 0> R R5 | 0: Rs R3 G7 | 1: R2 Y9 B1 | pile: B8 Y1 R9 +")
    t.play(0, "Rs", uno=True)
    t.play(0, "R3")
    t.catch(1, 0)
    assert t.size(0) == 3


@pytest.mark.rule("G-13")
@pytest.mark.parametrize(("code", "catcher"), [("Rs", 1), ("R+2", 1), ("Rs", 3), ("R3", 1), ("R3", 2)])
def test_anyone_in_the_round_may_catch_also_who_is_skipped(code: str, catcher: int) -> None:
    t = table(f"classic | 0> R R5 | 0: {code} G7 | 1: R2 Y9 | 2: R1 Y1 | 3: B1 B2")
    t.play(0, code)
    t.catch(catcher, 0)
    assert t.size(0) == 3


@pytest.mark.rule("G-13")
@pytest.mark.parametrize("outsider", [2, 7])
def test_who_is_not_in_the_round_may_not(outsider: int) -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | 2: left | 3: B1 B2")
    t.play(0, "R3")
    with t.refused("G-13"):
        t.catch(outsider, 0)
    with t.refused("G-13"):
        t.call(outsider)
    assert t.view(None).claims() == []
    assert t.view(3).claims() == [Catch(0)]
    assert t.view(0).claims() == [Call()]


@pytest.mark.rule("G-10")
def test_words_after_the_round_do_nothing() -> None:
    t = table("classic | 0> R R5 | 0: R3 | 1: R2 Y9 B1")
    t.play(0, "R3")
    assert t.result.out == 0
    t.catch(1, 0)
    assert t.news == [NoEffect(1)]
