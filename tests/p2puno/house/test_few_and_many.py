"""mercy, open-hands, two-decks and false-catch (K-33…K-38, K-40)."""

from collections import Counter

import pytest

from p2puno.events import Called, Drew, NoEffect, PutOut
from p2puno.house import HOUSE_RULES
from p2puno.moves import IllegalMove
from p2puno.options import VARIANTS, Options
from p2puno.rulesets import RULE_SETS, rule_set
from tests.p2puno.table import Table, dealt, table

MANY = " ".join(["?"] * 22)


def mercy(zero: str, one: str, two: str = "| 2: G1 G2", house: str = "mercy", pile: str = "pile: +") -> Table:
    return table(f"classic house={house} | 0> R R5 | 0: {zero} | 1: {one} {two} | {pile}")


# -- mercy ---------------------------------------------------------------------------------------------


@pytest.mark.rule("K-33")
def test_who_holds_25_cards_is_out_of_the_round_in_the_middle_of_a_draw() -> None:
    t = mercy("W+4 R1 B1", MANY)
    pile = len(t.round.pile)
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    assert PutOut(1) in t.news
    assert [event.cards for event in t.news if isinstance(event, Drew)] == [3], "the fourth is not drawn"
    assert t.round.seats == [0, 2]
    assert len(t.round.pile) == pile - 3 + 25
    assert t.turn == 2


@pytest.mark.rule("K-33")
def test_24_cards_are_not_too_many() -> None:
    t = mercy("R+2 R1 B1", MANY)
    t.play(0, "R+2")
    assert t.size(1) == 24
    assert t.turn == 2


@pytest.mark.rule("K-33")
def test_a_voluntary_draw_may_be_one_too_many() -> None:
    t = table(f"classic house=mercy | 1> R R5 | 0: G1 G2 | 1: B1 B2 {MANY} | 2: Y1 Y2 | pile: B3 +")
    t.draw(1)
    assert PutOut(1) in t.news
    assert t.turn == 2


@pytest.mark.rule("K-33")
def test_the_hand_goes_under_the_pile_and_nobody_knows_its_order() -> None:
    t = mercy("W+4 R1 B1", MANY)
    top = list(t.round.pile[-5:])
    hand = set(t.round.hands[1])
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    assert t.round.pile[-2:] == top[:2], "what was on top stays there"
    assert not hand & set(t.round.pile), "cards that were shuffled have new handles"
    assert all(t.view(1).face(card) is None for card in t.round.pile)


@pytest.mark.rule("K-33")
def test_in_the_middle_of_a_stack() -> None:
    t = mercy("R+2 R1 B1", "G+2 Y1 Y2", f"| 2: {MANY}", "stack-same,mercy")
    t.play(0, "R+2")
    t.play(1, "G+2")
    t.accept(2)
    assert t.round.seats == [0, 1]
    assert t.turn == 0


@pytest.mark.rule("K-33")
def test_after_a_battle() -> None:
    t = table(f"battle house=mercy | 0> R R5 | 0: Wb R9 B1 | 1: Y1 {MANY} | 2: G1 G2 | pile: B3 B4 B5 +")
    t.play(0, "Wb")
    t.fight(0, 1)
    t.battle(0, "R9", 1, "Y1")
    assert PutOut(1) in t.news
    t.name(0, "G")
    assert t.turn == 2


@pytest.mark.rule("K-33")
def test_the_accused_too() -> None:
    t = mercy(f"W+4 R1 {MANY}", "Y1 Y2")
    t.play(0, "W+4")
    t.name(0, "G")
    t.challenge(1)
    t.guilty(1, "R1", 0)
    assert t.round.seats == [1, 2]
    assert t.turn == 1


@pytest.mark.rule("K-34")
def test_the_last_one_in_wins_and_those_out_count_what_they_held() -> None:
    t = table(f"classic house=mercy | 0> R R5 | 0: R+2 R1 B9 | 1: W W {' '.join(['?'] * 21)} | pile: +")
    t.play(0, "R+2")
    assert t.round.result is not None
    assert (t.result.how, t.result.out) == ("out", 0)
    assert t.result.held[0] == 0, "the winner's own cards do not count"
    held = [t.dealer.face(card, 0) for card in t.round.left[1][1]]
    assert len(held) == 25
    assert t.result.held[1] == sum(t.round.rules.deck.points[face] for face in held) > 100


@pytest.mark.rule("K-35")
def test_nobody_is_put_out_when_the_round_is_decided() -> None:
    t = table(f"classic house=mercy | 0> R R5 | 0: R+2 | 1: ? {MANY} | 2: G1 G2 | pile: +")
    t.play(0, "R+2")
    assert not any(isinstance(event, PutOut) for event in t.news)
    assert t.size(1) == 25
    assert t.result.out == 0


@pytest.mark.rule("K-40")
def test_who_is_put_out_may_leave_and_the_round_goes_on() -> None:
    t = mercy("W+4 R1 B1", MANY, "| 2: G1 G2 | 3: B2 B3")
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    assert t.round.expelled == (1,)
    t.leave(1)
    assert t.turn == 2
    with pytest.raises(IllegalMove):
        t.round.leave(1)


@pytest.mark.rule("K-40")
def test_if_the_others_leave_the_last_one_in_wins_the_round() -> None:
    t = mercy("W+4 R1 B1", MANY)
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    t.leave(0)
    assert (t.result.how, t.result.out) == ("out", 2)


@pytest.mark.rule("K-40")
def test_the_last_one_in_has_won_at_once_and_cannot_leave_any_more() -> None:
    t = mercy("W+4 R1 B1", MANY)
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    t.round.leave(0)
    assert t.round.counting
    with pytest.raises(IllegalMove):
        t.round.leave(2)


@pytest.mark.rule("K-40")
def test_if_those_put_out_have_left_too_it_is_abandoned() -> None:
    t = mercy("W+4 R1 B1", MANY)
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    t.leave(1)
    t.leave(0)
    assert t.result.how == "abandoned"


@pytest.mark.rule("K-33")
def test_out_of_the_round_is_out_of_the_talk() -> None:
    t = mercy("W+4 R1 B1", MANY)
    t.play(0, "W+4")
    t.name(0, "G")
    t.accept(1)
    with t.refused("G-13"):
        t.call(1)


# -- open-hands ----------------------------------------------------------------------------------------


@pytest.mark.rule("K-36")
def test_who_holds_few_cards_lays_them_open() -> None:
    t = table("classic house=open-hands:2 | 0> R R5 | 0: R1 R2 R3 | 1: Y1 Y2 Y3 Y4 | 2: G1 G2 G3")
    assert t.sees(1, 0) == "? ? ?"
    t.play(0, "R1")
    assert t.sees(1, 0) == t.sees(None, 0) == "R2 R3"
    assert t.sees(0, 1) == "? ? ? ?"


@pytest.mark.rule("K-36")
def test_a_card_drawn_to_few_is_opened_before_the_next_turn() -> None:
    t = table(
        "classic house=open-hands:3 | 0> R R5 | 0: B1! B2! | 1: Y1 Y2 Y3 Y4 | 2: G1 G2 G3 G4 | pile: G9 +"
    )
    t.draw(0)
    assert t.sees(1, 0) == "B1 B2 ?"
    t.keep(0)
    assert t.sees(1, 0) == "B1 B2 G9"


@pytest.mark.rule("K-36")
def test_a_card_once_shown_stays_known() -> None:
    t = table(
        "classic house=open-hands:2 | 0> R R5 | 0: R+2 R3 R4 | 1: Y1! Y2! | 2: G1 G2 G3 | pile: B1 B2 +"
    )
    t.play(0, "R+2")
    assert t.sees(2, 1) == "Y1 Y2 ? ?"


@pytest.mark.rule("K-36")
def test_a_small_deal_is_open_from_the_beginning() -> None:
    t = dealt("classic", "6*? R5", players=3, hand_size=2, house=("open-hands:2",))
    assert all("?" not in t.sees(None, seat) for seat in range(3))


@pytest.mark.rule("K-36", "K-26")
def test_a_card_kept_face_down_stays_so() -> None:
    t = table(
        "classic house=blind-draw,open-hands:3 | 0> R R5 | 0: B1! B2! | 1: Y1 Y2 Y3 Y4 | 2: G1 G2 G3 G4"
        " | pile: G9 +"
    )
    t.draw(0)
    t.keep(0)
    assert t.sees(None, 0) == t.sees(0, 0) == "B1 B2 ?"


# -- two-decks and false-catch -------------------------------------------------------------------------


@pytest.mark.rule("K-37")
@pytest.mark.parametrize(
    "variant", [variant for variant in VARIANTS if variant not in HOUSE_RULES["two-decks"].unfit]
)
def test_two_decks_are_shuffled_together(variant: str) -> None:
    one, two = RULE_SETS[variant].deck, rule_set(Options(variant, house_rules=("two-decks",))).deck
    for side, doubled in zip(one.sides, two.sides, strict=True):
        assert Counter(doubled) == Counter({face: 2 * count for face, count in Counter(side).items()})
    assert two.points == one.points


@pytest.mark.rule("K-38")
def test_a_wrong_catch_costs_a_card() -> None:
    t = table("classic house=false-catch | 0> R R5 | 0: R1 R2 | 1: Y1 Y2 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.catch(2, 1)
    assert t.hand(2) == "G1 G2 B1"
    assert NoEffect(2) in t.news
    assert t.turn == 0
    t.play(0, "R1", uno=True)
    t.catch(1, 0)
    assert t.hand(1) == "Y1 Y2 B2", "the word was said"


@pytest.mark.rule("K-38")
def test_a_right_catch_costs_nothing_and_a_call_neither() -> None:
    t = table("classic house=false-catch | 0> R R5 | 0: R1 R2 | 1: Y1 Y2 Y3 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.call(2)
    assert t.size(2) == 2
    t.play(0, "R1")
    t.catch(2, 0)
    assert (t.size(0), t.size(2)) == (3, 2)
    t.catch(1, 0)
    assert t.size(1) == 4, "too late"


@pytest.mark.rule("K-38")
def test_it_is_drawn_when_the_effect_of_the_card_is_over() -> None:
    t = table("classic house=false-catch | 0> R R5 | 0: W R2 R3 | 1: Y1 Y2 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.play(0, "W")
    t.catch(2, 1)
    assert t.size(2) == 2
    t.name(0, "G")
    assert t.size(2) == 3
    assert t.turn == 1


@pytest.mark.rule("K-38")
def test_catching_the_wrong_player_is_wrong() -> None:
    t = table("classic house=false-catch | 0> R R5 | 0: R1 R2 | 1: Y1 Y2 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.play(0, "R1")
    t.catch(2, 1)
    assert (t.size(0), t.size(2)) == (1, 3)
    assert t.round.uno_open


@pytest.mark.rule("K-38")
def test_only_catches_cost_a_card() -> None:
    """A call in advance counts as always (G-12), and one that is said twice does nothing more."""
    t = table("classic house=false-catch | 0> R R5 | 0: W R2 | 1: Y1 Y2 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.call(0)
    assert Called(0) in t.news
    t = table("classic house=false-catch | 0> R R5 | 0: W R2 | 1: Y1 Y2 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.play(0, "W")
    t.call(0)
    t.call(0)
    t.name(0, "G")
    assert Called(0) in t.news
    assert (t.size(0), t.turn) == (1, 1)


@pytest.mark.rule("K-38")
def test_without_it_a_wrong_catch_does_nothing_at_once() -> None:
    t = table("classic house=mercy | 0> R R5 | 0: W R2 R3 | 1: Y1 Y2 | 2: G1 G2 | pile: B1 B2 B3 +")
    t.play(0, "W")
    t.catch(2, 1)
    assert NoEffect(2) in t.news
    assert t.round.uno_heard == ()
