"""`p2puno` alone: the main menu, on the screen or in lines."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.options.game_options import LEVELS, TOURNAMENT_PLAYERS, USUAL_STAGES
from cli.runtime.command_runner import run as run_loop
from cli.runtime.output import has_screen, say
from cli.runtime.typed_line import typed_line
from cli.screen.form import Field, Form
from cli.screen.house_rules_form import choose_house_rules, house_field, show_choice
from cli.settings.settings import Settings
from cli.welcome import is_first_start, welcome, welcome_in_lines
from cli.words.bot_levels import level_names
from cli.words.error_sentences import error_sentence
from cli.words.language import _, n_
from cli.words.rules_help import mode_name, variant_in_short, variant_name
from cli.words.typed_numbers import number_typed
from p2puno.house import read_house_rules
from p2puno.options import (
    MAX_PLAYERS,
    MAX_STAGES,
    MIN_PLAYERS,
    TABLE_MODES,
    VARIANTS,
    OptionError,
    Options,
)

if TYPE_CHECKING:
    from protocol.net.discovery import Announcement

Run = Callable[[Sequence[str]], int]
"""Runs a command line and returns its exit status."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu. The player fills in `fields` first; `command` makes a command line of them."""

    name: str
    label: str
    hint: str
    fields: Callable[[], list[Field]]
    command: Callable[[Form], list[str]]


def entries() -> list[Entry]:
    """The menu's lines, in order. A new command needs one line here."""
    return [
        Entry(
            "play",
            _("Play against bots"),
            _("Alone against bots; the deck is shuffled and proved as with people."),
            _game_fields,
            _play_command,
        ),
        Entry(
            "host",
            _("Open a table"),
            _("For friends on this network; bots can fill the seats."),
            _host_fields,
            _host_command,
        ),
        Entry(
            "join",
            _("Join a table"),
            _("Tables nearby are found automatically."),
            _join_fields,
            lambda form: ["join", *form["address"].split()[:1]],
        ),
        Entry(
            "tournament",
            _("Tournament"),
            _("Many tables at the same time, for four to sixty-four; bots can fill the seats."),
            _tournament_fields,
            _tournament_command,
        ),
        Entry(
            "resume",
            _("Continue an interrupted game"),
            _("Nothing is lost: your hand is as you left it."),
            list,
            lambda form: ["resume"],
        ),
        Entry(
            "replay",
            _("Watch a recorded game"),
            _("Step by step, through anybody's eyes."),
            list,
            lambda form: ["replay"],
        ),
        Entry(
            "stats",
            _("My record"),
            _("Wins, points and streaks, by rule set and opponent."),
            list,
            lambda form: ["stats"],
        ),
        Entry(
            "learn",
            _("Learn the game"),
            _("Short lessons at the table, ten minutes in all; you can leave and continue at any time."),
            lambda: [_lesson_field()],
            lambda form: ["learn", form["lesson"]],
        ),
        Entry(
            "rules",
            _("Rules"),
            _("Card by card, with our own rulings marked."),
            lambda: [_rules_field()],
            lambda form: ["rules", form["variant"]],
        ),
        Entry(
            "settings",
            _("Settings"),
            _("Name, language, colours, keys, speed."),
            list,
            lambda form: ["settings"],
        ),
    ]


def _deleting() -> Entry:
    """Deletes games where there is no list of them with a Delete key."""
    return Entry("delete", _("Delete recorded games"), "", list, lambda form: ["delete"])


def menu(read: Callable[[], Settings], plain: bool, run: Run) -> int:
    """Show the menu until the player leaves it. The settings are read again after a game, which may have
    changed them."""
    settings = read()
    if plain or not has_screen():
        typing = sys.stdin is not None and sys.stdin.isatty()
        if typing and is_first_start() and welcome_in_lines(settings, _answer):
            run(["learn", "--plain"])
        return _in_lines(run)
    from cli.screen.form_app import fill_in
    from cli.screen.settings_form import settings_form

    if is_first_start():
        settings, learns = welcome(settings)
        if learns:
            _run(run, ["learn"])
    cursor = 0
    while True:
        known = entries()
        lines = [Field(entry.name, entry.label, hint=entry.hint) for entry in known]
        intro = _("UNO with friends on one network, with no server and nobody to trust.")
        form = Form("p2puno", [*lines, Field("leave", _("Leave"))], intro, cursor=cursor, logo=True)
        form.footer = _("Up, down: move.  Enter, a letter or a number: select.  Esc: leave.")
        chosen = fill_in(form, settings)
        cursor = form.cursor
        match chosen:
            case "settings":
                settings = settings_form(settings)
            case "rules":
                _read_rules(settings)
            case "learn":
                _run(run, _chosen_lesson(settings))
            case "join":
                _run(run, _chosen_table(settings))
                settings = read()
            case "resume" | "replay":
                _run(run, _chosen_game(chosen, settings))
                settings = read()
            case "stats":
                _read_record(settings)
            case "play" | "host" | "tournament":
                entry = next(entry for entry in known if entry.name == chosen)
                _run(run, _chosen_match(entry, settings))
                settings = read()
            case _:
                return 0


def _run(run: Run, command: list[str] | None) -> None:
    """Run a command, and let the player read any error before the menu comes back."""
    if command is None:
        return
    try:
        status = run(command)
    except SystemExit:  # the command has already printed the error
        status = 2
    if status not in (0, 130):
        _answer(_("Press Enter to go back to the menu."))


# -- on the screen --------------------------------------------------------------------------------------


def _chosen_match(entry: Entry, settings: Settings) -> list[str] | None:
    """Ask for the options of a match until they are valid together."""
    from cli.screen.form_app import fill_in

    form = Form(entry.label, [*entry.fields(), Field("go", _("Start"))])
    form.cursor = len(form.fields) - 1
    house = next(line for line in form.fields if line.name == "house")
    show_choice(house, settings.house)
    while chosen := fill_in(form, settings):
        if chosen == house.name:
            choose_house_rules(house, form["variant"], settings)
            continue
        command = entry.command(form)
        players = int(form["bots"]) + 1 if entry.name == "play" else int(form["players"])
        try:
            read_house_rules(house.value, form["variant"])
            if entry.name != "tournament":
                Options(form["variant"], form["mode"], target=int(form["target"])).check_players(players)
        except OptionError as error:
            why = error_sentence(error)
            form.message = why[:1].upper() + why[1:] + "."
            continue
        if int(form["bots"]) < players:
            return command
        text = n_(
            "One seat is yours: at most {bots} bot.", "One seat is yours: at most {bots} bots.", players - 1
        )
        form.message = text.format(bots=players - 1)
    return None


def _chosen_table(settings: Settings) -> list[str] | None:
    """Ask for one of the tables announced nearby, in a list that updates itself, or for an address."""
    from cli.screen.form_app import fill_in
    from protocol.net.discovery import Browser

    found: list[Announcement] = []
    form = Form(_("Join a table"), _tables(found), _("Looking for tables nearby ..."))

    async def look(changed: Callable[[], None]) -> None:
        def list_tables() -> None:
            form.intro = _("Tables nearby:") if browser.tables else _("Looking for tables nearby ...")
            found[:] = sorted(browser.tables, key=lambda table: (table.opened_by, table.table))
            form.replace_fields(_tables(found))
            if not form["address"]:
                form.cursor = 0  # on the first table, unless somebody is typing
            changed()

        browser = Browser(list_tables)
        unavailable = await browser.start()
        if unavailable is not None:
            form.intro = _("Tables cannot be found automatically here: {why}").format(
                why=error_sentence(unavailable)
            )
            changed()
        try:
            await asyncio.Event().wait()
        finally:
            await browser.close()

    while chosen := fill_in(form, settings, look):
        if chosen.startswith("table:"):
            table = next((table for table in found if table.table == chosen.partition(":")[2]), None)
            if table is not None:
                return ["join", str(table.where)]
            form.message = _("That table is gone.")
        elif form["address"].split():
            return ["join", form["address"].split()[0]]
        else:
            form.message = _("Type the address first.")
    return None


def _tables(tables: Sequence[Announcement]) -> list[Field]:
    from cli.sessions.choose_nearby_table import line

    return [
        *(Field(f"table:{table.table}", line(table)) for table in tables),
        *_join_fields(),
        Field("go", _("Start")),
    ]


def _chosen_game(name: str, settings: Settings) -> list[str] | None:
    """Ask for a saved game: one to resume, or one to watch."""
    from cli.replay.saved_games_form import choose_game

    chosen = choose_game(settings, resuming=name == "resume")
    return [name, str(chosen)] if chosen is not None else None


def _read_record(settings: Settings) -> None:
    from cli.replay.record_reading import show_record

    with suppress(KeyboardInterrupt):  # while games are replayed: what was read is kept
        show_record(settings)


def _chosen_lesson(settings: Settings) -> list[str] | None:
    """Ask for a lesson, with the cursor on the first that is not done."""
    from cli.lessons.all_lessons import first_open, lessons
    from cli.screen.form_app import fill_in
    from cli.settings.lessons_done import lessons_done

    done = lessons_done()
    lines = [
        Field(lesson.name, lesson.title, hint=_("You have done this lesson.") if lesson.name in done else "")
        for lesson in lessons()
    ]
    form = Form(_("Learn the game"), [*lines, Field("", _("Back"))], cursor=first_open(done))
    chosen = fill_in(form, settings)
    return ["learn", chosen] if chosen else None


def _read_rules(settings: Settings) -> None:
    from cli.screen.form_app import fill_in
    from cli.screen.text_page import Page
    from cli.words.rules_help import UNWRAPPED, help_text, house_help

    lines = [Field(variant, variant_name(variant), hint=variant_in_short(variant)) for variant in VARIANTS]
    house = Field("house", _("House rules"), hint=_("What a table can add to any rule set."))
    form = Form(_("Rules"), [*lines, house, Field("", _("Back"))])
    while chosen := fill_in(form, settings):
        if chosen == house.name:
            fill_in(Page(house.label, house_help(UNWRAPPED)[1:]), settings)
            continue
        fill_in(Page(variant_name(chosen), help_text(Options(variant=chosen), UNWRAPPED)[1:]), settings)


# -- what is asked for ----------------------------------------------------------------------------------


def _variant_field() -> Field:
    return Field("variant", _("Rule set"), VARIANTS, [variant_name(name) for name in VARIANTS], "classic")


def _rules_field() -> Field:
    """What can be read about: the rule sets, and the house rules."""
    line = _variant_field()
    line.values = (*VARIANTS, "house")
    line.labels = [*line.labels, _("House rules")]
    return line


def _lesson_field() -> Field:
    from cli.lessons.all_lessons import first_open, lessons
    from cli.settings.lessons_done import lessons_done

    names = [lesson.name for lesson in lessons()]
    return Field("lesson", _("Lesson"), names, (), names[first_open(lessons_done())])


def _game_fields() -> list[Field]:
    modes, levels = [mode_name(mode) for mode in TABLE_MODES], list(level_names().values())
    return [
        _variant_field(),
        house_field("official"),
        Field("bots", _("Bots"), [str(n) for n in range(1, 10)], (), "3"),
        Field("level", _("Level"), LEVELS, levels, "normal"),
        Field("mode", _("Mode"), TABLE_MODES, modes, "single", hint=_("Partners need 3 bots.")),
        Field("target", _("Points"), ["100", "200", "300", "500", "1000"], (), "500"),
        Field("browser", _("In the browser, too"), ["no", "yes"], [_("no"), _("yes")], "no"),
    ]


def _host_fields() -> list[Field]:
    players = Field("players", _("Seats"), [str(n) for n in range(2, 11)], (), "4")
    bots = Field("bots", _("Bots"), [str(n) for n in range(10)], (), "0")
    game = _game_fields()
    return [*game[:2], players, bots, *game[3:]]


def _tournament_fields() -> list[Field]:
    variant, house, _bots, level, _mode, _target, browser = _game_fields()
    return [
        variant,
        house,
        Field(
            "players",
            _("Seats"),
            [str(n) for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)],
            (),
            str(TOURNAMENT_PLAYERS),
        ),
        Field("stages", _("Stages"), [str(n) for n in range(1, MAX_STAGES + 1)], (), str(USUAL_STAGES)),
        Field("bots", _("Bots"), [str(n) for n in range(MAX_PLAYERS)], (), "0"),
        level,
        browser,
    ]


def _join_fields() -> list[Field]:
    hint = _("The address on the host's screen: HOST[:PORT][#CODE]")
    return [Field("address", _("Address"), text=True, hint=hint)]


def _play_command(form: Form) -> list[str]:
    names = ("variant", "house", "bots", "level", "mode", "target")
    return ["play", *(f"--{name}={form[name]}" for name in names), *_in_browser(form)]


def _host_command(form: Form) -> list[str]:
    names = ("variant", "house", "players", "bots", "level", "mode", "target")
    return ["host", *(f"--{name}={form[name]}" for name in names), *_in_browser(form)]


def _tournament_command(form: Form) -> list[str]:
    names = ("variant", "house", "players", "stages", "bots", "level")
    return ["tournament", "host", *(f"--{name}={form[name]}" for name in names), *_in_browser(form)]


def _in_browser(form: Form) -> list[str]:
    return ["--browser"] if form["browser"] == "yes" else []


# -- in lines -------------------------------------------------------------------------------------------


def _in_lines(run: Run) -> int:
    """The menu as questions and answers. An empty answer accepts the proposed value."""
    while True:
        known = [*entries(), _deleting()]
        for place, entry in enumerate(known, 1):
            print(f"  {place}  {entry.label}")
        print(f"  {len(known) + 1}  {_('Leave')}")
        answer = _answer(_("Your choice?"))
        if answer is None or answer in (str(len(known) + 1), "q"):
            return 0
        number = number_typed(answer, len(known))
        if number is None:
            say(_("Type one of the numbers."))
            continue
        entry = known[number - 1]
        form = Form(entry.label, entry.fields())
        if not all(_ask(line) for line in form.fields):
            return 0
        try:
            run([*entry.command(form), "--plain"])
        except SystemExit:  # argparse has already printed the error
            continue


def _ask(line: Field) -> bool:
    """Ask for a value until it is valid. False if the input has ended."""
    while True:
        choices = ", ".join(line.values)
        answer = _answer(f"{line.label} ({choices}) [{line.value}]" if choices else line.label)
        if answer is None:
            return False
        if not answer and (line.value or line.text):
            return True
        if line.text or line.opens or answer in line.values:
            line.value = answer
            return True
        say(_("Type one of these: {choices}").format(choices=choices))


def _answer(question: str) -> str | None:
    """The next line typed; None when there is none."""
    say(question)
    return run_loop(typed_line())
