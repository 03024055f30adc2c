"""draw-until, force and blind-draw: what a voluntary draw does (K-21…K-26)."""

import pytest

from p2puno.cards import face
from p2puno.events import Drew, Played, ShortDraws, TurnedBlind
from p2puno.moves import Blind, Play
from p2puno.options import Options
from p2puno.round.state import Round
from p2puno.rulesets import rule_set
from tests.p2puno.table import Table, table


def two(house: str, hand: str = "G1 Y2", pile: str = "B2 Y3 B4 R6 G7 +", variant: str = "classic") -> Table:
    return table(f"{variant} house={house} | 0> R R5 | 0: {hand} | 1: B8 B9 G2 | pile: {pile}", honest=False)


def vows(round: Round) -> list[tuple[int, int, bool]]:
    return [(vow.seat, len(vow.cards), vow.fit) for vow in round.vows]


# -- draw-until ----------------------------------------------------------------------------------------


@pytest.mark.rule("K-21")
def test_draw_until_a_card_fits() -> None:
    t = two("draw-until")
    t.draw(0)
    for _ in range(3):
        assert t.waits == (0, "drawn")
        assert t.can(0) == {"draw"}
        t.draw(0)
    assert t.hand(0) == "G1 Y2 B2 Y3 B4 R6"
    assert t.can(0) == {"R6", "keep"}
    t.play(0, "R6")
    assert t.turn == 1
    assert vows(t.round) == [(0, 1, False)] * 3


@pytest.mark.rule("K-21")
@pytest.mark.parametrize("house", ["draw-until", "draw-until,mercy"])
def test_cards_are_drawn_one_by_one(house: str) -> None:
    t = two(house, pile="R6 Y3 B4 +")
    t.draw(0)
    assert t.hand(0) == "G1 Y2 R6"
    assert t.can(0) == {"R6", "keep"}


@pytest.mark.rule("K-21")
def test_the_card_that_fits_may_be_kept_and_only_that_one_laid() -> None:
    t = two("draw-until", hand="Y2 R1")
    t.draw(0)
    assert t.can(0) == {"draw"}
    with t.refused("T-04"):
        t.play(0, "R1")
    t.draw(0)
    t.draw(0)
    t.draw(0)
    t.keep(0)
    assert t.turn == 1
    assert vows(t.round)[-1] == (0, 1, True)


@pytest.mark.rule("K-21", "K-24")
def test_what_is_said_about_hidden_cards_is_a_vow() -> None:
    t = two("draw-until")
    t.draw(0)
    card = t.round.hands[0][-1]
    t.keep(0)
    (vow,) = t.round.vows
    assert (vow.seat, vow.cards, vow.side, vow.fit) == (0, (card,), 0, True)
    assert vow.broken_by(card, face("B2"))
    assert not vow.broken_by(card, face("R2"))
    assert not vow.broken_by(card, face("W"))
    t = two("draw-until", pile="R6 G7 +")
    t.draw(0)
    card = t.round.hands[0][-1]
    t.draw(0)
    (vow,) = t.round.vows
    assert vow.broken_by(card, face("R6"))
    assert not vow.broken_by(card + 1, face("R6")), "a card it does not speak of"


@pytest.mark.rule("K-24")
def test_what_everybody_sees_is_refused_at_once() -> None:
    line = "flip house=draw-until | 0> light R R5 | 0: G1 Y2 | 1: B8 B9 | pile: {}:T1! G9 +"
    t = table(line.format("B2"))
    t.draw(0)
    with t.refused("K-21"):
        t.keep(0)
    t = table(line.format("R2"))
    t.draw(0)
    with t.refused("K-23"):
        t.draw(0)
    assert t.can(0) == {"R2", "keep"}


@pytest.mark.rule("K-42")
@pytest.mark.parametrize(("shuffled", "can"), [(2, {"draw"}), (3, {"keep"}), (4, {"keep"})])
def test_after_three_shuffles_a_player_draws_one_card(shuffled: int, can: set[str]) -> None:
    t = table(
        f"classic house=draw-until | 0> R R5 | 0: G1 Y2 | 1: B8 B9 | pile: B2 R6 + | shuffles: {shuffled}"
    )
    t.draw(0)
    assert t.can(0) == can
    if shuffled > 2:
        with t.refused("T-03"):
            t.draw(0)
        t.keep(0)
        assert (t.turn, t.round.vows) == (1, ())


@pytest.mark.rule("K-42")
def test_it_is_told_and_holds_from_the_next_card_on() -> None:
    t = table(
        "classic house=draw-until | 0> R R5 B3 B4 | 0: G1 Y2 | 1: B8 B9 | pile: Y3 | shuffles: 2",
        "B3",
    )
    t.draw(0)
    assert t.can(0) == {"draw"}
    t.draw(0)
    assert ShortDraws() in t.news
    assert (t.hand(0), t.can(0)) == ("G1 Y2 Y3 B3", {"keep"})


@pytest.mark.rule("K-42", "N-13")
def test_in_no_mercy_and_in_games_of_the_first_rules_draws_stay_long() -> None:
    assert rule_set(Options(house_rules=("draw-until",))).long_draws == 3
    assert rule_set(Options(house_rules=("draw-until",)), first_rules=True).long_draws is None
    assert rule_set(Options("no-mercy", house_rules=("jump-in",))).long_draws is None
    t = table("no-mercy | 0> R R5 | 0: G1 Y2 | 1: B8 B9 | pile: B2 R6 + | shuffles: 5")
    t.draw(0)
    assert t.can(0) == {"draw"}


@pytest.mark.rule("K-22")
def test_the_draw_ends_with_an_empty_pile() -> None:
    t = two("draw-until", pile="B2 Y3")
    t.draw(0)
    t.draw(0)
    assert t.can(0) == {"keep"}
    with t.refused("T-09"):
        t.draw(0)
    t.keep(0)
    assert t.turn == 1
    assert vows(t.round) == [(0, 1, False)]


@pytest.mark.rule("K-22")
def test_a_crash_ends_the_draw() -> None:
    t = two("draw-until", pile="B2 Wc R6 +", variant="crash")
    t.draw(0)
    t.quiet(0)
    t.draw(0)
    t.declare(0, "Wc")
    t.name(0, "B")
    assert t.turn == 1


@pytest.mark.rule("K-22")
def test_with_no_bluff_a_forbidden_wild_does_not_count_as_fitting() -> None:
    t = two("draw-until,no-bluff", hand="R1 Y2", pile="W+4 R6 +")
    t.draw(0)
    assert t.can(0) == {"draw"}
    t.draw(0)
    assert t.can(0) == {"R6", "keep"}
    assert not any(vow.broken_by(t.round.hands[0][-2], face("W+4")) for vow in t.round.vows)


@pytest.mark.rule("K-21")
def test_in_flip_too_one_card_at_a_time() -> None:
    t = table("flip house=draw-until | 0> light R R5 | 0: G1 Y2 | 1: B8 B9 | pile: B2 R6 +")
    t.draw(0)
    assert t.size(0) == 3


@pytest.mark.rule("K-21")
def test_who_leaves_in_the_middle_ends_it() -> None:
    t = table("classic house=draw-until | 0> R R5 | 0: G1 Y2 | 1: B8 B9 | 2: G3 G4 | pile: B2 Y3 +")
    t.draw(0)
    t.leave(0)
    assert t.turn == 1


# -- force ---------------------------------------------------------------------------------------------


@pytest.mark.rule("K-23")
def test_who_holds_a_card_that_fits_may_not_draw() -> None:
    t = two("force", hand="R1 Y2")
    assert t.can(0) == {"R1", "R1 uno"}
    t = two("force")
    assert t.can(0) == {"draw"}


@pytest.mark.rule("K-23")
def test_a_drawn_card_that_fits_must_be_laid() -> None:
    t = two("force", pile="R6 +")
    t.draw(0)
    assert t.can(0) == {"R6"}
    t = two("force")
    t.draw(0)
    assert t.can(0) == {"keep"}


@pytest.mark.rule("K-23", "K-24")
def test_drawing_and_keeping_are_vows() -> None:
    t = two("force", hand="R1 Y2")
    hand = tuple(t.round.hands[0])
    t.draw(0)  # a cheat
    t.keep(0)
    first, second = t.round.vows
    assert (first.cards, first.fit) == (hand, False)
    assert first.broken_by(hand[0], face("R1"))
    assert not first.broken_by(hand[1], face("Y2"))
    assert second.cards == (t.round.hands[0][-1],)


@pytest.mark.rule("K-23")
def test_passing_is_one_too() -> None:
    t = table("classic house=force | 0> R R5 | 0: G1 Y2 | 1: B8 B9 | pile:", honest=False)
    assert t.can(0) == {"pass"}
    t.skip(0)
    assert vows(t.round) == [(0, 2, False)]


@pytest.mark.rule("K-24")
def test_a_card_that_all_can_see_must_be_laid() -> None:
    t = table("classic house=force | 0> R R5 | 0: R1! Y2 | 1: B8 B9")
    with t.refused("K-23"):
        t.draw(0)
    t = table("classic house=force | 0> R R5 | 0: R1! Y2 | 1: B8 B9 | pile:")
    with t.refused("K-23"):
        t.skip(0)


@pytest.mark.rule("K-23")
def test_with_draw_until_the_card_that_fits_must_be_laid() -> None:
    t = two("draw-until,force")
    t.draw(0)
    assert t.can(0) == {"draw"}
    with t.refused("K-23"):
        t.keep(0)
    for _ in range(3):
        t.draw(0)
    assert t.can(0) == {"R6"}


@pytest.mark.rule("K-23")
def test_with_draw_until_and_an_empty_pile_the_card_is_kept() -> None:
    t = two("draw-until,force", pile="B2")
    t.draw(0)
    assert t.can(0) == {"keep"}
    t.keep(0)
    assert t.turn == 1


@pytest.mark.rule("K-23")
def test_force_is_not_about_pending_cards() -> None:
    t = table("classic house=stack-same,force | 0> R R5 | 0: R+2 R1 B1 | 1: G+2 Y2 | pile: Y4 Y5 +")
    t.play(0, "R+2")
    assert t.can(1) == {"accept", "G+2", "G+2 uno"}
    t.accept(1)
    assert t.round.vows == ()


# -- blind-draw ----------------------------------------------------------------------------------------


@pytest.mark.rule("K-25")
def test_a_drawn_card_is_seen_by_nobody() -> None:
    t = two("blind-draw")
    t.draw(0)
    assert t.waits == (0, "drawn")
    assert t.can(0) == {"blind", "keep"}
    assert t.sees(0, 0) == "G1 Y2 ?"
    assert t.sees(1, 0) == "? ? ?"
    with t.refused("K-25"):
        t.play(0, "B2")


@pytest.mark.rule("K-25")
def test_turned_up_it_is_laid_if_it_fits() -> None:
    t = two("blind-draw", pile="R6 +")
    t.draw(0)
    t.blind(0)
    assert TurnedBlind(0, face("R6")) in t.news
    assert t.top == "R6"
    assert (t.turn, t.size(0)) == (1, 2)


@pytest.mark.rule("K-25")
@pytest.mark.parametrize(("code", "turned"), [("R6", "R6"), ("B6", "R5")])
def test_also_one_that_all_have_seen_before_a_flip(code: str, turned: str) -> None:
    t = table(f"flip house=blind-draw | 0> light R R5 | 0: G1 Y2 | 1: B8 B9 | 2: G2 G3 | pile: {code}:T1! +")
    t.draw(0)
    t.blind(0)
    assert t.top == turned
    assert t.turn == 1


@pytest.mark.rule("K-25")
def test_turning_one_up_tells_nothing_of_another() -> None:
    t = two("blind-draw", pile="B2 Y3 +")
    t.draw(0)
    t.keep(0)
    t.draw(1)
    t.blind(1)
    assert len(t.round.blind) == 0, "seat 0 sees its card now that its turn begins"
    t = table("classic house=blind-draw | 0> R R5 | 0: G1 Y2 | 1: B8 B9 | 2: G2 G3 | pile: B2 Y3 +")
    t.draw(0)
    t.keep(0)
    t.draw(1)
    t.blind(1)
    assert t.round.blind == (t.round.hands[0][-1],)


@pytest.mark.rule("K-25")
def test_if_it_does_not_fit_all_know_it() -> None:
    t = two("blind-draw")
    t.draw(0)
    t.blind(0)
    assert t.top == "R5"
    assert t.sees(1, 0) == "? ? B2"
    assert not any(isinstance(event, Played) for event in t.news)
    assert t.turn == 1


@pytest.mark.rule("K-25")
def test_it_may_win_and_owes_the_word() -> None:
    t = two("blind-draw", hand="G1", pile="R6 +")
    t.draw(0)
    t.call(0)
    t.blind(0)
    assert not t.round.uno_open
    t = two("blind-draw", hand="G1", pile="R6 B6 B7 +")
    t.draw(0)
    t.blind(0)
    t.catch(1, 0)
    assert t.hand(0) == "G1 B6 B7"


@pytest.mark.rule("K-25")
def test_penalties_are_seen() -> None:
    t = two("blind-draw", hand="R+2 G1 G2")
    t.play(0, "R+2")
    assert t.sees(1, 1) == "B8 B9 G2 B2 Y3"
    assert Drew(1, 2, True) in t.news


@pytest.mark.rule("K-26")
def test_kept_it_is_seen_when_the_next_own_turn_begins() -> None:
    t = two("blind-draw", pile="B2 Y3 B4 +")
    t.draw(0)
    t.keep(0)
    assert t.sees(0, 0) == "G1 Y2 ?"
    t.draw(1)
    assert t.sees(0, 0) == "G1 Y2 ?"
    t.keep(1)
    assert t.turn == 0
    assert t.sees(0, 0) == "G1 Y2 B2"
    assert t.sees(1, 0) == "? ? ?"


@pytest.mark.rule("K-26")
def test_or_when_its_holder_has_to_decide_something_else() -> None:
    t = table("classic house=stack-same,blind-draw | 0> R R5 | 0: G1 Y2 | 1: R+2 B9 G2 | pile: B+2 Y3 +")
    t.draw(0)
    t.keep(0)
    t.play(1, "R+2")
    assert t.waits == (0, "stack")
    assert t.sees(0, 0) == "G1 Y2 B+2"
    assert t.can(0) == {"accept", "B+2"}


@pytest.mark.rule("K-26")
def test_it_goes_along_unseen_if_hands_are_traded() -> None:
    t = table("classic house=seven-zero,blind-draw | 0> R R5 | 0: G1 Y2 | 1: R7 B9 G2 | pile: B3 Y3 Y4 +")
    t.draw(0)
    t.keep(0)
    t.play(1, "R7")
    t.swap(1, 0, 1)
    assert t.hand(1) == "G1 Y2 B3"
    assert t.sees(1, 1) == "G1 Y2 ?"
    t.draw(0)
    t.keep(0)
    assert t.sees(1, 1) == "G1 Y2 B3"


@pytest.mark.rule("K-26")
def test_after_a_flip_all_see_its_other_side() -> None:
    t = table(
        "flip house=blind-draw | 0> light R R5:P5 | 0: G1:T1 Y2:T2 | 1: Rf:T3 B9:T4 G2:T5 | pile: B3:O3 +"
    )
    t.draw(0)
    t.keep(0)
    t.play(1, "Rf")
    assert t.waits == (0, "turn")
    assert t.sees(0, 0) == "T1 T2 O3"
    assert t.sees(1, 0, 0) == "G1 Y2 B3", "the side that is turned away now"


@pytest.mark.rule("K-25")
def test_who_leaves_takes_it_along() -> None:
    t = table("classic house=blind-draw | 0> R R5 | 0: G1 Y2 | 1: B8 B9 | 2: G3 G4 | pile: B2 Y3 +")
    t.draw(0)
    t.round.apply(0, Blind())
    t.leave(0)
    assert t.turn == 1
    assert t.round.blind == ()


@pytest.mark.rule("K-25")
def test_nobody_else_can_lay_it() -> None:
    t = two("blind-draw")
    t.draw(0)
    with t.refused("S-05"):
        t.move(1, Play(*t.find("B8", 1)))
    with t.refused("S-05"):
        t.move(1, Blind())
