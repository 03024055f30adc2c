"""Break the code in random places, and see whether a test notices: `python -m tests.mutate engine`.

Each mutant is one change to one function, made in a process of its own; nothing on disk changes. What no test
noticed is printed: either a test is missing, or the change makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import NamedTuple

import coverage
import pytest

from p2puno.rulesets import _rule_set

ROOT = Path(__file__).parents[1]


class Part(NamedTuple):
    """What is broken, and the tests that should notice, quick ones first."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    patience: int
    """Seconds of the processor, several times what these tests take; a mutant that needs more hangs, and that
    is noticed too."""


HOUSE = tuple(
    f"tests/p2puno/house/test_{name}.py"
    for name in (
        "choosing",
        "deflect",
        "drawing",
        "few_and_many",
        "jump_in",
        "last_cards",
        "long_rounds",
        "seven_zero",
        "stacking",
    )
)
PARTS = {
    "engine": Part(
        ("p2puno/round/*.py", "p2puno/match/*.py"), ("tests/p2puno/rules", "tests/golden", *HOUSE), 60
    ),
    "house": Part(
        ("p2puno/house/*.py", "p2puno/rulesets/no_mercy.py", "p2puno/round/uno.py", "p2puno/round/ending.py"),
        (*HOUSE, "tests/p2puno/rules/test_no_mercy.py", "tests/p2puno/rules/test_uno.py"),
        15,
    ),
    "table": Part(
        (
            "protocol/play/*.py",
            "protocol/table/voting.py",
            "protocol/table/uno_window.py",
            "protocol/table/own_entries.py",
        ),
        (
            "tests/simulation/test_window.py",
            "tests/simulation/test_cases.py",
            "tests/cheats",
            "tests/simulation/test_random.py",
        ),
        300,
    ),
}

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}


def changes(tree: ast.Module) -> Iterator[tuple[int, Callable[[], str]]]:
    """Every change there is to this tree: its line, and what makes it and says what it did."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    outer = [node for node in functions if node.col_offset <= 4]
    inside = [node for function in outer for line in function.body for node in ast.walk(line)]
    for node in (*outer, *inside):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
            yield node.lineno, lambda n=node: _changed(n, n.ops, 0, SWAPS[type(n.ops[0])]())  # type: ignore[misc]
        if isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in SWAPS:
            yield node.lineno, lambda n=node: _changed(n, n.__dict__, "op", SWAPS[type(n.op)]())  # type: ignore[misc]
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            other = ast.UnaryOp(ast.Not(), node.test)
            yield node.lineno, lambda n=node, o=other: _changed(n, n.__dict__, "test", o)  # type: ignore[misc]
        if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            value = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
            yield node.lineno, lambda n=node, v=value: _changed(n, n.__dict__, "value", v)  # type: ignore[misc]
        for body in (getattr(node, name, None) for name in ("body", "orelse")):
            for at, line in enumerate(body if isinstance(body, list) else []):
                call = isinstance(line, ast.Expr) and isinstance(line.value, ast.Call)
                if call or isinstance(line, (ast.AugAssign, ast.Raise)):
                    yield line.lineno, lambda b=body, a=at, n=line: _changed(n, b, a, ast.Pass())  # type: ignore[misc]


def _changed(node: ast.AST, holder: object, key: object, value: object) -> str:
    before = _short(node)
    holder[key] = value  # type: ignore[index]
    return f"{before}  →  {'pass' if isinstance(value, ast.Pass) else _short(node)}"


def _short(node: ast.AST) -> str:
    if isinstance(node, (ast.If, ast.While)):
        node = node.test
    return ast.unparse(node).splitlines()[0][:100]


def mutated(path: Path, number: int) -> tuple[ast.Module, int, str]:
    """The module with its change of that number."""
    tree = ast.parse(path.read_text("utf-8"))
    line, change = list(changes(tree))[number]
    return tree, line, change()


def codes(code: CodeType) -> Iterator[CodeType]:
    """Of all functions in a module, however deep."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from codes(inner)


def break_it(path: Path, number: int) -> None:
    """Make the change in the functions that are loaded."""
    tree, _line, _what = mutated(path, number)
    broken = compile(ast.fix_missing_locations(tree), str(path), "exec")
    by_place = {(code.co_qualname, code.co_firstlineno): code for code in codes(broken)}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            code = function.__code__
            new = by_place[code.co_qualname, code.co_firstlineno]
            if len(new.co_freevars) == len(code.co_freevars):  # other closures are made again, from new code
                function.__code__ = new
    _rule_set.cache_clear()  # rule sets that the unbroken functions made


def statement(path: Path, line: int) -> range:
    """The lines of the innermost statement around a line; of one with a body, those before it."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):  # outer ones come first
        if isinstance(node, ast.stmt):
            end = node.body[0].lineno if hasattr(node, "body") else (node.end_lineno or node.lineno) + 1
            if node.lineno <= line < end:
                found = range(node.lineno, end)
    return found


class Mutants:
    """Has the tests collected and run once, to see which of them come by which line; each mutant runs those
    that come by its own, in a process forked for it, until one fails."""

    def __init__(self, chosen: list[tuple[Path, int]], patience: int) -> None:
        self.chosen = chosen
        self.patience = patience
        self.survivors: list[tuple[Path, int]] = []
        self._passing: dict[Path, dict[int, list[str]]] = {}

    def _look(self, session: pytest.Session) -> None:
        """Note which tests come by which line."""
        seen = coverage.Coverage(data_file=None, config_file=False, include=[str(p) for p, _ in self.chosen])
        seen.start()
        for item in session.items:
            seen.switch_context(item.nodeid)
            _rule_set.cache_clear()  # so that every test comes by the lines that make its rule sets
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        seen.stop()
        assert not session.testsfailed, "the tests fail before anything is broken"
        data = seen.get_data()
        self._passing = {path: data.contexts_by_lineno(str(path)) for path in {p for p, _ in self.chosen}}

    def _tests(self, path: Path, line: int) -> set[str]:
        lines = self._passing[path]
        return {test for at in statement(path, line) for test in lines.get(at, ())}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._look(session)
        for tried, (path, number) in enumerate(self.chosen, 1):
            _tree, line, what = mutated(path, number)
            tests = self._tests(path, line)
            pid = os.fork()
            if pid == 0:
                resource.setrlimit(resource.RLIMIT_CPU, (self.patience, self.patience))
                break_it(path, number)
                for item in session.items:
                    if item.nodeid in tests:
                        session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                    if session.testsfailed:
                        os._exit(1)
                os._exit(0)
            if os.waitpid(pid, 0)[1] == 0:
                self.survivors.append((path, number))
                print(f"{path.relative_to(ROOT)}:{line}: {what}", file=sys.stderr, flush=True)
            if tried % 10 == 0:
                print(f"  {tried} tried, {len(self.survivors)} not noticed", file=sys.stderr, flush=True)
        return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--count", type=int, default=100, help="how many mutants (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="*", help="only of modules with names like this (default *)")
    given = parser.parse_args()
    part = PARTS[given.part]
    every = [
        (path, number)
        for pattern in part.modules
        for path in sorted(ROOT.glob(pattern))
        if path.match(given.module)
        for number, _ in enumerate(changes(ast.parse(path.read_text("utf-8"))))
    ]
    mutants = Mutants(Random(given.seed).sample(every, min(given.count, len(every))), part.patience)
    quiet = ["-s", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:terminal", "-m", "not slow"]
    pytest.main([*quiet, *part.tests], plugins=[mutants])
    print(f"{len(mutants.chosen)} of {len(every)} mutants of the {given.part} tried: ", end="")
    print(f"{len(mutants.survivors)} not noticed")
    survived = Counter(path for path, _ in mutants.survivors)
    for path, tried in sorted(Counter(path for path, _ in mutants.chosen).items()):
        print(f"  {path.relative_to(ROOT)}: {tried} tried, {survived[path]} not noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
