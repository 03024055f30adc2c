"""The opening card (O), in every rule set that has it."""

import pytest

from p2puno.events import Flipped, Missed, TurnedUp
from tests.p2puno.table import opened

ONE_SIDED = ("classic", "battle", "crash", "swap")


@pytest.mark.rule("O-01")
@pytest.mark.parametrize(
    ("variant", "code", "count"), [*((variant, "R+2", 2) for variant in ONE_SIDED), ("flip", "R+1", 1)]
)
@pytest.mark.parametrize("players", [2, 3])
def test_a_draw_card(variant: str, code: str, count: int, players: int) -> None:
    t = opened(variant, code, players=players)
    assert Missed(1) in t.news
    assert t.size(1) == 7 + count
    assert t.turn == (2 if players == 3 else 0)
    assert all(t.size(seat) == 7 for seat in range(players) if seat != 1)


@pytest.mark.rule("O-02")
@pytest.mark.parametrize("variant", [*ONE_SIDED, "flip"])
def test_reverse_the_dealer_goes_first_and_play_moves_right(variant: str) -> None:
    t = opened(variant, "Rr", players=4)
    assert t.turn == 0
    t.draw(0)
    t.keep(0)
    assert t.turn == 3


@pytest.mark.rule("O-02")
def test_reverse_with_two_players() -> None:
    t = opened("classic", "Rr", players=2)
    assert t.turn == 0
    t.draw(0)
    t.keep(0)
    assert t.turn == 1


@pytest.mark.rule("O-03")
@pytest.mark.parametrize("variant", [*ONE_SIDED, "flip"])
def test_skip(variant: str) -> None:
    t = opened(variant, "Rs", players=4)
    assert Missed(1) in t.news
    assert t.turn == 2


@pytest.mark.rule("O-03")
def test_skip_with_two_players() -> None:
    t = opened("classic", "Rs", players=2)
    assert t.turn == 0


@pytest.mark.rule("O-04")
@pytest.mark.parametrize(
    ("variant", "code"),
    [*((variant, "W") for variant in (*ONE_SIDED, "flip")), ("battle", "Wb"), ("crash", "Wc")],
)
def test_a_wild_left_of_the_dealer_names_the_colour_and_plays_first(variant: str, code: str) -> None:
    t = opened(variant, code)
    before = [t.hand(seat) for seat in range(3)]
    assert t.waits == (1, "colour")
    assert t.can(1) == {"B", "G", "R", "Y"}
    t.name(1, "G")
    assert (t.turn, t.colour, t.top) == (1, "G", code)
    assert [t.hand(seat) for seat in range(3)] == before  # no battle, no crash


@pytest.mark.rule("O-05")
@pytest.mark.parametrize(
    ("variant", "code"), [*((variant, "W+4") for variant in ONE_SIDED), ("flip", "W+2"), ("swap", "Ws")]
)
@pytest.mark.parametrize("often", [1, 3])
def test_some_cards_go_back_into_the_deck_as_often_as_needed(variant: str, code: str, often: int) -> None:
    t = opened(
        variant,
        *[f"{code}:?" if variant == "flip" else code] * often,
        *["B7:?" if variant == "flip" else "B7"],
    )
    assert [event for event in t.news if isinstance(event, TurnedUp)][-1].face.code == "B7"
    assert sum(event.returned for event in t.news if isinstance(event, TurnedUp)) == often
    assert t.discard == "B7"
    assert t.pile.split().count(code) + sum(t.hand(seat).split().count(code) for seat in range(3)) == 4
    assert t.turn == 1


@pytest.mark.rule("O-05")
def test_the_card_is_shuffled_into_the_whole_pile() -> None:
    """Nobody knows any more where it is: the shuffle takes in every card of the pile."""
    t = opened("classic", "W+4", "B7 Y1 Y2 W+4")
    assert t.pile.startswith("Y1 Y2 W+4")
    assert not any(card in t.round.faces[0] for card in t.round.pile)
    assert len(t.round.pile) == 108 - 22


@pytest.mark.rule("O-06")
def test_a_flip_card_flips_everything() -> None:
    t = opened("flip", "Rf:P4", players=3)
    assert any(isinstance(event, Flipped) for event in t.news)
    assert t.round.side == 1
    assert (t.turn, t.colour, t.top) == (1, "P", "P4")
    assert all(code[0] in "PTOUW" for seat in range(3) for code in t.hand(seat).split())


@pytest.mark.rule("O-06")
@pytest.mark.parametrize("back", ["W", "W+c"])
def test_with_a_wild_on_its_back_who_starts_names_the_colour(back: str) -> None:
    t = opened("flip", f"Rf:{back}", players=3)
    assert t.waits == (1, "colour")
    assert t.can(1) == {"P", "T", "O", "U"}
    t.name(1, "T")
    assert (t.turn, t.colour, t.top) == (1, "T", back)


@pytest.mark.rule("O-06", "F-07")
@pytest.mark.parametrize("back", ["P+5", "Pr", "Pe", "Pf"])
def test_the_back_of_an_opening_flip_does_nothing_else(back: str) -> None:
    t = opened("flip", f"Rf:{back}", players=3)
    assert t.turn == 1
    assert t.round.side == 1
    assert [t.size(seat) for seat in range(3)] == [7, 7, 7]
    t.draw(1)
    t.keep(1)
    assert t.turn == 2


@pytest.mark.rule("O-01", "X-01")
def test_a_crash_among_the_cards_of_an_opening_draw_two() -> None:
    t = opened("crash", "R+2 Wc Y9", players=3)
    assert t.waits == (1, "colour")
    assert t.top == "Wc"
    t.name(1, "B")
    assert t.turn == 2
    assert t.size(1) + t.size(2) == 7 + 7 + 1  # the Crash is on the discard pile, the other card drawn
