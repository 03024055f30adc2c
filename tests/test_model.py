"""The compiled model of the benchmarks decides as the engine does."""

from subprocess import run
from sys import executable

import pytest

from benchmarks.model.compiled import can_compile, inputs, program
from benchmarks.model.record import VARIANTS
from benchmarks.model.strength import wins as model_wins
from benchmarks.strength import wins
from p2puno.bots.master import usual_effort

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not can_compile(), reason="g++ is not installed"),
]


def test_every_decision_and_every_value_is_the_engines() -> None:
    for variant in VARIANTS:
        record = [executable, "-m", "benchmarks.model.record", "rounds", variant]
        for rounds in (["4"], ["1", "master"]):
            played = run([*record, *rounds], capture_output=True, text=True, check=True)
            command = (program("check"), *inputs(variant), variant, *usual_effort(variant)[:4])
            checked = run([*map(str, command)], input=played.stdout, capture_output=True, text=True)
            assert checked.returncode == 0, checked.stdout + checked.stderr


def test_who_sees_all_wins_the_same_rounds_as_on_the_engine() -> None:
    for variant in VARIANTS:
        assert model_wins(variant, "sees all", 1, 2, 1) == [
            wins(variant, "sees all", 1, deal) for deal in (0, 1)
        ]
