"""What the coach of a lesson says, in lines."""

from __future__ import annotations

from cli.plain.typed_commands import word_of
from cli.sessions.session import Coach, Offer
from cli.words.language import _

_COMMANDS = ("draw", "keep", "uno", "catch", "challenge", "again")


def coach_lines(coach: Coach) -> list[str]:
    """The lesson, what the coach says, and what comes next if the lesson is over."""
    type_ = _("type {word}")
    ways = {command: type_.format(word=word_of(command)) for command in _COMMANDS}
    lines = [coach.title, coach.words({**ways, "play": _("type its number")})]
    match coach.offer:
        case Offer.NEXT:
            lines.append(_("Press Enter for the next lesson."))
        case Offer.AGAIN:
            lines.append(_("The round is over. Press Enter for this lesson again."))
        case Offer.END:
            lines.append(_("That was the last lesson. Enjoy the game! Press Enter to leave."))
        case None:
            pass
    return lines
