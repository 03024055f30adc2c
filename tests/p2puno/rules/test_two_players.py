"""Two players (H), with every action card."""

import pytest

from tests.p2puno.table import table


@pytest.mark.rule("H-01")
@pytest.mark.parametrize(
    "line",
    [
        "classic | 0> R R5 | 0: Rr R1 G1 | 1: R2 B8",
        "classic | 0< R R5 | 0: Rr R1 G1 | 1: R2 B8",
        "flip | 0> light R R5 | 0: Rr R1 G1 | 1: R2 B8",
        "flip | 0> dark P P5 | 0: Pr P1 T1 | 1: P2 O8",
        "classic | 0> R R5 | 0: Rr R1 G1 | 1: R2 B8 | 2: left",
    ],
)
def test_reverse_acts_like_skip(line: str) -> None:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    assert t.turn == 0
    t.play(0, t.hand(0).split()[0], uno=True)
    assert t.turn == 1
    t.play(1, t.hand(1).split()[0], uno=True)
    assert t.turn == 0


@pytest.mark.rule("H-01")
@pytest.mark.parametrize("others", ["2: R3 B9 | 3: R4 B7", "2: left | 3: R4 B7"])
def test_with_more_it_does_not(others: str) -> None:
    t = table(f"classic | 0> R R5 | 0: Rr R1 G1 | 1: R2 B8 | {others}")
    t.play(0, "Rr")
    assert (t.turn, t.round.direction) == (3, -1)


@pytest.mark.rule("H-02")
@pytest.mark.parametrize(
    "line",
    [
        "classic | 0> R R5 | 0: Rs R1 G1 | 1: R2 B8",
        "battle | 0< R R5 | 0: Rs R1 G1 | 1: R2 B8",
        "flip | 0> light R R5 | 0: Rs R1 G1 | 1: R2 B8",
        "flip | 0> dark P P5 | 0: Pe P1 T1 | 1: P2 O8",
        "classic | 0> R R5 | 0: Rs R1 G1 | 1: R2 B8 | 2: left",
    ],
)
def test_after_a_skip_its_player_plays_again(line: str) -> None:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    assert t.turn == 0
    t.play(0, t.hand(0).split()[0], uno=True)
    assert t.turn == 1


@pytest.mark.rule("H-03")
@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("classic | 0> R R5 | 0: R+2 R1 G1 | 1: R2 B8", 2),
        ("flip | 0> light R R5 | 0: R+1 R1 G1 | 1: R2 B8", 1),
        ("flip | 0> dark P P5 | 0: P+5 P1 T1 | 1: P2 O8", 5),
    ],
)
def test_after_a_draw_card_play_is_back(line: str, drawn: int) -> None:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    assert (t.turn, t.size(1)) == (0, 2 + drawn)


@pytest.mark.rule("H-03")
@pytest.mark.parametrize(
    ("line", "colour", "drawn"),
    [
        ("classic | 0> R R5 | 0: W+4 B1 G1 | 1: R2 B8", "B", 4),
        ("flip | 0> light R R5 | 0: W+2 B1 G1 | 1: R2 B8", "B", 2),
        ("flip | 0> dark P P5 | 0: W+c O1 T1 | 1: P2 O8 | pile: P1 P2 O5 +", "O", 3),
    ],
)
@pytest.mark.parametrize("challenged", [False, True])
def test_after_a_wild_draw_card_too(line: str, colour: str, drawn: int, challenged: bool) -> None:
    t = table(line)
    t.play(0, t.hand(0).split()[0])
    t.name(0, colour)
    if challenged:
        t.challenge(1)
        t.innocent(1)
    else:
        t.accept(1)
    assert (t.turn, t.size(1)) == (0, 2 + drawn + 2 * challenged)


@pytest.mark.rule("H-03", "C-03")
def test_but_not_after_a_guilty_one() -> None:
    t = table("classic | 0> R R5 | 0: W+4 R1 G1 | 1: R2 B8")
    t.play(0, "W+4")
    t.name(0, "B")
    t.challenge(1)
    t.guilty(1, "R1", 0)
    assert (t.turn, t.size(0), t.size(1)) == (1, 6, 2)
