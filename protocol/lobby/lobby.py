"""The lobby before a game: what its guests agree to, and the genesis that all of them sign.

The opener of the table keeps the list of guests (`gathering.py`) and decides what is played. When all seats
are taken and every player agrees, the opener signs a genesis; every guest checks that it is what they agreed
to, and signs it, once for each table. From then on the lobby only answers visitors.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from p2puno.options import MAX_SEATS
from protocol.codec import pack, unpack
from protocol.lobby.agreement import MARK_BYTES, Agreement, mark_of
from protocol.lobby.errors import LobbyError, Refusal, refusal_in
from protocol.lobby.genesis_signing import Patience, Signing
from protocol.lobby.guest_list import LOBBY, Gathering
from protocol.lobby.member_list import TAG, Founding, Member
from protocol.lobby.messages import Description, Guest, check_playable, players_of
from protocol.lobby.presence import Presence
from protocol.log.genesis import Genesis, genesis_body, read_terms
from protocol.log.roster import roster_body
from protocol.log.table_terms import Terms
from protocol.net.event_loop import stop
from protocol.net.keys_and_card import Card
from protocol.net.limits import Bucket, Rate
from protocol.net.mesh import Mesh
from protocol.peer.message_checks import (
    ASK_GENESIS,
    CHAT,
    CHAT_RATE,
    GENESIS,
    MAX_CHAT,
    clean,
    read_genesis_message,
)
from protocol.remote_errors import RemoteError

IN_TURN = 3
"""In a large tournament, to how many guests at a time we pass on signatures."""
AGAIN = 0.5
"""Seconds before an unanswered message is sent again."""
RATE = Rate(messages=20, burst=100, bytes=1e9, byte_burst=1e9)
"""The limit of lobby messages from each guest: all of them carry signatures to check."""


class Lobby(Gathering):
    """One peer's lobby, the opener's or a guest's. `mesh` must pass incoming messages to `receive`."""

    def __init__(self, mesh: Mesh, terms: Terms, seats: int, founding: Founding, guests: list[Guest]) -> None:
        super().__init__(mesh, terms, seats, founding, guests)
        self.signing: Callable[[bytes], None] = lambda body: None
        """Called before we sign a genesis: from then on the game may exist, so it must be on disk."""
        self.said: Callable[[bytes, str], None] = lambda guest, text: None
        """Called when a guest chats."""
        self.proposed: Callable[[bytes, Terms], None] = lambda guest, terms: None
        """Called when a guest, or our own player, proposes to play something else."""
        self.called: Callable[[bytes, Founding, Description], None] = lambda guest, founding, table: None
        """Called when a player of this finished match has opened the table of the next one."""
        self.agrees_always = False
        """A bot agrees to everything: its player decides."""
        self.choosing = False
        """The opener's player is choosing what to play: the game does not begin meanwhile."""
        self.genesis: Genesis | None = None
        self._agreement = Agreement(mesh.keys.identity.public)
        self._agreement.give(mark_of(terms, seats))  # who sits down agrees to what was shown
        self._proposal = b""
        """The mark of what our own player proposed."""
        self._started: asyncio.Future[Genesis] = asyncio.get_running_loop().create_future()
        self._signing: Signing | None = None
        """The one genesis of this table that we have signed."""
        self._unsigned = Refusal.UNSIGNED  # why we would give up the game that we have signed
        self._patience = Patience(self.opener)
        self._presence = Presence()
        self._turn = 0
        self._rates: dict[bytes, Bucket] = {}
        self._chatting: dict[bytes, Bucket] = {}

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
    def signed(self) -> bool:
        return self._signing is not None

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
            await stop(again)

    # -- what is played ---------------------------------------------------------------------------------

    @property
    def mark(self) -> bytes:
        return mark_of(self.terms, self.seats)

    @property
    def agreed(self) -> frozenset[bytes]:
        """The guests, by identity, who agree to what is played."""
        return self._agreement.of((guest.identity for guest in self.guests), self.mark)

    def agree(self) -> None:
        """Our player agrees to what is played."""
        self._agreement.give(self.mark)
        self._pass_on_agreement()
        self.changed()

    def disagree(self) -> None:
        """Our player has not agreed to anything yet."""
        self._agreement = Agreement(self.mesh.keys.identity.public)

    def change(self, terms: Terms, seats: int) -> None:
        """The opener's player wants, and agrees, to play this instead. Raises OptionError if nobody can."""
        if not self.opener or self.signed or (terms, seats) == (self.terms, self.seats):
            return
        terms.check_players(seats)
        if seats < len(self.guests):
            raise LobbyError(Refusal.FULL)
        self.terms, self.seats = terms, seats
        self._agreement.give(self.mark)
        self._relist()

    def propose(self, terms: Terms) -> None:
        """Tell all that our player would rather play this."""
        self._proposal = mark_of(terms, self.seats)
        self.mesh.broadcast(self.message("propose", list(terms.values())), spectators=False)
        self.proposed(self.mesh.keys.identity.public, terms)

    def say(self, text: str) -> None:
        """Send a line of chat to all guests."""
        self.mesh.broadcast(CHAT + clean(text).encode(), spectators=False)

    def _pass_on_agreement(self) -> None:
        if self._agreement.mark is not None:
            self.mesh.broadcast(self.message("agree", self._agreement.mark), spectators=False)

    # -- among those seated -----------------------------------------------------------------------------

    def receive(self, key: bytes, message: bytes) -> None:
        """Handle a message of the mesh. Ignores messages that are not for this lobby or are wrong; raises
        MalformedError for those that no honest sender would send."""
        genesis = read_genesis_message(message)
        if genesis is not None:
            self._begin(genesis)
        elif message[:1] == ASK_GENESIS and self.genesis is not None:
            self.mesh.send(key, GENESIS + pack(self.genesis.wire()))
        elif message[:1] == CHAT:
            self._hear_chat(key, message[1:])
        elif message[:1] == LOBBY and message[1 : 1 + TAG] == self.founding.salt[:TAG]:
            self._hear(key, unpack(message[1 + TAG :]))

    def _hear_chat(self, key: bytes, data: bytes) -> None:
        sender, now = self.guest_of(key) or self.former.get(key), time.monotonic()
        if sender is None or not self._chatting.setdefault(sender, Bucket(CHAT_RATE, now)).take(
            len(data), now
        ):
            return
        text = clean(data[: 4 * MAX_CHAT].decode(errors="replace"))
        if text:
            self.said(sender, text)

    def _hear(self, key: bytes, message: object) -> None:
        guest, now = self.guest_of(key), time.monotonic()
        sender = guest or self.former.get(key)
        if sender is None or not self._rates.setdefault(sender, Bucket(RATE, now)).take(0, now):
            return
        with suppress(RemoteError, LobbyError):
            if guest is not None:
                self._dispatch(key, sender, message)
            else:
                self._dispatch_former(key, message)

    def _dispatch_former(self, key: bytes, message: object) -> None:
        match message:
            case ["seat", bytes(card), str(name), bytes(wish)] if self.opener:
                self._asked_by(key, Card.read(card), name, wish)

    def _dispatch(self, key: bytes, sender: bytes, message: object) -> None:
        match message:
            case ["watch", bytes(card)]:
                self._let_watch(Card.read(card))
            case ["cards", [*cards]]:
                self._take_cards(cards)
            case ["seat", bytes(card), str(name), bytes(wish)] if self.opener:
                self._asked_by(key, Card.read(card), name, wish)
            case ["verdict", bytes(identity), bytes(verdict)] if sender == self.founding.founder:
                self._take_verdict(identity, verdict[:64])
            case ["state", bytes(founding), [*cards], [*guests], terms, int(seats)] if (
                sender == self.founding.founder
            ):
                self._take_list(Founding.read(founding), cards, guests, terms, seats)
            case ["agree", bytes(mark)] if len(mark) == MARK_BYTES:
                if self._agreement.take(sender, mark):
                    self.changed()
            case ["propose", terms]:
                read = read_terms(terms)
                check_playable(read)
                self.proposed(sender, read)
            case ["again", bytes(founding), bytes(description)]:
                self.called(sender, Founding.read(founding), Description.read(description))
            case ["sign", bytes(body), [*signatures]]:
                self._take_signatures(key, body, signatures)

    def connected(self, key: bytes) -> None:
        """A guest has connected: tell them where all others are, in case they could not reach them."""
        if self.guest_of(key) is not None:
            cards = [card.blob for card in self.newest_cards() if card.curve != key]
            self.mesh.send(key, self.message("cards", cards))

    def _take_verdict(self, identity: bytes, verdict: bytes) -> None:
        if identity in self._relayed:
            self._relayed.pop(identity)[0].answer(verdict)
            return
        refusal = refusal_in(verdict) if identity == self.mesh.keys.identity.public else None
        if refusal is not None and refusal not in _ASK_AGAIN and not self.signed:
            self._fail(LobbyError(refusal))

    def _take_list(
        self, founding: Founding, cards: list[object], guests: list[object], terms: object, seats: int
    ) -> None:
        nonces = {guest.identity: guest.nonce for guest in self.guests}
        try:
            if not self._take_state(founding, cards, guests, terms, seats):
                return
        except LobbyError as error:
            if error.refusal is Refusal.CHEATED:
                self._fail(error)  # the opener wants us to play with somebody who cheated
            raise
        now = {guest.identity: guest.nonce for guest in self.guests}
        for identity in nonces:
            if now.get(identity) != nonces[identity]:
                self._agreement.forget(identity)
        if self.agrees_always or self.mark == self._proposal:
            self._agreement.give(self.mark)
        self.changed()

    # -- the genesis ------------------------------------------------------------------------------------

    def _propose(self) -> None:
        """Sign and send the genesis. From now on nobody sits down or leaves."""
        nonces = tuple(guest.nonce for guest in self.guests)
        make = roster_body if self.terms.options.mode == "tournament" else genesis_body
        body = make(self.terms, players_of(self.guests), nonces, time.time_ns() // 1_000_000)
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
        if self._signing is None:
            return
        message = self.message(*self._signing.wire())
        others = [
            member.curve for member in self.founding.members if member.curve != self.mesh.keys.curve_public
        ]
        if self.opener or len(others) < MAX_SEATS:
            self.mesh.broadcast(message, spectators=False)
            return
        # So many signatures take much room: the opener gathers them, and all others get them in turn.
        opener = [
            member.curve for member in self.founding.members if member.identity == self.founding.founder
        ]
        self._turn = (self._turn + IN_TURN) % len(others)
        for key in dict.fromkeys((*opener, *(others + others)[self._turn : self._turn + IN_TURN])):
            self.mesh.send(key, message)

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
        agreed = mark_of(signing.terms, len(signing.players)) == self.mark == self._agreement.mark
        if not agreed or signing.players != players_of(self.guests) or operator != self.operator:
            return  # the newest list may still be on its way; we will be asked again
        if not signing.has_drawn_schedule:
            self._fail(LobbyError(Refusal.SCHEDULE))
            return
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
                if self._patience.is_over(self.there(), time.monotonic()):
                    raise LobbyError(self._unsigned)
            else:
                self._pass_on_agreement()
                self._see_who_left()
            await asyncio.sleep(AGAIN)

    def _see_who_left(self) -> None:
        gone = self._presence.gone(self.there(), self.founding.founder, time.monotonic())
        if not self.opener:
            if self.founding.founder in gone:
                raise LobbyError(Refusal.CLOSED)
            return
        if gone:
            for identity in gone:
                self._agreement.forget(identity)
            self._remove(gone)
        full = len(self.guests) == self.seats and all(self.there().values())
        if full and len(self.agreed) == self.seats and not self.choosing:
            self._propose()

    def there(self) -> dict[bytes, bool]:
        """All other guests, by identity, and whether they are connected."""
        up = self.mesh.peers
        own = self.mesh.keys.curve_public
        return {m.identity: up.get(m.curve, False) for m in self.founding.members if m.curve != own}


_ASK_AGAIN = (Refusal.BOT, Refusal.FULL, Refusal.AWAY, Refusal.SELF, Refusal.SPENT)
"""Refusals of a request over the mesh that need not be final."""
