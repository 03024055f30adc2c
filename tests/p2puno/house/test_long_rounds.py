"""With house rules a round ends at the latest when the discard pile was shuffled ten times (K-41)."""

import pytest

from p2puno.events import FewestCards, WentOut
from p2puno.house import HOUSE_RULES, SHUFFLE_LIMIT
from p2puno.options import Options
from p2puno.rulesets import rule_set
from tests.p2puno.table import Table, table

HANDS = "0: G1 G2 G3 | 1: Y1 Y2 | 2: B1 B2 | 3: B3 B4 B5"


def last_shuffle(
    hands: str = HANDS, house: str = "no-challenge", shuffled: int = 9, sign: str = ">"
) -> Table:
    """Seat 0 has nothing that fits, and there is nothing left to draw but the discard pile."""
    return table(f"classic house={house} | 0{sign} R R5 R4 R9 R8 | {hands} | pile: | shuffles: {shuffled}")


@pytest.mark.rule("K-41")
def test_the_tenth_shuffle_is_the_last_and_the_fewest_cards_win() -> None:
    t = last_shuffle("0: G1 G2 G3 | 1: Y1 Y2 Y3 | 2: B1 B2 | 3: B3 B4 B5")
    t.draw(0)
    assert t.waits == (0, "drawn"), "the turn is played to its end"
    t.keep(0)
    assert [e for e in t.news if isinstance(e, FewestCards | WentOut)] == [FewestCards(2), WentOut(2)]
    assert t.result.out == 2
    assert (t.result.how, t.result.held[1], t.result.held[2], t.result.held[3]) == ("out", 6, 0, 12)


@pytest.mark.rule("K-41")
def test_not_before() -> None:
    t = last_shuffle(shuffled=8)
    t.draw(0)
    t.keep(0)
    assert t.turn == 1
    assert t.round.shuffles == 9


@pytest.mark.rule("K-41")
@pytest.mark.parametrize(("sign", "winner"), [(">", 1), ("<", 2)])
def test_of_several_the_first_to_have_a_turn_wins(sign: str, winner: int) -> None:
    t = last_shuffle(sign=sign)
    t.draw(0)
    t.keep(0)
    assert t.result.out == winner


@pytest.mark.rule("K-41")
def test_a_player_who_goes_out_in_that_turn_has_won() -> None:
    t = table(
        "classic house=no-challenge | 0> R R5 R4 R9 R8 | 0: R+2 | 1: Y1 | 2: B1 B2 | pile: | shuffles: 9"
    )
    t.play(0, "R+2")
    assert t.result.out == 0
    assert t.size(1) == 3


@pytest.mark.rule("K-41")
def test_more_shuffles_in_that_turn_change_nothing() -> None:
    t = table(
        "classic house=no-challenge | 0> R R5 R4 | 0: W+4 G1 G2 | 1: Y1 | 2: B1 B2 | pile: | shuffles: 12"
        " | turn: moved next=1 | pending: NameColour(0)"
    )
    t.name(0, "R")
    assert t.result.out == 1


@pytest.mark.rule("K-41")
@pytest.mark.parametrize("name", HOUSE_RULES)
def test_it_holds_with_any_house_rule_and_only_with_those(name: str) -> None:
    word = "open-hands:2" if name == "open-hands" else name
    assert rule_set(Options(house_rules=(word,))).shuffle_limit == SHUFFLE_LIMIT == 10
    assert rule_set(Options()).shuffle_limit is None


@pytest.mark.rule("K-41")
def test_without_house_rules_shuffles_are_not_counted() -> None:
    t = table(f"classic | 0> R R5 R4 R9 R8 | {HANDS} | pile:")
    t.draw(0)
    assert t.round.shuffles is None
