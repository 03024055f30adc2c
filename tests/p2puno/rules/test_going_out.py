"""The end of a round, and the pile that runs out (G-06…G-09)."""

import pytest

from p2puno.events import Blocked, Reshuffled, WentOut
from p2puno.moves import Open, Play
from tests.p2puno.table import table


@pytest.mark.rule("G-06")
@pytest.mark.parametrize("code", ["R3", "Rs", "Rr", "W"])
def test_a_hand_out_of_cards_ends_the_round(code: str) -> None:
    t = table(f"classic | 0> R R5 | 0: {code} | 1: R2 Y9 | 2: R1 Y1")
    t.play(0, code)
    assert t.waits is None
    assert (t.result.how, t.result.out) == ("out", 0)
    assert t.news[-1] == WentOut(0)
    with t.refused("S-05"):
        t.play(1, "R2")


@pytest.mark.rule("G-06")
def test_with_one_card_left_it_goes_on() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | 2: R1 Y1")
    t.play(0, "R3")
    assert t.turn == 1


@pytest.mark.rule("G-06", "G-07")
def test_the_round_is_decided_when_all_that_is_left_is_to_lay_the_hands_open() -> None:
    t = table("classic | 0> R R5 | 0: R+2 | 1: R2 Y9 | 2: R1 Y1 | pile: B3 B4 +")
    assert not t.round.counting
    t.round.apply(0, Play(*t.find("R+2", 0)))
    assert isinstance(t.round.waiting, Open)
    assert not t.round.counting  # seat 1 still draws
    t.serve()
    assert isinstance(t.round.waiting, Open)
    assert t.round.counting
    t.serve()
    assert t.round.result is not None
    assert not t.round.counting


@pytest.mark.rule("G-07")
@pytest.mark.parametrize(
    ("line", "code", "held"),
    [
        ("classic | 0> R R5 | 0: R+2 | 1: R2 Y9 | 2: R1 Y1 | pile: B3 B4 +", "R+2", {0: 0, 1: 18, 2: 2}),
        ("classic | 0< R R5 | 0: R+2 | 1: R2 Y9 | 2: R1 Y1 | pile: B3 B4 +", "R+2", {0: 0, 1: 11, 2: 9}),
        ("classic | 0> R R5 | 0: W+4 | 1: R2 | 2: R1 | pile: B1 B2 W Bs +", "W+4", {0: 0, 1: 75, 2: 1}),
        ("flip | 0> light R R5 | 0: R+1 | 1: R2 | 2: R1 | pile: B3 B4 +", "R+1", {0: 0, 1: 5, 2: 1}),
        ("flip | 0> light R R5 | 0: W+2 | 1: R2 | 2: R1 | pile: B3 B4 +", "W+2", {0: 0, 1: 9, 2: 1}),
        (
            "flip | 0> dark P P5 | 0: P+5 | 1: P2 | 2: P1 | pile: T1 T2 T3 T4 T5 T6 +",
            "P+5",
            {0: 0, 1: 17, 2: 1},
        ),
    ],
)
def test_a_draw_card_as_the_last_card(line: str, code: str, held: dict[int, int]) -> None:
    t = table(line)
    t.play(0, code)
    assert t.result.out == 0
    assert t.result.held == held


@pytest.mark.rule("G-08")
def test_the_discard_pile_but_its_top_is_shuffled_into_a_new_pile() -> None:
    t = table("classic | 0> R R5 G5 G6 Y6 | 0: B3 B7 | 1: R2 Y9 | pile:", "Y6 G5")
    t.draw(0)
    assert Reshuffled(3) in t.news
    assert t.discard == "R5"
    assert (t.hand(0), t.pile) == ("B3 B7 Y6", "G5 G6")
    assert t.colour == "R"
    assert t.view(None).face(t.round.pile[-1]) is None  # nobody knows its order


@pytest.mark.rule("G-08")
def test_only_when_a_card_must_be_drawn_and_none_is_there() -> None:
    t = table("classic | 0> R R5 G5 G6 | 0: B3 B7 | 1: R2 Y9 | pile: Y8")
    t.draw(0)
    assert not any(isinstance(event, Reshuffled) for event in t.news)
    assert (t.pile, t.discard) == ("", "R5 G5 G6")
    t.keep(0)
    t.play(1, "R2")
    assert t.discard == "R2 R5 G5 G6"


@pytest.mark.rule("G-08")
def test_in_the_middle_of_a_penalty() -> None:
    t = table("classic | 0> R R5 G5 G6 | 0: R+2 B7 B8 | 1: R2 Y9 | pile: Y8", "G6 R5 G5")
    t.play(0, "R+2")
    assert t.hand(1) == "R2 Y9 Y8 G6"
    assert (t.discard, t.pile) == ("R+2", "R5 G5")


@pytest.mark.rule("G-08")
def test_the_top_card_keeps_its_named_colour_and_the_others_lose_theirs() -> None:
    t = table("classic | 0> B W W R6 | 0: Y3 G7 | 1: R2 Y9 | pile:", "W R6")
    t.draw(0)
    assert (t.colour, t.top) == ("B", "W")
    t.play(0, "W")
    assert t.waits == (0, "colour")
    assert t.can(0) == {"B", "G", "R", "Y"}


@pytest.mark.rule("G-08")
def test_flip_the_side_in_play_stays() -> None:
    t = table("flip | 0> dark P P5 T5 T6 O6 | 0: O3 U7 | 1: P2 T9 | pile:", "", "T6 O6 T5")
    t.draw(0)
    assert t.round.side == 1
    assert (t.hand(0), t.pile, t.top) == ("O3 U7 T6", "O6 T5", "P5")


@pytest.mark.rule("G-09")
@pytest.mark.parametrize("there", [0, 1])
def test_drawing_past_the_end_of_the_pile_with_nothing_to_reshuffle(there: int) -> None:
    # the card under the R+2 is all that could be shuffled
    t = table(f"classic | 0> R R5 | 0: R+2 B7 B8 | 1: R2 Y9 | 2: G1 G2 | pile: {'Y8' * there}")
    t.play(0, "R+2")
    assert t.size(1) == 2 + 1 + there
    assert (t.pile, t.discard) == ("", "R+2")
    assert t.turn == 2


@pytest.mark.rule("G-09")
def test_a_penalty_of_which_nothing_is_there_still_costs_the_turn() -> None:
    t = table("classic | 1> R R5 | 0: B1 B2 | 1: R+2 B7 B8 | 2: R2 Y9 | pile: ")
    t.play(1, "R+2")
    assert t.hand(2) == "R2 Y9 R5"
    assert t.turn == 0
    t.skip(0)
    t.skip(1)
    t.play(2, "R2")
    assert t.turn == 0


@pytest.mark.rule("G-09")
def test_when_nobody_in_turn_plays_or_draws_the_round_is_blocked() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: G2 Y9 | 2: G1 B1 | pile:")
    t.skip(0)
    t.skip(1)
    assert t.turn == 2
    t.skip(2)
    assert t.waits is None
    assert (t.result.how, t.result.out, t.result.held) == ("blocked", None, {})  # nobody is charged
    assert t.news[-1] == Blocked()


@pytest.mark.rule("G-09")
def test_a_card_laid_starts_the_count_anew() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: G2 Y9 | 2: R1 B1 B2 | pile:")
    t.skip(0)
    t.skip(1)
    t.play(2, "R1")  # under it lies a card to be drawn now
    t.draw(0)
    t.keep(0)
    t.skip(1)
    t.skip(2)
    assert t.turn == 0
    t.skip(0)
    assert t.result.how == "blocked"
