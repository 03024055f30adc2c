"""In every language, no sentence of ours is cut in a window of the usual size."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import replace
from itertools import cycle

import pytest

import cli.screen
from cli import menu
from cli.replay.my_record import my_record
from cli.replay.record_tables import tables
from cli.replay.statistics import in_split_columns
from cli.screen import canvas, form_app, settings_form
from cli.screen.cards import ASCII, UNICODE
from cli.screen.form import Field, Form
from cli.screen.hall_picture import draw_hall
from cli.screen.lobby_picture import KEY_JOINT, Chair, Room, draw_room
from cli.screen.scene import Row, Window
from cli.screen.scene_building import stage
from cli.screen.table_controls import Controls
from cli.screen.table_picture import ALWAYS, _wrapped, draw
from cli.sessions.hall_sentences import ResultNews, hall_status, tables_now
from cli.sessions.session import Busy, Rematch, Status
from cli.settings.settings import Settings
from cli.words.card_names import card_name
from cli.words.language import LANGUAGES, _, n_, use
from cli.words.names_in_sentences import with_names
from cli.words.terms_in_words import rules_name, terms_in_words
from p2puno.cards import face
from p2puno.decks import flip, no_mercy
from p2puno.options import VARIANTS, Options
from p2puno.round import Result
from protocol.log.table_terms import Terms
from protocol.play.news import MatchOver, RoundOver
from tests.cli.moments import CLASSIC, DARK, LOBBIES, MOMENTS, NOW
from tests.cli.still import Still
from tests.cli.test_hall import hall
from tests.replay.test_record import MANY

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
@pytest.mark.parametrize("kind", Busy)
def test_what_the_table_is_working_on(language: str, kind: Busy, shortened: list[str]) -> None:
    use(language)
    controls = MOMENTS["classic-dealing"]()
    assert isinstance(controls.session, Still)
    controls.session.status = status = Status(kind, 1, 2, 4)
    text = controls.log.narrator.status(status)
    shown = canvas.plain_text(draw(stage(controls, NOW), *SIZE)).split()
    assert shortened == []
    assert all(shown.count(word) >= 2 for word in text.split()), "in the middle and in the question"


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_match(language: str, shortened: list[str]) -> None:
    use(language)
    controls = MOMENTS["classic-match-over"]()
    assert isinstance(controls.session, Still)
    controls.session.rematch = Rematch(("Ada",), gone=("Bruno",), people=True)
    draw(stage(controls, NOW), *SIZE)
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_way_play_goes_is_in_one_line(language: str) -> None:
    use(language)
    for line, look in ((DARK, UNICODE), (CLASSIC, ASCII)):
        controls = Controls(Still(line), Settings())
        drawn = canvas.plain_text(draw(stage(controls, NOW), *SIZE, look))
        way = f"{look.counter} {_('anticlockwise')}" if line is DARK else f"{look.clockwise} {_('clockwise')}"
        assert way in drawn, drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_press_in_a_window(language: str, shortened: list[str]) -> None:
    """With names as long as may be, and the longest name of a card."""
    use(language)
    controls = Controls(Still(CLASSIC, names=["N" * 16, "Ada", "Bo", "Cleo"]), Settings())
    scene = stage(controls, NOW)
    cards = [card for side in (*flip().sides, *no_mercy().sides) for card in side if card.colour]
    longest = max(map(card_name, cards), key=canvas.text_width)
    for window, text in (
        (Window("N" * 16, False, 0.5, "c"), _("{name} has not called UNO: press {key}!")),
        (Window("N" * 16, True, 0.5, "u"), _("You have not called UNO: press {key}!")),
        (Window(longest, False, 0.5, "j", jump=True), _("You have {name}: press {key} to jump in!")),
    ):
        drawn = canvas.plain_text(draw(replace(scene, window=window), *SIZE))
        told = text.format(name=window.name, key=window.key)
        assert f" {canvas.breakable(told)} {UNICODE.full * 4}{UNICODE.empty * 4}" in drawn, drawn
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_about_players_with_long_names(language: str) -> None:
    use(language)
    names = ["N" * 15 + letter for letter in "ABCD"]
    hands = "0: B3 G7 | 1: ? ? | 2: ? ? | 3: ? ?"
    for line in (
        f"classic | 3> B W+4 R5 | {hands} | turn: moved next=0 | pending: Doubt(0,3,R,Penalty(4,no))",
        DARK.replace("R5:T3", "R5:W+c") + " | turn: moved next=0 | pending: Doubt(0,1,O,Penalty(0,yes))",
    ):
        scene = stage(Controls(Still(line, names=names), Settings()), NOW)
        drawn = " ".join(canvas.plain_text(draw(scene, *SIZE)).split())
        assert canvas.breakable(scene.prompt) in drawn, drawn
        for option in scene.options:
            assert option.action in ALWAYS or f"[{option.key}] {option.label}" in drawn, drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_player_of_ten_can_be_chosen(language: str) -> None:
    use(language)
    others = " | ".join(f"{seat}: ? ?" for seat in range(1, 10))
    line = f"swap | 0> B Ws R5 | 0: B3 G7 | {others} | turn: moved next=1 | pending: Trade(0)"
    controls = Controls(Still(line), Settings())
    drawn = canvas.plain_text(draw(stage(controls, NOW), *SIZE))
    for option in stage(controls, NOW).options:
        assert option.action in ALWAYS or f"[{option.key}] {option.label}" in drawn, drawn


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["single", "partners", "tournament", "challenge"])
def test_results(language: str, mode: str, shortened: list[str]) -> None:
    use(language)
    over = RoundOver(
        3,
        0,
        Result("out", 1, 1, {0: 1, 1: 0, 2: 50, 3: 438}),
        {0: (face("R1"),), 1: (), 2: (face("W"),), 3: tuple(map(face, ("W+4", "Gr", "B0")))},
        {0: 0, 1: 489, 2: 0, 3: 489},
        (12, 561, 0, 561),
        True,
    )
    still = Still(None, options=Options(mode=mode), names=["N" * 16] * 4, players=4)
    still.rematch = Rematch(("N" * 16,), gone=("M" * 16,), people=True) if mode != "tournament" else None
    controls = Controls(still, Settings())
    controls.hear(over)
    for _result in range(2):
        scene = stage(controls, NOW)
        assert scene.overlay is not None
        drawn = canvas.plain_text(draw(scene, *SIZE))
        assert canvas.breakable(scene.overlay.footer) in drawn
        assert all(row.after in drawn for row in scene.overlay.rows)
        controls.hear(MatchOver((0,), ((0,), (1, 2), (3,))))
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record(language: str) -> None:
    """Each table fits as a whole, also with a name as long as may be."""
    use(language)
    variants, modes = cycle(VARIANTS), cycle(("single", "partners", "rotating", "challenge"))
    games = [replace(game, variant=next(variants), mode=next(modes)) for game in MANY]
    record = my_record(games)
    for table in tables(record):
        lines = in_split_columns(table.rows, SIZE[0] - 2)
        assert len(lines) == len(table.rows), table.title
        assert max(map(canvas.text_width, lines)) <= SIZE[0] - 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_hall_of_a_tournament(language: str, shortened: list[str]) -> None:
    use(language)
    for me in (0, None):
        found = hall(me)
        drawn = canvas.plain_text(draw_hall(found, ResultNews().read(found.results), "", 0, *SIZE))
        one_line = " ".join(drawn.split())
        for text in (hall_status(found, 0), *tables_now(found)):
            assert " ".join(text.split()) in one_line, drawn
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "stages"), [(8, 2), (16, 7), (63, 7), (64, 32)])
def test_in_the_lobby_of_a_tournament(language: str, players: int, stages: int, shortened: list[str]) -> None:
    use(language)
    terms = Terms(Options(mode="tournament", cycles=stages))
    text = KEY_JOINT.join([_("q: leave."), _("t: talk."), _("r: rules, seats, bots.")])
    name = "N" * (16 if players <= 16 else 11)
    room = Room(
        " - ".join((_("{name}'s table").format(name=name), rules_name("battle"))),
        (Chair(name, _("you"), own=True), *[Chair()] * (players - 1)),
        tuple(terms_in_words(terms, players)),
        LOBBIES["lobby-opened"].invitation,
        status=n_("Waiting for {count} more player ...", "Waiting for {count} more players ...", 63).format(
            count=63
        ),
        keys=text,
    )
    drawn = " ".join(canvas.plain_text(draw_room(room, *SIZE)).split())
    for told in (room.status, *room.rules, *text.split(KEY_JOINT), *room.invitation.commands):
        assert " ".join(told.split()) in drawn, drawn
    assert shortened == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_in_the_lobby_of_a_large_tournament(language: str) -> None:
    use(language)
    for taken in (1, 17, 40, 64):
        chairs = tuple(Chair(f"name {number}") for number in range(1, taken + 1))
        room = replace(LOBBIES["lobby-opened"], chairs=(*chairs, *[Chair()] * (64 - taken)))
        drawn = canvas.plain_text(draw_room(room, *SIZE))
        shown = sum(re.search(rf"name {number}\b", drawn) is not None for number in range(1, taken + 1))
        assert shown >= min(taken, 30), drawn
        for count, text in (
            (taken - shown, n_("{count} more player", "{count} more players", taken - shown)),
            (64 - taken, n_("{count} free seat", "{count} free seats", 64 - taken)),
        ):
            assert (text.format(count=count) in drawn) == (count > 0), drawn
        assert all(command in drawn for command in room.invitation.commands)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_of_the_evening_is_beside_each_name(language: str, shortened: list[str]) -> None:
    use(language)
    won = n_("{count} match won", "{count} matches won", 12).format(count=12)
    note = ", ".join((with_names(_("{name}'s bot"), name="Ada"), won))
    for seats in (2, 5, 6, 7, 8):
        room = replace(
            LOBBIES["lobby-again"], chairs=tuple(Chair(f"name {number}", note) for number in range(seats))
        )
        draw_room(room, *SIZE)
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
            _("p: a guest with a phone."),
            _("g: a guest's code."),
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
        assert all(canvas.breakable(key) in drawn for key in text.split(KEY_JOINT))
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


def test_no_line_begins_with_what_a_no_break_space_holds_back() -> None:
    text = "a b\u00a0: c\u00a0!"
    for width in range(4, 12):
        lines = [line.strip() for line in canvas.wrap(text, width, indent=0)]
        assert all(line[0].isalpha() for line in lines), lines


def test_nothing_is_drawn_that_prompt_toolkit_underlines() -> None:
    use("fr")
    for moment in MOMENTS.values():
        assert "\u00a0" not in canvas.plain_text(draw(stage(moment(), NOW), *SIZE))
