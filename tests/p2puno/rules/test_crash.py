"""Crash (X)."""

import pytest

from p2puno.cards import face
from p2puno.events import Crashed, Declared
from p2puno.moves import Declare
from tests.p2puno.table import table


@pytest.mark.rule("X-01")
@pytest.mark.parametrize(("direction", "other"), [(">", 1), ("<", 2)])
def test_drawing_a_crash_mixes_the_hand_with_the_next_players(direction: str, other: int) -> None:
    hands = {1: "1: R2 B9 G1", 2: "2: R2 B9 G1"}
    rest = {1: "2: Y4 Y5", 2: "1: Y4 Y5"}
    seats = " | ".join(sorted((hands[other], rest[other])))
    t = table(f"crash | 0{direction} R R5 | 0: Y1 Y2 | {seats} | pile: Wc G9 +", "G1 Y2 B9 Y1 R2")
    t.draw(0)
    assert Crashed(0, other) in t.news
    assert t.top == "Wc"
    # dealt out one by one, starting with the other player
    assert sorted(t.hand(other).split()) == ["B9", "G1", "R2"]
    assert sorted(t.hand(0).split()) == ["Y1", "Y2"]
    assert t.hand(3 - other) == "Y4 Y5"


@pytest.mark.rule("X-01")
@pytest.mark.parametrize(
    ("mine", "others", "then"),
    [
        ("Y1 Y2 Y3", "R2", (2, 2)),
        ("Y1 Y2", "R2", (1, 2)),
        ("Y1", "R2", (1, 1)),
        ("Y1", "R2 R3 R4 R6", (2, 3)),
    ],
)
def test_the_other_player_gets_the_first_card_and_the_odd_one(
    mine: str, others: str, then: tuple[int, int]
) -> None:
    t = table(f"crash | 0> R R5 | 0: {mine} | 1: {others} | 2: B1 B2 | pile: Wc +")
    t.draw(0)
    assert (t.size(0), t.size(1)) == then


@pytest.mark.rule("X-01")
def test_each_sees_the_new_hand_and_nobody_elses() -> None:
    t = table("crash | 0> R R5 | 0: Y1 Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: Wc +", "Y2 B9 R2 Y1")
    t.draw(0)
    for seat, other in ((0, 1), (1, 0)):
        assert t.sees(seat, seat) == t.hand(seat)
        assert t.sees(other, seat) == t.sees(2, seat) == "? ?"


@pytest.mark.rule("X-01")
def test_as_a_penalty_the_next_player_is_counted_from_the_drawer() -> None:
    t = table("crash | 0> R R5 | 0: R+2 G1 G2 | 1: Y1 Y2 | 2: B1 B2 | 3: B3 B4 | pile: Wc B9 +")
    t.play(0, "R+2")
    assert Crashed(1, 2) in t.news
    assert t.waits == (1, "colour")


@pytest.mark.rule("X-01")
@pytest.mark.parametrize(
    "reason", ["draw two", "wild draw four", "innocent", "guilty", "caught", "last of the pile"]
)
def test_for_whatever_reason(reason: str) -> None:
    card = {"draw two": "R+2", "caught": "R3", "last of the pile": "R+2"}.get(reason, "W+4")
    held = {"guilty": "R9 B3", "caught": "G9"}.get(reason, "G9 B3")
    pile = "Wc" if reason == "last of the pile" else "Wc B9 +"
    t = table(f"crash | 0> R R5 | 0: {card} {held} | 1: Y1 Y2 | 2: B1 B2 | pile: {pile}")
    t.play(0, card)
    if card == "W+4":
        t.name(0, "G")
        if reason == "wild draw four":
            t.accept(1)
        else:
            t.challenge(1)
            if reason == "guilty":
                t.guilty(1, "R9", 0)
            else:
                t.innocent(1)
    if reason == "caught":
        t.catch(1, 0)
    drawer = 0 if reason in ("guilty", "caught") else 1
    assert t.waits == (drawer, "colour")
    assert Crashed(drawer, drawer + 1) in t.news
    t.name(drawer, "Y")
    assert t.colour == "Y"


@pytest.mark.rule("X-01")
def test_a_crash_must_be_shown_at_once() -> None:
    t = table("crash | 0> R R5 | 0: Y1 Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: Wc! +", honest=False)
    t.draw(0)
    assert t.waits == (0, "declare")
    assert t.can(0) == {"declare Wc"}
    with t.refused("X-01"):
        t.quiet(0)  # everybody knows that it is one
    with t.refused("X-01"):
        t.draw(0)
    t.declare(0, "Wc")
    assert t.waits == (0, "colour")


@pytest.mark.rule("X-01")
def test_nothing_else_is_shown() -> None:
    t = table("crash | 0> R R5 | 0: Wc Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: R8 +", honest=False)
    t.draw(0)
    assert t.can(0) == {"quiet"}
    with t.refused("X-01"):
        t.declare(0, "R8")
    with t.refused("X-01"):
        t.move(0, Declare(*t.find("Wc", 0)))  # dealt, not drawn
    t.quiet(0)
    assert t.waits == (0, "drawn")
    assert t.sees(1, 0) == "? ? ?"


@pytest.mark.rule("X-02")
def test_the_crash_goes_on_the_discard_pile_and_the_drawer_names_the_colour() -> None:
    t = table("crash | 0> R R5 | 0: Y1 Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: Wc +")
    t.draw(0)
    assert t.discard == "Wc R5"
    with t.refused("S-05"):
        t.name(1, "G")
    t.name(0, "G")
    assert (t.top, t.colour, t.turn) == ("Wc", "G", 1)


@pytest.mark.rule("X-02")
def test_the_colour_replaces_the_one_named_before() -> None:
    t = table("crash | 0> R R5 | 0: W+4 G1 G2 | 1: Y1 Y2 | 2: B1 B2 | pile: Y8 Wc Y9 Y7 +")
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    assert t.waits == (1, "colour")
    t.name(1, "Y")
    assert (t.colour, t.top, t.turn) == ("Y", "Wc", 2)


@pytest.mark.rule("X-03")
def test_what_was_still_to_be_drawn_is_drawn_after_the_crash() -> None:
    """A Crash among penalty cards: one drawn before it, two after."""
    t = table("crash | 0> R R5 | 0: W+4 G1 G2 | 1: Y1 Y2 | 2: B1 B2 | pile: Y8 Wc Y9 Y7 G9 +")
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    assert t.size(1) + t.size(2) == 5
    assert "Y9" not in t.hand(1)
    size = t.size(1)
    t.name(1, "Y")
    assert t.hand(1).endswith("Y9 Y7")
    assert t.size(1) == size + 2


@pytest.mark.rule("X-03")
def test_two_crashes_in_one_penalty() -> None:
    t = table("crash | 0> R R5 | 0: R+2 G1 G2 | 1: Y1 Y2 | 2: B1 B2 | pile: Wc Wc Y9 +")
    t.play(0, "R+2")
    t.name(1, "Y")
    assert t.waits == (1, "colour")
    t.name(1, "B")
    assert (t.colour, t.turn, t.discard) == ("B", 2, "Wc Wc R+2 R5")
    assert t.size(1) + t.size(2) == 4


@pytest.mark.rule("X-03")
def test_a_crash_on_ones_own_draw_ends_the_turn() -> None:
    t = table("crash | 0> R R5 | 0: R1 R2 | 1: R3 R4 | 2: Y4 Y5 | pile: Wc +")
    t.draw(0)
    t.name(0, "R")
    assert t.turn == 1


@pytest.mark.rule("X-04")
def test_a_crash_in_the_opening_hand_is_a_wild() -> None:
    t = table("crash | 0> R R5 | 0: Wc R1 R2 | 1: R3 R4 | 2: Y4 Y5")
    t.play(0, "Wc")
    assert t.waits == (0, "colour")
    t.name(0, "Y")
    assert [t.hand(seat) for seat in range(3)] == ["R1 R2", "R3 R4", "Y4 Y5"]
    assert (t.turn, t.colour, t.top) == (1, "Y", "Wc")


@pytest.mark.rule("X-05", "G-07")
def test_a_crash_drawn_when_the_round_is_over_counts_its_points() -> None:
    t = table("crash | 0> R R5 | 0: R+2 | 1: Y1 Y2 | 2: B1 B2 | pile: Wc Y9 +")
    t.play(0, "R+2")
    assert t.result.out == 0
    assert t.result.held == {0: 0, 1: 62, 2: 3}
    assert not any(isinstance(event, Crashed | Declared) for event in t.news)


@pytest.mark.rule("X-01")
def test_what_is_declared_must_be_a_face_of_the_deck() -> None:
    t = table("crash | 0> R R5 | 0: Y1 Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: Wc +", honest=False)
    t.draw(0)
    with t.refused("T-01"):
        t.move(0, Declare(t.find("Wc", 0, last=True)[0], face("Ws")))


@pytest.mark.rule("T-08", "X-01", "X-03")
def test_a_crash_drawn_while_a_colour_is_sought_crashes_and_does_not_end_the_search() -> None:
    """No deck has both cards; the rules would go together all the same."""
    t = table(
        "crash | 0> B W R5 | 0: G7 G8 | 1: Y2 Wc | 2: Y4 Y5 | pile: G9 B3 +"
        " | turn: moved next=2 | pending: Declaration(DrawCards(1,0,B,-))",
        honest=False,
    )
    t.declare(1, "Wc")
    t.name(1, "R")
    assert t.waits == (1, "declare")
    t.quiet(1)
    assert t.waits == (1, "declare")
    t.declare(1, "B3")
    assert t.turn == 2
