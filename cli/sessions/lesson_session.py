"""Lessons as a session: a game in memory from a dealt position, against bots that follow a script.

The learner may make any legal move. A coach says what to try, and what became of it; the position can be
taken again at any time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random

from cli.lessons.lesson import LEARNER, LEFT, RIGHT, Lesson
from cli.lessons.lesson_progress import LessonProgress
from cli.lessons.scripted_bot import ScriptedBot
from cli.sessions.in_memory import Practice
from cli.sessions.news_to_notices import Teller
from cli.sessions.session import Changed, Happened, Notice, Offer
from cli.words.card_names import card_name
from cli.words.language import _
from p2puno.cards import face
from p2puno.match import Match
from p2puno.moves import (
    Accept,
    Challenge,
    Choice,
    Claim,
    Draw,
    Fight,
    IllegalMove,
    JumpIn,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Swap,
)
from p2puno.notation import read
from p2puno.options import Options
from p2puno.round import Result
from protocol.table.default_move import FORCED

PATIENCE = 7.0
"""Seconds after which a bot catches a learner who has not called UNO."""
_CHOSEN = (Accept, Challenge, Draw, Fight, Keep, Name, Pass, Play, Swap)
"""The moves that a learner chooses and that an event follows at once."""


class LessonSession(Practice):
    """Implements `cli.sessions.session.Session`, and its `Coach`."""

    def __init__(
        self,
        lessons: Sequence[Lesson],
        names: Sequence[str],
        *,
        start: int = 0,
        pace: float = 1.0,
        patience: float = PATIENCE,
        mark_done: Callable[[str], None] = lambda name: None,
    ) -> None:
        """`mark_done` is told the name of each lesson that is done or skipped."""
        self._lessons = lessons
        self._place = start
        self._patience = patience
        self._mark_done = mark_done
        self._progress = LessonProgress(lessons[start])
        self._attempt: asyncio.Future[Result] | None = None
        self._tries_on = True
        """Whether the learner has neither done the lesson nor finished the round."""
        super().__init__(Options(), names, LEARNER, seed="lesson", pace=pace)
        self.coach = self
        self.bots = None  # they follow the script
        self._take_position()

    # -- the coach --------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        text = _("Lesson {number} of {count}: {title}")
        return text.format(number=self._place + 1, count=len(self._lessons), title=self._lesson.title)

    @property
    def offer(self) -> Offer | None:
        if self._tries_on:
            return None
        if not self._progress.done:
            return Offer.AGAIN
        return Offer.NEXT if self._place + 1 < len(self._lessons) else Offer.END

    def words(self, ways: Mapping[str, str]) -> str:
        text = self._progress.text
        if self._progress.astray and self._tries_on:
            text += " " + _("Go on, or start this lesson again ({again}).")
        return text.format_map(_Filling({**ways, "left": self.names[LEFT], "right": self.names[RIGHT]}))

    def proceed(self) -> None:
        if self.offer is Offer.AGAIN:
            self.again()
        elif self.offer is not None:
            self.skip()

    def again(self) -> None:
        self._begin_at(self._place)

    def skip(self) -> None:
        self._mark_done(self._lesson.name)
        self._begin_at(self._place + 1)

    def _begin_at(self, place: int) -> None:
        self._end_attempt()
        self._place = place
        self._tries_on = True
        if place < len(self._lessons):
            self._take_position()
        self._stirred.set()

    # -- the game ---------------------------------------------------------------------------------------

    @property
    def _lesson(self) -> Lesson:
        return self._lessons[min(self._place, len(self._lessons) - 1)]

    def act(self, move: Move) -> None:
        if not self._tries_on:
            raise IllegalMove("G-10", "the lesson is over")
        super().act(move)

    def claim(self, claim: Claim | JumpIn) -> None:
        if not self._tries_on:
            raise IllegalMove("G-10", "the lesson is over")
        super().claim(claim)

    async def _play_match(self) -> None:
        try:
            while self._place < len(self._lessons):
                await self._play_attempt()
                while not self._tries_on:
                    await self._stir(None)
        finally:
            self._end_attempt()

    def _take_position(self) -> None:
        lesson = self._lesson
        dealer = self._dealer = read(lesson.position, Random(f"lesson {lesson.name}")).dealer
        dealer.round.news.clear()
        self.options = dealer.round.options
        self.match = Match(self.options, len(self.names))
        self.round_number += 1
        self._window, self.uno_deadline, self.pending = None, None, None
        self._progress = LessonProgress(lesson)
        self._teller = Teller(LEARNER, {seat: tuple(hand) for seat, hand in dealer.round.hands.items()})
        self._players = {
            seat: ScriptedBot(lesson.script.get(seat, ()), seat == lesson.catcher, Random(f"bot {seat}"))
            for seat in dealer.round.order
        }
        self._tell(Changed())

    async def _play_attempt(self) -> None:
        """Play until the lesson is done, the round is over, or the learner wants another position."""
        assert self._dealer is not None
        dealer = self._dealer
        attempt = self._attempt = asyncio.ensure_future(self._play_round(dealer))
        await asyncio.wait({attempt})
        if not attempt.cancelled():
            attempt.result()  # raises if it failed
            if self._dealer is dealer:
                self._stop_trying()

    def _end_attempt(self) -> None:
        for task in (self._attempt, *self._reactions):
            if task is not None:
                task.cancel()

    def _stop_trying(self) -> None:
        self._tries_on = False
        self._window, self.uno_deadline, self.pending = None, None, None
        self._end_attempt()
        self._tell(Changed())

    def _apply(self, seat: int, move: Move) -> None:
        progress, before = self._progress, self._progress.reached
        assert self._dealer is not None
        waiting = self._dealer.round.waiting
        chosen = isinstance(move, _CHOSEN) and not (type(waiting) is Choice and waiting.ask in FORCED)
        super()._apply(seat, move)
        if seat == LEARNER and chosen and progress.reached == before:
            progress.note_other_move()
        if progress.done and self._tries_on:
            self._mark_done(self._lesson.name)
            self._stop_trying()

    def _tell(self, notice: Notice) -> None:
        if isinstance(notice, Happened):
            self._progress.hear(notice.event)
        super()._tell(notice)

    # -- time -------------------------------------------------------------------------------------------

    def _window_seconds(self) -> float:
        return self.options.uno_window / 1000  # however fast the bots are

    def _reaction_seconds(self) -> float:
        return self._patience


class _Filling(dict[str, str]):
    """Fills in names and ways, and for any other code the name of that card."""

    def __missing__(self, code: str) -> str:
        return card_name(face(code))
