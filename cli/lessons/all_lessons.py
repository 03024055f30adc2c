"""All lessons, in order."""

from __future__ import annotations

from collections.abc import Collection

from cli.lessons.classic_lessons import classic_lessons
from cli.lessons.lesson import Lesson
from cli.lessons.variant_lessons import variant_lessons


def lessons() -> list[Lesson]:
    """The lessons in the language of the moment: the classic game, then what each other rule set adds."""
    return [*classic_lessons(), *variant_lessons()]


def first_open(done: Collection[str]) -> int:
    """The place of the first lesson that is not done; 0 if all of them are."""
    open_places = (place for place, lesson in enumerate(lessons()) if lesson.name not in done)
    return next(open_places, 0)
