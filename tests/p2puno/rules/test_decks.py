"""Decks and points (D)."""

from collections import Counter
from random import Random

import pytest

from p2puno.cards import DARK, LIGHT
from p2puno.dealer import deal
from p2puno.decks import Deck
from p2puno.options import Options
from p2puno.rulesets import RULE_SETS
from tests.p2puno.table import dealt, table

ONE_SIDED = ("classic", "battle", "crash", "swap")


def count(deck: Deck, side: int, codes: list[str]) -> list[tuple[int, int]]:
    """How many there are of each, and what each counts."""
    there = Counter(face.code for face in deck.sides[side])
    points = {face.code: worth for face, worth in deck.points.items()}
    return [(there[code], points[code]) for code in codes]


def coloured(colours: str, symbol: str) -> list[str]:
    return [colour + symbol for colour in colours]


@pytest.mark.rule("D-01")
@pytest.mark.parametrize("variant", ONE_SIDED)
def test_numbers(variant: str) -> None:
    deck = RULE_SETS[variant].deck
    assert count(deck, LIGHT, coloured("BGRY", "0")) == [(1, 0)] * 4
    for n in range(1, 10):
        assert count(deck, LIGHT, coloured("BGRY", f"{n}")) == [(2, n)] * 4


@pytest.mark.parametrize("variant", ONE_SIDED)
@pytest.mark.parametrize(
    "symbol",
    [
        pytest.param("+2", marks=pytest.mark.rule("D-02")),
        pytest.param("r", marks=pytest.mark.rule("D-03")),
        pytest.param("s", marks=pytest.mark.rule("D-04")),
    ],
)
def test_actions(variant: str, symbol: str) -> None:
    assert count(RULE_SETS[variant].deck, LIGHT, coloured("BGRY", symbol)) == [(2, 20)] * 4


@pytest.mark.parametrize("variant", ONE_SIDED)
@pytest.mark.parametrize(
    "symbol",
    [
        pytest.param("W", marks=pytest.mark.rule("D-05")),
        pytest.param("W+4", marks=pytest.mark.rule("D-06")),
    ],
)
def test_wilds(variant: str, symbol: str) -> None:
    assert count(RULE_SETS[variant].deck, LIGHT, [symbol]) == [(4, 50)]


@pytest.mark.rule("D-07")
@pytest.mark.parametrize(("variant", "symbol"), [("battle", "Wb"), ("crash", "Wc"), ("swap", "Ws")])
def test_the_card_that_gives_the_rule_set_its_name(variant: str, symbol: str) -> None:
    assert count(RULE_SETS[variant].deck, LIGHT, [symbol]) == [(4, 50)]
    assert RULE_SETS[variant].deck.size == 112
    others = {face.code for face in RULE_SETS[variant].deck.sides[LIGHT]}
    assert others & {"Wb", "Wc", "Ws"} == {symbol}


@pytest.mark.rule("D-07")
def test_classic_has_none_of_them() -> None:
    assert RULE_SETS["classic"].deck.size == 108
    assert not {face.code for face in RULE_SETS["classic"].deck.sides[LIGHT]} & {"Wb", "Wc", "Ws"}


@pytest.mark.rule("D-10")
@pytest.mark.parametrize(("side", "colours"), [(LIGHT, "BGRY"), (DARK, "PTOU")])
def test_flip_numbers(side: int, colours: str) -> None:
    deck = RULE_SETS["flip"].deck
    for n in range(1, 10):
        assert count(deck, side, coloured(colours, f"{n}")) == [(2, n)] * 4
    assert not {face.code for face in deck.sides[side]} & set(coloured(colours, "0"))


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        pytest.param(("+1", 10), ("+5", 20), marks=pytest.mark.rule("D-11")),
        pytest.param(("r", 20), ("r", 20), marks=pytest.mark.rule("D-12")),
        pytest.param(("s", 20), ("e", 30), marks=pytest.mark.rule("D-13")),
        pytest.param(("f", 20), ("f", 20), marks=pytest.mark.rule("D-14")),
    ],
)
def test_flip_actions(light: tuple[str, int], dark: tuple[str, int]) -> None:
    deck = RULE_SETS["flip"].deck
    for side, colours, (symbol, points) in ((LIGHT, "BGRY", light), (DARK, "PTOU", dark)):
        assert count(deck, side, coloured(colours, symbol)) == [(2, points)] * 4


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        pytest.param(("W", 40), ("W", 40), marks=pytest.mark.rule("D-15")),
        pytest.param(("W+2", 50), ("W+c", 60), marks=pytest.mark.rule("D-16")),
    ],
)
def test_flip_wilds(light: tuple[str, int], dark: tuple[str, int]) -> None:
    deck = RULE_SETS["flip"].deck
    for side, (symbol, points) in ((LIGHT, light), (DARK, dark)):
        assert count(deck, side, [symbol]) == [(4, points)]


@pytest.mark.rule("D-17")
def test_flip_cards_have_two_sides() -> None:
    deck = RULE_SETS["flip"].deck
    assert [len(side) for side in deck.sides] == [112, 112]


@pytest.mark.rule("D-17")
@pytest.mark.parametrize(("back", "dark"), [("P1", "21*? P1"), ("W+c", "21*? W+c"), ("T9", "21*? T9")])
def test_any_dark_side_can_be_on_the_back(back: str, dark: str) -> None:
    t = dealt("flip", "21*? R5", dark)
    (card,) = t.round.discard
    assert [side[card].code for side in t.dealer.faces] == ["R5", back]


@pytest.mark.rule("D-17")
def test_every_deal_pairs_the_sides_afresh() -> None:
    pairings = set()
    for seed in range(5):
        light, dark = deal(Options("flip"), range(3), 0, Random(seed)).faces
        pairings.add(tuple(sorted((light[card].code, dark[card].code) for card in light)))
    assert len(pairings) == 5


@pytest.mark.rule("D-17", "G-08")
def test_a_reshuffle_pairs_the_sides_afresh_and_says_nothing_of_them() -> None:
    t = table(
        "flip | 0> light R R5:T3 R6:P4 R7:O5 R8:U6 | 0: G1:T1 G2:T2 | 1: B1:P1 B2:P2 | pile:",
        "R7 R6",
        "P4 U6",
    )
    t.draw(0)
    # what is drawn is R7 with P4 on its back, which was the back of R6
    drawn = t.round.hands[0][-1]
    assert [side[drawn].code for side in t.dealer.faces] == ["R7", "P4"]
    # and of the two cards left in the pile, all know the back of the upper one alone
    upper, lower = reversed(t.round.pile)
    for seat in (0, 1, None):
        view = t.view(seat)
        assert [f"{view.face(upper, side)}" for side in (LIGHT, DARK)] == ["None", "U6"]
        assert [view.face(lower, side) for side in (LIGHT, DARK)] == [None, None]


@pytest.mark.rule("D-17")
def test_in_a_hand_the_pairing_stays_and_what_was_shown_stays_known() -> None:
    t = table(
        "flip | 0> light R R5:T3 G5:U2 | 0: Rf:O1 R1:T1 B1:T2 | 1: G1:T9 G2:P2 | pile: B2:O2 B3:O3 B4:O4"
    )
    t.play(0, "Rf")
    assert (t.hand(0), t.hand(1)) == ("T1 T2", "T9 P2")
    # the dark sides were seen from across the table; now the light ones are
    assert t.sees(1, 0) == "T1 T2"
    assert t.sees(None, 0, LIGHT) == "R1 B1"
    t.draw(1)
    t.keep(1)
    assert t.hand(1) == "T9 P2 O4"
    assert t.sees(None, 0, LIGHT) == "R1 B1"
    assert t.sees(None, 0, DARK) == "T1 T2"
