"""What the coach of a lesson adds to the table: words, a prompt when the lesson is over, and options."""

from __future__ import annotations

from cli.screen.scene import Option
from cli.screen.table_controls import Controls
from cli.sessions.session import Offer
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


def coach_prompt(controls: Controls) -> str:
    """The question when a lesson is over, else nothing."""
    coach = controls.session.coach
    match coach.offer if coach is not None else None:
        case Offer.NEXT:
            return _("Enter: the next lesson.")
        case Offer.AGAIN:
            return _("The round is over. Enter: this lesson again.")
        case Offer.END:
            return _("That was the last lesson. Enjoy the game! Enter: leave.")
        case _:
            return ""


def coach_options(controls: Controls) -> tuple[Option, ...]:
    coach = controls.session.coach
    if coach is None:
        return ()
    again = Option(_("Backspace"), _("again"), "key:backspace")
    if coach.offer is not None:
        return (Option(_("Enter"), _("continue"), "key:enter", selected=True), again)
    return (again, Option("Tab", _("skip"), "key:tab"))
