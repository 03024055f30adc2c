"""Processes that a benchmark starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def child(module: str, *arguments: str, home: Path | None = None) -> subprocess.Popen[bytes]:
    """Run a module of this repository with these arguments, and with its own files in `home`."""
    environment = {**os.environ, "LANGUAGE": "en"}
    if home is not None:
        environment["P2PUNO_HOME"] = str(home)
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
    )
