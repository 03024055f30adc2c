"""The map in docs/architecture.md, by the first sentence of every module: python -m tests.architecture"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = ("p2puno", "protocol", "cli")
BEGIN, END = "<!-- The map: made by python -m tests.architecture -->\n", "<!-- End of the map -->\n"
WIDTH = 118


def summary(path: Path) -> str:
    """The first sentence of a module's docstring, without its full stop."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    first = re.split(r"(?<=[.!?])\s", " ".join(text.split()), maxsplit=1)[0]
    return first.removesuffix(".")


def lines(package: Path, depth: int = 0) -> list[str]:
    """A package and everything in it: its own modules first, then its rooms."""
    indent = "  " * depth
    found = [_line(f"{indent}{package.name}/", summary(package / "__init__.py"))]
    modules = [path for path in package.glob("*.py") if path.name != "__init__.py"]
    found += [_line(f"{indent}  {path.name}", summary(path)) for path in sorted(modules)]
    for room in sorted(path for path in package.iterdir() if (path / "__init__.py").exists()):
        found += lines(room, depth + 1)
    return found


def _line(name: str, text: str) -> str:
    line = f"{name:<32} {text}"
    return line if len(line) <= WIDTH else line[: WIDTH - 4].rsplit(" ", 1)[0] + " ..."


def made() -> str:
    """The map as it should stand in the page."""
    blocks = ["```\n" + "\n".join(lines(ROOT / package)) + "\n```\n" for package in PACKAGES]
    return BEGIN + "\n".join(blocks) + END


def page_with_map(text: str) -> str:
    before, rest = text.split(BEGIN)
    return before + made() + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page_with_map(PAGE.read_text("utf-8")), "utf-8")
