"""jump-in: an identical card out of turn (K-17…K-20)."""

import pytest

from p2puno.events import JumpedIn, Played
from p2puno.moves import JumpIn
from tests.p2puno.table import Table, table

HANDS = "0: R1 R1 R2 B1 | 1: R3 Y1 Y2 | 2: G2 G3 G4 | 3: R5 R+2 W"


def four(hands: str = HANDS, house: str = "jump-in", pile: str = "pile: Y4 Y5 Y6 Y7 +") -> Table:
    return table(f"classic house={house} | 0> R R9 | {hands} | {pile}")


@pytest.mark.rule("K-17", "K-18")
def test_an_identical_card_is_laid_out_of_turn_and_play_goes_on_from_there() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: R1 G2 G3 | 3: B5 B6")
    t.play(0, "R1")
    assert t.round.claim_open
    assert [len(t.view(seat).jumps()) for seat in range(4)] == [0, 0, 1, 0]
    t.jump(2, "R1")
    assert JumpedIn(2) in t.news
    assert t.turn == 3, "seat 1 has to wait"
    assert t.size(2) == 2


@pytest.mark.rule("K-17")
def test_the_player_who_laid_it_may_jump_in_too() -> None:
    t = four()
    t.play(0, "R1")
    t.jump(0, "R1")
    assert t.hand(0) == "R2 B1"
    assert t.turn == 1


@pytest.mark.rule("K-17")
def test_who_has_the_turn_simply_plays() -> None:
    t = four("0: R1 R2 B1 | 1: R1 Y1 Y2 | 2: G2 G3 | 3: B5 B6")
    t.play(0, "R1")
    with t.refused("T-01"):
        t.jump(1, "R1")
    t.play(1, "R1")
    assert t.turn == 2


@pytest.mark.rule("K-17")
def test_nothing_but_an_identical_card() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: B1 R4 G3 | 3: B5 B6")
    t.play(0, "R1")
    for code in ("B1", "R4"):
        with t.refused("K-17"):
            t.jump(2, code)
    card, face = t.find("R1", 0)
    with t.refused("T-01"):
        t.move(2, JumpIn(t.round.hands[1][0], face))
    assert card in t.round.discard


@pytest.mark.rule("K-17", "K-19")
def test_wild_cards_cannot_be_laid_so() -> None:
    t = four("0: W R2 B1 | 1: R3 Y1 Y2 | 2: W R4 G3 | 3: B5 B6")
    t.play(0, "W")
    t.name(0, "R")
    assert not t.round.claim_open
    with t.refused("K-19"):
        t.jump(2, "W")


@pytest.mark.rule("K-18")
@pytest.mark.parametrize(
    ("code", "jumper", "turn", "sizes"),
    [("R+2", 3, 1, [4, 4, 3, 2]), ("Rs", 3, 1, [2, 2, 3, 2]), ("Rr", 2, 3, [2, 2, 2, 3])],
)
def test_action_cards_count_from_the_one_who_jumped_in(
    code: str, jumper: int, turn: int, sizes: list[int]
) -> None:
    other = 5 - jumper
    t = four(
        f"0: {code} R2 B1 | 1: R3 Y1 | 2: {code if jumper == 2 else 'G2'} G3 G4 | 3: "
        f"{code if jumper == 3 else 'B4'} B5 B6"
    )
    t.play(0, code)
    t.jump(jumper, code)
    assert [t.size(seat) for seat in range(4)] == sizes
    assert t.turn == turn
    assert t.size(other) == 3


@pytest.mark.rule("K-18")
def test_the_word_is_owed_and_a_last_card_wins() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: R1 G2 | 3: B5 B6")
    t.play(0, "R1")
    t.jump(2, "R1")
    assert t.round.uno_owners == (2,)
    t.catch(1, 2)
    assert t.size(2) == 3
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: R1 | 3: B5 B6")
    t.play(0, "R1")
    t.jump(2, "R1")
    assert t.result.out == 2


@pytest.mark.rule("K-18")
def test_the_word_may_be_said_with_it() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: R1 G2 | 3: B5 B6")
    t.play(0, "R1")
    t.jump(2, "R1", uno=True)
    assert not t.round.uno_open


@pytest.mark.rule("K-19")
def test_it_is_too_late_when_the_next_turn_has_begun() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: R1 G2 G3 | 3: B5 B6")
    t.play(0, "R1")
    t.draw(1)
    with t.refused("K-19"):
        t.jump(2, "R1")
    t.keep(1)
    assert not t.round.claim_open, "no card was laid in that turn"
    t.play(2, "R1")
    assert t.turn == 3


@pytest.mark.rule("K-19")
def test_there_is_no_window_where_all_copies_are_on_the_pile() -> None:
    t = table("classic house=jump-in | 0> R R9 R1 | 0: R1 R0 R2 B1 | 1: R3 Y1 Y2 | 2: G2 G3 | 3: B5 B6")
    t.play(0, "R1")
    assert not t.round.claim_open
    t.play(1, "R3")
    assert t.round.claim_open, "the other copy may be anywhere"
    t.draw(2)
    t.keep(2)
    t.draw(3)
    t.keep(3)
    t.play(0, "R0")
    assert not t.round.claim_open, "there is one 0 of each colour"


@pytest.mark.rule("K-19", "K-37")
def test_with_two_decks_there_are_more_copies() -> None:
    line = "0: R0 R2 B1 | 1: R3 Y1 Y2 | 2: R0 G3 G4 | 3: B5 B6"
    t = four(line, "two-decks,jump-in")
    t.play(0, "R0")
    t.jump(2, "R0")
    assert t.turn == 3
    assert not t.round.claim_open


@pytest.mark.rule("K-19")
def test_not_on_a_pending_draw_card() -> None:
    t = four("0: R+2 R2 B1 | 1: G+2 Y1 Y2 | 2: R+2 G3 G4 | 3: B5 B6", "stack-same,jump-in")
    t.play(0, "R+2")
    assert not t.round.claim_open
    with t.refused("K-19"):
        t.jump(2, "R+2")
    t.accept(1)
    assert t.round.claim_open, "the effect is over"


@pytest.mark.rule("K-19")
def test_not_on_what_a_flip_turned_up() -> None:
    t = table("flip house=jump-in | 0> light R R5:T5 | 0: Rf:O1 R2 B1 | 1: R3 Y1 | 2: G2:T5 G3")
    t.play(0, "Rf")
    assert t.top == "T5"
    assert not t.round.claim_open
    with t.refused("K-19"):
        t.jump(2, "T5")


@pytest.mark.rule("K-19")
def test_not_on_the_opening_card() -> None:
    t = four()
    assert not t.round.claim_open
    with t.refused("K-19"):
        t.jump(1, "R9")


@pytest.mark.rule("K-20")
def test_if_several_could_the_first_one_counts() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 | 2: R1 G2 G3 | 3: R1 B5 B6", "two-decks,jump-in")
    t.play(0, "R1")
    t.jump(3, "R1")
    assert t.turn == 0
    t.jump(2, "R1")
    assert t.turn == 3
    assert [event.seat for event in t.news if isinstance(event, Played)] == [2]


@pytest.mark.rule("K-17")
def test_only_those_in_the_round() -> None:
    t = four("0: R1 R2 B1 | 1: R3 Y1 Y2 | 2: R1 G2 G3 | 3: B5 B6")
    t.play(0, "R1")
    t.leave(2)
    with t.refused("K-17"):
        t.move(2, JumpIn(*t.find("R1", 2)))


@pytest.mark.rule("K-17")
def test_without_the_rule_nobody_jumps_in() -> None:
    t = table("classic | 0> R R9 | 0: R1 R2 B1 | 1: R3 Y1 | 2: R1 G2 G3")
    t.play(0, "R1")
    assert not t.round.claim_open
    with t.refused("S-05"):
        t.jump(2, "R1")
