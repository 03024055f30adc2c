"""In every language, no sentence of ours is cut in a window of the usual size."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

import pytest

import cli.screen
from cli import menu
from cli.screen import canvas, form_app, settings_form
from cli.screen.form import Field, Form
from cli.screen.lobby_picture import KEY_JOINT, draw_room
from cli.screen.scene import Row
from cli.screen.scene_building import stage
from cli.screen.table_picture import _wrapped, draw
from cli.sessions.session import Rematch
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, _, use
from tests.cli.moments import LOBBIES, MOMENTS, NOW
from tests.cli.still import Still

SIZE = 80, 24


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn only in part."""
    found: list[str] = []
    whole, put, held = canvas.cut, canvas.Canvas.put, canvas._held

    def cut(text: str, width: int) -> str:
        kept = whole(text, width)
        if kept != text:
            found.append(text)
        return kept

    def broken(text: str, width: int) -> int:
        found.append(text)
        return held(text, width)

    monkeypatch.setattr(canvas, "_held", broken)

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


def test_what_was_told_in_the_lobby_begins_with_a_whole_entry() -> None:
    told = tuple(f"{number}) " + "word " * 30 + f"({number})" for number in range(9))
    for rows in range(16, 40):
        room = replace(LOBBIES["lobby-opened"], told=told)
        lines = canvas.plain_text(draw_room(room, 80, rows)).splitlines()
        first = next((line.strip() for line in lines if "word" in line), "0)")
        assert first[1] == ")", f"{rows} rows: {first}"


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_settings(language: str, shortened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    use(language)
    drawn: list[Form] = []

    def fill_in(form: Form, settings: object) -> str:
        for place in range(len(form.fields)):
            form.cursor = place
            form.draw(*SIZE)
        drawn.append(form)
        return "" if len(drawn) > 1 else form.fields[-2].name  # the keys of a recorded game, too

    monkeypatch.setattr(form_app, "fill_in", fill_in)
    settings_form.settings_form(Settings())
    assert len(drawn) > 1
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_leave_is_always_shown(language: str) -> None:
    use(language)
    for width in (60, 80):
        for name, moment in MOMENTS.items():
            controls = moment()
            scene = stage(controls, NOW)
            if scene.overlay is None and not scene.message:
                assert "[q]" in canvas.plain_text(draw(scene, width, 24)), (name, width)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_lobby(language: str, shortened: list[str]) -> None:
    use(language)
    keys = [
        (
            _("r: rules, seats, bots."),
            _("o: play what was proposed."),
            _("x: remove somebody."),
            _("b: let back."),
        ),
        (_("r: propose other rules."),),
    ]
    removing = _("Remove {name}? They can come back only if you let them. Press x again.")
    for some in keys:
        text = KEY_JOINT.join([_("q: leave."), _("t: talk."), *some])
        room = replace(LOBBIES["lobby-opened"], message=removing.format(name="N" * 24), keys=text)
        drawn = canvas.plain_text(draw_room(room, *SIZE))
        assert all(key in drawn for key in text.split(KEY_JOINT))
        assert " ".join(room.message.split()) in " ".join(drawn.split())
    assert shortened == []


def test_a_word_that_no_line_can_hold_goes_on_in_the_next() -> None:
    address = "http://127.0.0.1:38895/open/" + "4f" * 16
    for text, word in ((f"Open this: {address} (works once)", address), ("牌" * 50, "牌" * 50)):
        lines = canvas.wrap(text, 33)
        assert all(canvas.text_width(line) <= 33 for line in lines), lines
        assert word in "".join(line.strip() for line in lines)


def test_scores_are_in_columns_where_no_bar_follows_them() -> None:
    rows = [
        Row(f"{name:<16}{points:>6}", cells=(name, points)) for name, points in (("Ada", "22"), ("Bo", "7"))
    ]
    lines = [row.text for row in rows for row in _wrapped(row, 76)]
    assert lines == ["Ada" + " " * 17 + "22", "Bo" + " " * 19 + "7"]
