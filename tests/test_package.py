"""The package as a whole: it installs, and its command answers."""

import subprocess
import sys


def test_the_command_says_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("p2puno 0.")
