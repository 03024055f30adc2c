"""`p2puno` alone: a menu of everything there is, on the screen or in lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from cli.play import has_screen
from cli.screen.form import Field, Form
from cli.settings import Settings, allowed, fit_name, save, settings_path
from cli.table_commands import LEVELS
from cli.words import LANGUAGES, _, preferred, use
from p2puno.options import MODES, VARIANTS

Run = Callable[[Sequence[str]], int]
"""Runs a command line; `cli.main.main` does."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu: `fields` are asked for first, and `command` makes a command line of them."""

    name: str
    label: str
    fields: Callable[[], list[Field]]
    command: Callable[[Form], list[str]]


def entries() -> list[Entry]:
    """What the menu offers, in its order. A new command needs one line here."""
    return [
        Entry("play", _("Play against bots"), _game_fields, _play_command),
        Entry("host", _("Open a table"), _host_fields, _host_command),
        Entry("join", _("Join a table"), _join_fields, lambda form: ["join", *form["address"].split()[:1]]),
        Entry("resume", _("Go on with an interrupted game"), list, lambda form: ["resume"]),
        Entry("replay", _("Watch a recorded game"), _replay_fields, _replay_command),
        Entry("rules", _("Rules"), _rules_fields, lambda form: ["rules", form["variant"]]),
        Entry("settings", _("Settings"), list, lambda form: []),
    ]


def menu(settings: Settings, plain: bool, run: Run) -> int:
    """Show the menu until it is left."""
    if plain or not has_screen():
        return _in_lines(settings, run)
    from cli.screen.form_app import fill_in

    cursor = 0
    while True:
        known = entries()
        lines = [Field(entry.name, entry.label) for entry in known] + [Field("leave", _("Leave"))]
        intro = _("UNO with friends on one network, with no server and nobody to trust.")
        form = Form("p2puno", lines, intro, cursor=cursor)
        chosen = fill_in(form, settings)
        cursor = form.cursor
        entry = next((entry for entry in known if entry.name == chosen), None)
        if entry is None:
            return 0
        if entry.name == "settings":
            settings = settings_form(settings)
            continue
        asked = Form(entry.label, [*entry.fields(), Field("go", _("Go"))])
        asked.cursor = len(asked.fields) - 1 if not any(f.text for f in asked.fields) else 0
        if len(asked.fields) > 1 and fill_in(asked, settings) != "go":
            continue
        if entry.name == "rules":
            _show_rules(asked["variant"], settings)
            continue
        status = run(entry.command(asked))
        if status not in (0, 130):
            input(_("Press Enter to go back to the menu."))


def settings_form(settings: Settings) -> Settings:
    """Change the settings and write them down; returns what is set now."""
    from cli.screen.form_app import fill_in

    form = Form(_("Settings"), [*_settings_fields(settings), Field("save", _("Save"))])
    form.footer = _("Left, right: change.  Enter on Save: keep.  Esc: back, without a change.")
    while fill_in(form, settings) == "save":
        try:
            for line in form.fields:
                if line.name != "save":
                    value = fit_name(line.value) if line.name == "name" else line.value
                    settings = settings.with_text(line.name, value)
            save(settings_path(), settings)
        except (ValueError, OSError) as error:
            form.message = _("That cannot be saved: {why}").format(why=error)
            continue
        use(settings.language if settings.language in LANGUAGES else preferred())
        break
    return settings


# -- what is asked for ----------------------------------------------------------------------------------


def _variant_field() -> Field:
    from cli.rules_help import variant_name

    names = [variant_name(variant) for variant in VARIANTS]
    return Field("variant", _("Rule set"), VARIANTS, names, "classic")


def _game_fields() -> list[Field]:
    modes = [_("single"), _("partners"), _("rotating partners"), _("Challenge UNO"), _("tournament")]
    levels = [_("easy"), _("normal"), _("hard")]
    return [
        _variant_field(),
        Field("bots", _("Bots"), [str(n) for n in range(1, 10)], (), "3"),
        Field("level", _("Level"), LEVELS, levels, "normal"),
        Field("mode", _("Match"), MODES, modes, "single", hint=_("Partners need 3 bots, a tournament 7.")),
        Field("target", _("Points"), ["100", "200", "300", "500", "1000"], (), "500"),
    ]


def _host_fields() -> list[Field]:
    players = Field("players", _("Seats"), [str(n) for n in range(2, 11)], (), "4")
    bots = Field("bots", _("Bots"), [str(n) for n in range(10)], (), "0")
    game = _game_fields()
    return [game[0], players, bots, *game[2:]]


def _join_fields() -> list[Field]:
    hint = _("The address that the one who opened the table sees: HOST[:PORT][#CODE]")
    return [Field("address", _("Address"), text=True, hint=hint)]


def _replay_fields() -> list[Field]:
    return [Field("file", _("File"), text=True, hint=_("Empty: the list of recorded games."))]


def _rules_fields() -> list[Field]:
    return [_variant_field()]


def _settings_fields(settings: Settings) -> list[Field]:
    labels = {
        "name": _("Name"),
        "language": _("Language"),
        "theme": _("Theme"),
        "order": _("Order of the hand"),
        "keys": _("Keys of cards"),
        "speed": _("Speed of bots"),
        "animation": _("Speed of flying cards"),
        "bell": _("Bell on your turn"),
        "ascii": _("Only ASCII characters"),
    }
    hints = {
        "keys": _("safe: a card's key lifts it, again plays it. fast: its key plays it at once."),
        "speed": _("2 is twice as fast as people, 0 without any wait."),
        "animation": _("2 is twice as fast, 0 without any animation."),
    }
    shown = {
        "language": [_("as the system"), *LANGUAGES.values()],
        "theme": [_("dark"), _("light"), _("colour-blind"), _("mono")],
        "order": [_("by colour"), _("by symbol"), _("as drawn")],
        "keys": [_("safe"), _("fast")],
    }
    lines = []
    for setting in fields(settings):
        name, value = setting.name, getattr(settings, setting.name)
        values, names = tuple(allowed(name) or ()), shown.get(name, [])
        if isinstance(value, bool):
            values, names, value = ("true", "false"), [_("yes"), _("no")], str(value).lower()
        elif isinstance(value, float):
            values = ("0", "0.5", "1", "2", "4")
            value = f"{value:g}"
        hint = hints.get(name, "")
        lines.append(Field(name, labels[name], values, names, str(value), text=not values, hint=hint))
    return lines


def _play_command(form: Form) -> list[str]:
    names = ("variant", "bots", "level", "mode", "target")
    return ["play", *(f"--{name}={form[name]}" for name in names)]


def _host_command(form: Form) -> list[str]:
    names = ("variant", "players", "bots", "level", "mode", "target")
    return ["host", *(f"--{name}={form[name]}" for name in names)]


def _replay_command(form: Form) -> list[str]:
    file = form["file"].strip()
    return ["replay", file] if file else ["replay"]


def _show_rules(variant: str, settings: Settings) -> None:
    from cli.rules_help import help_text, variant_name
    from cli.screen.form_app import fill_in

    lines = [Field("", line) for line in help_text(variant, 74)[1:]]
    form = Form(variant_name(variant), lines, footer=_("Up, down: read on.  Esc: back."))
    fill_in(form, settings)


# -- in lines -------------------------------------------------------------------------------------------


def _in_lines(settings: Settings, run: Run) -> int:
    """The menu as questions and answers; an empty answer takes what is proposed."""
    while True:
        known = entries()
        for number, entry in enumerate(known, 1):
            print(f"  {number}  {entry.label}")
        print(f"  {len(known) + 1}  {_('Leave')}")
        answer = _answer(_("Your choice?"))
        if answer is None or answer in (str(len(known) + 1), "q"):
            return 0
        if not answer.isdecimal() or not 1 <= int(answer) <= len(known):
            print(_("Type one of the numbers."))
            continue
        entry = known[int(answer) - 1]
        form = Form(entry.label, entry.fields())
        if not all(_ask(line) for line in form.fields):
            return 0
        command = entry.command(form) or [entry.name]
        try:
            run([*command, "--plain"])
        except SystemExit:  # argparse has said what is wrong
            continue


def _ask(line: Field) -> bool:
    """Ask for one value until it is one; False when the input has ended."""
    while True:
        choices = ", ".join(line.values)
        answer = _answer(f"{line.label} ({choices}) [{line.value}]" if choices else line.label)
        if answer is None:
            return False
        if not answer and line.value:
            return True
        if line.text or answer in line.values:
            line.value = answer
            return True
        print(_("Type one of these: {choices}").format(choices=choices))


def _answer(question: str) -> str | None:
    """The next line typed; None when there is none. Not a byte more is read: a game may want the rest."""
    print(question, flush=True)
    typed = b""
    while not typed.endswith(b"\n"):
        try:
            byte = os.read(0, 1)
        except OSError:
            return None
        if not byte:
            return typed.decode("utf-8", "replace").strip() or None
        typed += byte
    return typed.decode("utf-8", "replace").strip()
