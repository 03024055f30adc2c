"""The catalogue in docs/threat-model.md and the tests say the same: every cheat has one test of its own."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAD = "| What the cheat does |"
SIMULATED = ROOT / "tests/simulation"


def listed() -> list[str]:
    """The test that each row of the catalogue names, as `test_x` or `test_x[case]`."""
    text = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
    rows = text[text.index(HEAD) :].split("\n\n")[0].splitlines()[2:]
    found = [re.findall(r"`(test_[^`]+)`", row.rsplit("|", 2)[1]) for row in rows]
    assert all(len(names) == 1 for names in found), [
        row for row, n in zip(rows, found, strict=True) if len(n) != 1
    ]
    return [names[0] for names in found]


def defined(path: Path) -> set[str]:
    return set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_cheat_has_one_test() -> None:
    names = listed()
    assert [name for name, times in Counter(names).items() if times > 1] == []
    cheats = set().union(*(defined(path) for path in Path(__file__).parent.glob("test_*.py")))
    cheats -= defined(Path(__file__))
    named = {name.split("[")[0] for name in names}
    assert cheats - named == set(), "tests that the catalogue does not list"
    simulated = set().union(*(defined(path) for path in SIMULATED.glob("test_*.py")))
    assert named - cheats - simulated == set(), "cheats without a test"
    for name in names:  # a case that is named is one of the test's
        test, _, case = name.partition("[")
        if case:
            texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
            assert any(f"def {test}(" in text and f'"{case[:-1]}"' in text for text in texts), name
