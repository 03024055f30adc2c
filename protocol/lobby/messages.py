"""The data exchanged before a game: requests for a seat, guests, and the description of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from p2puno.options import MAX_PLAYERS
from protocol.codec import pack, unpack
from protocol.identity import Player, is_key, is_signed
from protocol.lobby.errors import LobbyError, Refusal
from protocol.lobby.member_list import Founding
from protocol.lobby.names import are_alike, fault
from protocol.log.genesis import NONCE_BYTES, is_name, read_terms
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Card, Keys, check_signed, fields
from protocol.remote_errors import RemoteError

BOT_TAG = b"p2puno/bot\0"
GUEST_TAG = b"p2puno/guest\0"
WISH_TAG = b"p2puno/wish\0"
PLAYER, WATCHER = "player", "watcher"

MIN_GRACE, MAX_GRACE, MIN_TURN = 1_000, 86_400_000, 750
"""Milliseconds: the shortest and longest grace, and the shortest turn, of an acceptable table."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player or bot at the table before the game. `operator` is the identity that runs them; for a bot, or
    for a person who plays on the operator's machine, `word` is the operator's signature for that."""

    identity: bytes
    name: str
    operator: bytes
    nonce: bytes
    word: bytes = b""

    def wire(self) -> list[object]:
        return [self.identity, self.name, self.operator, self.nonce, self.word]

    @property
    def is_visitor(self) -> bool:
        """Whether a person plays here on the machine of another player, which sees their hand."""
        return self.operator != self.identity and is_signed(
            self.operator, GUEST_TAG, self.identity, self.word
        )


def read_guest(value: object) -> Guest:
    match value:
        case [bytes(identity), str(name), bytes(operator), bytes(nonce), bytes(word)] if (
            is_key(identity) and is_key(operator) and is_name(name) and len(nonce) == NONCE_BYTES
        ):
            check_word(identity, operator, word)
            return Guest(identity, name, operator, nonce, word)
    raise LobbyError(Refusal.REQUEST)


def players_of(guests: Sequence[Guest]) -> tuple[Player, ...]:
    """The players of the genesis if these guests sit in this order."""
    identities = [guest.identity for guest in guests]
    return tuple(Player(guest.identity, guest.name, identities.index(guest.operator)) for guest in guests)


def check_name(name: str) -> None:
    """Raise unless the name may be shown on a screen."""
    if not is_name(name):
        raise LobbyError(Refusal.NAME)
    if (wrong := fault(name)) is not None:
        raise LobbyError(wrong)


def check_names(guests: Iterable[Guest]) -> None:
    """Raise unless all names may be shown together on a screen."""
    listed = [guest.name for guest in guests]
    for number, name in enumerate(listed):
        check_name(name)
        if any(are_alike(name, other) for other in listed[:number]):
            raise LobbyError(Refusal.NAME)


def check_operators(guests: Iterable[Guest]) -> None:
    """Raise unless every guest's operator is a guest who operates themselves."""
    listed = list(guests)
    people = {guest.identity for guest in listed if guest.operator == guest.identity}
    if any(guest.operator not in people for guest in listed):
        raise LobbyError(Refusal.BOT)


@dataclass(frozen=True, slots=True)
class Wish:
    """A visitor's request for a seat, or to watch. A bot's carries its player's signature for the bot.

    It is signed together with the name, the card and the table, because any guest may forward it.
    """

    kind: str
    nonce: bytes
    operator: bytes
    word: bytes
    has_code: bool = False
    """They say that the code has proved the table to them, so they have no words to compare."""

    def pack(self, keys: Keys, card: Card, name: str, founding: Founding) -> bytes:
        body = pack([self.kind, self.nonce, self.operator, self.word, self.has_code])
        return pack([body, keys.identity.sign(WISH_TAG, _wished(body, card, name, founding))])

    @classmethod
    def read(cls, blob: bytes, card: Card, name: str, founding: Founding) -> Wish:
        """Parse and verify. Raises LobbyError; RemoteError if it is malformed or not theirs."""
        body, signature = fields(blob, bytes, bytes)
        check_signed(card.identity, WISH_TAG, _wished(body, card, name, founding), signature)
        match unpack(body):
            case [
                ("player" | "watcher") as kind,
                bytes(nonce),
                bytes(operator),
                bytes(word),
                bool(has_code),
            ] if len(nonce) == NONCE_BYTES:
                check_word(card.identity, operator, word)
                return cls(kind, nonce, operator, word, has_code)
        raise LobbyError(Refusal.REQUEST)


def _wished(body: bytes, card: Card, name: str, founding: Founding) -> bytes:
    return pack([founding.founder, founding.salt, card.blob, name, body])


def bot_word(keys: Keys, bot: bytes, visitor: bool = False) -> bytes:
    """A player's signature that this identity is their bot, or a person who plays on their machine."""
    return keys.identity.sign(GUEST_TAG if visitor else BOT_TAG, bot)


def check_word(identity: bytes, operator: bytes, word: bytes) -> None:
    """Raise unless this identity operates itself, or its operator has signed for it."""
    signed = any(is_signed(operator, tag, identity, word) for tag in (BOT_TAG, GUEST_TAG))
    if operator != identity and not signed:
        raise LobbyError(Refusal.BOT)


def check_playable(terms: Terms) -> None:
    """Raise unless players have time to move, and are not lost before their program moves for them."""
    graces = MIN_GRACE <= terms.machine_grace <= terms.grace <= MAX_GRACE
    if not graces or not MIN_TURN <= terms.turn_time <= terms.grace:
        raise LobbyError(Refusal.TERMS)


def _read_guests(rest: Sequence[object], people: int) -> tuple[tuple[int, int], ...]:
    """What follows in a description, which has nothing there if there are no guests."""
    match rest:
        case []:
            return ()
        case [[_, *_] as pairs]:
            found = dict(_read_pair(pair, range(people)) for pair in pairs)
            if len(found) == len(pairs):
                return tuple(found.items())
    raise LobbyError(Refusal.REQUEST)


def _read_pair(value: object, places: range) -> tuple[int, int]:
    match value:
        case [int(guest), int(operator)] if guest != operator and guest in places and operator in places:
            return guest, operator
    raise LobbyError(Refusal.REQUEST)


@dataclass(frozen=True, slots=True)
class Description:
    """What a table shows to visitors: its terms, its seats, who is there, whether the game has begun."""

    terms: Terms
    seats: int
    names: tuple[str, ...]
    begun: bool
    guests: tuple[tuple[int, int], ...] = ()
    """Who plays on another player's machine, which sees their hand: the places of both among the names."""

    def pack(self) -> bytes:
        guests = [[list(pair) for pair in self.guests]] if self.guests else []
        return pack([self.terms.values(), self.seats, list(self.names), self.begun, *guests])

    @classmethod
    def read(cls, blob: bytes) -> Description:
        """Parse a stranger's description; accepts only what is safe to show. Raises LobbyError."""
        try:
            match unpack(blob):
                case [terms, int(seats), [*names], bool(begun), *rest] if (
                    2 <= seats <= MAX_PLAYERS
                    and len(names) <= seats
                    and all(isinstance(name, str) and is_name(name) for name in names)
                    and (begun or not any(map(fault, names)))
                ):
                    read = read_terms(terms)
                    check_playable(read)
                    if not read.least_seats <= seats <= read.most_seats:
                        raise LobbyError(Refusal.REQUEST)
                    guests = _read_guests(rest, len(names))
                    return cls(read, seats, tuple(str(name) for name in names), begun, guests)
        except RemoteError as error:
            raise LobbyError(Refusal.REQUEST) from error
        raise LobbyError(Refusal.REQUEST)
