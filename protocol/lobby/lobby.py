"""The lobby before a game: who sits down, and the genesis that all of them sign.

The opener of the table keeps the list of guests. Every guest shows the list to visitors and forwards their
requests for a seat. When all seats are taken, the opener signs a genesis; every guest checks that it is what
they agreed to, and signs it, once for each table. From then on the lobby only answers visitors.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from p2puno.options import MAX_SEATS
from protocol.codec import pack, unpack
from protocol.lobby.errors import LobbyError, Refusal
from protocol.lobby.genesis_signing import Patience, Signing
from protocol.lobby.knock import Door, Request, Shown
from protocol.lobby.member_list import Founding, Member
from protocol.lobby.messages import (
    PLAYER,
    WATCHER,
    Description,
    Guest,
    Wish,
    check_name,
    check_names,
    check_operators,
    players_of,
    read_guest,
)
from protocol.lobby.names import told_apart
from protocol.lobby.newest_cards import newest_cards
from protocol.lobby.presence import Presence
from protocol.lobby.spectators import Watchers
from protocol.log.genesis import NONCE_BYTES, Genesis, genesis_body
from protocol.log.table_terms import Terms
from protocol.net.keys_and_card import Card
from protocol.net.limits import Bucket, Rate
from protocol.net.mesh import Mesh
from protocol.peer.message_forms import ASK_GENESIS, GENESIS, read_genesis_message
from protocol.remote_errors import RemoteError

LOBBY = b"L"
AGAIN = 0.5
"""Seconds before an unanswered message is sent again."""
MAX_SPENT = 4096
"""How many granted requests are remembered, so that nobody can replay them."""
RATE = Rate(messages=20, burst=100, bytes=1e9, byte_burst=1e9)
"""The limit of lobby messages from each guest: all of them carry signatures to check."""


class Lobby:
    """One peer's lobby, the opener's or a guest's. `mesh` must pass incoming messages to `receive`."""

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
        """Called when somebody has sat down or left."""
        self.asked: Callable[[bytes, str, bytes], None] = lambda identity, name, safety: None
        """Called when a visitor without the code asks us for a seat, with the bytes that both can compare."""
        self.signing: Callable[[bytes], None] = lambda body: None
        """Called before we sign a genesis: from then on the game may exist, so it must be on disk."""
        self.cards: dict[bytes, Card] = {mesh.keys.identity.public: mesh.card()}
        """The cards of all guests, by identity."""
        self.genesis: Genesis | None = None
        self.watchers = Watchers(mesh)
        self._started: asyncio.Future[Genesis] = asyncio.get_running_loop().create_future()
        self._signing: Signing | None = None
        """The one genesis of this table that we have signed."""
        self._unsigned = Refusal.UNSIGNED  # why we would give up the game that we have signed
        self._patience = Patience(self.opener)
        self._relayed: dict[bytes, tuple[Request, list[object]]] = {}
        self._presence = Presence()
        self._rates: dict[bytes, Bucket] = {}
        self._spent: deque[bytes] = deque(maxlen=MAX_SPENT)
        """The nonces of requests that were granted."""
        self._door = Door(mesh, self._show, self._requested)

    # -- opening and joining ----------------------------------------------------------------------------

    @classmethod
    def open(cls, mesh: Mesh, terms: Terms, seats: int, name: str) -> Lobby:
        keys = mesh.keys
        founding = Founding.make(keys, [Member(keys.identity.public, keys.curve_public)])
        lobby = cls(mesh, terms, seats, founding, [])
        lobby.guests.append(Guest(keys.identity.public, name, keys.identity.public, lobby.nonce))
        return lobby

    @classmethod
    def again(
        cls, mesh: Mesh, founding: Founding, cards: list[Card], body: bytes, genesis: Genesis | None
    ) -> Lobby:
        """The lobby after a restart: the game has begun, or we signed it and do not know whether it has."""
        signing = Signing(body)
        guests = signing.guests()
        lobby = cls(mesh, signing.terms, len(guests), founding, guests)
        own = next(guest for guest in guests if guest.identity == mesh.keys.identity.public)
        lobby.nonce, lobby.operator = own.nonce, own.operator
        lobby.cards = {card.identity: card for card in cards} | lobby.cards
        for card in cards:
            if card.curve != mesh.keys.curve_public:
                mesh.admit(card.curve, card.addresses, identity=card.identity)
        lobby._patience = Patience(lobby.opener, resumed=True)
        lobby._sign(signing)
        if genesis is not None:
            lobby._begin(genesis)
        return lobby

    @property
    def opener(self) -> bool:
        return self.founding.founder == self.mesh.keys.identity.public

    async def started(self) -> Genesis:
        """Wait until all have sat down and signed. Raises LobbyError if the table is closed."""
        again = asyncio.create_task(self._repeat(), name="lobby")
        try:
            waiting: list[asyncio.Future[Any]] = [self._started, again]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not self._started.done():
                await again  # raises the reason
            return await self._started
        finally:
            again.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await again

    def close(self) -> None:
        self._door.close()

    # -- who knocks -------------------------------------------------------------------------------------

    def description(self) -> Description:
        names = tuple(guest.name for guest in self.guests)
        return Description(self.terms, self.seats, names, self._signing is not None)

    def newest_cards(self) -> list[Card]:
        """Where all guests can be reached now."""
        return newest_cards(self.cards, self.mesh)

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
                self.mesh.broadcast(LOBBY + pack(["watch", request.card.blob]), spectators=False)
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
        if self._signing is not None:
            raise LobbyError(Refusal.BEGUN)
        if card.curve == self.mesh.keys.curve_public or card.identity == self.mesh.keys.identity.public:
            raise LobbyError(Refusal.SELF)
        if any(m.curve == card.curve and m.identity != card.identity for m in self.founding.members):
            raise LobbyError(Refusal.SELF)  # a founding with the same key twice is invalid
        seated = {guest.identity for guest in self.guests}
        if card.identity not in seated and len(seated) >= self.seats:
            raise LobbyError(Refusal.FULL)
        others = [guest for guest in self.guests if guest.identity != card.identity]
        check_operators([*others, Guest(card.identity, name, wish.operator, wish.nonce)])

    def _relay(self) -> None:
        opener = next(m for m in self.founding.members if m.identity == self.founding.founder)
        for identity, (request, wanted) in list(self._relayed.items()):
            if not self.mesh.send(opener.curve, LOBBY + pack(wanted)):
                del self._relayed[identity]
                request.answer(pack(["no", Refusal.AWAY.value]))

    def _let_watch(self, card: Card) -> None:
        if card.curve in {self.mesh.keys.curve_public, *(m.curve for m in self.founding.members)}:
            raise LobbyError(Refusal.SELF)
        self.watchers.let_in(card)

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
        else:
            self.guests[known] = guest
        old = self.cards.get(card.identity)
        if old is not None and old.curve != card.curve:
            self.mesh.expel(old.curve)
        self.cards[card.identity] = card
        self.watchers.takes_seat(card.curve)
        self.mesh.admit(card.curve, card.addresses, identity=card.identity)
        self._relist()

    def _remove(self, identities: set[bytes]) -> None:
        """Remove guests who left before the game began, and their bots (opener only)."""
        gone = {g.identity for g in self.guests if {g.identity, g.operator} & identities}
        self.guests = [guest for guest in self.guests if guest.identity not in gone]
        for identity in gone:
            self.mesh.expel(self.cards.pop(identity).curve)
        self._relist()

    def _relist(self) -> None:
        members = [Member(guest.identity, self.cards[guest.identity].curve) for guest in self.guests]
        self.founding = self.founding.again(self.mesh.keys, members)
        self._tell()
        self.changed()

    # -- among those seated -----------------------------------------------------------------------------

    def receive(self, key: bytes, message: bytes) -> None:
        """Handle a message of the mesh. Ignores messages that are not for the lobby or are wrong; raises
        MalformedError for those that no honest sender would send."""
        genesis = read_genesis_message(message)
        if genesis is not None:
            self._begin(genesis)
        elif message[:1] == ASK_GENESIS and self.genesis is not None:
            self.mesh.send(key, GENESIS + pack(self.genesis.wire()))
        elif message[:1] == LOBBY:
            self._hear(key, unpack(message[1:]))

    def _hear(self, key: bytes, message: object) -> None:
        sender = next((m.identity for m in self.founding.members if m.curve == key), None)
        now = time.monotonic()
        if sender is None or not self._rates.setdefault(sender, Bucket(RATE, now)).take(0, now):
            return
        with suppress(RemoteError, LobbyError):
            self._dispatch(key, sender, message)

    def _dispatch(self, key: bytes, sender: bytes, message: object) -> None:
        match message:
            case ["watch", bytes(card)]:
                self._let_watch(Card.read(card))
            case ["cards", [*cards]]:
                self._take_cards(cards)
            case ["seat", bytes(card), str(name), bytes(wish)] if self.opener:
                self._asked_by(key, Card.read(card), name, wish)
            case ["verdict", bytes(identity), bytes(verdict)] if sender == self.founding.founder:
                if identity in self._relayed:
                    self._relayed.pop(identity)[0].answer(verdict[:64])
            case ["state", bytes(founding), [*cards], [*guests]] if sender == self.founding.founder:
                self._take_state(Founding.read(founding), cards, guests)
            case ["sign", bytes(body), [*signatures]]:
                self._take_signatures(key, body, signatures)

    def connected(self, key: bytes) -> None:
        """A guest has connected: tell them where all others are, in case they could not reach them."""
        if any(member.curve == key for member in self.founding.members):
            cards = [card.blob for card in self.newest_cards() if card.curve != key]
            self.mesh.send(key, LOBBY + pack(["cards", cards]))

    def _take_cards(self, cards: list[object]) -> None:
        """Take newer cards: a guest that we cannot reach may have moved."""
        there, known = self.mesh.peers, {card.identity: card.serial for card in self.newest_cards()}
        for blob in cards[:MAX_SEATS]:
            card = Card.read(blob if isinstance(blob, bytes) else b"")
            seated = Member(card.identity, card.curve) in self.founding.members
            if seated and there.get(card.curve) is False and card.serial > known.get(card.identity, -1):
                self.cards[card.identity] = card
                self.mesh.move(card.curve, card.addresses)

    def _asked_by(self, key: bytes, card: Card, name: str, blob: bytes) -> None:
        """Handle a visitor's request that a guest forwarded to us."""
        verdict: list[object] = ["seated"]
        try:
            wish = Wish.read(blob, card, name, self.founding)
            if wish.kind != PLAYER:
                raise LobbyError(Refusal.REQUEST)
            self._check(card, name, wish)
            known = {guest.identity: guest.nonce for guest in self.guests}.get(card.identity, wish.nonce)
            if known != wish.nonce and card.serial <= self.cards[card.identity].serial:
                raise LobbyError(Refusal.SELF)  # their own request from before a restart
            self._seat(card, name, wish)
        except LobbyError as error:
            verdict = ["no", error.refusal.value]
        self.mesh.send(key, LOBBY + pack(["verdict", card.identity, pack(verdict)]))

    def _take_state(self, founding: Founding, cards: list[object], guests: list[object]) -> None:
        if founding.table != self.founding.table or founding.serial < self.founding.serial:
            return
        if self._signing is not None or (founding.serial == self.founding.serial and self.guests):
            return
        listed = [read_guest(guest) for guest in guests]
        if [guest.identity for guest in listed] != [member.identity for member in founding.members]:
            return
        check_operators(listed)
        check_names(listed)
        self.founding, self.guests = founding, listed
        for blob in cards:
            card = Card.read(blob if isinstance(blob, bytes) else b"")
            if Member(card.identity, card.curve) in founding.members:
                self.cards[card.identity] = card
                if card.curve != self.mesh.keys.curve_public:
                    self.mesh.admit(card.curve, card.addresses, identity=card.identity)
        members = {member.curve for member in founding.members}
        for key in [key for key in self.mesh.peers if key not in members and key not in self.watchers]:
            self.mesh.expel(key)
        self.changed()

    def _tell(self) -> None:
        # After a restart with a torn journal, some guests may be unknown until they connect.
        cards = [self.cards[guest.identity].blob for guest in self.guests if guest.identity in self.cards]
        state = ["state", self.founding.blob, cards, [guest.wire() for guest in self.guests]]
        self.mesh.broadcast(LOBBY + pack(state), spectators=False)

    # -- the genesis ------------------------------------------------------------------------------------

    def _propose(self) -> None:
        """Sign and send the genesis. From now on nobody sits down or leaves."""
        nonces = tuple(guest.nonce for guest in self.guests)
        body = genesis_body(self.terms, players_of(self.guests), nonces, time.time_ns() // 1_000_000)
        self.signing(body)
        self._sign(Signing(body))

    def _sign(self, signing: Signing) -> None:
        """Sign a genesis, the only one at this table."""
        assert self._signing is None
        self._signing = signing
        self._patience.start(time.monotonic())
        signing.sign(self.mesh.keys.identity)
        self._pass_on_signatures()

    def _pass_on_signatures(self) -> None:
        if self._signing is not None:
            self.mesh.broadcast(LOBBY + pack(self._signing.wire()), spectators=False)

    def _take_signatures(self, key: bytes, body: bytes, given: list[object]) -> None:
        if self.genesis is not None:
            self.mesh.send(key, GENESIS + pack(self.genesis.wire()))
            return
        signing = self._signing
        if signing is None or signing.body != body:
            self._take_proposal(Signing(body), given)
        else:
            signing.add(given)
        if self._signing is not None and (genesis := self._signing.genesis()) is not None:
            self._begin(genesis)

    def _take_proposal(self, signing: Signing, given: list[object]) -> None:
        """Sign the opener's genesis if it is what we agreed to: the terms, exactly these players, and at our
        seat our operator and our nonce, which proves that it is not an old one."""
        seats = {guest.identity: (guest.operator, guest.nonce) for guest in signing.guests()}
        operator, nonce = seats.get(self.mesh.keys.identity.public, (b"", b""))
        if nonce != self.nonce:
            return
        signing.add(given)
        if not signing.has(self.founding.founder):
            return
        if self._signing is not None:
            self._unsigned = Refusal.TWO_GAMES  # we stay: the others may begin the game that we have signed
            return
        as_told = signing.terms == self.terms and signing.players == players_of(self.guests)
        if not as_told or len(signing.players) != self.seats or operator != self.operator:
            return  # the newest list may still be on its way; we will be asked again
        try:
            self.signing(signing.body)
        except Exception as error:  # if we cannot record the game, we must not sign it
            self._fail(error)
            return
        self._sign(signing)

    def _fail(self, error: Exception) -> None:
        if not self._started.done():
            self._started.set_exception(error)

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the players whose signature of the genesis we lack."""
        return self._signing.missing if self._signing is not None else ()

    def _begin(self, genesis: Genesis) -> None:
        if self.genesis is not None or self._signing is None or genesis.body != self._signing.body:
            return
        self.genesis = genesis
        if self.opener:
            self.mesh.broadcast(GENESIS + pack(genesis.wire()))
        if not self._started.done():
            self._started.set_result(genesis)

    # -- time -------------------------------------------------------------------------------------------

    async def _repeat(self) -> None:
        """Repeat unanswered messages, because messages may be lost, and notice who has left."""
        while self.genesis is None:
            if self.opener:
                self._tell()
            else:
                self._relay()
            if self._signing is not None:
                self._pass_on_signatures()
                if self._patience.is_over(self._there(), time.monotonic()):
                    raise LobbyError(self._unsigned)
            else:
                self._see_who_left()
            await asyncio.sleep(AGAIN)

    def _see_who_left(self) -> None:
        gone = self._presence.gone(self._there(), self.founding.founder, time.monotonic())
        if not self.opener:
            if self.founding.founder in gone:
                raise LobbyError(Refusal.CLOSED)
            return
        if gone:
            self._remove(gone)
        if len(self.guests) == self.seats and all(self._there().values()):
            self._propose()

    def _there(self) -> dict[bytes, bool]:
        """All other guests, by identity, and whether they are connected."""
        up, own = self.mesh.peers, self.mesh.keys.curve_public
        return {m.identity: up.get(m.curve, False) for m in self.founding.members if m.curve != own}
