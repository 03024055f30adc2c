"""The kind of terminal, and its minimum size."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

SIMPLE = "dumb"
"""A terminal that can only print lines."""
SMALLEST = (60, 20)
"""The minimum columns and rows of the table screen."""
_WINDOWS = "xterm-direct"


def kind(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """$TERM. Windows has no such variable: its console, since Windows 10, behaves like this one."""
    return environ.get("TERM") or (_WINDOWS if platform == "win32" else SIMPLE)
