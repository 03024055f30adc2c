"""Which test shows which rule: `make rules`, or `python -m tests.rules`.

Lists every id of docs/rules.md with the tests that carry it, and fails if an id has none or a test carries
an id that is not there.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules.md"
_RULE = re.compile(r"^(?:- |\| )\*\*([A-Z]-\d\d)\*\*(.*)", re.MULTILINE)


class _Collector:
    """A pytest plugin that notes which rules the tests collected carry."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, int]] = {}
        """For each rule the tests, and how many cases each has."""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            name = item.nodeid.partition("[")[0]
            for rule in {rule for mark in item.iter_markers("rule") for rule in mark.args}:
                cases = self.tests.setdefault(rule, {})
                cases[name] = cases.get(name, 0) + 1


def rules() -> dict[str, str]:
    """The ids in docs/rules.md, in its order, each with the beginning of its line."""
    found: dict[str, str] = {}
    for rule, text in _RULE.findall(RULES.read_text(encoding="utf-8")):
        if rule in found:
            raise SystemExit(f"{RULES.name} has {rule} twice")
        found[rule] = _beginning(text)
    return found


def _beginning(text: str, length: int = 70) -> str:
    words = re.sub(r"[*`|]", "", text).split()
    line = ""
    for word in words:
        if len(line) + len(word) >= length:
            return line + " …"
        line = f"{line} {word}".strip()
    return line


def collected() -> dict[str, dict[str, int]]:
    """The rules that tests carry, as pytest itself collects them."""
    collector, output = _Collector(), StringIO()
    with redirect_stdout(output):
        code = pytest.main(
            ["--collect-only", "-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), str(ROOT / "tests")],
            plugins=[collector],
        )
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"the tests cannot be collected:\n{output.getvalue()}")
    return collector.tests


def main() -> int:
    known, shown = rules(), collected()
    for rule, text in known.items():
        print(f"{rule}  {text}")
        for test, cases in sorted(shown.get(rule, {}).items()):
            print(f"      {test}" + (f" ({cases} cases)" if cases > 1 else ""))
    missing = [rule for rule in known if rule not in shown]
    unknown = {rule: tests for rule, tests in sorted(shown.items()) if rule not in known}
    print(f"\n{len(known)} rules, {len(known) - len(missing)} of them shown by tests")
    if missing:
        print(f"no test shows {', '.join(missing)}")
    for rule, tests in unknown.items():
        print(f"{RULES.name} has no {rule}, which {', '.join(tests)} would show")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
