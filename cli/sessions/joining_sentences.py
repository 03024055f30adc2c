"""Sentences for a participant's reports and errors."""

from __future__ import annotations

from cli.runtime.crash_report import with_report
from cli.runtime.exposed_files import warning
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from cli.words.narration import listed
from cli.words.punctuation import with_colon
from cli.words.terms_in_words import terms_in_words
from p2puno.options import MAX_SEATS
from protocol.identity import words
from protocol.participant import events
from protocol.participant.errors import ParticipantError, Reason


def sentence(event: events.Event) -> str:
    """The sentence for an event. (Invitations are shown differently.)"""
    match event:
        case events.Knocking(address):
            return _("Connecting to {address} ...").format(address=address.where)
        case events.WaitingForPlayers(names, seats):
            text = _("The game has not started: {taken} of {seats} are there ({names}).")
            return text.format(taken=len(names), seats=seats, names=listed(names))
        case events.SeatGranted():
            return _("You have a seat. The game starts when everybody is there.")
        case events.SatDown(name, taken, seats, machine) if machine:
            text = _(
                "{name} joins as a guest on {player}'s machine, which sees their hand ({taken} of {seats})."
            )
            return text.format(name=name, player=machine, taken=taken, seats=seats)
        case events.SatDown(name, taken, seats):
            return _("{name} joins ({taken} of {seats}).").format(name=name, taken=taken, seats=seats)
        case events.VisitorSeated(name, machine):
            text = _("{name} is a guest on {player}'s machine, which sees their hand.")
            return text.format(name=name, player=machine)
        case events.StoodUp(name, taken, seats, removed):
            gone = _("{name} is no longer at the table ({taken} of {seats}).")
            text = _("You removed {name} ({taken} of {seats}).") if removed else gone
            return text.format(name=name, taken=taken, seats=seats)
        case events.HostLeft(name):
            text = _("{name}, the host, has left: somebody else opens the table now.")
            return text.format(name=name)
        case events.Agreed(name):
            return _("{name} agrees.").format(name=name)
        case events.RulesChanged(terms, seats, machines):
            text = _("The host has changed the table: {rules} Seats: {seats}.")
            return text.format(rules=" ".join(terms_in_words(terms, seats, machines)), seats=seats)
        case events.Proposed(name, terms):
            text = _("{name} proposes: {rules}")
            return text.format(name=name, rules=terms_in_words(terms, MAX_SEATS)[0])
        case events.OwnProposal(terms):
            text = _("You propose: {rules} The host decides.")
            return text.format(rules=terms_in_words(terms, MAX_SEATS)[0])
        case events.OwnChange(terms, seats, proposed):
            own = _("You have changed the table, and everybody is asked: {rules} Seats: {seats}.")
            text = _("The host takes over what you proposed: {rules}") if proposed else own
            return text.format(rules=terms_in_words(terms, seats)[0], seats=seats)
        case events.Chatted(name, text):
            return with_colon(name, text)
        case events.GuestToCompare(name, safety):
            text = _("{name} joined without the code: they must see these words: {words}")
            return text.format(name=name, words=words(safety))
        case events.HostToCompare(safety):
            text = _("You joined without the code: the player who let you in must see these words: {words}")
            return text.format(words=words(safety))
        case events.FileExposed(path, how):
            return warning(path, how)
        case events.NoNetwork():
            return _("This machine is not on a network now: only programs on it can join.")
        case events.NotAnnounced(trouble):
            text = _("Others cannot find this table automatically: {why}")
            return text.format(why=error_sentence(trouble))
        case events.WaitingForGenesis():
            return _("Waiting for the others to find out whether the game has started.")
        case events.BotStopped(report):
            text = _("A bot has stopped: leave and type p2puno resume to bring it back.")
            return with_report(text, report)
        case events.Lingering(names, seconds):
            text = _(
                "Staying up to {seconds} s: the end of the game is still on its way to {names}. "
                "Ctrl-C leaves at once; your game is saved."
            )
            return text.format(names=listed(names), seconds=seconds)
        case events.Invitation():
            raise AssertionError("it is shown by the waiting room")


def failure(error: ParticipantError) -> str:
    """Why it failed, and what to do."""
    text = _failures()[error.reason]
    if error.reason is Reason.BOT_FAILED:
        return with_report(text, error.path)
    why = error_sentence(error.error) if error.error is not None else ""
    return text.format(path=error.path, names=listed(error.names), why=why)


def _failures() -> dict[Reason, str]:
    return {
        Reason.SAVE_IS_JOURNAL: _("{path} is the name of a private journal: choose another."),
        Reason.SAVE_IS_FOLDER: _("{path} is a folder: choose a name that does not exist yet."),
        Reason.SAVE_EXISTS: _(
            "{path} already exists: choose another name, or continue it: p2puno resume {path}"
        ),
        Reason.SAVE_HAS_NO_FOLDER: _("There is no folder {path}."),
        Reason.OWN_SEAT: _("You have a seat in that game: type p2puno resume"),
        Reason.SIGNED_BEFORE: _(
            "You have already signed the game at that table: continue {path}, or ask for a new table."
        ),
        Reason.NO_JOURNAL: _("The private journal of this game is missing: you can only watch."),
        Reason.JOURNAL_DAMAGED: _(
            "The private journal of this game is damaged ({path}): you can only watch."
        ),
        Reason.NEVER_BEGAN: _("This game had not started when it was interrupted."),
        Reason.OTHER_GAME: _(
            "{path} belongs to another game: move it away, and this game will be fetched again "
            "from the others."
        ),
        Reason.DAMAGED: _(
            "{path} is damaged ({why}): move it away, and it will be fetched again from the others."
        ),
        Reason.IN_USE: _("This game is being played by another p2puno on this machine."),
        Reason.UNSIGNED: _(
            "The game has not started, because {names} did not sign it in time: open or join a new table."
        ),
        Reason.GIVEN_UP: _(
            "Nobody here knows whether this game started, and {names} did not sign it: it is "
            "abandoned. If they have it after all, type p2puno resume {path}"
        ),
        Reason.BOT_FAILED: _("A bot could not sit down: try again, or with fewer --bots."),
    }
