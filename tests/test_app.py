"""The one file that `make app` makes: it plays where there is no Python."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.install import try_out
from tools.app import build


@pytest.mark.slow
@pytest.mark.skipif(find_spec("PyInstaller") is None, reason="make app installs PyInstaller")
def test_the_app_plays_without_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = build(tmp_path / "app")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    try_out(app, tmp_path)
    home, config = str(tmp_path / "home"), tmp_path / "settings.toml"
    with Terminal("play", "--name", "Zoe", program=(str(app),), config=config, P2PUNO_HOME=home) as terminal:
        terminal.sees(r"\d+ cards?, \d+ points?")
        terminal.type("q")
        terminal.sees("Leave the game")
        assert terminal.ends(pressing="\r") == 0, terminal.text
    assert not list((tmp_path / "home").rglob("crashes"))
