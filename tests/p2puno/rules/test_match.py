"""Who deals (S-02, S-06), and the score (P, and G-09 as the match sees it)."""

from random import Random

import pytest

from p2puno.cards import LIGHT, face
from p2puno.dealer import draw_for_deal
from p2puno.dealer_choice import DealerChoice
from p2puno.match import Match
from p2puno.moves import Open, Shuffle
from p2puno.options import Options
from p2puno.round import Result, Round
from p2puno.rulesets import RULE_SETS
from tests.p2puno.table import table

# -- the draw for the deal ------------------------------------------------------------------------------


def begun(order: range | list[int], variant: str = "classic") -> DealerChoice:
    choice = DealerChoice(RULE_SETS[variant].deck, order)
    assert isinstance(choice.waiting, Shuffle)
    choice.shuffled()
    return choice


def draw(choice: DealerChoice, codes: str) -> list[int]:
    """Those who must draw cards with these faces; which cards these are."""
    waiting = choice.waiting
    assert isinstance(waiting, Open)
    assert all((side, to) == (LIGHT, None) for _, side, to in waiting.items)
    choice.opened([face(code) for code in codes.split()])
    return [card for card, _, _ in waiting.items]


@pytest.mark.rule("S-02")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("R3 G9 B8 Y0", 1),
        ("Rs Gr B+2 Y1", 3),  # symbols count zero
        ("W+4 R1 W Wb", 1),
        ("R0 Y2 Y1 B0", 1),
    ],
)
def test_the_highest_number_deals(cards: str, dealer: int) -> None:
    choice = begun(range(4))
    draw(choice, cards)
    assert (choice.dealer, choice.waiting) == (dealer, None)


@pytest.mark.rule("S-02")
def test_those_tied_for_highest_draw_again_until_one_is_left() -> None:
    choice = begun(range(4))
    assert len(draw(choice, "R9 G9 B8 Y9")) == 4
    assert len(draw(choice, "R1 R3 G3")) == 3  # seats 0, 1 and 3
    assert len(draw(choice, "Rs G0")) == 2  # 1 and 3; a tie at zero
    assert choice.dealer is None
    draw(choice, "R1 G2")
    assert choice.dealer == 3


@pytest.mark.rule("S-02")
def test_a_tie_of_symbols_alone_is_a_tie() -> None:
    choice = begun([4, 2])
    draw(choice, "Rs Gr")
    assert choice.dealer is None
    draw(choice, "R1 G2")
    assert choice.dealer == 2


@pytest.mark.rule("S-02")
def test_flip_the_light_side_counts() -> None:
    choice = begun(range(3), "flip")
    draw(choice, "R3 G9 B8")
    assert choice.dealer == 1


@pytest.mark.rule("S-02")
def test_when_the_deck_is_used_up_it_is_shuffled_again() -> None:
    choice = begun(range(10))
    cards = [card for _ in range(10) for card in draw(choice, "R5 " * 10)]
    assert len(set(cards)) == 100
    assert isinstance(choice.waiting, Shuffle)  # eight are left
    choice.shuffled()
    assert not set(draw(choice, "R5 " * 9 + "R6")) & set(cards)
    assert choice.dealer == 9


@pytest.mark.rule("S-02")
def test_anybody_can_win_the_draw() -> None:
    assert {draw_for_deal(Options(), range(3), Random(seed)).dealer for seed in range(40)} == {0, 1, 2}


@pytest.mark.rule("S-07")
@pytest.mark.parametrize(
    ("gone", "draws", "dealer"),
    [
        ([1], ["R3 G9 B8 Y0"], 2),  # who won has left: the next one
        ([1, 2], ["R3 G9 B8 Y0"], 3),
        ([3], ["R3 G7 B8 Y9"], 0),
        ([0], ["R3 G9 B8 Y0"], 1),  # whoever else has left changes nothing
        ([1], ["R3 G9 B9 Y0", "R5 G4"], 2),  # both draw on in a tie
        ([2], ["R3 G9 B9 Y0", "R5 G4"], 1),
    ],
)
def test_who_leaves_stays_in_the_draw(gone: list[int], draws: list[str], dealer: int) -> None:
    choice = begun(range(4))
    for seat in gone:
        before = choice.waiting
        choice.leave(seat)
        assert choice.waiting == before
    for codes in draws:
        draw(choice, codes)
    assert choice.dealer == dealer
    assert list(choice.draws[0]) == [0, 1, 2, 3]


@pytest.mark.rule("S-02", "S-03")
def test_the_round_shuffles_the_deck_that_was_drawn_from() -> None:
    """None of the cards that were drawn, and seen, keeps its handle."""
    choice = begun(range(3), "flip")
    cards = draw(choice, "R3 G9 B8")
    assert choice.dealer == 1
    round = Round(RULE_SETS["flip"], Options("flip"), range(3), choice.dealer, choice.cards.start)
    assert round.waiting == Shuffle(tuple(choice.cards), choice.cards.stop)
    assert not any(round.faces)
    round.shuffled()
    held = [card for hand in round.hands.values() for card in hand]
    assert min(held + round.pile + round.discard) == choice.cards.stop > max(cards)
    assert len(held + round.pile + round.discard) == len(choice.cards) == round.rules.deck.size
    assert round.next_card == choice.cards.stop + len(choice.cards)


# -- who deals after that -------------------------------------------------------------------------------


def out(dealer: int, out: int, *held: int) -> Result:
    return Result("out", dealer, out, dict(enumerate(held)))


@pytest.mark.rule("S-06")
def test_once_per_match_then_the_deal_passes_to_the_left() -> None:
    match = Match(Options(), 3)
    assert match.pairings()[0].dealer is None
    match.dealer_drawn(0, 1)
    dealers = []
    for _ in range(4):
        dealer = match.pairings()[0].dealer
        assert dealer is not None
        dealers.append(dealer)
        match.record(0, out(dealer, 0, 0, 5, 5))
    assert dealers == [1, 2, 0, 1]


@pytest.mark.rule("S-06")
def test_over_seats_that_are_out() -> None:
    match = Match(Options(mode="challenge", target=100), 5)
    match.dealer_drawn(0, 0)
    match.record(0, out(0, 0, 0, 100, 100, 5, 5))
    assert match.pairings()[0].dealer == 3
    assert match.pairings()[0].seats.order == (0, 3, 4)


@pytest.mark.rule("S-06")
def test_for_each_seating() -> None:
    match = Match(Options(mode="rotating"), 4)
    for _ in range(2):
        ((_, seats, dealer),) = match.pairings()
        assert dealer is None
        match.dealer_drawn(0, seats.order[2])
        for turn in range(4):
            ((_, seats, dealer),) = match.pairings()
            assert dealer == seats.order[(2 + turn) % 4]
            match.record(0, Result("out", dealer, seats.order[0], dict.fromkeys(seats.order, 0)))


# -- points ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P-01")
def test_who_goes_out_scores_what_the_opponents_hold() -> None:
    t = table("classic | 0> R R5 | 0: R3 | 1: R2 Y9 Gs | 2: W R0 W+4 | 3: B+2 Yr B7")
    t.play(0, "R3")
    match = Match(Options(), 4)
    match.record(0, t.result)
    assert match.totals == [31 + 100 + 47, 0, 0, 0]


@pytest.mark.rule("P-01")
def test_all_hands_are_laid_open() -> None:
    t = table("classic | 0> R R5 | 0: R3 | 1: R2 Y9 Gs | 2: W R0 W+4")
    t.play(0, "R3")
    assert (t.sees(None, 1), t.sees(None, 2)) == ("R2 Y9 Gs", "W R0 W+4")


@pytest.mark.rule("P-02")
def test_the_first_to_500_wins() -> None:
    match = Match(Options(), 3)
    match.record(0, out(0, 1, 200, 0, 299))
    assert (match.ended, match.totals) == (None, [0, 499, 0])
    assert match.pairings()  # another round
    match.record(0, out(1, 2, 400, 99, 0))
    assert (match.ended, match.totals[2]) == (None, 499)
    match.record(0, out(2, 2, 0, 1, 0))
    assert match.ended == (2,)
    assert match.pairings() == ()
    assert match.ranking() == [(2,), (1,), (0,)]


@pytest.mark.rule("P-02")
def test_the_target_can_be_set() -> None:
    match = Match(Options(target=200), 2)
    match.record(0, out(0, 1, 200, 0))
    assert match.ended == (1,)


@pytest.mark.rule("P-03")
def test_or_everybody_is_charged_and_the_lowest_total_wins() -> None:
    match = Match(Options(scoring="lowest"), 3)
    match.record(0, out(0, 1, 200, 0, 300))
    assert (match.ended, match.totals) == (None, [200, 0, 300])
    match.record(0, out(0, 0, 0, 250, 199))
    assert (match.ended, match.totals) == (None, [200, 250, 499])
    match.record(0, out(0, 2, 30, 40, 0))
    assert match.ended is None
    match.record(0, out(0, 1, 10, 0, 1))
    assert match.totals == [240, 290, 500]
    assert match.ended == (0,)
    assert match.ranking() == [(0,), (1,), (2,)]


@pytest.mark.rule("P-05")
def test_who_is_tied_for_lowest_shares_the_win() -> None:
    match = Match(Options(scoring="lowest"), 4)
    match.record(0, out(0, 1, 20, 0, 20, 400))
    match.record(0, out(0, 0, 0, 20, 5, 100))
    assert match.totals == [20, 20, 25, 500]
    assert match.ended == (0, 1)
    assert match.ranking() == [(0, 1), (2,), (3,)]


@pytest.mark.rule("G-09")
@pytest.mark.parametrize("scoring", ["points", "lowest"])
def test_after_a_blocked_round_the_same_dealer_deals_again(scoring: str) -> None:
    match = Match(Options(scoring=scoring), 3)
    match.dealer_drawn(0, 1)
    match.record(0, Result("blocked", 1, None, {}))
    assert match.pairings()[0].dealer == 1
    assert match.totals == [0, 0, 0]


@pytest.mark.rule("G-09")
@pytest.mark.parametrize(("mode", "players"), [("rotating", 4), ("tournament", 4)])
def test_and_it_does_not_count_among_the_rounds(mode: str, players: int) -> None:
    match = Match(Options(mode=mode), players)
    for _ in range(20):
        match.record(0, Result("blocked", match.pairings()[0].seats.order[0], None, {}))
    assert (match.stage, match.played[0]) == (0, 0)
