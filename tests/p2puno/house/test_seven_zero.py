"""seven-zero: hands change owners (K-12…K-16)."""

import pytest

from p2puno.events import Called, Caught, HandsPassed, Swapped
from p2puno.moves import Call, Catch, Draw, Stop, Swap
from tests.p2puno.table import Table, table

HANDS = "0: R7 R0 R1 B1 | 1: Y1 Y2 Y3 | 2: G1 G2"


def three(hands: str = HANDS, house: str = "seven-zero", variant: str = "classic") -> Table:
    return table(f"{variant} house={house} | 0> R R5 | {hands} | pile: Y4 Y5 Y6 Y7 Y8 +")


@pytest.mark.rule("K-12")
def test_a_seven_trades_with_a_player_of_choice() -> None:
    t = three()
    t.play(0, "R7")
    assert t.waits == (0, "trade")
    assert t.can(0) == {"0-1", "0-2"}
    t.swap(0, 0, 2)
    assert Swapped(0, 0, 2) in t.news
    assert (t.hand(0), t.hand(1), t.hand(2)) == ("G1 G2", "Y1 Y2 Y3", "R0 R1 B1")
    assert (t.sees(0, 0), t.sees(2, 2)) == ("G1 G2", "R0 R1 B1")
    assert t.sees(1, 0) == "? ?"
    assert t.turn == 1


@pytest.mark.rule("K-12")
def test_it_is_a_must_and_about_the_own_hand() -> None:
    t = three()
    t.play(0, "R7")
    with t.refused("K-12"):
        t.move(0, Draw())
    for first, second in ((1, 2), (0, 0), (0, 5)):
        with t.refused("K-12"):
            t.move(0, Swap(first, second))


@pytest.mark.rule("K-13")
@pytest.mark.parametrize(("sign", "after"), [(">", [2, 0, 1]), ("<", [1, 2, 0])])
def test_a_zero_passes_all_hands_on_in_the_direction_of_play(sign: str, after: list[int]) -> None:
    t = table(f"classic house=seven-zero | 0{sign} R R5 | {HANDS}")
    before = {0: "R7 R1 B1", 1: t.hand(1), 2: t.hand(2)}
    t.play(0, "R0")
    assert HandsPassed(0, tuple((giver, after.index(giver)) for giver in range(3))) in t.news
    assert [t.hand(seat) for seat in range(3)] == [before[owner] for owner in after]
    assert all("?" not in t.sees(seat, seat) for seat in range(3))
    assert t.turn == (1 if sign == ">" else 2)


@pytest.mark.rule("K-13")
def test_with_two_players_a_zero_is_a_trade() -> None:
    t = table("classic house=seven-zero | 0> R R5 | 0: R0 R1 B1 | 1: Y1 Y2 Y3")
    t.play(0, "R0")
    assert (t.hand(0), t.hand(1)) == ("Y1 Y2 Y3", "R1 B1")


@pytest.mark.rule("K-13")
def test_in_flip_a_seven_of_either_side_trades() -> None:
    t = table("flip house=seven-zero | 0> dark T T5 | 0: T7 T1 P1 | 1: O1 O2")
    t.play(0, "T7")
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1)) == ("O1 O2", "T1 P1")


@pytest.mark.rule("K-14")
@pytest.mark.parametrize("code", ["R7", "R0"])
def test_a_last_one_just_wins(code: str) -> None:
    t = three(f"0: {code} | 1: Y1 Y2 | 2: G1 G2")
    t.play(0, code)
    assert t.result.out == 0
    assert t.result.held == {0: 0, 1: 3, 2: 3}


@pytest.mark.rule("K-15")
def test_who_holds_one_card_after_a_trade_owes_the_call() -> None:
    t = three("0: R7 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3")
    t.play(0, "R7", uno=True)
    t.swap(0, 0, 1)
    assert t.round.uno_owners == (1,)
    t.catch(2, 1)
    assert Caught(1, 2) in t.news
    assert (t.size(0), t.size(1)) == (3, 3)


@pytest.mark.rule("K-15")
def test_several_may_owe_it_and_a_catch_is_about_all_of_them() -> None:
    t = three("0: R0 R1 B1 | 1: Y1 | 2: G1 | 3: B2 B3")
    t.play(0, "R0")
    assert t.round.uno_open
    assert t.round.uno_owners == (2, 3)
    assert t.view(0).claims() == [Catch(2)]
    assert t.view(2).claims() == [Call(), Catch(3)]
    t.catch(0, 3)
    assert [event for event in t.news if isinstance(event, Caught)] == [Caught(2, 0), Caught(3, 0)]
    assert [t.size(seat) for seat in range(4)] == [2, 2, 3, 3]
    assert not t.round.uno_open


@pytest.mark.rule("K-15")
def test_who_has_called_cannot_be_caught() -> None:
    t = three("0: R0 R1 B1 | 1: Y1 | 2: G1 | 3: B2 B3")
    t.play(0, "R0")
    t.call(2)
    assert Called(2) in t.news
    assert t.round.uno_owners == (3,)
    t.catch(2, 3)
    assert (t.size(2), t.size(3)) == (1, 3)


@pytest.mark.rule("K-15")
def test_one_who_owes_it_may_catch_the_others() -> None:
    t = three("0: R0 R1 B1 | 1: Y1 | 2: G1 | 3: B2 B3")
    t.play(0, "R0")
    t.catch(2, 3)
    assert (t.size(2), t.size(3)) == (1, 3)
    assert t.round.uno_owners == (2,)


@pytest.mark.rule("K-15")
def test_the_word_said_with_the_card_counts_if_one_card_is_left() -> None:
    t = three("0: R7 R1 | 1: Y1 | 2: G1 G2 G3")
    t.play(0, "R7", uno=True)
    t.swap(0, 0, 1)
    assert (t.hand(0), t.hand(1)) == ("Y1", "R1")
    assert t.round.uno_owners == (1,)


@pytest.mark.rule("K-15")
@pytest.mark.parametrize("partner", [1, 2])
def test_so_does_the_word_said_before_the_trade(partner: int) -> None:
    t = three("0: R7 R1 | 1: Y1 | 2: G1 G2 G3")
    t.play(0, "R7")
    t.call(0)
    t.swap(0, 0, partner)
    assert t.round.uno_owners == (partner,)
    assert (Called(0) in t.news) is (partner == 1), "told only if it still counts"


@pytest.mark.rule("K-15")
def test_words_said_before_the_trade_are_forgotten() -> None:
    t = three("0: R7 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3")
    t.play(0, "R7")
    t.catch(2, 0)
    t.swap(0, 0, 1)
    assert (t.size(0), t.size(1)) == (3, 1)
    assert t.round.uno_owners == (1,)


@pytest.mark.rule("K-15")
def test_nobody_can_be_caught_before_the_hands_are_traded() -> None:
    t = three("0: R7 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3")
    t.play(0, "R7")
    assert not t.round.uno_open
    assert t.view(2).claims() == []
    assert t.view(0).claims() == [Call()]
    t.swap(0, 0, 1)
    assert t.round.uno_open
    assert t.view(2).claims() == [Catch(1)]
    t.catch(2, 1)
    assert Caught(1, 2) in t.news


@pytest.mark.rule("K-15")
def test_so_it_is_while_hands_are_passed_on() -> None:
    t = three("0: R0 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3")
    t.round.apply(0, t.view(0).moves()[0])
    assert t.round.agenda
    assert not t.round.uno_open
    assert t.view(2).claims() == []
    t.settle()
    assert t.round.uno_open
    assert t.view(2).claims() == [Catch(1)]


@pytest.mark.rule("K-15", "K-32")
def test_and_while_its_player_could_lay_another_seven() -> None:
    t = three("0: R7 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3", "seven-zero,doubles")
    t.play(0, "R7")
    assert t.waits == (0, "double")
    assert t.view(2).claims() == []
    t.move(0, Stop())
    assert t.view(2).claims() == []
    t.swap(0, 0, 1)
    assert t.view(2).claims() == [Catch(1)]


@pytest.mark.rule("K-15")
def test_other_cards_can_be_caught_at_once() -> None:
    t = three("0: R7 R6 R1 | 1: R2 Y2 | 2: G1 G2 G3")
    t.play(0, "R6")
    t.play(1, "R2")
    assert t.round.uno_open
    t = three("0: R6 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3", "seven-zero,doubles")
    t.play(0, "R6")
    assert t.waits == (0, "double")
    assert t.view(2).claims() == [Catch(0)]


@pytest.mark.rule("K-16")
def test_if_the_trade_lapses_the_player_of_the_seven_can_be_caught() -> None:
    t = three("0: R7 R1 | 1: Y1 Y2 Y3 | 2: G1 G2 G3")
    t.play(0, "R7")
    t.round.apply(0, Swap(0, 1))
    t.leave(1)
    assert t.round.uno_open
    t.catch(2, 0)
    assert t.size(0) == 3


@pytest.mark.rule("K-15")
def test_a_catch_that_had_to_wait_is_about_all_who_still_owe_the_word() -> None:
    t = waiting_with_two_owners()
    t.round.apply(2, Call())
    t.round.apply(0, Catch(2))
    t.settle()
    assert [event for event in t.news if isinstance(event, Caught)] == [Caught(3, 0)]
    assert [t.size(seat) for seat in (0, 2, 3)] == [2, 1, 3]


@pytest.mark.rule("K-15")
def test_it_is_about_the_others_if_the_one_it_names_leaves() -> None:
    t = waiting_with_two_owners()
    t.round.apply(0, Catch(2))
    t.leave(2)
    assert Caught(3, 0) in t.news
    assert (t.size(3), t.round.uno_open) == (3, False)


@pytest.mark.rule("K-15")
def test_with_false_catch_one_that_names_nobody_who_owed_it_stays_wrong() -> None:
    t = waiting_with_two_owners("seven-zero,false-catch")
    t.round.apply(2, Catch(0))
    t.settle()
    assert [t.size(seat) for seat in (0, 2, 3)] == [2, 2, 1]


@pytest.mark.rule("K-15")
def test_so_it_does_if_the_one_it_names_leaves() -> None:
    t = three("0: R0 R1 B1 | 1: Y1 | 2: G1 | 3: B2 B3 | 4: B4 B5", "seven-zero,false-catch")
    t.play(0, "R0")
    t.round.leave(1)
    t.round.apply(0, Catch(4))
    t.leave(4)
    assert [t.size(seat) for seat in (0, 2, 3)] == [3, 1, 1]


def waiting_with_two_owners(house: str = "seven-zero") -> Table:
    """Seats 2 and 3 owe the word, and words have to wait: the pile is mixed because seat 1 left."""
    t = three("0: R0 R1 B1 | 1: Y1 | 2: G1 | 3: B2 B3", house)
    t.play(0, "R0")
    t.round.leave(1)
    assert t.round.uno_owners == (2, 3)
    assert t.round.agenda
    return t


@pytest.mark.rule("K-15")
def test_the_window_closes_with_the_next_turn() -> None:
    t = three("0: R0 R1 B1 | 1: Y1 | 2: G1 | 3: B2 B3")
    t.play(0, "R0")
    t.draw(1)
    assert t.round.uno_owners == ()
    t.catch(0, 2)
    assert t.size(2) == 1


@pytest.mark.rule("K-15")
def test_in_swap_the_swap_card_itself_owes_nothing() -> None:
    t = three("0: Ws R1 R2 | 1: Y1 | 2: G1 G2 G3", variant="swap")
    t.play(0, "Ws")
    t.name(0, "R")
    t.swap(0, 0, 1)
    assert t.round.uno_owners == ()


@pytest.mark.rule("K-16")
def test_if_the_player_of_a_seven_leaves_there_is_no_trade() -> None:
    t = three()
    t.play(0, "R7")
    t.leave(0)
    assert (t.hand(1), t.hand(2)) == ("Y1 Y2 Y3", "G1 G2")
    assert t.turn == 1


@pytest.mark.rule("K-16")
@pytest.mark.parametrize("gone", [0, 1])
def test_if_a_trader_leaves_while_hands_pass_there_is_no_trade(gone: int) -> None:
    t = three("0: R7 R1 B1 | 1: Y1 | 2: G1")
    t.play(0, "R7")
    t.round.apply(0, Swap(0, 1))
    t.leave(gone)
    assert t.hand(1 - gone) == ("R1 B1" if gone else "Y1")
    assert t.round.uno_owners == ()


@pytest.mark.rule("K-16")
def test_a_zero_goes_on_among_those_who_are_left() -> None:
    t = three("0: R0 R1 B1 | 1: Y1 Y2 | 2: G1 G2 | 3: B2 B3")
    t.round.apply(0, t.view(0).moves()[0])
    t.leave(2)
    assert (t.hand(0), t.hand(1), t.hand(3)) == ("B2 B3", "R1 B1", "Y1 Y2")
