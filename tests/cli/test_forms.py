"""Forms and pages, without a terminal: the menu is made of them."""

from __future__ import annotations

import pytest

from cli.menu import entries
from cli.screen.canvas import plain_text, text_width
from cli.screen.cards import ASCII, UNICODE, Look
from cli.screen.form import Field, Form
from cli.screen.text_page import Page
from cli.words.language import LANGUAGES, use
from cli.words.rules_help import UNWRAPPED, help_text
from p2puno.options import Options


def form() -> Form:
    return Form(
        "Try",
        [
            Field("colour", "Colour", ("red", "blue"), ("rot", "blau"), "red"),
            Field("name", "Name", text=True),
            Field("key", "Key of draw", value="d", key=True),
            Field("go", "Go on"),
            Field("leave", "Quit"),
        ],
    )


def pressed(*keys: str) -> Form:
    made = form()
    for key in keys:
        made.press(key)
    return made


def test_values_change_and_wrap() -> None:
    assert pressed("right")["colour"] == "blue"
    assert pressed("right", "right")["colour"] == "red"
    assert pressed("left", "space", "left")["colour"] == "blue"


def test_text_is_typed_and_no_letter_is_a_command_there() -> None:
    made = pressed("down", *"qg4", "space", "x", "backspace", "Z")
    assert made["name"] == "qg4 Z"
    assert made.done is None
    assert pressed("down", *"abc" * 50)["name"] == ("abc" * 50)[:60]


def test_what_is_pasted_is_typed_where_something_can_be() -> None:
    made = pressed("down")
    made.paste("10.0.0.5:4711#ABCD-EFGH\n")
    assert (made["name"], made.done) == ("10.0.0.5:4711#ABCD-EFGH", None)
    made = form()
    made.paste("q4")
    assert (made["colour"], made.done) == ("red", None), "elsewhere it is no command"


@pytest.mark.parametrize("way", ["4", "g", "G"])
def test_letters_and_numbers_choose(way: str) -> None:
    assert pressed(way).done == "go"


def test_every_line_has_a_letter_of_its_own() -> None:
    assert form().mnemonics() == {"c": 0, "k": 2, "g": 3, "u": 4}, "q leaves, so Quit has its u"
    assert "Key of draw" in plain_text(form().draw(80, 24))


@pytest.mark.parametrize("way", ["escape", "c-c", "q"])
def test_leaving(way: str) -> None:
    assert pressed(way).done == ""


def test_a_key_is_taken_whatever_it_is_but_for_escape() -> None:
    assert pressed("3", "q")["key"] == "q"
    assert pressed("3", "up")["key"] == "up", "what may be a key is for others to say"
    assert pressed("3", "escape")["key"] == "d"
    assert pressed("3", "escape").done is None
    assert "Press the key" in plain_text(pressed("3").draw(80, 24))


def test_clicks() -> None:
    made = form()
    made.click("0")
    assert made["colour"] == "blue"
    made.click("3")
    assert made.done == "go"
    made.click("back")
    assert made.done == ""


def test_lines_that_come_and_go_keep_the_cursor_and_what_was_typed() -> None:
    made = pressed("down", "x")
    made.replace_fields([Field("new", "New table"), *form().fields])
    assert made.fields[made.cursor].name == "name"
    assert made["name"] == "x"
    made.cursor = 0
    made.replace_fields(form().fields[:2])
    assert made.cursor == 0
    assert made["name"] == "x"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_fits_and_has_letters_for_all(language: str) -> None:
    use(language)
    menu = Form("p2puno", [Field(e.name, e.label, hint=e.hint) for e in entries()], "intro", logo=True)
    assert len(menu.mnemonics()) == len(menu.fields)
    for width, height in ((20, 8), (60, 20), (80, 24), (120, 40)):
        for look in (UNICODE, ASCII):
            for cursor in range(len(menu.fields)):
                menu.cursor = cursor
                picture = menu.draw(width, height, look)
                assert len(picture) == height
                assert {sum(text_width(piece.text) for piece in line) for line in picture} == {width}
    labels = [entry.label for entry in entries()]
    assert all(label in plain_text(menu.draw(80, 24)) for label in labels)


@pytest.mark.parametrize(("look", "above", "below"), [(UNICODE, "▴", "▾"), (ASCII, "^", "v")])
def test_a_list_that_is_longer_than_the_window_says_so(look: Look, above: str, below: str) -> None:
    made = Form("Watch", [Field(str(number), f"Line {number}") for number in range(20)])

    def marked() -> dict[str, str]:
        lines = [line.split() for line in plain_text(made.draw(80, 20, look)).splitlines()]
        return {mark: line[-2] for line in lines for mark in (above, below) if line and line[-1] == mark}

    assert marked() == {below: "13"}
    made.cursor = 16
    assert marked() == {above: "3", below: "16"}
    made.cursor = 19
    assert marked() == {above: "6"}
    made.fields = made.fields[:14]
    made.cursor = 0
    assert marked() == {}


@pytest.mark.parametrize("width", [60, 80])
def test_one_long_line_cuts_no_other(width: int) -> None:
    names = [f"2026-11-1{day}  Classic UNO: Ada, Bruno" for day in range(5)]
    long = "2026-11-19  Classic UNO: " + ", ".join(f"player {seat}" for seat in range(10))
    made = Form("Watch", [Field(name, name) for name in (*names, long)])
    lines = plain_text(made.draw(width, 24)).splitlines()
    for name in names:
        assert any(line.rstrip().endswith(name) for line in lines)
    assert [line.count("..") for line in lines if "player 0" in line] == [1]


def test_a_page_is_read_to_its_end_and_no_further() -> None:
    page = Page("Rules", [f"line {n}" for n in range(100)])
    assert "80 more lines" in plain_text(page.draw(80, 24))
    for key in ("up", "end", "down", "pagedown", "space"):
        page.press(key)
        page.draw(80, 24)
    text = plain_text(page.draw(80, 24))
    assert "line 99" in text
    assert "more" not in text
    page.press("home")
    assert "line 0\n" in plain_text(page.draw(80, 24))
    page.press("escape")
    assert page.done == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_rules_is_cut_in_a_narrow_window(language: str) -> None:
    use(language)
    lines = help_text(Options("flip"), UNWRAPPED)
    drawn = plain_text(Page("UNO Flip", lines).draw(60, 400)).split()
    assert set(" ".join(lines).split()) <= set(drawn)
