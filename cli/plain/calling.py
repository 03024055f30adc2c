"""Calling UNO and catching, in lines: does it, and says what is wrong if it cannot be."""

from __future__ import annotations

from cli.sessions.session import Session
from cli.words.language import _
from cli.words.refusals import reason, why_no_call
from p2puno.moves import Call, Catch, IllegalMove


def call(session: Session) -> str:
    """Call UNO; the sentence says why not, and is empty if the table answers."""
    if session.view is not None and (why := why_no_call(session.view)):
        return why
    return _claim(session, Call())


def catch(session: Session) -> str:
    """Catch the player who has not called UNO; the sentence as for `call`."""
    view = session.view
    owner = view.round.uno_seat if view else None
    if view is None or owner is None or owner == session.seat or not view.round.uno_open:
        return _("There is nobody to catch now.")
    return _claim(session, Catch(owner))


def _claim(session: Session, claim: Call | Catch) -> str:
    try:
        session.claim(claim)
    except IllegalMove as error:
        return reason(error)
    return ""
