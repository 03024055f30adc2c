"""Pictures of every kind of moment, compared with the ones that were looked at and found good.

To see and accept changed pictures: P2PUNO_PICTURES=write python -m pytest tests/cli/test_pictures.py
"""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.screen.canvas import plain_text, text_width
from cli.screen.cards import ASCII, UNICODE, chip
from cli.screen.lobby_picture import draw_room
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import draw
from cli.settings.settings import Settings
from cli.words.language import LANGUAGES, use
from p2puno.cards import face
from tests.cli import screenshots
from tests.cli.moments import LOBBIES, MOMENTS, NOW
from tests.cli.still import Still

FOLDER = Path(__file__).parent / "pictures"
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("moment", [*MOMENTS, *LOBBIES])
def test_picture(moment: str, size: tuple[int, int]) -> None:
    lobby = LOBBIES.get(moment)
    picture = draw_room(lobby, *size) if lobby else draw(stage(MOMENTS[moment](), NOW), *size)
    text = plain_text(picture) + "\n"
    path = FOLDER / f"{moment}-{size[0]}x{size[1]}.txt"
    if os.environ.get("P2PUNO_PICTURES") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def test_no_picture_is_left_over() -> None:
    there = {path.name for path in FOLDER.glob("*.txt")}
    assert there == {f"{moment}-{w}x{h}.txt" for moment in [*MOMENTS, *LOBBIES] for w, h in SIZES}


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_same_scene_makes_the_same_picture(moment: str) -> None:
    one, other = MOMENTS[moment](), MOMENTS[moment]()
    assert stage(one, NOW) == stage(other, NOW)
    assert draw(stage(one, NOW), 80, 24) == draw(stage(other, NOW), 80, 24)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_size_is_filled_exactly(moment: str, language: str) -> None:
    use(language)
    scene = stage(MOMENTS[moment](), NOW)
    sizes = [(60, 20), (80, 24), (120, 40)]
    if language == "en":
        sizes += [(1, 1), (59, 19), (61, 24), (103, 25), (104, 33), (200, 60)]
    for width, height in sizes:
        picture = draw(scene, width, height, ASCII if width % 2 else UNICODE)
        assert len(picture) == height
        assert {sum(text_width(piece.text) for piece in line) for line in picture} == {width}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lobby", LOBBIES)
def test_every_size_of_a_lobby_is_filled_exactly(lobby: str, language: str) -> None:
    use(language)
    for width, height in ((20, 8), (60, 20), (79, 23), (80, 24), (120, 40), (200, 60)):
        picture = draw_room(LOBBIES[lobby], width, height, ASCII if width % 2 else UNICODE)
        assert len(picture) == height
        assert {sum(text_width(piece.text) for piece in line) for line in picture} == {width}
        text = plain_text(picture)
        bottom = text.splitlines()[-2:]
        assert any(line.startswith("  q") for line in bottom), "how to leave is always there"
        if width >= 60:
            commands = LOBBIES[lobby].invitation.commands
            assert all(f" {command}\n" in text for command in commands), "to be copied whole"
        if width >= 79:
            assert not any(line.endswith("..") for line in text.splitlines()[-2:])


def test_a_window_too_small_to_read_how_to_join_says_so() -> None:
    lobby, told = LOBBIES["lobby-opened"], 0
    for width, height in ((20, 8), (34, 24), (35, 24), (40, 10), (40, 12), (40, 13), (80, 10), (60, 20)):
        text = plain_text(draw_room(lobby, width, height))
        small = "too small" in " ".join(text.split())
        assert small != (f" {lobby.invitation.commands[0]}\n" in text), f"{width} by {height}"
        told += small
        bottom = text.splitlines()[-3:]
        assert any(line.startswith("  q") for line in bottom), "how to leave is always there"
    assert told == 4


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_sign_is_of_ambiguous_width(moment: str) -> None:
    scene = stage(MOMENTS[moment](), NOW)
    for width, height in SIZES:
        signs = set(plain_text(draw(scene, width, height))) - set("Inês")
        assert not {sign for sign in signs if unicodedata.east_asian_width(sign) in "AWF"}
        assert plain_text(draw(scene, width, height, ASCII)).replace("ê", "e").isascii()


def test_colour_is_never_the_only_sign() -> None:
    """Of two cards that differ only in colour, the text differs too, wherever they are drawn."""
    texts = set()
    for code in ("R3", "G3", "B3", "Y3"):
        line = f"classic | 0> {code[0]} {code[0]}5 | 0: {code} | 1: ? ?"
        controls = Controls(Still(line), Settings())
        texts.add(plain_text(draw(stage(controls, NOW), 80, 24)))
    assert len(texts) == 4
    chips = {chip(face(code), look) for code in ("P3", "T3", "O3", "U3") for look in (UNICODE, ASCII)}
    assert len(chips) == 4


@pytest.mark.parametrize("size", screenshots.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", screenshots.NAMES)
def test_the_pictures_in_the_documents_are_of_this_program(name: str, size: tuple[int, int]) -> None:
    there = screenshots.path(name, *size).read_text("utf-8")
    assert there == screenshots.svg(name, *size), "run python -m tests.cli.screenshots"
    ElementTree.fromstring(there)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_no_word_of_a_panel_is_cut(width: int, language: str) -> None:
    use(language)
    for moment, made in MOMENTS.items():
        scene = stage(made(), NOW)
        if scene.overlay is None:
            continue
        drawn = plain_text(draw(scene, width, 400)).split()
        for row in scene.overlay.rows:
            missing = set(f"{row.head} {row.text}".split()) - set(drawn)
            assert not missing, (moment, row)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_asked_or_answered_is_cut_at_80_columns(language: str) -> None:
    use(language)
    always = ("do:chat", "do:hands", "do:help", "do:leave")
    for moment, made in MOMENTS.items():
        scene = stage(made(), NOW)
        texts = [scene.prompt, scene.message]
        if scene.overlay is not None:
            texts.append(f"  {scene.overlay.footer}")
        assert [text for text in texts if text_width(text) > 78] == [], moment
        choices = [option for option in scene.options if option.action not in always]
        assert sum(text_width(f"[{option.key}] {option.label}  ") for option in choices) <= 80, moment
