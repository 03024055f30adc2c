"""Challenging a wild draw card (C)."""

import pytest

from p2puno.cards import face
from p2puno.events import Judged, Missed
from p2puno.moves import Challenge, Guilty
from tests.p2puno.table import Table, table

GUILTY = "classic | 0> R R5 | 0: W+4 R1 B1 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 Y7 Y8 Y9 +"
INNOCENT = "classic | 0> R R5 | 0: W+4 G5 B1 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 Y7 Y8 Y9 +"


def laid(line: str, colour: str = "B") -> Table:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    t.name(0, colour)
    return t


@pytest.mark.rule("C-01")
def test_only_who_must_draw_may_challenge() -> None:
    t = laid(GUILTY)
    assert t.waits == (1, "challenge")
    assert t.can(1) == {"accept", "challenge"}
    for seat in (0, 2):
        with t.refused("S-05"):
            t.challenge(seat)
    with t.refused("C-01"):
        t.play(1, "R2")
    t.challenge(1)
    assert t.waits == (1, "verdict")
    assert t.size(1) == 2


@pytest.mark.rule("C-01")
def test_and_only_before_drawing() -> None:
    t = laid(GUILTY)
    t.accept(1)
    assert t.turn == 2
    for seat in (1, 2):
        with t.refused("T-01" if seat == 2 else "S-05"):
            t.move(seat, Challenge())


@pytest.mark.rule("C-01")
@pytest.mark.parametrize("code", ["W", "R+2"])
def test_nothing_else_can_be_challenged(code: str) -> None:
    t = table(f"classic | 0> R R5 | 0: {code} R1 B1 | 1: R2 Y2 | 2: R3 G2")
    t.play(0, code)
    if code == "W":
        t.name(0, "B")
    with t.refused("T-01"):
        t.challenge(t.turn)


@pytest.mark.rule("C-03", "C-04")
def test_everybody_is_told_the_verdict() -> None:
    t = laid(GUILTY)
    t.challenge(1)
    t.guilty(1, "R1", 0)
    assert Judged(1, 0, True) in t.news
    t = laid(INNOCENT)
    t.challenge(1)
    t.innocent(1)
    assert Judged(1, 0, False) in t.news


@pytest.mark.rule("C-02")
def test_the_hand_is_shown_to_the_challenger_and_to_nobody_else() -> None:
    t = laid(INNOCENT)
    assert t.sees(1, 0) == "? ?"
    t.challenge(1)
    assert t.waits == (1, "verdict")
    assert t.sees(1, 0) == "G5 B1"
    t.innocent(1)
    assert t.sees(2, 0) == t.sees(None, 0) == "? ?"
    assert t.sees(0, 1) == "? ? ? ? ? ? ? ?"


@pytest.mark.rule("C-02")
def test_without_a_challenge_nothing_is_shown() -> None:
    t = laid(INNOCENT)
    t.accept(1)
    assert t.sees(1, 0) == "? ?"


@pytest.mark.rule("C-03")
def test_guilty_the_challenged_draws_and_the_challenger_takes_their_turn() -> None:
    t = laid(GUILTY)
    t.challenge(1)
    t.guilty(1, "R1", 0)
    assert t.hand(0) == "R1 B1 Y3 Y4 Y5 Y6"
    assert t.hand(1) == "R2 Y2"
    assert Missed(1) not in t.news
    assert (t.turn, t.colour) == (1, "B")
    with t.refused("T-01"):
        t.play(1, "R2")  # the colour named is in play, not the one before


@pytest.mark.rule("C-03")
def test_one_card_is_the_proof_and_all_see_it() -> None:
    t = laid(GUILTY)
    t.challenge(1)
    t.guilty(1, "R1", 0)
    assert t.sees(2, 0) == "R1 ? ? ? ? ?"


@pytest.mark.rule("C-03")
def test_what_proves_nothing_is_no_proof() -> None:
    t = laid(GUILTY)
    t.challenge(1)
    for code in ("B1", "R3"):  # not the colour; not in that hand
        with t.refused("C-03"):
            t.guilty(1, code, 0)
    card, _ = t.find("B1", 0)
    with t.refused("T-01"):
        t.move(1, Guilty(card, face("P1")))  # not a face of this deck
    with t.refused("C-03"):
        t.draw(1)


@pytest.mark.rule("C-03")
def test_what_all_have_seen_cannot_be_denied() -> None:
    t = laid(GUILTY.replace("R1 B1", "R1! B1"))
    t.challenge(1)
    with t.refused("C-03"):
        t.innocent(1)


@pytest.mark.rule("C-04")
def test_innocent_the_challenger_draws_two_more_and_misses_the_turn() -> None:
    t = laid(INNOCENT)
    t.challenge(1)
    t.innocent(1)
    assert t.hand(1) == "R2 Y2 Y3 Y4 Y5 Y6 Y7 Y8"
    assert t.hand(0) == "G5 B1"
    assert Missed(1) in t.news
    assert (t.turn, t.colour) == (2, "B")


@pytest.mark.rule("C-04")
def test_flip_light_two_and_two_more() -> None:
    t = laid("flip | 0> light R R5 | 0: W+2 G5 B1 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 Y7 +")
    t.challenge(1)
    t.innocent(1)
    assert t.hand(1) == "R2 Y2 Y3 Y4 Y5 Y6"
    assert t.turn == 2


@pytest.mark.rule("C-04")
def test_flip_dark_until_the_colour_then_two_more() -> None:
    t = laid("flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 U2 | 2: P3 T2 | pile: U3 U4 O5 O6 U7 U8 +", "O")
    t.challenge(1)
    t.innocent(1)
    assert t.hand(1) == "P2 U2 U3 U4 O5 O6 U7"
    assert (t.turn, t.colour) == (2, "O")


@pytest.mark.rule("C-03")
@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("flip | 0> light R R5 | 0: W+2 R4 B1 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 +", 2),
        ("flip | 0> dark P P5 | 0: W+c P4 T1 | 1: P2 U2 | 2: P3 T2 | pile: U3 U4 O5 T6 U7 +", 4),
    ],
)
def test_flip_guilty(line: str, drawn: int) -> None:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    t.name(0, "B" if t.round.side == 0 else "T")
    t.challenge(1)
    t.guilty(1, t.hand(0).split()[0], 0)
    assert (t.size(0), t.size(1), t.turn) == (2 + drawn, 2, 1)


@pytest.mark.rule("C-05", "G-07")
@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("classic | 0> R R5 | 0: W+4 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 +", 4),
        ("flip | 0> light R R5 | 0: W+2 | 1: R2 Y2 | 2: R3 G2 | pile: Y3 Y4 Y5 Y6 +", 2),
    ],
)
def test_as_a_last_card_it_cannot_be_challenged(line: str, drawn: int) -> None:
    t = table(line)
    t.play(0, t.hand(0))
    assert t.result.out == 0
    assert t.size(1) == 2 + drawn


@pytest.mark.rule("C-05", "F-05")
def test_nor_can_a_wild_draw_color() -> None:
    t = table("flip | 0> dark P P5 | 0: W+c | 1: P2 T9 | 2: U1 U2 | pile: P8 T7 O9 +")
    t.play(0, "W+c")
    t.name(0, "T")
    assert t.waits is None
    assert t.size(1) == 4


@pytest.mark.rule("C-06")
def test_the_hand_is_judged_as_it_was_when_the_card_was_laid() -> None:
    """What the accused draws because they were caught meanwhile comes later, and is not shown."""
    t = table("classic | 0> R R5 | 0: W+4 G5 | 1: R2 Y2 | 2: R3 G2 | pile: R6 R7 R8 R9 Y7 Y8 R1 Y9 +")
    t.play(0, "W+4")
    t.catch(2, 0)  # heard while the colour is still to be named: judged after the challenge
    t.name(0, "B")
    assert t.hand(0) == "G5"
    t.challenge(1)
    assert t.sees(1, 0) == "G5"
    assert t.can(1) == {"innocent"}
    t.innocent(1)
    assert t.hand(0) == "G5 R1 Y9"
    assert t.sees(1, 0) == "G5 ? ?"


@pytest.mark.rule("C-06")
def test_the_colour_that_counts_is_the_one_before_the_card() -> None:
    t = laid("classic | 0> R R5 | 0: W+4 G5 B1 | 1: R2 Y2 | 2: R3 G2", colour="G")
    t.challenge(1)
    assert t.can(1) == {"innocent"}
