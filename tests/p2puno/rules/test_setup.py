"""Setting up (S-01, S-03…S-05; who deals is in test_match.py)."""

from random import Random

import pytest

from p2puno.dealer import deal
from p2puno.options import OptionError, Options
from tests.p2puno.table import dealt, table

VARIANTS = ("classic", "flip", "battle", "crash", "swap", "no-mercy")


@pytest.mark.rule("S-01")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", range(2, 11))
def test_two_to_ten_can_play(variant: str, players: int) -> None:
    Options(variant=variant).check_players(players)
    t = dealt(variant, f"{7 * players}*? R5", players=players)
    assert t.turn == 1
    assert len(t.round.pile) == t.round.rules.deck.size - 7 * players - 1


@pytest.mark.rule("S-01")
@pytest.mark.parametrize("players", [0, 1, 11])
def test_fewer_or_more_cannot(players: int) -> None:
    with pytest.raises(OptionError, match=r"NOT_BETWEEN.*players"):
        Options().check_players(players)


@pytest.mark.rule("S-03")
def test_cards_are_dealt_one_at_a_time_starting_left_of_the_dealer() -> None:
    t = dealt("classic", "R1 R2 R3 G1 G2 G3 B5", dealer=1, hand_size=2)
    assert [t.hand(seat) for seat in (2, 0, 1)] == ["R1 G1", "R2 G2", "R3 G3"]


@pytest.mark.rule("S-03")
@pytest.mark.parametrize("variant", VARIANTS)
def test_everybody_gets_seven(variant: str) -> None:
    t = dealt(variant, "28*? R5", players=4)
    assert [t.size(seat) for seat in range(4)] == [7, 7, 7, 7]


@pytest.mark.rule("S-03")
def test_the_whole_deck_is_shuffled_before_the_deal() -> None:
    decks = set()
    for seed in range(8):
        (faces,) = deal(Options(), range(3), 0, Random(seed)).faces
        assert len(faces) == 108
        decks.add(tuple(faces[card].code for card in sorted(faces)))
    assert len(decks) == 8


@pytest.mark.rule("S-04")
def test_the_top_card_of_the_pile_is_turned_over() -> None:
    t = dealt("classic", "21*? B7 Y2 Y3", players=3)
    assert t.discard == "B7"
    assert (t.top, t.colour) == ("B7", "B")
    assert t.pile.startswith("Y2 Y3")


@pytest.mark.rule("S-04")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_rest_lies_face_down(seat: int | None) -> None:
    t = dealt("classic", "21*? B7", players=3)
    assert len(t.round.pile) == 108 - 22
    assert not any(t.view(seat).face(card) for card in t.round.pile)
    assert t.view(seat).face(t.round.discard[-1]) is not None


@pytest.mark.rule("S-05")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_left_of_the_dealer_starts(dealer: int) -> None:
    t = dealt("classic", "21*? R5", dealer=dealer)
    assert t.turn == (dealer + 1) % 3


@pytest.mark.rule("S-05")
def test_play_goes_left() -> None:
    t = table("classic | 0> R R5 | 0: R1 G7 B8 | 1: R2 Y9 B9 | 2: R3 Y8 B7")
    for seat, code in enumerate(("R1", "R2", "R3")):
        assert t.turn == seat
        t.play(seat, code)
    assert t.turn == 0


@pytest.mark.rule("S-05")
def test_nobody_plays_out_of_turn() -> None:
    t = table("classic | 0> R R5 | 0: R1 G7 | 1: R2 Y9 | 2: R3 Y8")
    for seat in (1, 2):
        with t.refused("S-05"):
            t.play(seat, f"R{seat + 1}")
        with t.refused("S-05"):
            t.draw(seat)
        assert t.can(seat) == set()
