"""A lesson: a position, what the learner should try, and what the coach says.

The learner has seat 0. Seat 1 sits to the left and comes next when play goes clockwise; seat 2 sits to the
right. In the texts, {left} and {right} are their names, {R5} is the name of that card, and {draw} and the
like say how that is done on the screen in use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cli.words.language import _
from p2puno import events as ev

LEARNER, LEFT, RIGHT = range(3)

Happening = Callable[[ev.Event], bool]
"""Recognizes an event."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to try."""

    text: str
    """What the learner should do, and why."""
    done: tuple[Happening, ...]
    """The step is done when all of these have happened, in any order."""
    otherwise: str = ""
    """What the coach says about any other move of the learner."""
    remarks: tuple[tuple[Happening, str], ...] = ()
    """What the coach says about something that happens before the step is done."""


@dataclass(frozen=True, slots=True)
class Lesson:
    name: str
    """On the command line, and in the file of lessons that are done."""
    title: str
    position: str
    """In the notation of `p2puno.notation`."""
    steps: tuple[Step, ...]
    praise: str
    """What the coach says when all steps are done."""
    script: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The moves of the bots, by seat; see `cli.lessons.scripted_bot`. A bot that cannot make its next move,
    because the learner did something else, plays on by itself."""
    catcher: int | None = None
    """The bot that catches a learner who forgets to call UNO; the others never do."""


def drew_instead() -> str:
    """What the coach says to a learner who draws instead of playing a wild card."""
    return _("You drew a card instead: that is always allowed. But your wild card goes on anything.")


# -- what can happen ------------------------------------------------------------------------------------


def played(seat: int, code: str | None = None) -> Happening:
    """The seat played a card: this one, or any."""
    return lambda event: (
        type(event) is ev.Played and event.seat == seat and (code is None or event.face.code == code)
    )


def drew(seat: int) -> Happening:
    return lambda event: type(event) is ev.Drew and event.seat == seat


def played_or_kept(seat: int) -> Happening:
    return lambda event: type(event) in (ev.Played, ev.Kept) and event.seat == seat  # type: ignore[union-attr]


def named(seat: int) -> Happening:
    return lambda event: type(event) is ev.Named and event.seat == seat


def missed(seat: int) -> Happening:
    return lambda event: type(event) is ev.Missed and event.seat == seat


def declared(seat: int) -> Happening:
    return lambda event: type(event) is ev.Declared and event.seat == seat


def challenged(seat: int) -> Happening:
    return lambda event: type(event) is ev.Challenged and event.seat == seat


def called(seat: int) -> Happening:
    return lambda event: type(event) is ev.Called and event.seat == seat


def caught(seat: int) -> Happening:
    return lambda event: type(event) is ev.Caught and event.seat == seat


def went_out(seat: int) -> Happening:
    return lambda event: type(event) is ev.WentOut and event.seat == seat


def any_of(kind: type[ev.Event]) -> Happening:
    """An event of this kind, whoever it is about."""
    return lambda event: type(event) is kind
