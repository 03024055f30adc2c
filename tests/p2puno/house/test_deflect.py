"""deflect: a Reverse sends a pending draw card back, a Skip passes it on (K-10)."""

import pytest

from p2puno.events import Deflected, Missed, Reversed
from tests.p2puno.table import Table, table

PILE = "pile: Y4 Y5 Y6 Y7 Y8 Y9 +"


def four(house: str, one: str, two: str = "B2 B3", three: str = "G2 G3") -> Table:
    hands = f"0: R+2 R1 R2 | 1: {one} Y1 Y2 | 2: {two} | 3: {three}"
    t = table(f"classic house={house} | 0> R R5 | {hands} | {PILE}")
    t.play(0, "R+2")
    return t


@pytest.mark.rule("K-10")
def test_a_reverse_sends_the_sum_back() -> None:
    t = four("deflect", "Rr")
    assert t.waits == (1, "stack")
    assert t.can(1) == {"accept", "Rr"}
    t.play(1, "Rr")
    assert Deflected(1, 0) in t.news
    assert Reversed(-1) in t.news
    assert t.waits == (0, "stack")
    t.accept(0)
    assert t.hand(0) == "R1 R2 Y4 Y5"
    assert t.turn == 3, "turns go on the other way round"
    assert t.size(1) == 2


@pytest.mark.rule("K-10")
def test_also_with_three_players() -> None:
    t = table(f"classic house=deflect | 0> R R5 | 0: R+2 R1 R2 | 1: Rr Y1 Y2 | 2: B2 B3 | {PILE}")
    t.play(0, "R+2")
    t.play(1, "Rr")
    t.accept(0)
    assert t.turn == 2


@pytest.mark.rule("K-10")
def test_a_skip_passes_it_on_and_skips_nobody() -> None:
    t = four("deflect", "Rs")
    t.play(1, "Rs")
    assert not any(isinstance(event, Missed) for event in t.news)
    assert t.waits == (2, "stack")
    t.accept(2)
    assert t.size(2) == 4
    assert t.turn == 3


@pytest.mark.rule("K-10")
def test_a_reverse_after_a_skip_goes_to_the_player_before() -> None:
    t = four("deflect", "Rs", "Rr B3")
    t.play(1, "Rs")
    t.play(2, "Rr", uno=True)
    assert t.waits == (1, "stack")


@pytest.mark.rule("K-10")
@pytest.mark.parametrize("code", ["Gr", "Bs"])
def test_the_colour_must_match(code: str) -> None:
    t = four("deflect", code)
    with t.refused("T-01"):
        t.play(1, code)


@pytest.mark.rule("K-10")
def test_on_a_wild_the_named_colour_counts() -> None:
    t = table(f"classic house=deflect | 0> R R5 | 0: W+4 R1 R2 | 1: Rr Gs Y1 | 2: B2 B3 | {PILE}")
    t.play(0, "W+4")
    t.name(0, "G")
    assert t.can(1) == {"accept", "challenge", "Gs"}
    t.play(1, "Gs")
    assert t.waits == (2, "stack"), "what lies under another card is not challenged (K-07)"
    t.accept(2)
    assert t.size(2) == 6


@pytest.mark.rule("K-10")
@pytest.mark.parametrize("code", ["Rr", "Rs"])
def test_two_players_send_it_to_each_other(code: str) -> None:
    t = table(f"classic house=deflect | 0> R R5 | 0: R+2 R1 R2 | 1: {code} Y1 Y2 | {PILE}")
    t.play(0, "R+2")
    t.play(1, code)
    assert t.waits == (0, "stack")
    t.accept(0)
    assert t.round.direction == 1
    assert t.turn == 1


@pytest.mark.rule("K-10")
def test_the_draw_card_below_decides_what_is_stacked() -> None:
    t = four("stack-same,deflect", "Rs", "B+2 W+4 B3")
    t.play(1, "Rs")
    assert t.can(2) == {"accept", "B+2"}
    t.play(2, "B+2")
    t.accept(3)
    assert t.size(3) == 6


@pytest.mark.rule("K-10")
def test_without_anything_pending_they_do_what_they_always_do() -> None:
    t = table("classic house=deflect | 0> R R5 | 0: Rs Rr R1 | 1: Y1 Y2 | 2: R3 B3")
    t.play(0, "Rs")
    assert t.turn == 2
    t.play(2, "R3", uno=True)
    t.play(0, "Rr", uno=True)
    assert t.turn == 2


@pytest.mark.rule("K-10")
def test_as_a_last_card_the_sum_is_drawn_at_once() -> None:
    t = table(f"classic house=deflect | 0> R R5 | 0: R+2 R1 R2 | 1: Rs | 2: Rs B3 | {PILE}")
    t.play(0, "R+2")
    t.play(1, "Rs")
    assert t.result.out == 1
    assert t.size(2) == 4
