"""Who sits at a table before the game: its list of guests, and the visitors who ask for a seat.

The opener of the table keeps the list. Every guest shows it to visitors and forwards their requests.
`lobby.py` adds what the guests agree to, and the genesis that they sign.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Mapping

from p2puno.options import MAX_SEATS
from protocol.codec import pack
from protocol.lobby.errors import LobbyError, Refusal
from protocol.lobby.knock import Door, Request, Shown
from protocol.lobby.member_list import TAG, Founding, Member
from protocol.lobby.messages import (
    PLAYER,
    WATCHER,
    Description,
    Guest,
    Wish,
    check_name,
    check_names,
    check_operators,
    check_playable,
    read_guest,
)
from protocol.lobby.names import told_apart
from protocol.lobby.newest_cards import newest_cards
from protocol.lobby.spectators import Watchers
from protocol.log.genesis import NONCE_BYTES, read_terms
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Card
from protocol.net.mesh import Mesh
from protocol.remote_errors import RemoteError

LOBBY = b"L"
MAX_SPENT = 4096
"""How many granted requests are remembered, so that nobody can replay them."""
GOODBYE = 1.0
"""Seconds before the connection to a removed guest is closed: they are told first."""


def lobby_message(founding: Founding, message: list[object]) -> bytes:
    """A message of the lobby of this table."""
    return LOBBY + founding.salt[:TAG] + pack(message)


class Gathering:
    """One peer's copy of the list, the opener's or a guest's."""

    def __init__(self, mesh: Mesh, terms: Terms, seats: int, founding: Founding, guests: list[Guest]) -> None:
        self.mesh = mesh
        self.terms = terms
        self.seats = seats
        self.founding = founding
        self.guests = guests
        self.nonce = os.urandom(NONCE_BYTES)
        self.operator = mesh.keys.identity.public
        """Who runs us: our player if we are a bot. We sign no genesis that says otherwise."""
        self.changed: Callable[[], None] = lambda: None
        """Called when something that a player sees has changed."""
        self.asked: Callable[[bytes, str, bytes], None] = lambda identity, name, safety: None
        """Called when a visitor without the code asks us for a seat, with the bytes that both can compare."""
        self.cards: dict[bytes, Card] = {mesh.keys.identity.public: mesh.card()}
        """The cards of all guests, by identity."""
        self.former: Mapping[bytes, bytes] = {}
        """The identities of the players of the last match at this table, by network key: they are admitted,
        and may ask for a seat over the mesh."""
        self.places: Mapping[bytes, int] = {}
        """The seats in the last match, by identity: the opener keeps that order."""
        self.barred: frozenset[bytes] = frozenset()
        """Identities that get no seat, because they were put out of the last match for cheating."""
        self.watchers = Watchers(mesh)
        self.removed: dict[bytes, str] = {}
        """The guests whom the opener removed, by identity, and their names. They get no seat."""
        self._relayed: dict[bytes, tuple[Request, list[object]]] = {}
        self._spent: deque[bytes] = deque(maxlen=MAX_SPENT)
        """The nonces of requests that were granted."""
        self._door = Door(mesh, self._show, self._requested)

    @property
    def opener(self) -> bool:
        return self.founding.founder == self.mesh.keys.identity.public

    @property
    def host(self) -> str:
        """The opener's name."""
        founder = self.founding.founder
        return next((guest.name for guest in self.guests if guest.identity == founder), "?")

    @property
    def machines(self) -> int:
        """How many players will run a program of their own, if a person takes each free seat."""
        taken = sum(guest.identity == guest.operator for guest in self.guests)
        return taken + self.seats - len(self.guests)

    @property
    def signed(self) -> bool:
        """Whether we have signed a genesis: from then on the list is fixed."""
        raise NotImplementedError

    def close(self) -> None:
        self._door.close()

    def message(self, *parts: object) -> bytes:
        return lobby_message(self.founding, list(parts))

    def description(self) -> Description:
        names = tuple(guest.name for guest in self.guests)
        places = {guest.identity: place for place, guest in enumerate(self.guests)}
        visitors = tuple(
            (place, places[guest.operator])
            for place, guest in enumerate(self.guests)
            if guest.operator in places and guest.is_visitor
        )
        return Description(self.terms, self.seats, names, self.signed, visitors)

    def newest_cards(self) -> list[Card]:
        """Where all guests can be reached now."""
        return newest_cards(self.cards, self.mesh)

    def guest_of(self, key: bytes) -> bytes | None:
        """The identity of the guest with this network key."""
        return next((m.identity for m in self.founding.members if m.curve == key), None)

    # -- who knocks -------------------------------------------------------------------------------------

    def _show(self) -> Shown | None:
        """The table, for a visitor. None while our copy of the list does not name us yet: the visitor could
        not trust our answer, and will ask again."""
        members = {(member.identity, member.curve) for member in self.founding.members}
        if (self.mesh.keys.identity.public, self.mesh.keys.curve_public) not in members:
            return None
        cards = [card for card in self.newest_cards() if (card.identity, card.curve) in members]
        return Shown(self.founding, tuple(cards), self.description().pack())

    def _requested(self, request: Request) -> None:
        try:
            wish = Wish.read(request.blob, request.card, request.name, self.founding)
            if wish.kind == WATCHER:
                self._let_watch(request.card)
                self.mesh.broadcast(self.message("watch", request.card.blob), spectators=False)
                request.answer(pack(["watch"]))
                return
            self._check(request.card, request.name, wish)
            if self.opener:
                self._seat(request.card, request.name, wish)
                request.answer(pack(["seated"]))
            else:  # only the opener keeps the list
                if len(self._relayed) >= MAX_SEATS and request.card.identity not in self._relayed:
                    raise LobbyError(Refusal.AWAY)  # we would flood the opener
                wanted: list[object] = ["seat", request.card.blob, request.name, request.blob]
                self._relayed[request.card.identity] = request, wanted
                self._relay()
            if not wish.has_code:
                names = {guest.identity: guest.name for guest in self.guests}  # with their numbers
                name = names.get(request.card.identity, request.name)
                self.asked(request.card.identity, name, request.safety)
        except LobbyError as error:
            request.answer(pack(["no", error.refusal.value]))
        except RemoteError:
            request.answer(pack(["no", Refusal.REQUEST.value]))

    def _check(self, card: Card, name: str, wish: Wish) -> None:
        """Raise if this guest cannot have a seat."""
        check_name(name)
        if self.signed:
            raise LobbyError(Refusal.BEGUN)
        if card.curve == self.mesh.keys.curve_public or card.identity == self.mesh.keys.identity.public:
            raise LobbyError(Refusal.SELF)
        if any(m.curve == card.curve and m.identity != card.identity for m in self.founding.members):
            raise LobbyError(Refusal.SELF)  # a founding with the same key twice is invalid
        if {card.identity, wish.operator} & self.barred:
            raise LobbyError(Refusal.CHEATED)
        if {card.identity, wish.operator} & self.removed.keys():
            raise LobbyError(Refusal.REMOVED)
        seated = {guest.identity for guest in self.guests}
        if card.identity not in seated and len(seated) >= self.seats:
            raise LobbyError(Refusal.FULL)
        others = [guest for guest in self.guests if guest.identity != card.identity]
        check_operators([*others, Guest(card.identity, name, wish.operator, wish.nonce)])

    def _relay(self) -> None:
        opener = next(m for m in self.founding.members if m.identity == self.founding.founder)
        for identity, (request, wanted) in list(self._relayed.items()):
            if not self.mesh.send(opener.curve, self.message(*wanted)):
                del self._relayed[identity]
                request.answer(pack(["no", Refusal.AWAY.value]))

    def _let_watch(self, card: Card) -> None:
        if card.curve in {self.mesh.keys.curve_public, *(m.curve for m in self.founding.members)}:
            raise LobbyError(Refusal.SELF)
        if card.curve not in self.former:  # they may take a seat yet
            self.watchers.let_in(card)

    def _asked_by(self, key: bytes, card: Card, name: str, blob: bytes) -> None:
        """Handle a request over the mesh: a visitor's that a guest forwarded, or that of a player of the last
        match (opener only)."""
        verdict: list[object] = ["seated"]
        try:
            wish = Wish.read(blob, card, name, self.founding)
            if wish.kind != PLAYER or self.former.get(key, card.identity) != card.identity:
                raise LobbyError(Refusal.REQUEST)
            self._check(card, name, wish)
            known = {guest.identity: guest.nonce for guest in self.guests}.get(card.identity, wish.nonce)
            if known != wish.nonce and card.serial <= self.cards[card.identity].serial:
                raise LobbyError(Refusal.SELF)  # their own request from before a restart
            self._seat(card, name, wish)
        except LobbyError as error:
            verdict = ["no", error.refusal.value]
        self.mesh.send(key, self.message("verdict", card.identity, pack(verdict)))

    # -- the list ---------------------------------------------------------------------------------------

    def _seat(self, card: Card, name: str, wish: Wish) -> None:
        """Give a guest a seat, or their old one if their program was restarted."""
        known = next((n for n, guest in enumerate(self.guests) if guest.identity == card.identity), None)
        if known is not None and self.guests[known].nonce == wish.nonce:
            return
        if wish.nonce in self._spent:
            raise LobbyError(Refusal.SPENT)  # they have left, and somebody replays their request
        self._spent.append(wish.nonce)
        taken = [guest.name for n, guest in enumerate(self.guests) if n != known]
        guest = Guest(card.identity, told_apart(name, taken), wish.operator, wish.nonce, wish.word)
        if known is None:
            self.guests.append(guest)
            self.guests.sort(key=lambda one: self.places.get(one.identity, len(self.places)))
        else:
            self.guests[known] = guest
        old = self.cards.get(card.identity)
        if old is not None and old.curve != card.curve:
            self._expel(old.curve)
        self.cards[card.identity] = card
        self.watchers.takes_seat(card.curve)
        self.mesh.admit(card.curve, card.addresses, identity=card.identity)
        self._relist()

    def _remove(self, identities: set[bytes]) -> None:
        """Remove guests who left before the game began, and their bots (opener only)."""
        gone = {g.identity for g in self.guests if {g.identity, g.operator} & identities}
        self.guests = [guest for guest in self.guests if guest.identity not in gone]
        for identity in gone:
            self._expel(self.cards.pop(identity).curve)
        self._relist()

    def remove(self, identity: bytes) -> None:
        """The opener's player wants this guest, and their bots, to leave. They get no seat at this table
        until the opener's player lets them back."""
        gone = {g.identity for g in self.guests if identity in (g.identity, g.operator)}
        if not self.opener or self.signed or self.mesh.keys.identity.public in gone:
            return
        for guest in self.guests:
            if guest.identity == identity and guest.operator != self.mesh.keys.identity.public:
                self.removed[identity] = guest.name
        keys = [self.cards[one].curve for one in gone]
        for one in gone:
            verdict = pack(["no", Refusal.REMOVED.value])
            self.mesh.send(self.cards[one].curve, self.message("verdict", one, verdict))
            del self.cards[one]
        self.guests = [guest for guest in self.guests if guest.identity not in gone]
        self.former = {key: one for key, one in self.former.items() if one not in gone}
        self._relist()
        for key in keys:
            asyncio.get_running_loop().call_later(GOODBYE, self._expel, key)

    def let_back(self, identity: bytes) -> None:
        """The opener's player lets a removed guest come back: they can ask for a seat again."""
        self.removed.pop(identity, None)
        self.changed()

    def _expel(self, key: bytes) -> None:
        """Stop admitting a key, unless a player of the last match has it."""
        if key not in self.former:
            self.mesh.expel(key)

    def dismiss_others(self) -> None:
        """The game has begun: close the connections to players of the last match who have no seat in it."""
        self.former = {}
        asyncio.get_running_loop().call_later(GOODBYE, self._expel_others)

    def _relist(self) -> None:
        members = [Member(guest.identity, self.cards[guest.identity].curve) for guest in self.guests]
        self.founding = self.founding.again(self.mesh.keys, members)
        self._tell()
        self.changed()

    def _tell(self) -> None:
        # After a restart with a torn journal, some guests may be unknown until they connect.
        cards = [self.cards[guest.identity].blob for guest in self.guests if guest.identity in self.cards]
        guests = [guest.wire() for guest in self.guests]
        state = self.message(
            "state", self.founding.blob, cards, guests, list(self.terms.values()), self.seats
        )
        self.mesh.broadcast(state, spectators=False)

    def _take_state(
        self, founding: Founding, cards: list[object], guests: list[object], terms: object, seats: int
    ) -> bool:
        """Take the opener's newest list; whether it was new."""
        if founding.table != self.founding.table or founding.serial < self.founding.serial:
            return False
        if self.signed or (founding.serial == self.founding.serial and self.guests):
            return False
        listed = [read_guest(guest) for guest in guests]
        if [guest.identity for guest in listed] != [member.identity for member in founding.members]:
            return False
        read = read_terms(terms)
        if not max(read.least_seats, len(listed)) <= seats <= read.most_seats:
            return False
        check_operators(listed)
        check_names(listed)
        check_playable(read)
        if self.barred & {one for guest in listed for one in (guest.identity, guest.operator)}:
            raise LobbyError(Refusal.CHEATED)
        self.founding, self.guests, self.terms, self.seats = founding, listed, read, seats
        for blob in cards:
            card = Card.read(blob if isinstance(blob, bytes) else b"")
            if Member(card.identity, card.curve) in founding.members:
                self.cards[card.identity] = card
                if card.curve != self.mesh.keys.curve_public:
                    self.mesh.admit(card.curve, card.addresses, identity=card.identity)
        self._expel_others()
        return True

    def _expel_others(self) -> None:
        members = {member.curve for member in self.founding.members} | set(self.former)
        for key in [key for key in self.mesh.peers if key not in members and key not in self.watchers]:
            self.mesh.expel(key)

    def _take_cards(self, cards: list[object]) -> None:
        """Take newer cards: a guest that we cannot reach may have moved."""
        there, known = self.mesh.peers, {card.identity: card.serial for card in self.newest_cards()}
        for blob in cards[: self.seats]:
            card = Card.read(blob if isinstance(blob, bytes) else b"")
            seated = Member(card.identity, card.curve) in self.founding.members
            if seated and there.get(card.curve) is False and card.serial > known.get(card.identity, -1):
                self.cards[card.identity] = card
                self.mesh.move(card.curve, card.addresses)
