"""Every test starts in English, and with no settings of the user's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.words.language import use


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("P2PUNO_CONFIG", str(tmp_path / "settings.toml"))
    use("en")
    yield
    use("en")
