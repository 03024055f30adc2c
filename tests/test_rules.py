"""Every rule of docs/rules.md has a test that shows it."""

import subprocess
import sys

from tests.rules import ROOT, rules


def test_the_rules_are_found_in_the_document() -> None:
    assert {rule[0] for rule in rules()} == set("SDTAOCGPFBXWNHRMELK")
    assert all(rules().values())


def test_every_rule_is_shown_by_a_test() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.rules"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
