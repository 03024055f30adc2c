"""`p2puno settings`: show or change settings on the command line; the menu has a form for them."""

from __future__ import annotations

import argparse
from dataclasses import fields

from cli.runtime.output import printable, warn
from cli.settings.key_bindings import PLACES
from cli.settings.settings import (
    BadSettings,
    Settings,
    allowed,
    house_fault,
    load,
    save,
    settings_path,
    written,
)
from cli.words.language import _
from cli.words.punctuation import with_colon

EXAMPLES = ("p2puno settings", "p2puno settings name=Ada theme=light")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("change", nargs="*", metavar=_("NAME[=VALUE]"), help=_("what to show or change"))


def run(arguments: argparse.Namespace) -> int:
    """Apply the changes, and show the settings, or those that were named. Appearance options of this command
    line are not saved."""
    path = settings_path()
    try:
        settings = load(path)
    except BadSettings as error:
        warn(str(error))
        settings = error.settings
    changes = [text for text in arguments.change if text not in _names(settings)]
    for text in changes:
        try:
            settings = changed(settings, text)
        except ValueError as error:
            warn(f"p2puno: {printable(error)}")
            return 2
    if changes:
        try:
            save(path, settings)
        except OSError as error:
            from cli.words.error_sentences import error_sentence

            text = _("The settings cannot be written to {path}: {why}")
            warn("p2puno: " + text.format(path=path, why=error_sentence(error)))
            return 1
    asked = set(arguments.change) & set(_names(settings))
    if not asked:
        print(f"# {path}")
    for line in written(settings):
        name = line.partition(" ")[0]
        choices = allowed(name)
        if not asked or name in asked:
            print(line + (f"  # {', '.join(choices)}" if choices else ""))
    return 0


def _names(settings: Settings) -> list[str]:
    return [field.name for field in fields(settings) if field.name not in PLACES]


def changed(settings: Settings, text: str) -> Settings:
    """The settings with one `NAME=VALUE` applied; ValueError says what is wrong with it."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip().strip('"')
    known = _names(settings)
    if equals and name.partition(".")[0] in PLACES and "." in name:
        return settings.with_text(name, value)
    if not equals or name not in known:
        known += [f"{table}.ACTION" for table in PLACES]
        message = _('"{text}" is not a setting: write NAME=VALUE, with one of {names}')
        raise ValueError(message.format(text=text, names=", ".join(known)))
    try:
        return settings.with_text(name, value)
    except ValueError as error:
        if name == "house" and (fault := house_fault(value)) is not None:
            from cli.words.error_sentences import error_sentence

            raise ValueError(error_sentence(fault)) from error
        choices = allowed(name)
        message = _('{name} cannot be "{value}"')
        if choices:
            message = with_colon(message, ", ".join(choices))
        raise ValueError(message.format(name=name, value=value)) from error
