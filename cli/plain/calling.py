"""Calling UNO and catching, in lines: does it, and says what is wrong if it cannot be."""

from __future__ import annotations

from cli.sessions.open_question import own_catch
from cli.sessions.session import Session
from cli.words.refusals import reason, why_no_call, why_no_catch
from p2puno.moves import Call, Catch, IllegalMove


def call(session: Session) -> str:
    """Call UNO; the sentence says why not, and is empty if the table answers."""
    if session.view is not None and (why := why_no_call(session.view)):
        return why
    return _claim(session, Call())


def catch(session: Session) -> str:
    """Catch the player who has not called UNO; the sentence as for `call`."""
    view = session.view
    found = own_catch(view) if view is not None else None
    return why_no_catch(view) if found is None else _claim(session, found)


def _claim(session: Session, claim: Call | Catch) -> str:
    try:
        session.claim(claim)
    except IllegalMove as error:
        return reason(error)
    return ""
