"""Warnings about secret files that other users of the machine could read."""

from __future__ import annotations

from pathlib import Path

from cli.words.language import _
from protocol.files.private_files import Exposed


def warning(path: Path, how: Exposed) -> str:
    """Tell a player that others could read this file, and whether they still can."""
    if how is Exposed.REPAIRED:
        text = _(
            "Other users of this machine could read {path}, which holds your secret keys. Now only you can."
        )
    else:
        text = _(
            "Other users of this machine can read {path}, which holds your secret keys, and "
            "permissions cannot be changed on this drive: use another folder."
        )
    return text.format(path=path)
