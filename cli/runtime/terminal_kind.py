"""What kind of terminal we are in, and how small it may be."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

SIMPLE = "dumb"
"""A terminal that can only print lines."""
SMALLEST = (60, 20)
"""Columns and rows below which the table cannot be shown."""
_WINDOWS = "xterm-direct"


def kind(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """$TERM. Windows has no such variable: its console, since Windows 10, does what this one does."""
    return environ.get("TERM") or (_WINDOWS if platform == "win32" else SIMPLE)
