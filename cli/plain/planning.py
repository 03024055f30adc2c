"""Planning a move in lines while others play, and taking one back."""

from __future__ import annotations

from cli.plain.typed_commands import word_of
from cli.sessions.open_question import own_choice
from cli.sessions.session import Session
from cli.words.language import _
from cli.words.planned_moves import planned_move
from cli.words.refusals import reason
from p2puno.moves import Draw, IllegalMove, Play


def may_plan(session: Session) -> bool:
    """Whether a move can be planned: another player must decide, and our seat is in the round."""
    view = session.view
    if session.own_program is None or session.pending is not None or view is None:
        return False
    return view.seat in view.round.hands and own_choice(session) is None


def plan(session: Session, move: Play | Draw) -> list[str]:
    """Plan a move; returns what to tell the player."""
    assert session.own_program is not None
    try:
        session.own_program.plan(move)
    except IllegalMove as error:
        return [reason(error)]
    return [planned_move(move), _("To take it back, type: {word}").format(word=word_of("back"))]


def take_back(session: Session) -> str:
    program = session.own_program
    if session.take_back() or (program is not None and program.take_back()):
        return _("You took your move back.")
    return _("There is no move to take back.")
