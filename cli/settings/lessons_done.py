"""The names of the lessons that the player has done, in a file beside the settings."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from cli.settings.settings import settings_path


def _path() -> Path:
    return settings_path().with_name("lessons.txt")


def lessons_done() -> frozenset[str]:
    try:
        return frozenset(_path().read_text("utf-8").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def mark_done(lesson: str) -> None:
    """Remember a lesson. If the file cannot be written, the player only begins with it again."""
    with suppress(OSError):
        _path().parent.mkdir(parents=True, exist_ok=True)
        _path().write_text("".join(f"{name}\n" for name in sorted(lessons_done() | {lesson})), "utf-8")
