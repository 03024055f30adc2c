"""Flip (F)."""

import pytest

from p2puno.cards import DARK, LIGHT
from p2puno.events import Declared, Flipped, Missed
from p2puno.moves import Declare
from tests.p2puno.table import dealt, table

FLIP = (
    "flip | 0> light R R5:T3 G5:U7 Y5:P2 | 0: Rf:O1 R1:T1 B1:T2 | 1: G1:P9 G2:P8 | 2: Y1:U1 Y2:U2"
    " | pile: B2:P7 B3:O8 Y3:O9"
)


@pytest.mark.rule("F-01")
def test_a_flip_turns_the_discard_pile_the_draw_pile_and_every_hand() -> None:
    t = table(FLIP)
    t.play(0, "Rf")
    assert t.discard == "P2 U7 T3 O1"  # what was its first card is on top, the Flip at its bottom
    assert t.pile == "O9 O8 P7"
    assert [t.hand(seat) for seat in range(3)] == ["T1 T2", "P9 P8", "U1 U2"]
    assert (t.round.side, t.colour, t.turn) == (DARK, "P", 1)
    assert [event.side for event in t.news if isinstance(event, Flipped)] == [DARK]


@pytest.mark.rule("F-01")
def test_that_side_stays_in_play_until_the_next_flip() -> None:
    t = table(FLIP.replace("G2:P8", "G2:Pf"))
    t.play(0, "Rf")
    for seat in (1, 2, 0):
        t.draw(seat)
        t.keep(seat)
        assert t.round.side == DARK
    t.play(1, "Pf")
    assert t.round.side == LIGHT
    # the Flip laid first is on top again, light side up
    assert t.discard == "Rf R5 G5 Y5 G2"
    assert (t.hand(0), t.colour, t.turn) == ("R1 B1 B2", "R", 2)


@pytest.mark.rule("F-01")
def test_what_comes_next_from_the_pile_was_at_its_bottom() -> None:
    t = table(FLIP)
    t.play(0, "Rf")
    t.draw(1)
    assert t.hand(1) == "P9 P8 O9"


@pytest.mark.rule("F-02")
@pytest.mark.parametrize(
    ("top", "legal"), [("R5", True), ("Gf", True), ("G5", False), ("Gr", False), ("G+1", False)]
)
def test_a_flip_goes_on_its_colour_or_another_flip(top: str, legal: bool) -> None:
    t = table(f"flip | 0> light {top[0]} {top} | 0: Rf B1 B2 | 1: G1 G2 | 2: Y1 Y2")
    if legal:
        t.play(0, "Rf")
        assert t.round.side == DARK
    else:
        with t.refused("T-01"):
            t.play(0, "Rf")


@pytest.mark.rule("F-03")
def test_a_round_starts_on_the_light_side() -> None:
    t = dealt("flip", "21*? R5")
    assert t.round.side == LIGHT
    assert all(code[0] in "BGRYW" for seat in range(3) for code in t.hand(seat).split())
    assert t.top == "R5"


@pytest.mark.rule("F-04")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_skip_everyone(players: int) -> None:
    others = " | ".join(f"{seat}: ? ?" for seat in range(1, players))
    t = table(f"flip | 0> dark P P5 | 0: Pe P1 T2 | {others}")
    t.play(0, "Pe")
    assert [event for event in t.news if isinstance(event, Missed)] == [Missed(s) for s in range(1, players)]
    assert t.turn == 0
    t.play(0, "P1", uno=True)
    assert t.turn == 1


@pytest.mark.rule("F-05")
def test_wild_draw_color() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 U2 | 2: P3 T2 | pile: U3 P4 O5 O6 +")
    t.play(0, "W+c")
    t.name(0, "O")
    assert t.waits == (1, "challenge")
    t.accept(1)
    assert t.hand(1) == "P2 U2 U3 P4 O5"
    assert (t.turn, t.colour) == (2, "O")


@pytest.mark.rule("F-05")
def test_one_card_is_enough_if_it_is_of_the_colour() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 O2 | 2: P3 T2 | pile: O5 O6 +")
    t.play(0, "W+c")
    t.name(0, "O")
    t.accept(1)
    assert t.hand(1) == "P2 O2 O5"


@pytest.mark.rule("F-05")
@pytest.mark.parametrize(("held", "guilty"), [("P4 T1", True), ("T5 O1", False), ("W T1", False)])
def test_wild_draw_color_is_legal_as_wild_draw_four(held: str, guilty: bool) -> None:
    t = table(f"flip | 0> dark P P5 | 0: W+c {held} | 1: P2 U2 | 2: P3 T2")
    t.play(0, "W+c")
    t.name(0, "O")
    t.challenge(1)
    assert t.can(1) == ({"guilty P4"} if guilty else {"innocent"})


@pytest.mark.rule("F-06")
@pytest.mark.parametrize("watcher", [0, 1, 2, None])
def test_everyone_sees_the_other_sides_of_all_hands(watcher: int | None) -> None:
    t = dealt("flip", "R1 R2 R3 G1 G2 G3 B5 Y1 Y2", "P1 P2 P3 T1 T2 T3 O5 U1 U2", hand_size=2)
    assert [t.sees(watcher, seat, DARK) for seat in (1, 2, 0)] == ["P1 T1", "P2 T2", "P3 T3"]
    own = {0: "R3 G3", 1: "R1 G1", 2: "R2 G2"}
    for seat in range(3):
        assert t.sees(watcher, seat, LIGHT) == (own[seat] if seat == watcher else "? ?")


@pytest.mark.rule("F-06")
@pytest.mark.parametrize("watcher", [0, 1, 2, None])
def test_and_of_the_top_card_of_the_draw_pile(watcher: int | None) -> None:
    t = dealt("flip", "6*? B5 Y1 Y2 Y3", "6*? O5 U1 U2 U3", hand_size=2)
    for back in ("U1", "U2"):
        top, below = t.round.pile[-1], t.round.pile[-2]
        view = t.view(watcher)
        assert f"{view.face(top, DARK)}" == back
        assert view.face(top, LIGHT) is None
        assert view.face(below, DARK) is None
        t.draw(t.turn)
        t.keep(1 if back == "U1" else 2)
    assert t.sees(watcher, 1, DARK).endswith("U1")
    assert t.sees(watcher, 2, DARK).endswith("U2")


@pytest.mark.rule("F-06")
def test_after_a_flip_the_light_sides_are_seen() -> None:
    t = table(FLIP)
    t.play(0, "Rf")
    for watcher in (0, 1, 2, None):
        assert t.sees(watcher, 1, LIGHT) == "G1 G2"
        assert f"{t.view(watcher).face(t.round.pile[-1], LIGHT)}" == "Y3"


@pytest.mark.rule("F-07")
@pytest.mark.parametrize("back", ["P+5", "Pr", "Pe", "Pf", "P3"])
def test_what_a_flip_turns_up_has_no_effect(back: str) -> None:
    t = table(FLIP.replace("Y5:P2", f"Y5:{back}"))
    t.play(0, "Rf")
    assert (t.top, t.colour, t.round.side, t.round.direction) == (back, "P", DARK, 1)
    assert t.turn == 1
    assert t.size(1) == 2


@pytest.mark.rule("F-07")
@pytest.mark.parametrize("back", ["W", "W+c"])
def test_a_flip_whose_new_top_is_a_wild(back: str) -> None:
    t = table(FLIP.replace("Y5:P2", f"Y5:{back}"))
    t.play(0, "Rf")
    assert t.waits == (0, "colour")
    assert t.can(0) == {"P", "T", "O", "U"}
    t.name(0, "T")
    assert (t.turn, t.colour) == (1, "T")
    assert t.size(1) == 2


@pytest.mark.rule("F-07")
def test_back_on_the_light_side_a_wild_is_named_again() -> None:
    t = table("flip | 0> dark P G5:P5 W:T5 | 0: R1:Pf R2:P1 B1:T1 | 1: Y1:P3 Y2:P4")
    t.play(0, "Pf")
    assert (t.top, t.waits) == ("W", (0, "colour"))
    assert t.can(0) == {"B", "G", "R", "Y"}


@pytest.mark.rule("F-08", "P-04")
def test_a_flip_as_the_last_card_flips_before_the_points_are_counted() -> None:
    t = table("flip | 0> light R R5:T3 Y5:P2 | 0: Rf:O1 | 1: G1:Pe G2:P8 | 2: Y1:W+c Y2:U2")
    t.play(0, "Rf")
    assert t.result.out == 0
    assert t.result.held == {0: 0, 1: 38, 2: 62}


@pytest.mark.rule("F-08", "T-07")
def test_then_no_colour_is_named() -> None:
    t = table("flip | 0> light R R5:T3 Y5:W | 0: Rf:O1 | 1: G1:Pe G2:P8 | 2: Y1:W+c Y2:U2")
    t.play(0, "Rf")
    assert t.result.held == {0: 0, 1: 38, 2: 62}


@pytest.mark.rule("F-09")
def test_wild_draw_color_stops_when_there_is_nothing_left_to_draw() -> None:
    t = table("flip | 0> dark P P5 T6 | 0: W+c T5 O1 | 1: P2 U2 | 2: P3 T2 | pile: U3 P4", "", "T6 P5")
    t.play(0, "W+c")
    t.name(0, "O")
    t.accept(1)
    assert t.hand(1) == "P2 U2 U3 P4 T6 P5"
    assert (t.turn, t.pile, t.discard) == (2, "", "W+c")


@pytest.mark.rule("F-10")
def test_the_card_of_the_colour_is_shown_to_all_and_the_ones_before_are_not() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 U2 | 2: P3 T2 | pile: U3 P4 O5 O6 +")
    t.play(0, "W+c")
    t.name(0, "O")
    t.accept(1)
    for watcher in (0, 2, None):
        assert t.sees(watcher, 1) == "? ? ? ? O5"
    assert [event.face.code for event in t.news if isinstance(event, Declared)] == ["O5"]


@pytest.mark.rule("F-10")
def test_nothing_but_the_card_of_the_colour_is_shown() -> None:
    t = table(
        "flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 O2 | 2: P3 T2 | pile: U3 O5 O6 +",
        honest=False,
    )
    t.play(0, "W+c")
    t.name(0, "O")
    t.accept(1)
    assert t.waits == (1, "declare")
    assert t.can(1) == {"quiet"}
    with t.refused("F-10"):
        t.declare(1, "U3")
    with t.refused("F-10"):
        t.move(1, Declare(*t.find("O2", 1)))  # not the card just drawn
    with t.refused("F-10"):
        t.draw(1)
    t.quiet(1)
    assert t.can(1) == {"declare O5"}
    t.declare(1, "O5")
    assert t.turn == 2


@pytest.mark.rule("F-10")
def test_what_all_can_see_cannot_be_kept_quiet() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 O2 | 2: P3 T2 | pile: O5! O6 +", honest=False)
    t.play(0, "W+c")
    t.name(0, "O")
    t.accept(1)
    with t.refused("F-10"):
        t.quiet(1)


@pytest.mark.rule("P-04")
@pytest.mark.parametrize(
    ("line", "held"),
    [
        ("flip | 0> light R R5:T3 | 0: R1:O1 | 1: Rs:Pe G+1:P+5 | 2: W:U2 W+2:U3", {0: 0, 1: 30, 2: 90}),
        ("flip | 0> dark T R5:T3 | 0: R1:T1 | 1: Rs:Pe G+1:P+5 | 2: W:U2 W+2:U3", {0: 0, 1: 50, 2: 5}),
    ],
)
def test_the_points_are_those_of_the_side_on_which_the_round_ended(line: str, held: dict[int, int]) -> None:
    t = table(line)
    t.play(0, t.hand(0))
    assert t.result.held == held
