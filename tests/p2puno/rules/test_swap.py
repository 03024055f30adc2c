"""Rock-'n'-Swap (W)."""

import pytest

from p2puno.events import Swapped
from tests.p2puno.table import table

LINE = "swap | 0> R R5 | 0: Ws R9 G1 | 1: Y2 B8 B9 | 2: R1 | 3: B1 B2 B3 B4"


@pytest.mark.rule("W-01")
@pytest.mark.parametrize(("colour", "top"), [("R", "R5"), ("B", "W"), ("Y", "Ys"), ("G", "Ws")])
def test_it_is_a_wild_card(colour: str, top: str) -> None:
    t = table(f"swap | 0> {colour} {top} | 0: Ws {colour}9 G1 | 1: Y2 B8 B9 | 2: R1 R2")
    t.play(0, "Ws")
    assert t.waits == (0, "colour")
    t.name(0, "B")
    assert (t.colour, t.top) == ("B", "Ws")


@pytest.mark.rule("W-01")
def test_it_can_be_played_when_drawn() -> None:
    t = table("swap | 0> R R5 | 0: B1 G1 | 1: Y2 B8 B9 | 2: R1 R2 | pile: Ws +")
    t.draw(0)
    t.play(0, "Ws")
    t.name(0, "B")
    t.swap(0, 0, 2)
    assert t.hand(0) == "R1 R2"


@pytest.mark.rule("W-02")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (3, 0), (1, 2), (3, 1)])
def test_any_two_hands_are_traded(first: int, second: int) -> None:
    t = table(LINE)
    t.play(0, "Ws")
    t.name(0, "B")
    assert t.can(0) == {"0-1", "0-2", "0-3", "1-2", "1-3", "2-3"}
    hands = {seat: t.hand(seat) for seat in range(4)}
    hands[first], hands[second] = hands[second], hands[first]
    t.swap(0, first, second)
    assert {seat: t.hand(seat) for seat in range(4)} == hands
    assert Swapped(0, first, second) in t.news
    assert t.turn == 1


@pytest.mark.rule("W-02")
def test_the_new_owners_see_their_hands_and_nobody_else_does() -> None:
    t = table(LINE)
    t.play(0, "Ws")
    t.name(0, "B")
    t.swap(0, 1, 2)
    assert (t.sees(1, 1), t.sees(2, 2)) == ("R1", "Y2 B8 B9")
    assert t.sees(0, 1) == t.sees(3, 1) == t.sees(None, 1) == "?"
    assert t.sees(1, 2) == "Y2 B8 B9"  # one still knows what one held


@pytest.mark.rule("W-02")
def test_one_of_the_two_must_be_done() -> None:
    t = table("swap | 0> R R5 | 0: Ws R9 G1 | 1: Y2 B8 B9 | 2: left | 3: B1 B2 B3 B4")
    t.play(0, "Ws")
    t.name(0, "B")
    for first, second in ((0, 0), (1, 1), (0, 2), (1, 7)):
        with t.refused("W-02"):
            t.swap(0, first, second)
    with t.refused("W-02"):
        t.draw(0)
    with t.refused("S-05"):
        t.swap(1, 0, 1)
    assert t.can(0) == {"0-1", "0-3", "1-3"}


@pytest.mark.rule("W-02")
def test_two_players_trade_with_each_other() -> None:
    t = table("swap | 0> R R5 | 0: Ws R9 G1 | 1: Y2 B8 B9")
    t.play(0, "Ws")
    t.name(0, "B")
    assert t.can(0) == {"0-1"}
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1)) == ("Y2 B8 B9", "R9 G1")
    assert t.turn == 1


@pytest.mark.rule("W-02")
def test_a_swap_that_hands_over_a_single_card() -> None:
    t = table("swap | 0> R R5 | 0: Ws B9 | 1: Y2 B8 B3 | 2: R1 R2")
    t.play(0, "Ws", uno=True)
    t.name(0, "B")
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1), t.turn) == ("Y2 B8 B3", "B9", 1)
    t.play(1, "B9")
    assert t.result.out == 1


@pytest.mark.rule("W-03")
def test_as_the_last_card_it_ends_the_round() -> None:
    t = table("swap | 0> R R5 | 0: Ws | 1: Y2 B8 B9 | 2: R1")
    t.play(0, "Ws")
    assert t.result.out == 0
    assert t.result.held == {0: 0, 1: 19, 2: 1}
