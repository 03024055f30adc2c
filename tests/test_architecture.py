"""The documents name modules that exist, and the map names all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture import PAGE, ROOT, page_with_map

PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
FOLDERS = ("p2puno", "protocol", "cli", "tests", "benchmarks", "tools")


def test_the_map_is_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert page_with_map(text) == text, "run python -m tests.architecture"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    """Also inside code fences. A name without a folder must be the name of some module."""
    files = {
        path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")
    }
    named = set(re.findall(r"(?<![\w/.*{])((?:\w+/)*\w+\.py)\b", page.read_text("utf-8")))
    missing = {name for name in named if not any(("/" + file).endswith("/" + name) for file in files)}
    assert missing == set()
