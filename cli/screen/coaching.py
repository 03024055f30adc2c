"""What the coach of a lesson adds to the table: words, a prompt when the lesson is over, and options."""

from __future__ import annotations

from collections.abc import Sequence

from cli.screen.scene import Option
from cli.screen.table_controls import Controls
from cli.sessions.session import Offer
from cli.settings.key_bindings import TABLE, Action, action_name
from cli.words.language import _


def coach_words(controls: Controls) -> str:
    coach = controls.session.coach
    if coach is None:
        return ""
    press = _("press {key}")
    ways = {str(action): press.format(key=key) for action, key in controls.bindings.keys.items()}
    ways["play"] = (
        _("press the key above it, or click it")
        if controls.settings.keys == "fast"
        else _("press the key above it twice, or click it twice")
    )
    ways["again"] = press.format(key=_("Backspace"))
    return coach.words(ways)


def coach_words_to_click(controls: Controls, options: Sequence[Option]) -> str:
    """What the coach says to somebody who clicks: what the buttons are called, which may be these now."""
    coach = controls.session.coach
    if coach is None:
        return ""
    buttons = {str(action): action_name(TABLE, action) for action in TABLE.usual}
    buttons |= {str(Action.UNO): "UNO!", "again": _("again")}
    buttons |= {option.action.removeprefix("do:"): option.label for option in options}
    ways = {name: _("click “{button}”").format(button=label) for name, label in buttons.items()}
    once, twice = _("click it"), _("click it twice")
    return coach.words(ways | {"play": once if controls.settings.keys == "fast" else twice})


def coach_prompt(controls: Controls) -> str:
    """The question when a lesson is over, else nothing."""
    coach = controls.session.coach
    match coach.offer if coach is not None else None:
        case Offer.NEXT:
            return _("On to the next lesson?")
        case Offer.AGAIN:
            return _("The round is over. This lesson again?")
        case Offer.END:
            return _("That was the last lesson. Enjoy the game!")
        case _:
            return ""


def coach_options(controls: Controls) -> tuple[Option, ...]:
    coach = controls.session.coach
    if coach is None:
        return ()
    again = Option(_("Backspace"), _("again"), "key:backspace")
    if coach.offer is not None:
        label = _("leave") if coach.offer is Offer.END else _("continue")
        return (Option(_("Enter"), label, "key:enter", selected=True), again)
    return (again, Option("Tab", _("skip"), "key:tab"))
