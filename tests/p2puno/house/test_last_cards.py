"""no-bluff, no-challenge, clean-finish and doubles (K-27…K-32)."""

import pytest

from p2puno.cards import face
from p2puno.events import Called, Missed, NoEffect, NotFinished, WentOut
from p2puno.moves import Call, Draw
from tests.p2puno.table import Table, table

PILE = "pile: Y4 Y5 Y6 Y7 Y8 Y9 +"


def classic(house: str, hands: str, pile: str = PILE, honest: bool = True) -> Table:
    return table(f"classic house={house} | 0> R R5 | {hands} | {pile}", honest=honest)


# -- no-bluff and no-challenge -------------------------------------------------------------------------


@pytest.mark.rule("K-27")
def test_no_bluff_lists_a_wild_draw_only_without_the_colour() -> None:
    t = classic("no-bluff", "0: W+4 W R1 B1 | 1: Y1 Y2 | 2: G1 G2")
    assert t.can(0) == {"W", "R1", "draw"}
    t = classic("no-bluff", "0: W+4 W G5 B1 | 1: Y1 Y2 | 2: G1 G2")
    assert t.can(0) == {"W+4", "W", "G5", "draw"}, "a card that fits by its number does not matter"


@pytest.mark.rule("K-27")
def test_nobody_challenges_and_the_target_draws() -> None:
    t = classic("no-bluff", "0: W+4 G5 B1 | 1: Y1 Y2 | 2: G1 G2")
    t.play(0, "W+4")
    t.name(0, "Y")
    assert Missed(1) in t.news
    assert (t.size(1), t.turn) == (6, 2)


@pytest.mark.rule("K-27", "K-24")
def test_laying_one_all_the_same_breaks_a_vow() -> None:
    t = classic("no-bluff", "0: W+4 R1 B1 | 1: Y1 Y2 | 2: G1 G2", honest=False)
    rest = tuple(t.round.hands[0][1:])
    t.play(0, "W+4")
    (vow,) = t.round.vows
    assert (vow.seat, vow.cards, vow.fit) == (0, rest, False)
    assert vow.broken_by(rest[0], face("R1"))
    assert not vow.broken_by(rest[1], face("B1"))
    assert not vow.broken_by(rest[1], face("W"))


@pytest.mark.rule("K-27")
def test_what_all_can_see_forbids_it_at_once() -> None:
    t = classic("no-bluff", "0: W+4 R1! B1 | 1: Y1 Y2 | 2: G1 G2")
    with t.refused("K-27"):
        t.play(0, "W+4")
    t.play(0, "R1")


@pytest.mark.rule("K-27")
def test_on_a_stack_the_named_colour_counts() -> None:
    t = classic("stack-same,no-bluff", "0: W+4 G5 B1 | 1: W+4 Y1 R2 | 2: W+4 G1 G2")
    t.play(0, "W+4")
    t.name(0, "Y")
    assert t.waits == (1, "stack")
    assert t.can(1) == {"accept"}


@pytest.mark.rule("K-28")
def test_no_challenge_allows_it_at_any_time() -> None:
    t = classic("no-challenge", "0: W+4 R1 B1 | 1: Y1 Y2 | 2: G1 G2")
    assert "W+4" in t.can(0)
    t.play(0, "W+4")
    t.name(0, "Y")
    assert (t.size(1), t.turn) == (6, 2)
    assert t.round.vows == ()


@pytest.mark.rule("K-28")
def test_and_it_can_still_be_stacked_on() -> None:
    t = classic("stack-same,no-challenge", "0: W+4 R1 B1 | 1: W+4 Y2 Y1 | 2: G1 G2")
    t.play(0, "W+4")
    t.name(0, "Y")
    assert t.can(1) == {"accept", "W+4"}
    with t.refused("C-01"):
        t.challenge(1)


# -- clean-finish --------------------------------------------------------------------------------------


@pytest.mark.rule("K-29")
@pytest.mark.parametrize("code", ["R+2", "W", "W+4"])
def test_a_wild_or_draw_card_does_not_win(code: str) -> None:
    t = classic("clean-finish", f"0: {code} | 1: Y1 Y2 | 2: G1 G2")
    t.play(0, code)
    assert NotFinished(0) in t.news
    assert t.hand(0) == "Y4 Y5"
    if code != "R+2":
        t.name(0, "R")
    assert t.turn == (1 if code == "W" else 2)
    assert t.size(1) == {"W": 2, "R+2": 4, "W+4": 6}[code], "the card does what it always does"


@pytest.mark.rule("K-29")
def test_nobody_challenges_a_last_card() -> None:
    t = classic("clean-finish", "0: W+4 | 1: Y1 Y2 | 2: G1 G2", "pile: R4 R6 Y6 Y7 Y8 Y9 +")
    t.play(0, "W+4")
    t.name(0, "R")
    assert t.turn == 2
    assert t.size(1) == 6


@pytest.mark.rule("K-29")
@pytest.mark.parametrize("code", ["R1", "Rs", "Rr"])
def test_other_cards_win(code: str) -> None:
    t = classic("clean-finish", f"0: {code} | 1: Y1 Y2 | 2: G1 G2")
    t.play(0, code)
    assert WentOut(0) in t.news
    assert t.result.out == 0


@pytest.mark.rule("K-29")
def test_a_flip_wins_in_flip() -> None:
    t = table("flip house=clean-finish | 0> light R R5:T5 | 0: Rf:T1 | 1: Y1:T2 Y2:T3")
    t.play(0, "Rf")
    assert t.result.out == 0


@pytest.mark.rule("K-29")
def test_a_swap_as_the_last_card_draws_first_and_then_trades() -> None:
    t = table(f"swap house=clean-finish | 0> R R5 | 0: Ws | 1: Y1 Y2 Y3 | 2: G1 G2 | {PILE}")
    t.play(0, "Ws")
    t.name(0, "G")
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1)) == ("Y1 Y2 Y3", "Y4 Y5")


@pytest.mark.rule("K-29")
def test_a_last_draw_card_is_pending_where_cards_are_stacked() -> None:
    t = classic("stack-same,clean-finish", "0: R+2 | 1: G+2 Y2 | 2: G1 G2")
    t.play(0, "R+2")
    assert t.waits == (1, "stack")
    t.play(1, "G+2", uno=True)
    assert t.waits == (2, "stack")


@pytest.mark.rule("K-30")
def test_with_fewer_than_two_cards_left_these_are_drawn() -> None:
    t = table("classic house=clean-finish | 0> R R5 | 0: W | 1: Y1 Y2 | pile:")
    t.play(0, "W")
    assert t.hand(0) == "R5", "what lies under the card is always there"
    assert t.waits == (0, "colour")


@pytest.mark.rule("K-30")
def test_a_battle_as_the_last_card_draws_two_before_it() -> None:
    t = table(f"battle house=clean-finish | 0> R R5 | 0: Wb | 1: Y1 Y2 | 2: G1 G2 | {PILE}")
    t.play(0, "Wb")
    assert t.hand(0) == "Y4 Y5"
    t.fight(0, 1)
    assert t.waits == (0, "seal")


# -- doubles -------------------------------------------------------------------------------------------


@pytest.mark.rule("K-31")
def test_cards_of_one_number_follow_one_by_one_and_the_last_decides_the_colour() -> None:
    t = classic("doubles", "0: R1 G1 B1 Y2 Y3 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "R1")
    assert t.waits == (0, "double")
    assert t.can(0) == {"G1", "B1", "stop"}
    t.play(0, "G1")
    assert t.can(0) == {"B1", "stop"}
    t.stop(0)
    assert (t.colour, t.top, t.turn) == ("G", "G1", 1)
    assert t.hand(0) == "B1 Y2 Y3"


@pytest.mark.rule("K-31")
def test_nothing_else_is_laid_in_between() -> None:
    t = classic("doubles", "0: R1 R2 B1 Y2 Y3 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "R1")
    with t.refused("T-01"):
        t.play(0, "R2")
    with t.refused("K-31"):
        t.move(0, Draw())


@pytest.mark.rule("K-31")
def test_action_cards_come_alone() -> None:
    t = classic("doubles", "0: Rs Gs B1 Y2 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "Rs")
    assert t.turn == 2


@pytest.mark.rule("K-31")
def test_also_after_a_card_just_drawn() -> None:
    t = classic("doubles", "0: G1 B2 B3 | 1: Y1 Y2 | 2: G3 G2", "pile: R1 +")
    t.draw(0)
    t.play(0, "R1")
    assert t.can(0) == {"G1", "stop"}


@pytest.mark.rule("K-31")
def test_also_after_jumping_in() -> None:
    t = classic("doubles,jump-in", "0: R1 R2 B2 | 1: Y1 Y2 | 2: R1 G1 G2 G3 | 3: B4 B5")
    t.play(0, "R1")
    assert not t.round.claim_open, "the card is still at work"
    t.stop(0)
    t.jump(2, "R1")
    assert t.waits == (2, "double")
    t.play(2, "G1")
    t.stop(2)
    assert t.turn == 3
    assert t.round.claim_open


@pytest.mark.rule("K-32")
def test_two_sevens_are_one_trade() -> None:
    t = classic("seven-zero,doubles", "0: R7 G7 B1 | 1: Y1 Y2 Y3 | 2: G3 G2")
    t.play(0, "R7")
    assert t.waits == (0, "double")
    t.play(0, "G7", uno=True)
    t.stop(0)
    assert t.waits == (0, "trade")
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1), t.turn) == ("Y1 Y2 Y3", "B1", 1)


@pytest.mark.rule("K-32")
def test_a_zero_passes_on_once() -> None:
    t = classic("seven-zero,doubles", "0: R0 G0 B1 B2 | 1: Y1 Y2 Y3 | 2: G3 G2")
    t.play(0, "R0")
    t.play(0, "G0")
    t.stop(0)
    assert (t.hand(0), t.hand(1), t.hand(2)) == ("G3 G2", "B1 B2", "Y1 Y2 Y3")


@pytest.mark.rule("K-32")
def test_the_word_is_owed_if_one_card_is_left_after_the_last() -> None:
    t = classic("doubles", "0: R1 G1 B2 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "R1")
    assert not t.round.uno_open
    t.play(0, "G1")
    t.catch(1, 0)
    assert t.size(0) == 1, "the word waits until the turn is over"
    t.stop(0)
    assert t.size(0) == 3


@pytest.mark.rule("K-32")
@pytest.mark.rule("G-12")
def test_the_word_may_be_said_before_the_next_card_of_the_turn() -> None:
    t = classic("doubles", "0: R1 G1 B2 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "R1")
    assert t.view(0).claims() == [Call()]
    t.call(0)
    assert Called(0) in t.news
    t.play(0, "G1")
    t.stop(0)
    assert not t.round.uno_open


@pytest.mark.rule("G-12")
def test_not_by_anybody_else_and_not_when_the_choice_is_over() -> None:
    t = classic("doubles", "0: R1 G1 B2 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "R1")
    t.call(1)
    assert NoEffect(1) in t.news
    t.stop(0)
    t.call(0)
    assert NoEffect(0) in t.news


@pytest.mark.rule("K-32")
def test_an_empty_hand_ends_the_round_at_once() -> None:
    t = classic("doubles", "0: R1 G1 | 1: Y1 Y2 | 2: G3 G2")
    t.play(0, "R1")
    t.catch(1, 0)
    t.play(0, "G1")
    assert t.result.out == 0


@pytest.mark.rule("K-31")
def test_who_leaves_in_the_middle_ends_the_turn() -> None:
    t = classic("seven-zero,doubles", "0: R7 G7 B1 | 1: Y1 Y2 Y3 | 2: G3 G2")
    t.play(0, "R7")
    t.leave(0)
    assert (t.turn, t.hand(1)) == (1, "Y1 Y2 Y3")
