"""Break the code in random places, and see whether a test notices: `python -m tests.mutate engine`.

Each mutant is one change to one module, made as it is imported by a process of its own; nothing on disk
changes. What no test noticed is printed: either a test is missing, or the change makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PATIENCE = 900
"""Seconds after which a mutant hangs; that is noticed too."""


class Part(NamedTuple):
    """What is broken, and the tests that should notice, quick ones first."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


PARTS = {
    "engine": Part(
        ("p2puno/round/*.py", "p2puno/match/*.py"), ("tests/p2puno/rules", "tests/golden", "tests/p2puno")
    ),
    "table": Part(
        tuple(f"protocol/{name}.py" for name in ("game", "voting", "window", "deal")),
        ("tests/simulation/test_cases.py", "tests/cheats", "tests/simulation/test_random.py"),
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
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
            yield node.lineno, lambda n=node: _changed(n, n.ops, 0, SWAPS[type(n.ops[0])]())  # type: ignore[misc]
        if isinstance(node, (ast.BoolOp, ast.BinOp)) and type(node.op) in SWAPS:
            yield node.lineno, lambda n=node: _changed(n, n.__dict__, "op", SWAPS[type(n.op)]())  # type: ignore[misc]
        if isinstance(node, (ast.If, ast.While, ast.IfExp)) and ast.unparse(node.test) != "TYPE_CHECKING":
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


class Loader(SourceFileLoader):
    """Loads one module with its change."""

    def __init__(self, path: Path, number: int) -> None:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        super().__init__(name, str(path))
        self.code = compile(ast.fix_missing_locations(mutated(path, number)[0]), str(path), "exec")

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class Finder(MetaPathFinder):
    """Has that module loaded so, wherever it is imported."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.loader.name:
            return None
        return spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def child(path: Path, number: int, tests: list[str]) -> int:
    """Run tests until one fails, with the change made."""
    import pytest

    sys.meta_path.insert(0, Finder(Loader(path, number)))
    return pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *tests])


def survives(path: Path, number: int, part: Part) -> bool:
    for tests in part.tests:
        command = [sys.executable, "-m", "tests.mutate", "--child", str(path), str(number), tests]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return False
        if done.returncode:
            return False
    return True


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        return child(Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--count", type=int, default=100, help="how many mutants (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    part = PARTS[given.part]
    paths = [path for pattern in part.modules for path in sorted(ROOT.glob(pattern))]
    every = [
        (path, number)
        for path in paths
        for number, _ in enumerate(changes(ast.parse(path.read_text("utf-8"))))
    ]
    chosen = Random(given.seed).sample(every, min(given.count, len(every)))
    survivors = 0
    for tried, (path, number) in enumerate(chosen, 1):
        if survives(path, number, part):
            survivors += 1
            _tree, line, what = mutated(path, number)
            print(f"{path.relative_to(ROOT)}:{line}: {what}", flush=True)
        if tried % 10 == 0:
            print(f"  {tried} of {len(chosen)} tried, {survivors} not noticed", flush=True)
    print(f"{len(chosen)} of {len(every)} possible mutants of the {given.part}: {survivors} not noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
