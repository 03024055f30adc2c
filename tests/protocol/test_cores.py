"""What plays for real uses the cores and weights of its own."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import cli
from protocol import make_calculator as cores


@pytest.mark.parametrize(("count", "threads"), [(1, None), (2, 2), (64, 4), (None, None)])
def test_products_are_spread_over_as_many_threads_as_help(
    monkeypatch: pytest.MonkeyPatch, count: int | None, threads: int | None
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: count)
    made = cores.calculator().executor
    assert (made and made._max_workers) == threads  # type: ignore[attr-defined]
    assert cores.calculator(alone=True).executor is None


def test_the_weights_are_fresh_and_are_not_shown() -> None:
    one, other = cores.calculator(alone=True), cores.calculator(alone=True)
    assert one.private is not None
    assert len(one.private) == 32
    assert one.private != other.private
    assert one.weights(3, "x") != other.weights(3, "x")
    assert repr(one.private) not in repr(one)


def test_every_command_uses_them() -> None:
    """None makes a calculator of its own, which would have one thread and no weights."""
    made = [
        path.name
        for path in Path(cli.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Calculator")
    ]
    assert made == []
