"""Action cards (A)."""

import pytest

from p2puno.events import Missed
from tests.p2puno.table import table


@pytest.mark.rule("A-01")
@pytest.mark.parametrize(
    ("line", "code", "count"),
    [
        ("classic | 0> R R5", "R+2", 2),
        ("battle | 0> R R5", "R+2", 2),
        ("crash | 0> R R5", "R+2", 2),
        ("swap | 0> R R5", "R+2", 2),
        ("flip | 0> light R R5", "R+1", 1),
    ],
)
def test_a_draw_card(line: str, code: str, count: int) -> None:
    t = table(f"{line} | 0: {code} B1 B2 | 1: Y1 Y2 | 2: G1 G2 | pile: Y3 Y4 Y5 Y6 +")
    t.play(0, code)
    assert t.hand(1).split() == ["Y1", "Y2", "Y3", "Y4"][: 2 + count]
    assert t.size(2) == 2
    assert Missed(1) in t.news
    assert t.turn == 2


@pytest.mark.rule("A-01")
def test_draw_five() -> None:
    t = table("flip | 0< dark P P5 | 0: P+5 T1 T2 | 1: O1 O2 | 2: U1 U2 | pile: U3 U4 U5 U6 U7 U8 +")
    t.play(0, "P+5")
    assert t.hand(2) == "U1 U2 U3 U4 U5 U6 U7"
    assert t.turn == 1


@pytest.mark.rule("A-02")
@pytest.mark.parametrize(("direction", "then"), [(">", [3, 2, 1, 0]), ("<", [1, 2, 3, 0])])
def test_reverse_turns_the_direction(direction: str, then: list[int]) -> None:
    t = table(f"classic | 0{direction} R R5 | 0: Rr R1 B2 | 1: R2 Y2 | 2: R3 G2 | 3: R4 G4")
    t.play(0, "Rr")
    turns = []
    for _ in range(4):
        turns.append(t.turn)
        t.play(t.turn, t.hand(t.turn).split()[0], uno=True)
    assert turns == then


@pytest.mark.rule("A-03")
@pytest.mark.parametrize(("direction", "missed", "then"), [(">", 1, 2), ("<", 2, 1)])
def test_skip(direction: str, missed: int, then: int) -> None:
    t = table(f"classic | 0{direction} R R5 | 0: Rs R1 B2 | 1: R2 Y2 | 2: R3 G2")
    t.play(0, "Rs")
    assert Missed(missed) in t.news
    assert t.turn == then


@pytest.mark.rule("A-04")
@pytest.mark.parametrize("colour", ["B", "G", "R", "Y"])
def test_a_wild_names_any_colour_even_with_another_playable_card(colour: str) -> None:
    t = table("classic | 0> R R5 | 0: W R1 G5 | 1: R2 Y2 | 2: R3 G2")
    assert t.can(0) == {"W", "R1", "G5", "draw"}
    t.play(0, "W")
    assert t.can(0) == {"B", "G", "R", "Y"}
    t.name(0, colour)
    assert (t.colour, t.turn) == (colour, 1)


@pytest.mark.rule("A-04")
def test_only_its_player_names_and_only_a_colour_in_play() -> None:
    t = table("flip | 0> light R R5 | 0: W R1 G5 | 1: R2 Y2 | 2: R3 G2")
    t.play(0, "W")
    with t.refused("S-05"):
        t.name(1, "B")
    with t.refused("A-04"):
        t.name(0, "P")
    with t.refused("A-04"):
        t.draw(0)
    t.name(0, "G")
    assert t.colour == "G"


@pytest.mark.rule("A-05")
def test_wild_draw_four() -> None:
    t = table("classic | 0> R R5 | 0: W+4 B1 G2 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 Y7 +")
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    assert t.hand(1) == "R2 Y2 Y3 Y4 Y5 Y6"
    assert (t.turn, t.colour) == (2, "G")


@pytest.mark.rule("A-05")
@pytest.mark.parametrize(
    ("held", "guilty"),
    [
        ("R1 B1", True),  # the colour in play
        ("B5 B1", False),  # the number of the top card, in another colour
        ("Y1 B1", False),
        ("Gs G5", False),
    ],
)
def test_only_the_colour_in_play_makes_a_wild_draw_four_illegal(held: str, guilty: bool) -> None:
    t = table(f"classic | 0> R R5 | 0: W+4 {held} | 1: R2 Y2 | 2: R3 G2")
    t.play(0, "W+4")  # it can be laid all the same
    t.name(0, "B")  # whatever is named now
    t.challenge(1)
    assert t.can(1) == ({"guilty R1"} if guilty else {"innocent"})


@pytest.mark.rule("A-05")
def test_after_a_wild_the_colour_in_play_is_the_one_named() -> None:
    t = table("classic | 0> B W R5 | 0: W+4 R1 B1 | 1: R2 Y2 | 2: R3 G2")
    t.play(0, "W+4")
    t.name(0, "R")
    t.challenge(1)
    assert t.can(1) == {"guilty B1"}


@pytest.mark.rule("A-05", "C-06")
def test_two_wild_draw_fours_in_a_row() -> None:
    """The second is judged by the colour that the first one named."""
    t = table("classic | 0> R R5 | 0: W+4 B1 B2 | 1: R2 Y2 | 2: W+4 G2 R1")
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    t.play(2, "W+4")
    t.name(2, "B")
    t.challenge(0)
    assert t.can(0) == {"guilty G2"}
    t.guilty(0, "G2", 2)
    assert [t.size(seat) for seat in range(3)] == [2, 6, 6]
    assert (t.turn, t.colour) == (0, "B")
