"""The first start: asks for a name, and offers the lessons."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace

from cli.options.network_options import check_name
from cli.runtime.command_runner import run as run_loop
from cli.runtime.output import say
from cli.runtime.typed_line import ask as ask_on_line
from cli.screen.form import Field, Form
from cli.settings.settings import Settings, fit_name, player_name, save, settings_path
from cli.words.language import _, is_yes


def is_first_start() -> bool:
    """Whether no settings have been saved yet."""
    return not settings_path().exists()


def welcome(settings: Settings) -> tuple[Settings, bool]:
    """Ask on the screen; returns the settings with the name, and whether to begin with the lessons."""
    from cli.screen.form_app import fill_in

    usual = player_name(settings)
    hint = _("Leave this empty to be called {name}.").format(name=usual)
    about = _("Short lessons at the table, ten minutes in all; you can leave and continue at any time.")
    form = Form(
        "p2puno",
        [
            Field("name", _("Name"), text=True, hint=hint),
            Field("learn", _("Learn the game"), hint=about),
            Field("menu", _("To the menu"), hint=_("The lessons are there, too.")),
        ],
        _("Welcome! What should the other players call you?"),
        logo=True,
    )
    while chosen := fill_in(form, settings):
        name = fit_name(form["name"] or usual)
        try:
            _save_name(name)
        except (ValueError, OSError) as error:
            form.message, form.cursor = str(error), 0
            continue
        return replace(settings, name=name), chosen == "learn"
    return settings, False


def welcome_in_lines(settings: Settings, ask: Callable[[str], str | None]) -> bool:
    """Ask in lines; returns whether to begin with the lessons. Asks nothing more when the input ends."""
    if _ask_name(settings, ask) is None:
        return False
    return is_yes(ask(_("Begin with short lessons, ten minutes in all? [y/N]")) or "")


def own_name(arguments: argparse.Namespace, settings: Settings) -> str:
    """The name that others see at the table. A player who starts with `play`, `host` or `join`, without the
    menu, is asked for it the first time."""
    if arguments.name is not None:
        return check_name(arguments.name)
    typing = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    unasked = any(getattr(arguments, option, None) for option in ("as_bot", "yes", "watch"))
    if typing and not unasked and is_first_start():
        asked = _ask_name(settings, lambda question: run_loop(ask_on_line(question)))
        if asked is not None:
            return check_name(asked)
    return check_name(player_name(settings))


def _ask_name(settings: Settings, ask: Callable[[str], str | None]) -> str | None:
    """Ask in lines until the name can be shown, and save it; None when the input ends."""
    usual = player_name(settings)
    say(_("Welcome! What should the other players call you?"))
    while (typed := ask(f"{_('Name')} [{usual}]")) is not None:
        name = fit_name(typed or usual)
        try:
            _save_name(name)
        except ValueError as error:
            say(str(error))
            continue
        except OSError as error:
            say(str(error))
        return name
    return None


def _save_name(name: str) -> None:
    """Save the first settings; ValueError or OSError says in a sentence why not."""
    if not name:
        raise ValueError(_("That name cannot be shown: use letters and digits, at most 16."))
    try:
        save(settings_path(), Settings(name=name))
    except OSError as error:
        raise OSError(_("Could not save: {why}").format(why=error)) from error
