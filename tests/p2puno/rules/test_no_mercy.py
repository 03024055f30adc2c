"""No Mercy (N)."""

from collections import Counter
from random import Random

import pytest

from p2puno.cards import LIGHT, face
from p2puno.dealer import deal
from p2puno.events import Covered, Discarded, HandsPassed, Missed, PutOut, Reversed, Swapped, TurnedUp
from p2puno.house import HOUSE_RULES, read_house_rules
from p2puno.moves import Ask, Choice, Draw, Open, Shuffle
from p2puno.options import OptionError, OptionFault, Options
from p2puno.round import Round
from p2puno.rulesets import RULE_SETS, rule_set
from p2puno.rulesets.no_mercy import BUILT_IN
from tests.p2puno.rules.test_decks import coloured, count
from tests.p2puno.table import Table, table

DECK = RULE_SETS["no-mercy"].deck
PILE = "pile: Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 +"
MANY = "B1 B1 B2 B2 B3 B3 B4 B4 B5 B5 B6 B6 B8 B8 B9 B9 Bs Bs Bs Br Br Br"
"""22 cards."""


def three(zero: str, one: str = "B1 B2 B3", two: str = "G1 G2 G3", play: str = "0> R R5") -> Table:
    return table(f"no-mercy | {play} | 0: {zero} | 1: {one} | 2: {two} | {PILE}")


def two(zero: str, one: str = "B1 B2 B3") -> Table:
    return table(f"no-mercy | 0> R R5 | 0: {zero} | 1: {one} | {PILE}")


# -- the deck ------------------------------------------------------------------------------------------


@pytest.mark.rule("N-01")
def test_numbers() -> None:
    for n in range(10):
        assert count(DECK, LIGHT, coloured("BGRY", f"{n}")) == [(2, n)] * 4


@pytest.mark.parametrize(
    ("symbol", "copies"),
    [
        pytest.param("+2", 3, marks=pytest.mark.rule("N-02")),
        pytest.param("+4", 2, marks=pytest.mark.rule("N-03")),
        pytest.param("r", 3, marks=pytest.mark.rule("N-04")),
        pytest.param("s", 3, marks=pytest.mark.rule("N-05")),
        pytest.param("e", 2, marks=pytest.mark.rule("N-06")),
        pytest.param("d", 3, marks=pytest.mark.rule("N-07")),
    ],
)
def test_actions(symbol: str, copies: int) -> None:
    assert count(DECK, LIGHT, coloured("BGRY", symbol)) == [(copies, 20)] * 4


@pytest.mark.parametrize(
    ("symbol", "copies"),
    [
        pytest.param("W+4r", 8, marks=pytest.mark.rule("N-08")),
        pytest.param("W+6", 4, marks=pytest.mark.rule("N-09")),
        pytest.param("W+10", 4, marks=pytest.mark.rule("N-10")),
        pytest.param("Wr", 8, marks=pytest.mark.rule("N-11")),
    ],
)
def test_wilds(symbol: str, copies: int) -> None:
    assert count(DECK, LIGHT, [symbol]) == [(copies, 50)]


@pytest.mark.rule("N-12")
def test_there_are_168_cards_and_no_others() -> None:
    assert DECK.size == 168
    assert len(DECK.sides) == 1
    symbols = Counter(face.symbol.value for face in DECK.sides[LIGHT])
    actions = {"+2": 12, "+4": 8, "r": 12, "s": 12, "e": 8, "d": 12}
    wilds = {"W+4r": 8, "W+6": 4, "W+10": 4, "Wr": 8}
    assert symbols == {**{str(n): 8 for n in range(10)}, **actions, **wilds}


# -- the house rules that always hold -------------------------------------------------------------------


@pytest.mark.rule("N-13")
def test_what_always_holds_cannot_be_chosen() -> None:
    refused = {*BUILT_IN, "stack-same", "stack-any", "no-bluff", "blind-draw", "two-decks"}
    for name in HOUSE_RULES:
        if name not in refused:
            assert read_house_rules(name, "no-mercy")
            continue
        with pytest.raises(OptionError) as error:
            read_house_rules(name, "no-mercy")
        assert error.value.fault is OptionFault.HOUSE_RULE_UNFIT
    assert read_house_rules("family", "no-mercy") == ()
    assert read_house_rules("party", "no-mercy") == ("doubles", "jump-in")


@pytest.mark.rule("N-13")
def test_a_player_with_a_card_that_fits_must_play() -> None:
    t = three("R1 B2 G3")
    assert t.can(0) == {"R1"}
    t = three("B1 B2 G3", play="0> Y Y7")
    assert t.can(0) == {"draw"}


@pytest.mark.rule("N-13")
def test_who_draws_goes_on_until_a_card_fits_and_plays_it() -> None:
    t = table("no-mercy | 0> R R5 | 0: B1 B2 | 1: B3 B4 | 2: G1 G2 | pile: Y1 G8 R9 Y2 +")
    t.draw(0)
    assert t.can(0) == {"draw"}
    t.draw(0)
    t.draw(0)
    assert t.can(0) == {"R9"}
    t.play(0, "R9")
    assert t.hand(0) == "B1 B2 Y1 G8"
    assert t.turn == 1


@pytest.mark.rule("N-13")
def test_a_seven_trades_and_a_nought_passes_on() -> None:
    t = three("R7 R1")
    t.play(0, "R7", uno=True)
    assert t.waits == (0, "trade")
    t.swap(0, 0, 2)
    assert Swapped(0, 0, 2) in t.news
    assert (t.hand(0), t.hand(2)) == ("G1 G2 G3", "R1")
    t = three("R0 R1 R2")
    t.play(0, "R0")
    assert any(isinstance(event, HandsPassed) for event in t.news)
    assert (t.hand(0), t.hand(1), t.hand(2)) == ("G1 G2 G3", "R1 R2", "B1 B2 B3")


@pytest.mark.rule("N-14")
def test_only_a_number_opens() -> None:
    returned = Counter[str]()
    for seed in range(300):
        t = deal(Options("no-mercy"), range(3), 0, Random(seed))
        covered = [event.face for event in t.round.news if isinstance(event, Covered)]
        assert [event.returned for event in t.round.news if isinstance(event, TurnedUp)] == [False]
        assert [t.faces[0][card] for card in t.round.discard] == [*covered, t.round.top]
        assert t.round.top.symbol.value.isdigit()
        assert t.round.turn == 1
        assert [len(hand) for hand in t.round.hands.values()] == [7] * 3, "a 7 or a 0 does nothing"
        returned.update(face.symbol.value for face in covered)
    assert {"+2", "+4", "r", "s", "e", "d", "W+4r", "W+6", "W+10", "Wr"} == set(returned)


@pytest.mark.rule("N-14")
def test_if_no_number_is_left_the_last_card_stays() -> None:
    options = Options("no-mercy", hand_size=20)
    round = Round(rule_set(options), options, range(5), 0)
    round.shuffled()
    assert isinstance(round.waiting, Open)
    while isinstance(round.waiting, Open):
        round.opened([face("Wr") for _, _, to in round.waiting.items if to is None])
    assert round.waiting == Choice(1, Ask.TURN)
    assert (round.pile, round.colour, len(round.discard)) == ([], None, 68)
    round.apply(1, Draw())
    assert isinstance(round.waiting, Shuffle)


# -- draw cards and stacking ----------------------------------------------------------------------------


@pytest.mark.rule("N-15")
@pytest.mark.parametrize(("code", "cards"), [("R+2", 2), ("R+4", 4), ("W+6", 6), ("W+10", 10)])
def test_draw_cards(code: str, cards: int) -> None:
    t = three(f"{code} R1 R2")
    t.play(0, code)
    if code.startswith("W"):
        t.name(0, "R")  # a hand with red: nobody minds, and nobody challenges
    assert t.waits == (1, "stack")
    t.accept(1)
    assert t.size(1) == 3 + cards
    assert t.turn == 2
    assert t.colour == "R"


ALL = "B+2 G+2 B+4 W+4r W+6 W+10 Wr Bs Br B7"
FOUR, SIX, TEN = {"B+4", "W+4r", "W+6", "W+10"}, {"W+6", "W+10"}, {"W+10"}


@pytest.mark.rule("N-16")
@pytest.mark.parametrize(
    ("code", "on_it"),
    [("R+2", {"B+2", "G+2"} | FOUR), ("R+4", FOUR), ("W+4r", FOUR), ("W+6", SIX), ("W+10", TEN)],
)
def test_a_card_worth_as_many_or_more_is_laid_on_a_draw_card(code: str, on_it: set[str]) -> None:
    t = three(f"{code} R1 R2", ALL, ALL.replace("B", "Y"))
    t.play(0, code)
    if code.startswith("W"):
        t.name(0, "R")
    victim = 2 if code == "W+4r" else 1
    on_it = {card.replace("B", "Y") if victim == 2 else card for card in on_it}
    assert t.can(victim) == {"accept"} | on_it


@pytest.mark.rule("N-16")
def test_the_sums_add_up() -> None:
    t = three("R+2 R1 R2", "G+4 B1 B2", "W+10 G1 G2")
    t.play(0, "R+2")
    t.play(1, "G+4")
    t.play(2, "W+10")
    t.name(2, "B")
    t.accept(0)
    assert t.size(0) == 2 + 16
    assert t.turn == 1


@pytest.mark.rule("N-16")
def test_nothing_is_laid_on_a_roulette() -> None:
    t = three("Wr R1 R2", ALL)
    t.play(0, "Wr")
    assert t.can(1) == {"B", "G", "R", "Y"}


# -- Wild Reverse Draw Four ------------------------------------------------------------------------------


@pytest.mark.rule("N-17")
def test_a_wild_reverse_draw_four_hits_the_player_before() -> None:
    t = three("W+4r R1 R2")
    t.play(0, "W+4r")
    assert Reversed(-1) in t.news
    assert t.waits == (0, "colour")
    t.name(0, "G")
    assert t.waits == (2, "stack")
    t.accept(2)
    assert (t.size(1), t.size(2)) == (3, 7)
    assert t.turn == 1
    assert t.colour == "G"


@pytest.mark.rule("N-17")
def test_it_sends_a_sum_back() -> None:
    t = three("R+4 R1 R2", "W+4r B2 B3")
    t.play(0, "R+4")
    t.play(1, "W+4r")
    t.name(1, "B")
    assert t.waits == (0, "stack")
    t.accept(0)
    assert t.size(0) == 2 + 8
    assert t.turn == 2


@pytest.mark.rule("N-17", "N-25")
def test_if_its_victim_leaves_the_next_one_goes_on() -> None:
    t = three("W+4r R1 R2")
    t.play(0, "W+4r")
    t.leave(2)
    t.name(0, "B")
    assert t.turn == 1


@pytest.mark.rule("N-18")
def test_with_two_players_it_comes_back() -> None:
    t = two("W+4r R1 R2")
    t.play(0, "W+4r")
    t.name(0, "R")
    assert t.waits == (0, "stack")
    t.accept(0)
    assert (t.size(0), t.size(1)) == (6, 3)
    assert t.turn == 1


@pytest.mark.rule("N-18")
def test_and_may_be_sent_on() -> None:
    t = two("W+4r Y+4 R1")
    t.play(0, "W+4r")
    t.name(0, "R")
    t.play(0, "Y+4", uno=True)
    assert t.waits == (1, "stack")
    t.accept(1)
    assert (t.size(0), t.size(1)) == (1, 3 + 8)
    assert t.turn == 0


@pytest.mark.rule("N-18")
def test_as_a_last_card_nobody_draws() -> None:
    t = two("W+4r")
    t.play(0, "W+4r")
    assert t.result.out == 0
    assert t.size(1) == 3
    t = table(f"no-mercy | 1> B B5 | 0: W+4r | 1: B+2 B2 B3 | {PILE}")
    t.play(1, "B+2")
    t.play(0, "W+4r")
    assert t.result.out == 0
    assert t.result.held[1] == 5, "not even what it was laid on"


@pytest.mark.rule("N-17", "N-18")
def test_as_a_last_card_among_three_it_does() -> None:
    t = three("W+4r")
    t.play(0, "W+4r")
    assert t.result.out == 0
    assert (t.size(1), t.size(2)) == (3, 7)


# -- Discard All ----------------------------------------------------------------------------------------


@pytest.mark.rule("N-19")
def test_a_discard_all_takes_its_colour_with_it() -> None:
    t = three("Rd R1 B2 Rs R+4 W+6 G3")
    t.play(0, "Rd")
    assert t.waits == (0, "discard")
    assert t.can(0) == {"R1", "Rs", "R+4"}
    for code in ("R1", "R+4", "Rs"):
        t.play(0, code)
        assert Discarded(0, t.dealer.faces[0][t.find(code, 9)[0]]) in t.news
        assert not any(isinstance(event, Missed) for event in t.news)
    assert t.can(0) == {"stop"}
    t.stop(0)
    assert t.hand(0) == "B2 W+6 G3"
    assert t.discard == "Rd Rs R+4 R1 R5", "they lie under it"
    assert (t.top, t.colour, t.turn) == ("Rd", "R", 1)
    assert t.size(1) == 3, "they do nothing"


@pytest.mark.rule("N-19")
def test_no_other_card_goes_with_it() -> None:
    t = three("Rd R1 B2 W+6")
    t.play(0, "Rd")
    for code in ("B2", "W+6"):
        with t.refused("T-01"):
            t.play(0, code)
    with t.refused("N-19"):
        t.draw(0)


@pytest.mark.rule("N-19")
def test_a_card_that_all_can_see_must_go() -> None:
    t = three("Rd R1! B2 G3")
    t.play(0, "Rd")
    with t.refused("N-19"):
        t.stop(0)


@pytest.mark.rule("N-19")
def test_that_none_is_left_is_a_vow() -> None:
    t = three("Rd R1 B2 B3 G3")
    t.honest = False
    t.play(0, "Rd")
    t.stop(0)
    (vow,) = t.round.vows
    card, face = t.find("R1", 0)
    assert (vow.seat, len(vow.cards)) == (0, 4)
    assert vow.broken_by(card, face)
    assert not any(vow.broken_by(*t.find(code, 0)) for code in ("B2", "B3", "G3"))


@pytest.mark.rule("N-20")
def test_if_one_card_is_left_the_word_is_owed() -> None:
    t = three("Rd R1 R2 B2")
    t.play(0, "Rd")
    t.play(0, "R1")
    assert t.round.uno_seat is None
    t.play(0, "R2")
    t.stop(0)
    assert t.round.uno_open
    t.catch(1, 0)
    assert t.size(0) == 3


@pytest.mark.rule("N-20")
def test_it_can_be_said_then() -> None:
    t = three("Rd R1 B2")
    t.play(0, "Rd")
    t.play(0, "R1")
    t.stop(0)
    t.call(0)
    assert not t.round.uno_open
    t.catch(1, 0)
    assert t.size(0) == 1


@pytest.mark.rule("N-20")
def test_if_none_is_left_its_player_is_out() -> None:
    t = three("Rd R1 R+4")
    t.play(0, "Rd")
    t.play(0, "R1")
    t.play(0, "R+4")
    assert t.result.out == 0
    assert t.size(1) == 3, "what goes with it does nothing, a draw card neither"
    t = three("Rd")
    t.play(0, "Rd")
    assert t.result.out == 0


@pytest.mark.rule("N-25")
def test_if_its_player_leaves_the_rest_goes_with_the_hand() -> None:
    t = three("Rd R1 R2 B2")
    t.play(0, "Rd")
    t.play(0, "R1")
    t.leave(0)
    assert t.discard == "Rd R1 R5"
    assert t.turn == 1


# -- Roulette and Skip Everyone ----------------------------------------------------------------------------


def spun(zero: str = "Wr R1 R2") -> Table:
    t = table(f"no-mercy | 0> R R5 | 0: {zero} | 1: B1 B2 | 2: G1 G2 | pile: Y1 W+6 R8 G8 Y2 +")
    t.play(0, "Wr")
    return t


@pytest.mark.rule("N-21")
def test_the_next_player_names_a_colour_and_draws_until_it_comes() -> None:
    t = spun()
    assert t.waits == (1, "colour")
    t.name(1, "G")
    assert t.hand(1) == "B1 B2 Y1 W+6 R8 G8"
    assert t.sees(None, 1) == "? ? ? ? ? G8", "only the card of the colour is shown"
    assert (t.colour, t.turn) == ("G", 2)


@pytest.mark.rule("N-21")
def test_it_ends_when_nothing_is_left() -> None:
    t = table("no-mercy | 0> R R5 | 0: Wr R1 R2 | 1: B1 B2 | 2: G1 G2 | pile: Y1 Y2")
    t.play(0, "Wr")
    t.name(1, "G")
    assert t.size(1) == 5, "with the card under the Roulette"
    assert t.turn == 2


@pytest.mark.rule("N-21")
def test_a_last_roulette_does_the_same() -> None:
    t = spun("Wr")
    t.name(1, "R")
    assert t.result.out == 0
    assert t.result.held[1] == 1 + 2 + 1 + 50 + 8


@pytest.mark.rule("N-21")
def test_with_two_players_its_player_goes_on() -> None:
    t = two("Wr R1 R2")
    t.play(0, "Wr")
    t.name(1, "Y")
    assert t.turn == 0


@pytest.mark.rule("N-25")
def test_if_the_player_who_must_draw_leaves_nobody_does() -> None:
    t = spun()
    t.leave(1)
    assert (t.colour, t.turn) == ("R", 2)
    assert t.size(2) == 2


@pytest.mark.rule("N-22")
def test_skip_everyone() -> None:
    t = three("Re R1 R2")
    t.play(0, "Re")
    assert [event.seat for event in t.news if isinstance(event, Missed)] == [1, 2]
    assert t.turn == 0


# -- mercy, and how many can play ---------------------------------------------------------------------------


@pytest.mark.rule("N-23")
def test_with_25_cards_a_player_is_out() -> None:
    t = three("R+4 R1 R2", MANY)
    t.play(0, "R+4")
    t.accept(1)
    assert PutOut(1) in t.news
    assert t.turn == 2


@pytest.mark.rule("N-23")
def test_a_roulette_puts_out_too_and_the_last_one_in_wins() -> None:
    t = table(f"no-mercy | 0> R R5 | 0: Wr R1 R2 | 1: {MANY} | pile: Y1 Y2 Y3 Y4 G1 +")
    t.play(0, "Wr")
    t.name(1, "G")
    assert PutOut(1) in t.news
    assert t.result.out == 0
    assert t.result.held[0] == 0
    assert t.result.held[1] > 200


@pytest.mark.rule("N-23")
def test_24_cards_are_not_too_many() -> None:
    t = three("R+2 R1 R2", MANY)
    t.play(0, "R+2")
    t.accept(1)
    assert t.size(1) == 24
    assert not t.round.expelled


@pytest.mark.rule("N-24")
def test_two_to_ten_can_play() -> None:
    options = Options("no-mercy")
    for players in range(2, 11):
        options.check_players(players)
        assert len(deal(options, range(players), 0, Random(players)).round.hands) == players
    for players in (1, 11):
        with pytest.raises(OptionError):
            options.check_players(players)


# -- with house rules ----------------------------------------------------------------------------------------


@pytest.mark.rule("N-19", "K-17")
def test_a_discard_all_can_be_answered_out_of_turn() -> None:
    t = table("no-mercy house=jump-in | 0> R R5 | 0: Rd R1 B2 B3 | 1: B1 B4 | 2: Rd R3 G1 G2 | pile: Y1 +")
    t.play(0, "Rd")
    assert not t.round.claim_open
    t.play(0, "R1")
    t.stop(0)
    assert t.round.claim_open
    t.jump(2, "Rd")
    assert t.waits == (2, "discard")
    assert t.can(2) == {"R3"}


@pytest.mark.rule("N-18", "K-29")
def test_an_unclean_last_card_draws_its_two_first() -> None:
    t = table(f"no-mercy house=clean-finish | 0> R R5 | 0: W+4r | 1: B1 B2 | {PILE}")
    t.play(0, "W+4r")
    t.name(0, "R")
    assert t.waits == (0, "stack")
    t.accept(0)
    assert t.size(0) == 6


def test_the_rules_of_a_table_say_what_is_built_in() -> None:
    rules = rule_set(Options("no-mercy", house_rules=("jump-in",)))
    assert rules.built_in == BUILT_IN
    assert rules.out_of_turn is not None
    assert not any(RULE_SETS[name].built_in for name in ("classic", "flip", "battle", "crash", "swap"))
