"""A turn (T)."""

import pytest

from p2puno.cards import face
from p2puno.moves import Play
from tests.p2puno.table import table

# -- matching -------------------------------------------------------------------------------------------


@pytest.mark.rule("T-01")
@pytest.mark.parametrize(
    ("top", "colour", "code"),
    [
        ("R5", "R", "R9"),  # colour
        ("R5", "R", "G5"),  # number
        ("Rs", "R", "Gs"),  # symbol
        ("R5", "R", "W"),  # a wild card
        ("R5", "R", "W+4"),
        ("W", "B", "B0"),  # the colour named
        ("W", "B", "W"),
    ],
)
def test_a_match_can_be_laid(top: str, colour: str, code: str) -> None:
    t = table(f"classic | 0> {colour} {top} | 0: {code} Y1 Y2 | 1: B2 Y9")
    t.play(0, code)
    assert t.top == code
    assert t.hand(0) == "Y1 Y2"


@pytest.mark.rule("T-01")
@pytest.mark.parametrize(
    ("top", "colour", "code"),
    [
        ("R5", "R", "G9"),
        ("R5", "R", "Gs"),
        ("Rs", "R", "Gr"),
        ("R+2", "R", "B2"),
        ("W", "B", "R0"),
    ],
)
def test_no_match_no_play(top: str, colour: str, code: str) -> None:
    t = table(f"classic | 0> {colour} {top} | 0: {code} Y1 Y2 | 1: B2 Y9")
    with t.refused("T-01"):
        t.play(0, code)


@pytest.mark.rule("T-01")
def test_the_card_must_be_in_the_hand_and_bear_the_face() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: R2! Y9 | pile: Y8 +")
    with t.refused("T-01"):
        t.play(0, "R2")  # somebody else's
    with t.refused("T-01"):
        t.play(0, "R9")  # in the pile
    with t.refused("T-01"):
        t.play(0, "R5")  # on the discard pile
    card, _ = t.find("B3", 0)
    with t.refused("T-01"):
        t.move(0, Play(card, face("P3")))  # there is no such face in this deck
    t.draw(0)
    t.keep(0)
    card, _ = t.find("R2", 1)
    with t.refused("T-01"):
        t.move(1, Play(card, face("R3")))  # everybody has seen that it is the 2


# -- drawing --------------------------------------------------------------------------------------------


@pytest.mark.rule("T-02")
def test_without_a_match_one_must_draw() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: R2 Y9 | pile: Y4 B8 +")
    assert t.can(0) == {"draw"}
    with t.refused("T-02"):
        t.skip(0)
    t.draw(0)
    assert t.hand(0) == "B3 G7 Y4"


@pytest.mark.rule("T-03")
@pytest.mark.parametrize("code", ["R8", "B5", "W", "W+4"])
def test_the_card_drawn_may_be_played_at_once(code: str) -> None:
    t = table(f"classic | 0> R R5 | 0: B3 G7 | 1: R2 Y9 | pile: {code} +")
    t.draw(0)
    assert t.waits == (0, "drawn")
    assert t.can(0) == {code, "keep"}
    t.play(0, code)
    assert (t.top, t.hand(0)) == (code, "B3 G7")


@pytest.mark.rule("T-03")
def test_or_it_may_be_kept() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: R2 Y9 | pile: R8 +")
    t.draw(0)
    t.keep(0)
    assert (t.turn, t.hand(0), t.top) == (1, "B3 G7 R8", "R5")


@pytest.mark.rule("T-03")
def test_a_card_that_does_not_match_can_only_be_kept() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: R2 Y9 | pile: Y8 +")
    t.draw(0)
    assert t.can(0) == {"keep"}
    with t.refused("T-01"):
        t.play(0, "Y8")
    with t.refused("T-03"):
        t.draw(0)  # a second card
    t.keep(0)
    assert t.turn == 1


@pytest.mark.rule("T-04")
def test_one_may_draw_with_a_playable_card_in_hand() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | pile: R8 +")
    assert t.can(0) == {"R3", "R3 uno", "draw"}
    t.draw(0)
    with t.refused("T-04"):
        t.play(0, "R3")
    t.play(0, "R8")
    assert t.hand(0) == "R3 G7"


# -- when a turn begins ---------------------------------------------------------------------------------


@pytest.mark.rule("T-05", "G-03")
@pytest.mark.parametrize("begins", ["play", "draw"])
def test_a_turn_begins_with_a_card_laid_or_drawn(begins: str) -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | pile: R8 +")
    t.play(0, "R3")
    assert t.round.uno_open
    if begins == "play":
        t.play(1, "R2")
    else:
        t.draw(1)
    assert not t.round.uno_open
    t.catch(2, 0)
    assert t.size(0) == 1


@pytest.mark.rule("T-05", "G-03")
@pytest.mark.parametrize("code", ["Rs", "R+2"])
@pytest.mark.parametrize("catcher", [1, 2])
def test_a_missed_turn_and_penalty_cards_begin_nothing(code: str, catcher: int) -> None:
    t = table(f"classic | 0> R R5 | 0: {code} G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, code)
    assert t.turn == 2
    t.catch(catcher, 0)
    assert t.size(0) == 3


@pytest.mark.rule("T-05")
def test_a_wild_draw_card_paid_begins_nothing() -> None:
    t = table("classic | 0> R R5 | 0: W+4 G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2")
    t.play(0, "W+4")
    t.name(0, "B")
    t.accept(1)
    t.catch(1, 0)
    assert t.size(0) == 3


@pytest.mark.rule("T-05")
@pytest.mark.parametrize(
    "line",
    [
        "classic | 0> R R5 | 0: Rr R7 | 1: R2 Y9 B1",  # H-01
        "classic | 0> R R5 | 0: Rs R7 | 1: R2 Y9 B1",  # H-02
        "flip | 0> dark P P5 | 0: Pe P7 | 1: P2 T9 T1 | 2: P3 T2 T3",  # F-04
    ],
)
@pytest.mark.parametrize("again", [False, True])
def test_who_plays_again_begins_a_new_turn(line: str, again: bool) -> None:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    assert t.turn == 0
    if again:
        t.draw(0)
    assert t.round.uno_open is not again
    t.catch(1, 0)
    assert t.size(0) == (2 if again else 3)


# -- action cards and wilds -----------------------------------------------------------------------------


@pytest.mark.rule("T-06")
@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("classic | 0> R R5 | 0: {} B1 B2 | 1: Y1 Y2", ["R+2", "Rr", "Rs"]),
        ("classic | 0> G G+2 | 0: {} B1 B2 | 1: Y1 Y2", ["R+2"]),
        ("classic | 0> G Gr | 0: {} B1 B2 | 1: Y1 Y2", ["Rr"]),
        ("classic | 0> G Gs | 0: {} B1 B2 | 1: Y1 Y2", ["Rs"]),
        ("flip | 0> light G G+1 | 0: {} B1 B2 | 1: Y1 Y2", ["R+1", "Gr"]),
        ("flip | 0> dark P P+5 | 0: {} T1 T2 | 1: O1 O2", ["T+5", "Pe"]),
        ("flip | 0> dark P Pe | 0: {} T1 T2 | 1: O1 O2", ["Te", "Pr"]),
    ],
)
def test_an_action_card_goes_on_its_colour_or_its_symbol(line: str, codes: list[str]) -> None:
    for code in codes:
        t = table(line.format(code))
        t.play(0, code)
        assert t.top == code


@pytest.mark.rule("T-06")
@pytest.mark.parametrize(
    ("top", "code"), [("G5", "R+2"), ("Gr", "Rs"), ("Gs", "Rr"), ("G+2", "Rs"), ("W", "Rs")]
)
def test_and_on_nothing_else(top: str, code: str) -> None:
    t = table(f"classic | 0> G {top} | 0: {code} B1 B2 | 1: Y1 Y2")
    with t.refused("T-01"):
        t.play(0, code)


@pytest.mark.rule("T-07")
@pytest.mark.parametrize("colour", ["R", "B"])
def test_the_colour_named_is_in_play(colour: str) -> None:
    t = table("classic | 0> R R5 | 0: W Y1 Y2 | 1: R2 B9 G1 | 2: Y4 Y5")
    t.play(0, "W")
    assert t.waits == (0, "colour")
    t.name(0, colour)
    assert (t.turn, t.colour) == (1, colour)
    assert t.can(1) == {"R2" if colour == "R" else "B9", "draw"}


@pytest.mark.rule("T-07")
def test_with_a_swap_the_colour_is_named_before_the_trade() -> None:
    t = table("swap | 0> R R5 | 0: Ws Y1 Y2 | 1: R2 B9 G1 | 2: Y4 Y5")
    t.play(0, "Ws")
    assert t.waits == (0, "colour")
    t.name(0, "B")
    assert t.waits == (0, "trade")
    assert t.hand(0) == "Y1 Y2"


@pytest.mark.rule("T-07", "X-02")
def test_with_a_crash_the_colour_is_named_after_the_new_hands_are_dealt() -> None:
    t = table("crash | 0> R R5 | 0: Y1 Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: Wc +", "R2 Y1 B9 Y2")
    t.draw(0)
    assert t.waits == (0, "colour")
    assert (t.hand(0), t.hand(1)) != ("Y1 Y2", "R2 B9")
    assert t.colour == "R"
    t.name(0, "B")
    assert t.colour == "B"


@pytest.mark.rule("T-07")
@pytest.mark.parametrize(
    "line",
    [
        "classic | 0> R R5 | 0: W | 1: R2 B9",
        "classic | 0> R R5 | 0: W+4 | 1: R2 B9",
        "crash | 0> R R5 | 0: Wc | 1: R2 B9",
        "swap | 0> R R5 | 0: Ws | 1: R2 B9",
        "flip | 0> light R R5 | 0: W | 1: R2 B9",
        "flip | 0> light R R5 | 0: W+2 | 1: R2 B9",
        "flip | 0> dark P P5 | 0: W | 1: P2 T9",
    ],
)
def test_a_last_card_names_no_colour(line: str) -> None:
    t = table(line)
    t.play(0, t.hand(0))
    assert t.result.out == 0


@pytest.mark.rule("T-07")
def test_but_a_wild_draw_color_does() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c | 1: P2 T9 | pile: P8 T7 O9 +")
    t.play(0, "W+c")
    assert t.waits == (0, "colour")
    t.name(0, "T")
    assert t.hand(1) == "P2 T9 P8 T7"
    assert t.result.out == 0


@pytest.mark.rule("T-08", "F-05")
def test_a_wild_card_does_not_stop_a_wild_draw_color() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c O1 O2 | 1: P2 T9 | 2: P3 T1 | pile: W W+c P8 T7 O9 +")
    t.play(0, "W+c")
    t.name(0, "T")
    t.accept(1)
    assert t.hand(1) == "P2 T9 W W+c P8 T7"


@pytest.mark.rule("T-08", "A-05")
@pytest.mark.parametrize("other", ["W", "W+4"])
def test_a_wild_card_in_hand_does_not_make_a_wild_draw_card_illegal(other: str) -> None:
    t = table(f"classic | 0> R R5 | 0: W+4 {other} B1 | 1: R2 Y9 | 2: Y4 Y5")
    t.play(0, "W+4")
    t.name(0, "B")
    t.challenge(1)
    assert t.can(1) == {"innocent"}


# -- nothing to draw ------------------------------------------------------------------------------------


@pytest.mark.rule("T-09")
def test_with_nothing_to_draw_one_passes() -> None:
    t = table("classic | 0> R R5 | 0: B3 G7 | 1: R2 Y9 | pile:")
    assert t.can(0) == {"pass"}
    with t.refused("T-09"):
        t.draw(0)
    t.skip(0)
    assert (t.turn, t.hand(0)) == (1, "B3 G7")


@pytest.mark.rule("T-09")
def test_one_may_pass_with_a_playable_card() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 | pile:")
    assert t.can(0) == {"R3", "R3 uno", "pass"}
    t.skip(0)
    assert t.turn == 1


@pytest.mark.rule("T-09", "T-05")
def test_passing_begins_a_turn() -> None:
    t = table("classic | 1> R R5 | 0: R3 | 1: G2 Y9 | 2: G3 B4 | pile: | uno: 0")
    assert t.round.uno_open
    t.skip(1)
    assert not t.round.uno_open


@pytest.mark.rule("T-09", "G-08")
@pytest.mark.parametrize(("discard", "pile"), [("R5 R6", ""), ("R5", "B1")])
def test_as_long_as_anything_can_be_drawn_nobody_passes(discard: str, pile: str) -> None:
    t = table(f"classic | 0> R {discard} | 0: B3 G7 | 1: R2 Y9 | pile: {pile}")
    with t.refused("T-02"):
        t.skip(0)
    t.draw(0)
    assert t.size(0) == 3
