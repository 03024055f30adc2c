"""The compiled model of the benchmarks decides as the engine does."""

from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from benchmarks.model.compiled import can_compile, inputs, program
from benchmarks.model.record import VARIANTS
from p2puno.bots.master import effort


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="g++ is not installed")
def test_every_decision_and_every_value_is_the_engines(tmp_path: Path) -> None:
    check = program("check", tmp_path)
    for variant in VARIANTS:
        record = [executable, "-m", "benchmarks.model.record", "rounds", variant]
        for rounds in (["4"], ["1", "master"]):
            played = run([*record, *rounds], capture_output=True, text=True, check=True)
            command = (check, *inputs(variant, tmp_path), variant, *effort(variant)[:4])
            checked = run([*map(str, command)], input=played.stdout, capture_output=True, text=True)
            assert checked.returncode == 0, checked.stdout + checked.stderr
