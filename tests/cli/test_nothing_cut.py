"""In every language, no sentence of ours is cut in a window of the usual size."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import cli.screen
from cli import menu
from cli.screen import canvas
from cli.screen.form import Field, Form
from cli.screen.scene_building import stage
from cli.screen.table_picture import draw
from cli.sessions.session import Rematch
from cli.words.language import LANGUAGES, use
from tests.cli.moments import MOMENTS, NOW
from tests.cli.still import Still

SIZE = 80, 24


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn only in part."""
    found: list[str] = []
    whole, put = canvas.cut, canvas.Canvas.put

    def cut(text: str, width: int) -> str:
        kept = whole(text, width)
        if kept != text:
            found.append(text)
        return kept

    def placed(self: canvas.Canvas, x: int, y: int, text: str, style: str = "", action: str = "") -> int:
        if x < self.width < x + canvas.text_width(text.rstrip()):
            found.append(text)
        return put(self, x, y, text, style, action)

    for module in pkgutil.iter_modules(cli.screen.__path__, "cli.screen."):
        loaded = importlib.import_module(module.name)
        if getattr(loaded, "cut", None) is whole:
            monkeypatch.setattr(loaded, "cut", cut)
    monkeypatch.setattr(canvas.Canvas, "put", placed)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["", "?", "v", "q", ","])
def test_at_the_table(language: str, key: str, shortened: list[str]) -> None:
    use(language)
    for moment in MOMENTS.values():
        controls = moment()
        if key:
            controls.press(key)
        draw(stage(controls, NOW), *SIZE)
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_match(language: str, shortened: list[str]) -> None:
    use(language)
    controls = MOMENTS["classic-match-over"]()
    assert isinstance(controls.session, Still)
    controls.session.rematch = Rematch(("Ada",), gone=("Bruno",), people=True)
    draw(stage(controls, NOW), *SIZE)
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_menu(language: str, shortened: list[str]) -> None:
    use(language)
    for entry in menu.entries():
        form = Form(entry.label, [*entry.fields(), Field("go", entry.label, hint=entry.hint)])
        for place in range(len(form.fields)):
            form.cursor = place
            form.draw(*SIZE)
    assert shortened == []
