"""Leaving a running round (L-01…L-03, L-05…L-09), whatever is pending. L-04 is in test_partners.py."""

from collections.abc import Callable

import pytest

from p2puno.cards import face
from p2puno.events import BattleWon, Swapped
from p2puno.match import Match
from p2puno.moves import Fight, Open, Play, Shuffle, Swap
from p2puno.options import Options
from p2puno.round import Result
from tests.p2puno.table import Table, opened, table, undealt

# -- the hand -------------------------------------------------------------------------------------------


@pytest.mark.rule("L-01")
def test_the_hand_is_shuffled_into_the_draw_pile() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: B2 Y9 | 2: W W+4 | pile: G1 G2 G3", "G1 W G2 W+4 G3")
    pile = set(t.round.pile)
    t.leave(2)
    assert t.pile == "G1 W G2 W+4 G3"
    assert not pile & set(t.round.pile)  # the shuffle took in all of them
    assert not any(t.view(seat).face(card) for card in t.round.pile for seat in (0, 1, 2, None))
    assert 2 not in t.round.hands


@pytest.mark.rule("L-01")
def test_flip_nothing_that_was_seen_of_it_is_known_any_more() -> None:
    t = table(
        "flip | 0> light R R5:T3 | 0: R3:T1 G7:T2 | 1: B2:P1 Y9:P2 | 2: W:U1 W+2:U2 | pile: G1:O1 G2:O2"
    )
    assert t.sees(0, 2, 1) == "U1 U2"
    t.leave(2)
    upper, *others = reversed(t.round.pile)
    assert [t.view(None).face(card, side) for card in others for side in (0, 1)] == [None] * 6
    assert t.view(None).face(upper, 1) is not None  # the back of the top card shows, as ever


# -- what it held ---------------------------------------------------------------------------------------


@pytest.mark.rule("L-05", "P-01", "P-03")
@pytest.mark.parametrize(
    ("options", "totals"),
    [
        (Options(), [111, 0, 0]),
        (Options(scoring="lowest"), [0, 11, 100]),
        (Options(mode="challenge"), [0, 11, 100]),
    ],
    ids=["points", "lowest", "challenge"],
)
def test_it_counts_as_holding_what_it_held(options: Options, totals: list[int]) -> None:
    t = table("classic | 0> R R5 | 0: R3 | 1: B2 Y9 | 2: W W+4")
    t.leave(2)
    t.play(0, "R3")
    assert t.result.held == {0: 0, 1: 11, 2: 100}
    match = Match(options, 3)
    match.leave(2)
    match.record(0, t.result)
    assert match.totals == totals


@pytest.mark.rule("L-05")
def test_cards_that_others_draw_of_it_later_count_twice() -> None:
    """Once for the seat that held them when it left, once for whoever holds them in the end."""
    t = table("classic | 0> R R5 | 0: R3 R4 | 1: R+2 Y9 | 2: W | pile:", "W")
    t.leave(2)
    t.play(0, "R4")
    t.draw(1)
    t.keep(1)
    t.play(0, "R3")
    assert t.result.held == {0: 0, 1: 20 + 9 + 50, 2: 50}


@pytest.mark.rule("L-05", "P-04")
def test_flip_it_counts_by_the_side_in_play_when_it_left() -> None:
    t = table("flip | 0> light R R5:T3 | 0: Rf:T1 G7:T2 | 1: B2:P1 Y9:P2 | 2: W:U1 W+2:U2 | pile: G1:O1 +")
    t.leave(2)
    t.play(0, "Rf")
    assert t.round.side == 1
    assert t.round.holdings[2][0] == 0
    t.draw(1)
    t.keep(1)
    t.play(0, "T2")
    assert t.result.held[2] == 40 + 50
    assert t.result.held[1] == sum(t.round.rules.deck.points[t.dealer.face(c, 1)] for c in t.round.hands[1])


@pytest.mark.rule("L-05")
def test_what_it_put_aside_in_a_battle_is_still_its_own() -> None:
    t = table("battle | 0> R R5 | 0: Wb R9 B1 | 1: B2 Y9 | 2: G1 G2")
    t.play(0, "Wb")
    t.fight(0, 1)
    t.seal(0, "R9")
    t.show(1, "Y9")
    t.leave(1)
    assert t.round.holdings[1] == (0, t.round.left[1][1])
    assert len(t.round.left[1][1]) == 2


@pytest.mark.rule("L-05")
def test_before_the_cards_are_dealt_it_holds_none() -> None:
    t = undealt("classic", players=3)
    t.leave(1)
    assert t.round.left == {1: (0, ())}
    assert t.round.holdings[1] == (0, ())


@pytest.mark.rule("L-05")
def test_a_position_says_what_those_who_left_held() -> None:
    for line in (
        "classic | 0> R R5 | 0: R3 | 1: B2 Y9 | 2: left W W+4",
        "classic | 0> R R5 | 0: R3 | 1: B2 | 2: left",
    ):
        t = table(line)
        assert table(t.line()).line() == t.line()
    t = table("flip | 0> light R R5:T3 | 0: R3:T1 | 1: B2:P1 | 2: left dark U1 U2")
    assert "2: left dark U1 U2 |" in t.line()
    t.play(0, "R3")
    assert t.result.held == {0: 0, 1: 2, 2: 3}


@pytest.mark.rule("L-06")
@pytest.mark.parametrize(("variant", "highest"), [("classic", 50), ("flip", 60)])
def test_a_card_that_cannot_be_opened_counts_the_highest_value(variant: str, highest: int) -> None:
    lines = {
        "classic": "classic | 0> R R5 | 0: R3 | 1: B2 Y9 | 2: left Y1",
        "flip": "flip | 0> light R R5:T3 | 0: R3:T1 | 1: B2:P1 Y9:P2 | 2: left light Y1",
    }
    t = table(lines[variant])
    t.round.apply(0, Play(*t.find("R3", 0)))
    waiting = t.round.waiting
    assert isinstance(waiting, Open)
    t.round.opened([None if card == t.round.hands[1][0] else face("Y9") for card, _, _ in waiting.items])
    assert t.result.held == {0: 0, 1: highest + 9, 2: 9}


@pytest.mark.rule("L-06")
def test_what_a_hand_pays_may_be_less_than_it_counts() -> None:
    """Cards withheld by a seat of the player who went out."""
    match = Match(Options(), 3)
    match.record(0, Result("out", 0, 0, {0: 0, 1: 100, 2: 7}), {0: 0, 1: 0, 2: 7})
    assert match.totals == [7, 0, 0]


@pytest.mark.rule("L-07")
@pytest.mark.parametrize(
    ("options", "totals"),
    [
        (Options(), [0, 0, 0]),
        (Options(scoring="lowest"), [0, 0, 350]),
        (Options(mode="challenge"), [0, 0, 350]),
    ],
    ids=["points", "lowest", "challenge"],
)
def test_a_round_that_is_dealt_again_costs_where_cards_are_charged(
    options: Options, totals: list[int]
) -> None:
    match = Match(options, 3)
    match.leave(2)
    match.forfeit({2: 350})
    assert match.totals == totals
    assert match.ended is None


@pytest.mark.rule("L-07", "E-01")
def test_it_can_put_seats_out_that_are_still_in() -> None:
    """The other seats of a player who gives up a round: two are knocked out here, and the last one wins."""
    match = Match(Options(mode="challenge"), 4)
    match.leave(3)
    match.forfeit({3: 600, 2: 500, 1: 500})
    assert match.knocked_out == [(1, 2)]
    assert match.ended == (0,)


@pytest.mark.rule("L-07", "R-03")
def test_a_pair_is_charged_for_the_one_of_them_who_left() -> None:
    match = Match(Options(mode="partners", scoring="lowest"), 4)
    match.leave(2)
    match.forfeit({2: 500})
    assert match.ended == (1, 3)


@pytest.mark.rule("L-09")
@pytest.mark.parametrize("options", [Options(scoring="lowest"), Options(mode="challenge")], ids=str)
def test_who_was_charged_up_to_the_target_does_not_come_back(options: Options) -> None:
    match = Match(options, 4)
    match.leave(2)
    match.leave(3)
    match.record(0, Result("out", 0, 0, {0: 0, 1: 10, 2: 499, 3: 500}))
    assert match.ended is None  # who is not in ends no match
    assert match.absent == {2}
    assert match.ranking() == [(0,), (1,), (2,), (3,)]


@pytest.mark.rule("L-09", "E-03")
def test_who_left_wins_nothing_when_all_others_are_put_out_with_more() -> None:
    match = Match(Options(mode="challenge"), 3)
    match.leave(2)
    match.record(0, Result("out", 0, 2, {0: 600, 1: 700, 2: 500}))
    assert match.ended == (0,)


# -- the pile -------------------------------------------------------------------------------------------


@pytest.mark.rule("L-01")
def test_two_who_leave_together_are_shuffled_in_at_once() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: B2 Y9 | 2: W W+4 | 3: Y1 Y2 | pile: G1")
    t.round.leave(2)
    t.round.leave(3)
    waiting = t.round.waiting
    assert type(waiting) is Shuffle
    assert len(waiting.cards) == 5
    t.serve()
    assert t.turn == 0


@pytest.mark.rule("L-01")
def test_without_a_card_nothing_is_shuffled() -> None:
    t = table("classic | 0> R R5 G3 | 0: R+2 | 1: B2 Y9 | 2: W W+4 | pile:")
    t.round.apply(0, Play(*t.find("R+2", 0)))
    waiting = t.round.waiting
    assert type(waiting) is Shuffle  # the R5 and the G3 will be drawn
    t.round.leave(0)
    assert t.round.waiting == waiting
    t.settle()
    assert t.result.held == {0: 0, 1: 2 + 9 + 5 + 3, 2: 100}


@pytest.mark.rule("L-01")
def test_nobody_leaves_twice() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: B2 Y9 | 2: left")
    for seat in (2, 5):
        with t.refused("L-01"):
            t.leave(seat)


# -- the turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("L-03")
@pytest.mark.parametrize(("direction", "then"), [(">", 1), ("<", 2)])
def test_the_turn_passes_to_the_next_seat(direction: str, then: int) -> None:
    t = table(f"classic | 0{direction} R R5 | 0: R3 G7 | 1: B2 Y9 | 2: W W+4")
    t.leave(0)
    assert t.turn == then


@pytest.mark.rule("L-03")
def test_who_leaves_in_anothers_turn_changes_nothing_of_it() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 B8 | 1: B2 Y9 | 2: W W+4 | 3: Y1 Y2")
    t.leave(1)
    assert t.turn == 0
    t.play(0, "R3")
    assert t.turn == 2


@pytest.mark.rule("L-02", "L-03")
def test_with_a_card_just_drawn() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 B8 | 1: B2 Y9 | 2: W W+4 | pile: R1 +")
    t.draw(0)
    assert t.waits == (0, "drawn")
    t.leave(0)
    assert (t.turn, t.top) == (1, "R5")
    assert not t.round.drew


@pytest.mark.rule("L-03", "H-01")
def test_at_two_players_reverse_acts_like_skip() -> None:
    t = table("classic | 0> R R5 | 0: Rr R7 B8 | 1: B2 Y9 | 2: W W+4")
    t.leave(1)
    t.play(0, "Rr")
    assert t.turn == 0


@pytest.mark.rule("L-03")
def test_the_last_one_wins_the_match() -> None:
    t = table("classic | 0> R R5 | 0: Rr R7 B8 | 1: B2 Y9 | 2: W W+4")
    match = Match(Options(), 3)
    for seat in (0, 2):
        t.leave(seat)
        match.leave(seat)
    assert t.waits is None
    assert (t.result.how, t.result.out, t.result.held) == ("abandoned", None, {})
    assert match.ended == (1,)
    assert match.pairings() == ()


@pytest.mark.rule("L-03")
def test_the_deal_passes_to_the_next_seat_still_in() -> None:
    match = Match(Options(), 5)
    match.dealer_drawn(0, 1)
    match.leave(1)
    (pairing,) = match.pairings()
    assert (pairing.seats.order, pairing.dealer) == ((0, 2, 3, 4), 2)
    match.leave(3)
    match.leave(4)
    match.record(0, Result("out", 2, 0, {0: 0, 2: 9}))
    assert match.pairings()[0].dealer == 0


@pytest.mark.rule("L-03")
def test_the_dealer_leaves_before_the_opening_card() -> None:
    """A Reverse lets the dealer go first; with the dealer gone, play starts to the right of that seat."""
    t = opened("classic", "Rr", players=4)
    assert t.turn == 0
    t.leave(0)
    assert t.turn == 3


# -- UNO ------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-02")
def test_a_leaver_cannot_be_caught_and_what_was_heard_of_them_lapses() -> None:
    t = table("classic | 0> R R5 | 0: W G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | 3: G1 G2")
    t.play(0, "W")
    t.catch(1, 0)
    t.leave(0)
    assert t.turn == 1
    assert not t.round.uno_open


@pytest.mark.rule("L-02")
def test_a_catch_by_a_leaver_lapses() -> None:
    t = table("classic | 0> R R5 | 0: W G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | 3: G1 G2")
    t.play(0, "W")
    t.catch(3, 0)
    t.leave(3)
    t.name(0, "B")
    assert t.size(0) == 1


@pytest.mark.rule("G-05")
def test_a_catch_heard_while_a_leavers_hand_is_shuffled_in_is_judged_after_it() -> None:
    t = table("classic | 0> R R5 | 0: R3 G7 | 1: R2 Y9 B1 | 2: R1 Y1 B2 | 3: G1 G2 | pile: B3 B4", "B4 B3")
    t.play(0, "R3")
    t.round.leave(3)
    assert type(t.round.waiting) is Shuffle
    t.catch(2, 0)
    assert t.hand(0) == "G7 B4 B3"
    assert t.turn == 1


# -- what was pending -----------------------------------------------------------------------------------


@pytest.mark.rule("L-02")
def test_a_colour_to_be_named_stays_as_it_is() -> None:
    t = table("classic | 0> R R5 | 0: W G7 B8 | 1: B2 Y9 | 2: W W+4")
    t.play(0, "W")
    t.leave(0)
    assert (t.turn, t.colour, t.top) == (1, "R", "W")


@pytest.mark.rule("L-02", "O-04")
def test_with_an_opening_wild_who_starts_instead_names_it() -> None:
    t = opened("classic", "W")
    t.leave(1)
    assert t.waits == (2, "colour")
    t.name(2, "B")
    assert (t.turn, t.colour) == (2, "B")


@pytest.mark.rule("L-02", "F-07")
def test_with_a_flip_to_a_wild_the_next_names_it() -> None:
    t = table("flip | 0> light R R5:T3 Y5:W | 0: Rf:O1 R1:T1 B1:T2 | 1: G1:P9 G2:P8 | 2: Y1:U1 Y2:U2")
    t.play(0, "Rf")
    t.leave(0)
    assert t.waits == (1, "colour")
    t.name(1, "O")
    assert t.turn == 1


WILD_DRAW = "classic | 0> R R5 | 0: W+4 G7 B8 | 1: B2 Y9 | 2: Y1 Y2 | 3: Y3 Y4 | pile: B3 B4 B5 B6 B7 +"


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("when", ["colour", "challenge", "verdict"])
def test_without_the_accused_there_is_no_challenge_but_the_cards_are_drawn(when: str) -> None:
    t = table(WILD_DRAW)
    t.play(0, "W+4")
    if when != "colour":
        t.name(0, "B")
    if when == "verdict":
        t.challenge(1)
    assert t.waits == (1 if when != "colour" else 0, when)
    t.leave(0)
    assert (t.turn, t.colour) == (2, "R" if when == "colour" else "B")
    assert t.size(1) == 6


@pytest.mark.rule("L-02", "L-03")
@pytest.mark.parametrize("when", ["colour", "challenge", "verdict"])
def test_without_the_one_who_must_draw_nobody_does(when: str) -> None:
    t = table(WILD_DRAW)
    t.play(0, "W+4")
    if when == "colour":
        t.leave(1)
        t.name(0, "B")
    else:
        t.name(0, "B")
        if when == "verdict":
            t.challenge(1)
        t.leave(1)
    assert (t.turn, t.colour) == (2, "B")
    assert [t.size(seat) for seat in (0, 2, 3)] == [2, 2, 2]


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("when", ["challenge", "verdict"])
def test_anybody_elses_leaving_does_not_touch_a_challenge(when: str) -> None:
    t = table(WILD_DRAW)
    t.play(0, "W+4")
    t.name(0, "B")
    if when == "verdict":
        t.challenge(1)
    t.leave(2)
    assert t.waits == (1, when)
    if when == "challenge":
        t.challenge(1)
    t.innocent(1)
    assert (t.turn, t.size(1)) == (3, 8)


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("pause", [Shuffle, Open])
def test_a_penalty_on_a_leaver_lapses(pause: type) -> None:
    pile = "" if pause is Shuffle else "B3 B4 B5"
    t = table(f"classic | 0> R R5 R6 R7 | 0: R+2 G7 B8 | 1: B2 Y9 | 2: Y1 Y2 | 3: Y3 Y4 | pile: {pile}")
    t.round.apply(0, Play(*t.find("R+2", 0)))
    assert isinstance(t.round.waiting, pause)
    t.leave(1)
    assert t.turn == 2
    assert [t.size(seat) for seat in (0, 2, 3)] == [2, 2, 2]


@pytest.mark.rule("L-02")
def test_somebody_elses_penalty_is_still_drawn_also_from_the_leavers_cards() -> None:
    t = table("classic | 0> R R5 | 0: R+2 G7 B8 | 1: B2 Y9 | 2: Y1 Y2 | 3: Y3 Y4 | pile:", "Y3 Y4")
    t.round.apply(0, Play(*t.find("R+2", 0)))
    assert type(t.round.waiting) is Shuffle  # the R5 would be drawn
    t.leave(3)
    assert (t.turn, t.hand(1)) == (2, "B2 Y9 Y3 Y4")
    assert t.discard == "R+2 R5"


@pytest.mark.rule("L-02")
def test_while_a_wild_draw_color_is_drawn() -> None:
    t = table(
        "flip | 0> dark P P5 | 0: W+c T5 O1 | 1: P2 O2 | 2: P3 T2 | pile: U3 U4 O5 +",
        honest=False,
    )
    t.play(0, "W+c")
    t.name(0, "O")
    t.accept(1)
    t.quiet(1)
    assert t.waits == (1, "declare")
    t.leave(1)
    assert (t.turn, t.colour) == (2, "O")


@pytest.mark.rule("L-02")
def test_without_who_played_a_swap_there_is_no_trade() -> None:
    t = table("swap | 0> R R5 | 0: Ws R9 G1 | 1: Y2 B8 B9 | 2: R1 R2")
    t.play(0, "Ws")
    t.name(0, "B")
    t.leave(0)
    assert (t.turn, t.colour, t.hand(1), t.hand(2)) == (1, "B", "Y2 B8 B9", "R1 R2")


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("leaver", [1, 2])
def test_nor_without_one_of_those_who_were_to_trade(leaver: int) -> None:
    t = table("swap | 0> R R5 | 0: Ws R9 G1 | 1: Y2 B8 B9 | 2: R1 R2 | 3: G4 G5")
    t.play(0, "Ws")
    t.name(0, "B")
    t.round.apply(0, Swap(1, 2))
    assert isinstance(t.round.waiting, Open)
    t.leave(leaver)
    assert not any(isinstance(event, Swapped) for event in t.news)
    assert t.hand(3 - leaver) == ("R1 R2" if leaver == 1 else "Y2 B8 B9")
    assert t.turn == (2 if leaver == 1 else 1)


@pytest.mark.rule("L-02")
def test_the_swapper_chooses_among_those_who_are_left() -> None:
    t = table("swap | 0> R R5 | 0: Ws R9 G1 | 1: Y2 B8 B9 | 2: R1 R2")
    t.play(0, "Ws")
    t.leave(1)
    t.name(0, "B")
    assert t.can(0) == {"0-2"}


BATTLE = "battle | 0> R R5 | 0: Wb R8 R9 G1 | 1: B8 Y2 B7 | 2: Y3 Y4 | 3: G4 G5"


@pytest.mark.rule("L-02")
def test_without_the_challenger_no_opponent_is_chosen() -> None:
    t = table(BATTLE)
    t.play(0, "Wb")
    t.leave(0)
    assert (t.turn, t.colour) == (1, "R")


def to_seal(t: Table) -> None:
    t.play(0, "Wb")
    t.fight(0, 1)


def to_tie(t: Table) -> None:
    to_seal(t)
    t.battle(0, "R8", 1, "B8")


def to_battle(t: Table) -> None:
    to_tie(t)
    t.seal(0, "R9")


def to_unseal(t: Table) -> None:
    to_battle(t)
    t.show(1, "Y2")


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("until", [to_seal, to_tie, to_battle, to_unseal])
@pytest.mark.parametrize("leaver", [0, 1])
def test_a_battle_ends_without_a_loser(until: Callable[[Table], None], leaver: int) -> None:
    t = table(BATTLE)
    until(t)
    t.leave(leaver)
    remaining = 1 - leaver
    assert not any(isinstance(event, BattleWon) for event in t.news)
    # what was set aside goes back to who played it; the leaver's goes into the pile
    assert sorted(t.hand(remaining).split()) == (["B7", "B8", "Y2"] if leaver == 0 else ["G1", "R8", "R9"])
    assert len(t.round.pile) == 112 - 2 - 3 - 2 - 2
    assert t.waits == (remaining, "colour")
    t.name(remaining, "Y")
    assert (t.turn, t.colour) == (1 if leaver == 0 else 2, "Y")


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("until", [to_seal, to_tie, to_battle, to_unseal])
def test_a_spectator_of_the_battle_may_leave(until: Callable[[Table], None]) -> None:
    t = table(BATTLE)
    until(t)
    waits = t.waits
    t.leave(2)
    assert t.waits == waits


@pytest.mark.rule("L-02")
def test_after_the_battle_the_colour_stays_if_the_winner_leaves() -> None:
    t = table(BATTLE)
    to_seal(t)
    t.battle(0, "R9", 1, "Y2")
    t.leave(0)
    assert (t.turn, t.colour) == (1, "R")


@pytest.mark.rule("L-02", "B-04")
def test_a_challenger_without_cards_draws_one_to_go_on_playing() -> None:
    t = table("battle | 0> R R5 | 0: Wb | 1: B8 Y2 | 2: Y3 Y4 | pile: G9 +")
    t.play(0, "Wb")
    t.round.apply(0, Fight(1))
    assert isinstance(t.round.waiting, Open)  # the G9, to battle with
    t.leave(1)
    assert t.hand(0) == "G9"
    assert t.waits == (0, "colour")


CRASH = "crash | 0> R R5 | 0: Y1 Y2 | 1: R2 B9 | 2: Y4 Y5 | pile: Wc B1 B2 +"


@pytest.mark.rule("L-02")
def test_without_the_drawer_of_a_crash_the_colour_stays() -> None:
    t = table(CRASH)
    t.draw(0)
    t.leave(0)
    assert (t.turn, t.colour, t.top) == (1, "R", "Wc")


@pytest.mark.rule("L-02")
@pytest.mark.parametrize("leaver", [0, 1])
def test_hands_are_not_mixed_with_one_that_is_gone(leaver: int) -> None:
    t = table(CRASH, honest=False)
    t.draw(0)
    t.round.apply(0, t.view(0).moves()[0])
    assert type(t.round.waiting) is Shuffle
    t.leave(leaver)
    if leaver == 1:
        assert t.hand(0) == "Y1 Y2"
        assert t.waits == (0, "colour")
        t.name(0, "B")
        assert t.turn == 2
    else:
        assert t.hand(1) == "R2 B9"
        assert (t.turn, t.colour) == (1, "R")


@pytest.mark.rule("L-02")
def test_a_crash_in_a_penalty_of_a_leaver() -> None:
    t = table("crash | 0> R R5 | 0: R+2 G1 G2 | 1: Y1 Y2 | 2: B1 B2 | 3: B3 B4 | pile: Wc B9 +")
    t.play(0, "R+2")
    assert t.waits == (1, "colour")
    t.leave(1)
    assert (t.turn, t.colour) == (2, "R")
    assert t.size(2) == 2  # two and two cards were mixed and dealt out again


@pytest.mark.rule("L-03")
@pytest.mark.parametrize("variant", ["classic", "flip", "battle", "crash", "swap"])
@pytest.mark.parametrize("leaver", [0, 1, 2])
@pytest.mark.parametrize("steps", range(3))
def test_a_seat_may_be_gone_before_the_first_turn(variant: str, leaver: int, steps: int) -> None:
    """Before the cards are shuffled, before they are seen, or before the opening card takes effect."""
    t = undealt(variant, "21*? R5")
    for _ in range(steps):
        t.serve()
    t.leave(leaver)
    assert leaver not in t.round.hands
    while t.waits is not None and t.waits[1] == "colour":
        t.name(t.waits[0], "B")
    assert t.turn in {1, 2, 0} - {leaver}
    assert {t.size(seat) for seat in t.round.seats} <= {7, 8, 9}
