"""What our own program does for the player: plays a premove, keeps a drawn card that does not fit, and makes
the only move that a house rule leaves.

A premove is chosen while others play. It stays here until our turn comes, so nothing of it is signed or sent
before. The program moves after a person's reaction time: when it moves tells the others no more than a
player who moves quickly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cli.sessions.session import Changed, Notice, Session, Trouble
from cli.words.language import _
from cli.words.refusals import reason, risk, why_not
from p2puno.cards import Face
from p2puno.moves import Accept, Ask, Choice, Draw, IllegalMove, Keep, Move, Play, Stop
from p2puno.view import View

REACTION = (0.4, 1.1)
"""Seconds after which the program moves: at least, and at most."""


class OwnProgram:
    """The session calls `changed` after everything that happens, and `stop` at the end."""

    def __init__(
        self, session: Session, tell: Callable[[Notice], None], reaction: Callable[[], float]
    ) -> None:
        self.keeps = False
        """Whether a drawn card that does not fit is kept without asking, or another one drawn where that is
        the rule. The screens turn this on."""
        self.only_moves = False
        """Whether a penalty on which nothing can be laid is drawn, and a turn without a further card ended,
        without asking. The screens turn this on."""
        self._planned: Play | Draw | None = None
        self._session = session
        self._tell = tell
        self._reaction = reaction
        """The seconds to wait before the next move."""
        self._round = 0
        self._hand: list[tuple[int, Face]] = []
        """The hand, and the number of the round, when the premove was chosen."""
        self._timer: asyncio.TimerHandle | None = None

    def plan(self, move: Play | Draw) -> None:
        """Choose the move of our next turn, instead of any chosen before; raises IllegalMove."""
        view, coach = self._session.view, self._session.coach
        lesson_over = coach is not None and coach.offer is not None
        if view is None or view.seat not in view.round.hands or self._session.pending or lesson_over:
            raise IllegalMove("S-05", "no move can be planned now")
        if isinstance(move, Play) and (move.card, move.face) not in view.hand():
            raise IllegalMove("T-01", "that card is not in the hand")
        self._planned, self._round, self._hand = move, self._session.round_number, view.hand()

    @property
    def premove(self) -> Play | Draw | None:
        """The move that is planned for our next turn, in this round."""
        return self._planned if self._round == self._session.round_number else None

    def take_back(self) -> bool:
        """Drop the premove; False if there is none."""
        had, self._planned = self.premove is not None, None
        return had

    @property
    def answers(self) -> bool:
        """Whether the program is about to answer what our seat is asked."""
        return self._answer() is not None

    def changed(self) -> None:
        """Drop a premove that has become impossible, and move if it is our turn."""
        view = self._session.view
        if self.premove is not None and (why := self._obsolete(view)) is not None:
            self._planned = None
            if why:
                self._tell(Trouble(_("Your planned move was dropped. {why}").format(why=why)))
        answer = self._answer()
        if self._timer is None and answer is not None:
            self._timer = asyncio.get_running_loop().call_later(self._reaction(), self._move, answer)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _answer(self) -> Move | None:
        """What the program would answer now."""
        view, asked = self._session.view, self._asked()
        if view is None or asked is None:
            return None
        if asked is Ask.TURN:
            return self.premove
        moves = view.moves()
        if asked is Ask.DRAWN and self.keeps and moves in ([Keep()], [Draw()]):
            return moves[0]
        if self.only_moves and moves in ([Stop()], [Accept()]):
            return moves[0]
        return None

    def _asked(self) -> Ask | None:
        """What our seat must decide now."""
        view = self._session.view
        waiting = view.round.waiting if view is not None else None
        if type(waiting) is not Choice or waiting.seat != self._session.seat or self._session.pending:
            return None
        return waiting.ask

    def _obsolete(self, view: View | None) -> str | None:
        """Why the premove cannot be made any more, in a sentence that is empty if the round is over. None if
        it may still be made."""
        if view is None or view.seat is None or view.round.result is not None:
            return ""
        if self._hand != view.hand():
            return _("Your cards have changed.")
        if self._asked() is not Ask.TURN:
            return None
        move = self.premove
        assert move is not None
        if isinstance(move, Play):
            # A bluff is the player's decision, not the program's.
            return why_not(view, move.card, move.face) or risk(view, move.face)
        try:
            view.check(move)
        except IllegalMove as error:
            return reason(error)
        return None

    def _move(self, move: Move) -> None:
        """Make the move, unless the player has taken it back or something else happened meanwhile."""
        self._timer = None
        if self._answer() != move:
            self.changed()  # another answer has its own time to react
            return
        was_planned = self.take_back()
        try:
            self._session.act(move)
        except IllegalMove as error:
            if was_planned:
                self._tell(Trouble(_("Your planned move was dropped. {why}").format(why=reason(error))))
        self._tell(Changed())
