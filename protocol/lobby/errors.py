"""Why a player gets no seat, or a game cannot begin."""

from __future__ import annotations

from enum import StrEnum

from protocol.codec import unpack
from protocol.remote_errors import RemoteError


class Refusal(StrEnum):
    """The reason, by the word that goes over the network."""

    FULL = "full"
    BEGUN = "begun"
    NAME = "name"
    NAME_UNSEEN = "unseen"
    """The name has invisible characters."""
    NAME_MARKS = "marks"
    """The name has too many accents on one letter."""
    NAME_SIGNS = "signs"
    NAME_RESERVED = "reserved"
    SPENT = "spent"
    """The request for a seat was used before."""
    WATCHERS = "watchers"
    BOT = "bot"
    """A bot without its player."""
    AWAY = "away"
    """The host, who alone can give seats, is away."""
    SELF = "self"
    REQUEST = "request"
    """The request was not understood; also any refusal that this program does not know."""
    TERMS = "terms"
    """The time limits are not reasonable."""
    UNSIGNED = "unsigned"
    TWO_GAMES = "two games"
    """The host signed two different games."""
    CLOSED = "closed"
    CHEATED = "cheated"
    """They, or a bot of theirs, were put out of the last match at this table for cheating."""
    SCHEDULE = "schedule"
    """The schedule of a tournament is not the one that our own program makes."""
    REMOVED = "removed"
    """The host removed them."""


class LobbyError(Exception):
    """A seat is refused, or the game does not begin. Carries no text: `cli` says it in words."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


def read_refusal(word: str) -> Refusal:
    """The reason that a peer gave."""
    return Refusal(word) if word in list(Refusal) else Refusal.REQUEST


def refusal_in(verdict: bytes) -> Refusal | None:
    """The reason in a verdict, if it refuses."""
    try:
        match unpack(verdict):
            case ["no", str(word)]:
                return read_refusal(word)
    except RemoteError:
        pass
    return None
