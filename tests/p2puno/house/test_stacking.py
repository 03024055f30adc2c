"""stack-same, stack-up, stack-any: draw cards on pending draw cards (K-02…K-09, K-11)."""

import pytest

from p2puno.events import Caught, Missed
from p2puno.moves import Draw, Pass
from tests.p2puno.table import Table, opened, table

HANDS = "0: R+2 R1 B1 | 1: G+2 W+4 Y2 Y3 | 2: B+2 W+4 G2 G3"
PILE = "pile: Y4 Y5 Y6 Y7 Y8 Y9 B3 B4 B5 B6 B7 B8 B9 +"


def classic(house: str, hands: str = HANDS) -> Table:
    return table(f"classic house={house} | 0> R R5 | {hands} | {PILE}")


@pytest.mark.rule("K-02", "K-03")
def test_sums_add_up_and_the_first_without_a_card_draws_them_all() -> None:
    t = classic("stack-same")
    t.play(0, "R+2")
    assert t.waits == (1, "stack")
    assert t.can(1) == {"accept", "G+2"}
    t.play(1, "G+2")
    assert t.waits == (2, "stack")
    t.play(2, "B+2")
    assert t.colour == "B"
    assert t.waits == (0, "stack")
    assert t.can(0) == {"accept"}
    t.accept(0)
    assert t.hand(0) == "R1 B1 Y4 Y5 Y6 Y7 Y8 Y9"
    assert Missed(0) in t.news
    assert t.turn == 1, "who draws misses the turn, and nothing drawn can be played"


@pytest.mark.rule("K-02")
def test_nobody_has_to_stack_and_nothing_else_is_possible() -> None:
    t = classic("stack-same")
    t.play(0, "R+2")
    for code in ("Y2", "W+4"):
        with t.refused("T-01"):
            t.play(1, code)
    for move in (Draw(), Pass()):
        with t.refused("C-01"):
            t.move(1, move)
    with t.refused("C-01"):
        t.challenge(1)
    t.accept(1)
    assert t.size(1) == 6
    assert t.turn == 2


@pytest.mark.rule("K-03", "K-04", "K-05")
@pytest.mark.parametrize(
    ("house", "on_two", "on_four"),
    [
        ("stack-same", {"G+2"}, {"W+4"}),
        ("stack-up", {"G+2", "W+4"}, {"W+4"}),
        ("stack-any", {"G+2", "W+4"}, {"G+2", "W+4"}),
    ],
)
def test_what_may_be_laid_on_what(house: str, on_two: set[str], on_four: set[str]) -> None:
    t = classic(house)
    t.play(0, "R+2")
    assert t.can(1) - {"accept"} == on_two
    t = classic(house, HANDS.replace("R+2", "W+4"))
    t.play(0, "W+4")
    t.name(0, "Y")
    assert t.can(1) - {"accept", "challenge"} == on_four


@pytest.mark.rule("K-03", "K-04", "K-05")
@pytest.mark.parametrize(
    ("house", "light", "dark"),
    [
        ("stack-same", ({"G+1"}, {"W+2"}), ({"T+5"}, {"W+c"})),
        ("stack-up", ({"G+1", "W+2"}, {"W+2"}), ({"T+5", "W+c"}, {"W+c"})),
        ("stack-any", ({"G+1", "W+2"}, {"G+1", "W+2"}), ({"T+5", "W+c"}, {"T+5", "W+c"})),
    ],
)
def test_what_may_be_laid_on_what_in_flip(
    house: str, light: tuple[set[str], set[str]], dark: tuple[set[str], set[str]]
) -> None:
    for code, may in zip(("R+1", "W+2"), light, strict=True):
        t = table(f"flip house={house} | 0> light R R5 | 0: {code} R1 B1 | 1: G+1 W+2 G1 | 2: B1 B2")
        t.play(0, code)
        if code[0] == "W":
            t.name(0, "Y")
        assert t.can(1) - {"accept", "challenge"} == may
    for code, may in zip(("O+5", "W+c"), dark, strict=True):
        t = table(f"flip house={house} | 0> dark O O5 | 0: {code} O1 P1 | 1: T+5 W+c T1 | 2: P1 P2")
        t.play(0, code)
        if code[0] == "W":
            t.name(0, "P")
        assert t.can(1) - {"accept", "challenge"} == may


@pytest.mark.rule("K-06")
def test_a_stacked_wild_names_its_colour_before_the_next_target_decides() -> None:
    t = classic("stack-any")
    t.play(0, "R+2")
    t.play(1, "W+4")
    assert t.waits == (1, "colour")
    t.name(1, "Y")
    assert (t.colour, t.waits) == ("Y", (2, "challenge"))
    assert t.can(2) == {"accept", "challenge", "B+2", "W+4"}
    t.play(2, "B+2")
    assert (t.colour, t.waits) == ("B", (0, "stack"))
    t.accept(0)
    assert t.size(0) == 2 + 2 + 4 + 2


@pytest.mark.rule("K-06")
def test_each_wild_draw_colour_asks_for_one_more_card_of_the_colour() -> None:
    t = table(
        "flip house=stack-same | 0> dark O O5 | 0: W+c O1 P1 | 1: W+c T1 T2 | 2: P1 P2"
        " | pile: O3 P3 P4 T3 P5 O6 T6 +"
    )
    t.play(0, "W+c")
    t.name(0, "T")
    t.play(1, "W+c")
    t.name(1, "P")
    t.accept(2)
    assert t.hand(2) == "P1 P2 O3 P3 P4"
    assert t.turn == 0


@pytest.mark.rule("K-06")
def test_other_cards_of_the_stack_are_drawn_after_the_colours() -> None:
    t = table(
        "flip house=stack-any | 0> dark O O5 | 0: W+c O1 P1 | 1: T+5 T1 T2 | 2: P1 P2"
        " | pile: O3 T3 O4 O6 O7 O8 O9 P6 +"
    )
    t.play(0, "W+c")
    t.name(0, "P")
    t.play(1, "T+5")
    t.accept(2)
    assert t.hand(2) == "P1 P2 O3 T3 O4 O6 O7 O8 O9", "until a card of the colour in play, then five"


def stacked_four(first: str) -> Table:
    """0 lays W+4 and names Y, 1 lays W+4 and names B, 2 decides."""
    t = classic("stack-same", f"0: W+4 R1 B1 | 1: W+4 {first} G4 | 2: B+2 G2 G3")
    t.play(0, "W+4")
    t.name(0, "Y")
    t.play(1, "W+4")
    t.name(1, "B")
    return t


@pytest.mark.rule("K-07")
def test_a_challenge_is_about_the_last_card_and_the_accused_draws_the_whole_sum() -> None:
    t = stacked_four("Y1")
    t.challenge(2)
    t.guilty(2, "Y1", 1)
    assert t.size(1) == 2 + 8
    assert t.turn == 2


@pytest.mark.rule("K-07")
def test_a_wrong_challenger_draws_the_whole_sum_and_two() -> None:
    t = stacked_four("R2")
    t.challenge(2)
    with t.refused("C-03"):
        t.guilty(2, "R1", 0)
    t.innocent(2)
    assert t.size(2) == 3 + 8 + 2
    assert t.turn == 0


@pytest.mark.rule("K-07")
def test_what_lies_under_another_card_cannot_be_challenged() -> None:
    t = classic("stack-any", "0: W+4 R1 B1 | 1: G+2 G4 | 2: B+2 G2 G3")
    t.play(0, "W+4")
    t.name(0, "Y")
    t.play(1, "G+2")
    assert t.waits == (2, "stack")
    with t.refused("C-01"):
        t.challenge(2)


@pytest.mark.rule("K-08")
def test_stacking_begins_a_turn_and_until_then_the_player_before_is_caught() -> None:
    t = classic("stack-same", "0: R+2 R1 | 1: G+2 Y2 Y3 | 2: B2 B3")
    t.play(0, "R+2")
    assert t.round.uno_open
    assert t.round.turn_due
    t.catch(2, 0)
    t.play(1, "G+2")
    assert Caught(0, 2) in t.news
    assert t.hand(0) == "R1 Y4 Y5"
    t.accept(2)
    assert t.hand(2) == "B2 B3 Y6 Y7 Y8 Y9"


@pytest.mark.rule("K-08")
def test_after_the_next_card_it_is_too_late_to_catch() -> None:
    t = classic("stack-same", "0: R+2 R1 | 1: G+2 Y2 | 2: B2 B3")
    t.play(0, "R+2")
    t.play(1, "G+2")
    assert t.round.uno_owners == (1,)
    t.catch(2, 0)
    assert t.size(0) == 1
    t.catch(0, 1)
    t.accept(2)
    assert t.size(1) == 3


@pytest.mark.rule("K-08")
def test_uno_is_called_with_a_stacked_card() -> None:
    t = classic("stack-same", "0: R+2 R1 R2 | 1: G+2 Y2 | 2: B2 B3")
    t.play(0, "R+2")
    assert t.can(1) == {"accept", "G+2", "G+2 uno"}
    t.play(1, "G+2", uno=True)
    assert not t.round.uno_open


@pytest.mark.rule("K-08")
def test_drawing_the_sum_begins_nothing() -> None:
    t = classic("stack-same", "0: R+2 R1 | 1: G+2 Y2 | 2: B2 B3")
    t.play(0, "R+2")
    t.accept(1)
    assert t.round.uno_owners == (0,)
    t.catch(1, 0)
    assert t.size(0) == 3


@pytest.mark.rule("K-09")
def test_an_opening_draw_card_is_pending() -> None:
    t = opened("classic", "R+2", house=("stack-same",))
    assert t.waits == (1, "stack")
    t.accept(1)
    assert (t.size(1), t.turn) == (9, 2)


@pytest.mark.rule("K-09")
def test_a_last_draw_card_is_not() -> None:
    t = classic("stack-any", "0: R+2 R1 | 1: W+4 | 2: B+2 B3")
    t.play(0, "R+2")
    t.play(1, "W+4")
    assert t.result.out == 1
    assert t.size(2) == 2 + 6


@pytest.mark.rule("K-11")
def test_a_stack_is_gone_with_its_target() -> None:
    t = classic("stack-same", HANDS + " | 3: Y+2 Y1")
    t.play(0, "R+2")
    t.play(1, "G+2")
    t.leave(2)
    assert t.turn == 3
    assert [t.size(seat) for seat in (0, 1, 3)] == [2, 3, 2]


@pytest.mark.rule("K-11")
def test_without_its_player_a_wild_stays_pending_but_cannot_be_challenged() -> None:
    t = classic("stack-same", HANDS.replace("0: R+2", "0: W+4"))
    t.play(0, "W+4")
    t.name(0, "Y")
    t.leave(0)
    assert t.waits == (1, "stack")
    assert t.can(1) == {"accept", "W+4"}
    t.accept(1)
    assert t.size(1) == 8
    assert t.turn == 2


@pytest.mark.rule("K-11")
def test_a_crash_interrupts_the_drawing_of_a_stack() -> None:
    t = table(
        "crash house=stack-same | 0> R R5 | 0: R+2 R1 B1 | 1: G+2 Y2 Y3 | 2: B2 G2 | pile: Y4 Wc Y5 Y6 Y7 +"
    )
    t.play(0, "R+2")
    t.play(1, "G+2")
    t.accept(2)
    assert t.waits == (2, "colour")
    t.name(2, "Y")
    # 2 had B2 G2 and Y4, 0 had R1 B1: dealt out again, and two more are drawn.
    assert t.size(0) + t.size(2) == 5 + 2
    assert t.turn == 0


@pytest.mark.rule("K-11")
def test_with_too_few_cards_the_target_draws_what_there_is() -> None:
    t = table("classic house=stack-same | 0> R R5 | 0: R+2 R1 B1 | 1: G+2 Y2 | 2: B2 | pile: Y4")
    t.play(0, "R+2")
    t.play(1, "G+2")
    t.accept(2)
    assert t.size(2) == 1 + 3, "one from the pile, and two that lay under the top card"
    assert t.turn == 0


@pytest.mark.rule("K-02")
def test_two_players_stack_until_one_draws() -> None:
    t = table(f"classic house=stack-same | 0> R R5 | 0: R+2 B+2 B1 | 1: G+2 Y2 | {PILE}")
    t.play(0, "R+2")
    t.play(1, "G+2", uno=True)
    t.play(0, "B+2", uno=True)
    t.accept(1)
    assert t.size(1) == 7
    assert t.turn == 0
