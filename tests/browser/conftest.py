"""One browser for the tests of a module; in English, without the user's settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.words.language import use
from tests.replay.browser import CHROMIUM, DRIVER, Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("needs chromium and chromedriver")
    # A site of another name on this machine, as after DNS rebinding.
    started = Browser("--host-resolver-rules=MAP *.example 127.0.0.1")
    yield started
    started.close()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("P2PUNO_CONFIG", str(tmp_path / "settings.toml"))
    use("en")
    yield
    use("en")
