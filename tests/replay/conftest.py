"""Every test starts in English, without the settings of the user, and leaves their files alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.words.language import use


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("P2PUNO_CONFIG", str(tmp_path / "settings.toml"))
    monkeypatch.setenv("P2PUNO_HOME", str(tmp_path / "data"))
    use("en")
    yield
    use("en")
