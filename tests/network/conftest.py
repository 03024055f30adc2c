from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.network.players import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    try:
        yield made
    finally:
        made.clear()
