"""What a player is told when other users of the machine could read a file with their secrets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cli.words.language import _
from protocol.files.private_files import Exposed


def warnings(exposed: Mapping[Path, Exposed]) -> list[str]:
    """One sentence for each file."""
    return [_warning(how).format(path=path) for path, how in exposed.items()]


def _warning(how: Exposed) -> str:
    if how is Exposed.REPAIRED:
        return _(
            "Other users of this machine could read {path}, which holds your secret keys. Now only you can."
        )
    return _(
        "Other users of this machine can read {path}, which holds your secret keys, and "
        "permissions cannot be changed on this drive: use another folder."
    )
