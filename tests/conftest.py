"""What all tests need before they start."""

from __future__ import annotations

import os
import signal
import sys

import pytest

WHOLE = (
    "browser/",
    "cheats/",
    "cli/test_crash.py",
    "cli/test_lobby.py",
    "cli/test_plain.py",
    "cli/test_terminal.py",
    "independent/",
    "network/",
    "p2puno/test_illegal_moves.py",
    "p2puno/test_notation_hostile.py",
    "p2puno/test_notation_walks.py",
    "p2puno/test_nothing_leaks.py",
    "protocol/net/",
    "replay/",
    "simulation/",
    "test_readme.py",
    "test_rules.py",
)
"""Whole tables, programs and browsers, and long random walks: more than `make quick` has time for."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(WHOLE):
            item.add_marker("whole")


# Hundreds of programs are started, by several workers: each would compile all its modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell that starts a command in the background makes it deaf to Ctrl-C, and so its children: the
# programs under test must hear it all the same.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
