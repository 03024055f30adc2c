"""Bots and hints at tables with house rules: positions that once broke them."""

from random import Random

import pytest

from p2puno.bots import LEVELS, make_bot
from p2puno.bots.habits import Mind
from p2puno.bots.hint import hint
from p2puno.bots.memory import Memory
from p2puno.moves import Name, Play
from tests.p2puno.table import table

PILE = "pile: Wc Y5 Y6 Y7 Y8 +"


@pytest.mark.parametrize("level", LEVELS)
def test_a_crash_over_a_pending_wild_draw_card(level: str) -> None:
    """The Crash comes up among the two cards of clean-finish, while the Wild Draw Four waits."""
    t = table(f"crash house=stack-up,clean-finish | 0> R R5 | 0: W+4 | 1: Y1 Y2 Y3 | 2: G1 G2 G3 | {PILE}")
    t.play(0, "W+4")
    assert t.top == "Wc"
    assert t.waits == (0, "colour")
    move = make_bot(level, Random(0)).decide(t.view(0))
    assert isinstance(move, Name)
    t.move(0, move)
    assert hint(Mind(t.view(t.waits[0]), Random(0), Memory(), None)).move in t.view(t.waits[0]).moves()


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_bots_pass_a_penalty_on(level: str) -> None:
    t = table("classic house=stack-same | 0> R R5 | 0: R+2 R1 R2 | 1: G+2 Y2 Y3 | 2: G1 G2 G3")
    t.play(0, "R+2")
    move = make_bot(level, Random(0)).decide(t.view(1))
    assert isinstance(move, Play)
    assert move.face.code == "G+2"
