"""Kickin' Battle (B)."""

import pytest

from p2puno.cards import face
from p2puno.events import BattleShown, BattleWon
from p2puno.moves import Seal, Show, seal
from tests.p2puno.table import NONCE, Table, table

LINE = "battle | 0> R R5 | 0: Wb R9 G1 | 1: Y2 B8 | 2: R1 Y1 B2 | pile: G2 G3 G4 G5 +"


def begun(line: str = LINE, opponent: int = 1) -> Table:
    t = table(line)
    t.play(0, "Wb")
    t.fight(0, opponent)
    return t


@pytest.mark.rule("B-01")
@pytest.mark.parametrize(("colour", "top"), [("R", "R5"), ("B", "Wb"), ("Y", "Ys"), ("G", "W+4")])
def test_it_can_be_laid_on_anything(colour: str, top: str) -> None:
    t = table(f"battle | 0> {colour} {top} | 0: Wb R9 G1 | 1: Y2 B8")
    t.play(0, "Wb")
    assert t.waits == (0, "opponent")


@pytest.mark.rule("B-01")
@pytest.mark.parametrize("opponent", [1, 2, 3])
def test_any_other_player_can_be_challenged(opponent: int) -> None:
    t = table("battle mode=partners | 0> R R5 | 0: Wb R9 G1 | 1: Y2 B8 | 2: Y3 Y4 | 3: B1 B2")
    t.play(0, "Wb")
    assert t.can(0) == {"1", "2", "3"}
    t.fight(0, opponent)
    t.seal(0, "R9")
    assert t.waits == (opponent, "battle")


@pytest.mark.rule("B-01")
def test_someone_must_be_challenged() -> None:
    t = table("battle | 0> R R5 | 0: Wb R9 G1 | 1: Y2 B8 | 2: left | 3: B1 B2")
    t.play(0, "Wb")
    for nobody in (0, 2, 7):
        with t.refused("B-01"):
            t.fight(0, nobody)
    with t.refused("B-01"):
        t.name(0, "B")
    with t.refused("S-05"):
        t.fight(1, 3)


@pytest.mark.rule("B-02")
@pytest.mark.parametrize(
    ("mine", "other", "loser"),
    [
        ("R9", "Y2", 1),
        ("G1", "Y2", 0),
        ("G1", "B8", 0),
        ("Rs", "Y2", 0),  # symbols count zero
        ("R1", "Y+2", 1),
        ("W+4", "B1", 0),
        ("R1", "W", 1),
    ],
)
def test_the_lower_number_loses(mine: str, other: str, loser: int) -> None:
    t = begun(f"battle | 0> R R5 | 0: Wb {mine} G7 | 1: {other} B7 | 2: Y3 Y4")
    t.battle(0, mine, 1, other)
    assert BattleWon(1 - loser, loser, 2) in t.news
    assert BattleShown(face(mine), face(other)) in t.news


@pytest.mark.rule("B-02")
def test_both_show_at_the_same_time() -> None:
    """The challenger is bound to a card that nobody sees before the challenged has shown theirs."""
    t = begun()
    assert t.waits == (0, "seal")
    show = t.seal(0, "G1")
    assert t.waits == (1, "battle")
    assert t.sees(1, 0) == "? ?"
    with t.refused("B-02"):
        t.show(1, "Y3")  # not in that hand
    t.show(1, "Y2")
    card, better = t.find("R9", 0)
    with t.refused("B-02"):
        t.move(0, Show(card, better, NONCE))
    with t.refused("B-02"):
        t.move(0, Show(show.card, show.face, b"another nonce".ljust(32)))
    with t.refused("B-02"):
        t.draw(0)
    t.move(0, show)
    assert t.waits == (1, "colour")


@pytest.mark.rule("B-02")
def test_only_a_card_from_the_hand_can_be_sealed_and_shown() -> None:
    t = begun()
    with t.refused("B-02"):
        t.move(0, Show(*t.find("R9", 0), NONCE))  # not sealed
    with t.refused("B-02"):
        t.move(0, Seal(b"too short"))
    card, shown = t.find("R1", 2)
    t.move(0, Seal(seal(card, NONCE)))
    t.show(1, "Y2")
    with t.refused("B-02"):
        t.move(0, Show(card, shown, NONCE))


@pytest.mark.rule("B-03")
@pytest.mark.parametrize(("mine", "other"), [("R8", "B8"), ("Rs", "W"), ("Rs", "Y0"), ("Rr", "G+2")])
def test_after_a_tie_both_choose_again(mine: str, other: str) -> None:
    t = begun(f"battle | 0> R R5 | 0: Wb {mine} R9 G1 | 1: {other} Y2 B7 | 2: Y3 Y4")
    t.battle(0, mine, 1, other)
    assert t.waits == (0, "seal")
    assert (t.hand(0), t.hand(1), len(t.round.aside)) == ("R9 G1", "Y2 B7", 2)
    t.battle(0, "R9", 1, "Y2")
    assert BattleWon(0, 1, 4) in t.news


@pytest.mark.rule("B-03", "B-05")
def test_the_cards_set_aside_go_to_the_loser_too() -> None:
    t = begun("battle | 0> R R5 | 0: Wb R8 R1 G1 | 1: B8 Y9 B7 | 2: Y3 Y4 | pile: G2 G3 G4 +")
    t.battle(0, "R8", 1, "B8")
    t.battle(0, "R1", 1, "Y9")
    assert sorted(t.hand(0).split()) == ["B8", "G1", "G2", "G3", "R1", "R8", "Y9"]
    assert t.hand(1) == "B7"


@pytest.mark.rule("B-04")
def test_a_battle_laid_as_the_last_card() -> None:
    t = table("battle | 0> R R5 | 0: Wb | 1: Y2 B8 | 2: Y3 Y4 | pile: R9 G2 G3 G4 +")
    t.play(0, "Wb")
    assert t.waits == (0, "opponent")  # the round is not over
    t.fight(0, 1)
    assert t.hand(0) == "R9"  # drawn to battle with
    t.battle(0, "R9", 1, "Y2")
    assert t.hand(1) == "B8 Y2 R9 G2 G3"
    assert t.hand(0) == "G4"  # drawn to go on playing
    t.name(0, "B")
    assert t.turn == 1


@pytest.mark.rule("B-04")
def test_the_challenged_who_wins_with_the_last_card_draws_one() -> None:
    t = begun("battle | 0> R R5 | 0: Wb R1 G1 | 1: Y2 | 2: Y3 Y4 | pile: G2 G3 G4 +")
    t.battle(0, "R1", 1, "Y2")
    assert t.hand(1) == "G4"
    assert t.waits == (1, "colour")


@pytest.mark.rule("B-04", "B-03")
def test_a_tie_until_both_hands_are_empty() -> None:
    t = begun("battle | 0> R R5 | 0: Wb R8 | 1: B8 | 2: Y3 Y4 | pile: R2 G9 G4 G3 G6 +")
    t.battle(0, "R8", 1, "B8")
    assert (t.hand(0), t.hand(1)) == ("R2", "G9")  # the challenger draws first
    assert t.sees(2, 0) == t.sees(2, 1) == t.sees(1, 0) == "?"
    t.battle(0, "R2", 1, "G9")
    assert t.hand(0).split() == ["B8", "R8", "G9", "R2", "G4", "G3"]
    assert t.hand(1) == "G6"
    t.name(1, "B")
    assert t.turn == 1


@pytest.mark.rule("B-05")
@pytest.mark.parametrize(("mine", "other", "loser"), [("R9", "Y2", 1), ("G1", "Y2", 0)])
def test_the_loser_takes_the_cards_and_draws_two(mine: str, other: str, loser: int) -> None:
    t = begun()
    t.battle(0, mine, 1, other)
    assert t.size(loser) == 1 + 2 + 2
    assert t.hand(loser).endswith("G2 G3")
    assert {mine, other} < set(t.hand(loser).split())
    assert t.size(1 - loser) == 1
    assert t.size(2) == 3


@pytest.mark.rule("B-06")
@pytest.mark.parametrize(("direction", "then"), [(">", 1), ("<", 3)])
@pytest.mark.parametrize(("mine", "winner"), [("R9", 0), ("R3", 2)])
def test_the_winner_names_the_colour_and_play_goes_on_next_to_the_challenger(
    direction: str, then: int, mine: str, winner: int
) -> None:
    t = begun(f"battle | 0{direction} R R5 | 0: Wb {mine} G7 | 1: Y2 B8 | 2: Y6 B7 | 3: Y3 Y4", 2)
    t.battle(0, mine, 2, "Y6")
    assert t.waits == (winner, "colour")
    with t.refused("S-05"):
        t.name(2 - winner, "B")
    t.name(winner, "B")
    assert (t.turn, t.colour) == (then, "B")


@pytest.mark.rule("B-07")
def test_a_battler_who_must_draw_and_cannot_loses() -> None:
    t = begun("battle | 0> R R5 | 0: Wb R8 | 1: B8 Y1 | 2: Y3 Y4 | pile:")
    # under the Wb lies the R5, which 0 draws after the tie
    t.battle(0, "R8", 1, "B8")
    assert t.hand(0) == "R5"
    t.battle(0, "R5", 1, "Y1")
    assert BattleWon(0, 1, 4) in t.news
    # 0 has no cards, and there is nothing to draw: the one way to go out in a battle
    assert t.result.out == 0
    assert t.result.held == {0: 0, 1: 22, 2: 7}


@pytest.mark.rule("B-07")
def test_the_challenger_draws_first() -> None:
    t = begun("battle | 0> R R5 | 0: Wb R8 | 1: B8 | 2: Y3 Y4 | pile:")
    t.battle(0, "R8", 1, "B8")  # one card to draw, and both need one
    assert BattleWon(0, 1, 2) in t.news
    assert (t.hand(0), t.hand(1)) == ("R5", "B8 R8")
    assert t.waits == (0, "colour")


@pytest.mark.rule("B-07")
def test_if_neither_can_draw_the_challenger_loses() -> None:
    t = table(
        "battle | 0> R Wb | 0: R8 | 1: B8 | 2: Y3 Y4 | pile: | turn: moved next=1 | pending: Battle(0,1,-,-)"
    )
    t.battle(0, "R8", 1, "B8")
    assert BattleWon(1, 0, 2) in t.news
    assert t.result.out == 1  # left with no cards and nothing to draw
    assert t.result.held == {0: 16, 1: 0, 2: 7}


@pytest.mark.rule("B-07")
def test_a_battle_card_laid_last_with_nothing_to_draw_goes_out() -> None:
    t = table(
        "battle | 0> R Wb | 0: | 1: B8 Y9 | 2: Y3 Y4 | pile: | turn: moved next=1 | pending: Opponent(0)"
    )
    t.fight(0, 1)
    assert t.result.out == 0


@pytest.mark.rule("B-08")
def test_the_battle_card_stays_on_the_discard_pile() -> None:
    t = begun()
    assert t.discard == "Wb R5"
    t.battle(0, "R9", 1, "Y2")
    assert t.discard == "Wb R5"
    t.name(0, "Y")
    assert (t.top, t.colour) == ("Wb", "Y")


@pytest.mark.rule("B-08")
@pytest.mark.parametrize(
    ("mine", "other"), [("R9", "Y+2"), ("R9", "Yr"), ("R9", "Ys"), ("R9", "W+4"), ("Wb", "B8")]
)
def test_the_shown_cards_have_no_effect_of_their_own(mine: str, other: str) -> None:
    t = begun(f"battle | 0> R R5 | 0: Wb {mine} G1 | 1: {other} B7 | 2: R1 Y1")
    winner = 0 if mine == "R9" else 1
    t.battle(0, mine, 1, other)
    assert t.waits == (winner, "colour")
    t.name(winner, "B")
    assert (t.turn, t.round.direction, t.size(2)) == (1, 1, 2)
    assert t.size(1 - winner) == 5


@pytest.mark.rule("B-08")
def test_the_shown_cards_are_not_reshuffled_during_the_battle() -> None:
    t = begun("battle | 0> R R5 Y5 | 0: Wb R8 | 1: B8 | 2: Y3 Y4 | pile:", 1)
    t.battle(0, "R8", 1, "B8")
    assert len(t.round.aside) == 2
    assert {t.hand(0), t.hand(1)} == {"R5", "Y5"}
    assert (t.pile, t.discard) == ("", "Wb")
