"""`p2puno learn`: the lessons, on the screen or in lines."""

from __future__ import annotations

from cli.browser.browser_screen import BrowserScreen
from cli.games.shown import in_lines, show_table
from cli.lessons.all_lessons import first_open, lessons
from cli.plain.line_input import somebody_types
from cli.runtime.command_runner import CommandError, run
from cli.runtime.output import has_screen
from cli.sessions.bot_names import bot_names
from cli.sessions.lesson_session import LessonSession
from cli.settings.lessons_done import lessons_done, mark_done
from cli.settings.settings import Settings, player_name
from cli.words.language import _


def learn(start: str | None, settings: Settings, plain: bool, speed: float, browser: BrowserScreen) -> int:
    """Begin with a lesson, or where the player left off; returns the exit status."""
    on_screen = not plain and has_screen()
    if not on_screen and not browser.wanted and not somebody_types(plain):
        nobody = _("there is no terminal and no input: use a terminal, or type your moves with --plain")
        raise CommandError(nobody)
    course = lessons()
    places = {lesson.name: place for place, lesson in enumerate(course)}
    name = player_name(settings)

    async def show() -> int:
        session = LessonSession(
            course,
            (name, *bot_names(2, name)),
            start=first_open(lessons_done()) if start is None else places[start],
            pace=1 / speed if speed else 0,
            mark_done=mark_done,
        )
        if not on_screen and not browser.wanted:
            return await in_lines(session, settings, watching=False)
        from cli.screen.live_table import LiveTable

        async with browser.running():
            await show_table(LiveTable(session, settings), on_screen, browser)
        return 0

    return run(show())
