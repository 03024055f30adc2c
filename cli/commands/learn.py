"""`p2puno learn`: learn the game in short lessons."""

from __future__ import annotations

import argparse

from cli.options.game_options import add_bot_speed, add_browser, check_speed
from cli.words.language import _

EXAMPLES = ("p2puno learn", "p2puno learn flip", "p2puno learn --plain --lang de")


def add_options(parser: argparse.ArgumentParser) -> None:
    from cli.lessons.all_lessons import lessons

    names = [lesson.name for lesson in lessons()]
    about = _("the lesson to begin with ({names}); without it, where you left off")
    about = about.format(names=", ".join(names))

    def named(typed: str) -> str:
        """The name of a lesson, also by its number in the list of lessons."""
        return names[int(typed) - 1] if typed.isdecimal() and 1 <= int(typed) <= len(names) else typed

    parser.add_argument("lesson", nargs="?", type=named, choices=names, metavar=_("LESSON"), help=about)
    add_bot_speed(parser)
    add_browser(parser)


def run(arguments: argparse.Namespace) -> int:
    from cli.games.lessons import learn
    from cli.games.shown import browser_for
    from cli.settings.settings import settings_for

    settings = settings_for(arguments)
    speed = settings.speed if arguments.speed is None else arguments.speed
    check_speed(speed)
    return learn(arguments.lesson, settings, arguments.plain, speed, browser_for(arguments, settings))
