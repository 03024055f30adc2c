"""The game's log beside the table: sentences for what happened, newest last."""

from __future__ import annotations

from cli.screen.card_names_in_text import marks
from cli.screen.scene import Line
from cli.sessions.session import Busy, Changed, Happened, Notice, Said, Session, Trouble
from cli.words.language import _
from cli.words.narration import Narrator
from p2puno.events import Dealt, Drew
from protocol.play.news import MatchOver, RoundOver

MAX_LINES = 500
PAGE = 5


class TableLog:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.narrator = Narrator(session.names, session.seat, session.options)
        self.lines: list[Line] = []
        self.back = 0
        """How many lines the log is scrolled back."""
        self._attempt = 0
        """Which attempt at a lesson is logged."""
        self._shuffles = 0
        self._drawing: Drew | None = None
        for notice in session.told:
            self._write(notice)

    def visible(self) -> tuple[Line, ...]:
        """The lines up to the one it is scrolled back to."""
        return tuple(self.lines[: len(self.lines) - self.back])

    def turn(self, pages: int) -> None:
        """Scroll back by this many pages, or forward if negative."""
        self.back = min(max(0, self.back + pages * PAGE), max(0, len(self.lines) - PAGE))

    def add(self, notice: Notice) -> None:
        if self.session.coach is not None and self.session.round_number != self._attempt:
            self._attempt = self.session.round_number
            self.lines.clear()  # another position has nothing to do with what happened before
        self._count_shuffles(notice)
        self._write(notice)

    def note(self, text: str) -> None:
        """Log a remark for our player."""
        self.lines.append(Line(text, "good"))

    def _write(self, notice: Notice) -> None:
        """Log a notice. The end of a match has a panel of its own instead."""
        kind = "chat" if isinstance(notice, Said) else "alert" if isinstance(notice, Trouble) else "log"
        if isinstance(notice, RoundOver):
            self.lines.append(Line(self.narrator.round_in_short(notice)))
        elif not isinstance(notice, MatchOver):
            told = self._merge_draws(notice)
            self.lines += [Line(text, kind, marks(text, told)) for text in self.narrator.sentences(told)]
        del self.lines[:-MAX_LINES]

    def _merge_draws(self, notice: Notice) -> Notice:
        """Report cards that an opponent draws one by one as one line with the total."""
        event = notice.event if isinstance(notice, Happened) else None
        if isinstance(notice, Changed):
            return notice
        if not isinstance(event, Drew) or event.seat == self.session.seat:
            self._drawing = None
            return notice
        before, self._drawing = self._drawing, event
        if before is None or before.seat != event.seat or not self.lines:
            return notice
        self.lines.pop()
        self._drawing = Drew(event.seat, before.cards + event.cards, event.penalty)
        return Happened(self._drawing)

    def _count_shuffles(self, notice: Notice) -> None:
        """After the deal, tell the player that everybody shuffled and proved it."""
        status = self.session.status
        if status is not None and status.kind is Busy.SHUFFLING:
            self._shuffles = status.of
        elif self._shuffles > 1 and isinstance(notice, Happened) and isinstance(notice.event, Dealt):
            text = (
                _("The deck was shuffled by both in turn, and every shuffle was proved.")
                if self._shuffles == 2
                else _("The deck was shuffled by all {count} in turn, and every shuffle was proved.")
            )
            self.lines.append(Line(text.format(count=self._shuffles), "good"))
            self._shuffles = 0
