"""The settings as forms: preferences, and each key."""

from __future__ import annotations

from dataclasses import fields, replace

from cli.screen.form import Field, Form
from cli.screen.house_rules_form import HOUSE, choose_house_rules, house_field
from cli.settings.key_bindings import PLACES, Action, action_name
from cli.settings.settings import Settings, allowed, fit_name, save, settings_path
from cli.words.language import LANGUAGES, _, preferred, use
from cli.words.written_numbers import decimal
from p2puno.options import Options


def settings_form(settings: Settings) -> Settings:
    """Let the player change and save the settings; returns the new ones."""
    from cli.screen.form_app import fill_in

    last = [
        Field("bindings", _("Keys at the table ...")),
        Field("replay", _("Keys in a replay ...")),
        Field("save", _("Save")),
    ]
    lines = [
        setting_field(settings, setting.name) for setting in fields(settings) if setting.name not in PLACES
    ]
    form = Form(_("Settings"), [*lines, *last], logo=True)
    form.footer = _("Left, right: change.  Enter on Save: save.  Esc: back without saving.")

    def previewed() -> Settings:
        return replace(settings, theme=form["theme"], ascii=form["ascii"] == "true")

    while (chosen := fill_in(form, previewed)) in ("save", HOUSE, *PLACES):
        if chosen == HOUSE:
            line = next(line for line in lines if line.name == HOUSE)
            choose_house_rules(line, Options().variant, settings)
            continue
        try:
            for line in lines:
                value = fit_name(line.value) if line.name == "name" else line.value
                settings = settings.with_text(line.name, value)
            if chosen in PLACES:
                settings = keys_form(settings, chosen)
                continue
            save(settings_path(), settings)
        except (ValueError, OSError) as error:
            form.message = _("Could not save: {why}").format(why=error)
            continue
        use(settings.language if settings.language in LANGUAGES else preferred())
        break
    return settings


def keys_form(settings: Settings, table: str) -> Settings:
    """Let the player change keys one by one; explains why conflicting keys are refused."""
    from cli.screen.form_app import fill_in

    place, changed = PLACES[table], settings.keys_of(table)
    lines = [
        Field(action, action_name(place, action), value=changed.get(action, usual), key=True)
        for action, usual in place.usual.items()
    ]
    title = _("Keys in a replay") if table == "replay" else _("Keys at the table")
    form = Form(title, [*lines, Field("usual", _("Reset to defaults")), Field("done", _("Done"))])
    form.footer = _("Enter, then the new key.  Esc: back without saving.")
    while chosen := fill_in(form, settings):
        if chosen == "usual":
            for line in lines:
                line.value = place.usual[Action(line.name)]
            continue
        try:
            return settings.with_keys(table, {line.name: line.value for line in lines})
        except ValueError as why:
            form.message = str(why)
    return settings


def setting_field(settings: Settings, name: str) -> Field:
    """The line of a form in which this setting is changed."""
    if name == HOUSE:
        return house_field(settings.house)
    label, hint, names = {
        "name": (_("Name"), "", []),
        "language": (_("Language"), "", [_("same as the system"), *LANGUAGES.values()]),
        "theme": (_("Theme"), "", [_("dark"), _("light"), _("colour-blind"), _("mono")]),
        "order": (_("Order of the hand"), "", [_("by colour"), _("by symbol"), _("as drawn")]),
        "keys": (
            _("Card keys"),
            _("safe: a card's key lifts it, a second press plays it. fast: its key plays it at once."),
            [_("safe"), _("fast")],
        ),
        "ask_to_keep": (
            _("Ask to keep a card"),
            _("no: a card that you drew and that does not fit is kept without asking."),
            [],
        ),
        "speed": (_("Bot speed"), _("2 is twice human speed, 0 is instant."), []),
        "animation": (_("Animation speed"), _("2 is twice as fast, 0 turns animation off."), []),
        "moments": (
            _("Moments"),
            _("Battles, catches, bluffs and wins get a second of their own. Any key skips it."),
            [],
        ),
        "sound": (
            _("Sound"),
            _("On your turn and on UNO. A tone needs a sound player; without one, the bell rings."),
            [_("tone"), _("terminal bell"), _("off")],
        ),
        "ascii": (_("Only ASCII characters"), "", []),
        "browser": (
            _("In the browser, too"),
            _("yes: every table is also shown in a browser on this machine. @ at the table does it once."),
            [],
        ),
    }[name]
    value = getattr(settings, name)
    values = tuple(allowed(name) or ())
    if isinstance(value, bool):
        values, names, value = ("true", "false"), [_("yes"), _("no")], str(value).lower()
    elif isinstance(value, float):
        values, value = ("0", "0.5", "1", "2", "4"), f"{value:g}"
        names = [decimal(number) for number in values]
    return Field(name, label, values, names, str(value), text=not values, hint=hint)
