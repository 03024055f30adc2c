"""The settings as forms: preferences, and each key."""

from __future__ import annotations

from dataclasses import fields

from cli.screen.form import Field, Form
from cli.settings.key_bindings import PLACES, Action, action_name
from cli.settings.settings import Settings, allowed, fit_name, save, settings_path
from cli.words.language import LANGUAGES, _, preferred, use


def settings_form(settings: Settings) -> Settings:
    """Let the player change and save the settings; returns the new ones."""
    from cli.screen.form_app import fill_in

    last = [
        Field("bindings", _("Keys at the table ...")),
        Field("replay", _("Keys in a replay ...")),
        Field("save", _("Save")),
    ]
    form = Form(_("Settings"), [*_fields(settings), *last])
    form.footer = _("Left, right: change.  Enter on Save: save.  Esc: back without saving.")
    while (chosen := fill_in(form, settings)) in ("save", *PLACES):
        try:
            for line in form.fields:
                if line not in last:
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


def _fields(settings: Settings) -> list[Field]:
    labels = {
        "name": _("Name"),
        "language": _("Language"),
        "theme": _("Theme"),
        "order": _("Order of the hand"),
        "keys": _("Card keys"),
        "ask_to_keep": _("Ask to keep a card"),
        "speed": _("Bot speed"),
        "animation": _("Animation speed"),
        "bell": _("Bell on your turn"),
        "ascii": _("Only ASCII characters"),
    }
    hints = {
        "keys": _("safe: a card's key lifts it, a second press plays it. fast: its key plays it at once."),
        "ask_to_keep": _("no: a card that you drew and that does not fit is kept without asking."),
        "speed": _("2 is twice human speed, 0 is instant."),
        "animation": _("2 is twice as fast, 0 turns animation off."),
    }
    shown = {
        "language": [_("same as the system"), *LANGUAGES.values()],
        "theme": [_("dark"), _("light"), _("colour-blind"), _("mono")],
        "order": [_("by colour"), _("by symbol"), _("as drawn")],
        "keys": [_("safe"), _("fast")],
    }
    lines = []
    for setting in fields(settings):
        if setting.name in PLACES:
            continue
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
