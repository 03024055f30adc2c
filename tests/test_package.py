"""The package as a whole: it installs, and its command answers."""

import re
import subprocess
import sys

from tests.wheels import ROOT, supported


def test_the_command_says_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("p2puno 0.")


def test_everywhere_the_same_pythons_are_named() -> None:
    oldest, newest = supported()[0], supported()[-1]
    read = {path.name: path.read_text("utf-8") for path in ROOT.iterdir() if path.is_file()}
    assert f'requires-python = ">={oldest}"' in read["pyproject.toml"]
    assert f'python_version = "{oldest}"' in read["pyproject.toml"]
    searched = re.search(r"for p in (.*);", read["Makefile"])
    assert searched
    assert re.findall(r"python(3\.\d+)", searched[1]) == supported()[::-1]
    assert f"Python {oldest} to {newest}" in read["README.md"]
    assert f"Python {oldest} to {newest}" in read["CHANGELOG.md"]
