"""What a participant reports, and why it fails, in sentences."""

from __future__ import annotations

from cli.runtime.crash_report import with_report
from cli.runtime.file_warnings import warning
from cli.words.language import _, p_
from cli.words.narration import listed
from cli.words.translated import translated
from protocol.identity import words
from protocol.participant import events
from protocol.participant.errors import ParticipantError, Reason


def sentence(event: events.Event) -> str:
    """What the player is told; an invitation is shown in a way of its own."""
    match event:
        case events.Knocking(address):
            return _("Knocking at {address} ...").format(address=address.where)
        case events.WaitingForPlayers(taken, seats):
            text = _("The game has not begun: {taken} of {seats} are there.")
            return text.format(taken=taken, seats=seats)
        case events.SeatGranted():
            return _("You have a seat. The game begins when all are there.")
        case events.SatDown(name, taken, seats):
            return _("{name} sits down ({taken} of {seats}).").format(name=name, taken=taken, seats=seats)
        case events.StoodUp(name, taken, seats):
            return _("{name} has left ({taken} of {seats}).").format(name=name, taken=taken, seats=seats)
        case events.GuestToCompare(name, safety):
            text = _("If {name} joined without the code, they see these words: {words}")
            return text.format(name=name, words=words(safety))
        case events.HostToCompare(safety):
            text = _("You joined without the code: whoever let you in sees these words: {words}")
            return text.format(words=words(safety))
        case events.FileExposed(path, how):
            return warning(path, how)
        case events.NoNetwork():
            return _("This machine is on no network now: only programs on it can join.")
        case events.NotAnnounced(trouble):
            text = _("Others cannot find this table by themselves: {why}")
            return text.format(why=translated(trouble.why))
        case events.WaitingForGenesis():
            return _("Waiting for the others to find out whether the game has begun.")
        case events.BotStopped(report):
            text = _("A bot has stopped: leave and type p2puno resume, and it comes back.")
            return with_report(text, report)
        case events.Lingering(names):
            text = _("{names} may come back for the end of the game: we wait a little.")
            return text.format(names=", ".join(names))
        case events.Invitation():
            raise AssertionError("it is shown by the waiting room")


def failure(error: ParticipantError) -> str:
    """Why it cannot be, and what to do."""
    text = _failures()[error.reason]
    if error.reason is Reason.BOT_FAILED:
        return with_report(text, error.path)
    return text.format(path=error.path, names=listed(error.names), why=translated(error.why))


def _failures() -> dict[Reason, str]:
    return {
        Reason.SAVE_IS_JOURNAL: _("{path} is the name of a private journal: choose another."),
        Reason.SAVE_IS_FOLDER: _("{path} is a folder: give the name of a file in it."),
        Reason.SAVE_EXISTS: _(
            "{path} exists already: choose another name, or go on with it: p2puno resume {path}"
        ),
        Reason.SAVE_HAS_NO_FOLDER: _("There is no folder {path}."),
        Reason.OWN_SEAT: _("You have a seat in that game: type p2puno resume"),
        Reason.SIGNED_BEFORE: _(
            "You have signed the game of that table: go on with {path}, or ask for a new table."
        ),
        Reason.NO_JOURNAL: _("The private journal of this game is not beside it: it can only be watched."),
        Reason.JOURNAL_DAMAGED: _(
            "The private journal of this game is damaged ({path}): it can only be watched."
        ),
        Reason.NEVER_BEGAN: _("This game had not begun when it was interrupted."),
        Reason.OTHER_GAME: _(
            "{path} is another game's file: move it away, and this game is fetched again from the others."
        ),
        Reason.DAMAGED: _(
            "{path} is damaged ({why}): move it away, and it is fetched again from the others."
        ),
        Reason.IN_USE: p_("below", "This game is being played by another p2puno on this machine."),
        Reason.UNSIGNED: _(
            "The game has not begun, as {names} did not sign it in time: open or join a new table."
        ),
        Reason.GIVEN_UP: _(
            "Nobody here knows that this game has begun, and {names} did not sign it: it is given up. "
            "If they have it after all, type p2puno resume {path}"
        ),
        Reason.BOT_FAILED: _("A bot could not sit down: try again, or with fewer --bots."),
    }
