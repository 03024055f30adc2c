"""The table of the next match: the players of the last one stay connected and sit down there by themselves.

docs/lobby.md ("Another match") says who opens it, who may sit there, and why nobody needs a code. Having a
seat there is not agreement: the game begins when every player agrees.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from p2puno.options import OptionError
from protocol.lobby.errors import LobbyError, Refusal
from protocol.lobby.lobby import AGAIN, Lobby
from protocol.lobby.member_list import Founding
from protocol.lobby.messages import PLAYER, Description, Wish
from protocol.log.entry import SILENCE
from protocol.log.genesis import Genesis
from protocol.play.game import Game

QUIET = 1.5
"""Seconds without an offer after which we open the table ourselves, if nobody with a lower seat is here."""
STALE = 2.0
"""Seconds after which an offer that is not repeated is forgotten."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """A player of the last match has opened a table."""

    founding: Founding
    table: Description
    heard: float


def cheats(game: Game) -> frozenset[bytes]:
    """The identities that were put out of a match for cheating, and all that the same players run."""
    players = game.genesis.players
    out = {loss.seat for loss in game.losses} - set(game.match.playing)
    operators = {players[seat].operator for seat in out if game.lost_for(seat) != SILENCE}
    return frozenset(player.key for player in players if player.operator in operators)


class NextTable:
    """One participant's way to the next match. `lobby` is where we sit, or ask for a seat; None before."""

    def __init__(
        self,
        before: Lobby,
        game: Game,
        word: bytes,
        bot: bool,
        entered: Callable[[Lobby], None],
        resumed: bool = False,
    ) -> None:
        """`resumed`: we came back when the match was over, so others may have a table already."""
        self.before = before
        self.lobby: Lobby | None = None
        self.changed: Callable[[], None] = lambda: None
        """Called when something that a player sees has changed, also another lobby."""
        self.begun_without_us = False
        self._own = before.mesh.keys.identity.public
        self._name = next(player.name for player in game.genesis.players if player.key == self._own)
        self._word = word
        self._bot = bot
        self._entered = entered
        self._barred = cheats(game)
        people = [guest for guest in before.guests if guest.identity == guest.operator]
        self._ranks = {
            guest.identity: rank for rank, guest in enumerate(people) if guest.identity not in self._barred
        }
        """The people who may open the table, and in which order."""
        self._offers: dict[bytes, _Offer] = {}
        self._wanted: bytes | None = None
        """The mark of what our player would play."""
        self._ready = False
        self._quiet_since = time.monotonic() if resumed else -inf
        self._waiting: asyncio.Task[Genesis] | None = None
        self._lobby_came = asyncio.Event()
        before.called = self._called
        self._task = asyncio.create_task(self._run(), name="next table")

    async def close(self) -> None:
        """We take no part any more."""
        self.before.called = lambda guest, founding, table: None
        for task in (self._task, self._waiting):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    # -- what a player sees and decides -----------------------------------------------------------------

    @property
    def agreed(self) -> tuple[str, ...]:
        """The names of the people at the next table who agree to another match."""
        lobby = self.lobby
        if lobby is None:
            return ()
        people = (guest for guest in lobby.guests if guest.identity == guest.operator)
        return tuple(guest.name for guest in people if guest.identity in lobby.agreed)

    @property
    def gone(self) -> tuple[str, ...]:
        """The names of the people who played the last match and are not connected any more."""
        there = self.before.there()
        people = (guest for guest in self.before.guests if guest.identity == guest.operator)
        return tuple(guest.name for guest in people if not there.get(guest.identity, True))

    @property
    def mark(self) -> bytes:
        """The mark of what would be played."""
        lobby = self.lobby or self.before
        return lobby.mark

    def want(self, mark: bytes) -> None:
        """Our player wants another match, with what had this mark when it was shown. If that has changed, or
        changes, the lobby asks again."""
        self._wanted = mark

    def ready(self) -> None:
        """The last match is closed: from now on others may know what our player wants."""
        self._ready = True
        if self.lobby is not None:
            self._agree(self.lobby)

    def _agree(self, lobby: Lobby) -> None:
        lobby.agrees_always = self._bot and self._ready
        if self._ready and (self._bot or lobby.mark == self._wanted):
            lobby.agree()

    async def table(self) -> Lobby:
        """Wait until there is a table."""
        while self.lobby is None:
            self._lobby_came.clear()
            await self._lobby_came.wait()
        return self.lobby

    async def started(self) -> Genesis:
        """Wait for the game at the present table. Raises LobbyError, also if that table is closed: then
        there will be another one."""
        waiting = self._waiting
        assert waiting is not None
        try:
            return await asyncio.shield(waiting)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not waiting.cancelled() or (task is not None and task.cancelling()):
                raise
            raise LobbyError(Refusal.CLOSED) from None  # we go to another table

    # -- which table ------------------------------------------------------------------------------------

    def _called(self, by: bytes, founding: Founding, table: Description) -> None:
        """A player of the last match says that the next table is theirs."""
        if by not in self._ranks or founding.founder != by:
            return
        if table.begun:
            here = self.lobby is not None and self.lobby.founding.table == founding.table
            if not (here and self.lobby is not None and self.lobby.signed):
                self.begun_without_us = True
                self.changed()
            return
        self._offers[by] = _Offer(founding, table, time.monotonic())

    async def _run(self) -> None:
        while True:
            self._look(time.monotonic())
            await asyncio.sleep(AGAIN)

    def _look(self, now: float) -> None:
        if self._closed():
            self._leave()
        lobby = self.lobby
        if lobby is not None and lobby.signed:
            return
        there = self.before.there()
        self._offers = {
            by: offer for by, offer in self._offers.items() if now - offer.heard < STALE and there.get(by)
        }
        best = min(self._offers, key=lambda by: self._ranks[by], default=None)
        if best is not None:
            self._quiet_since = now
            self._consider(best, self._offers[best])
        elif self.lobby is None and now - self._quiet_since > QUIET and self._is_first(there):
            self._open(there)
        if self.lobby is not None:
            self._call(self.lobby)

    def _closed(self) -> bool:
        """Whether the opener of our table is gone, or has gone to another one."""
        waiting = self._waiting
        if waiting is None or not waiting.done() or waiting.cancelled():
            return False
        error = waiting.exception()
        return isinstance(error, LobbyError) and error.refusal is Refusal.CLOSED

    def host_left(self, lobby: Lobby) -> bool:
        """Whether the opener of this table is gone, and has not only gone to another one."""
        return not self.before.there().get(lobby.founding.founder, False)

    def leave(self, lobby: Lobby) -> None:
        """This table is closed."""
        if lobby is self.lobby:
            self._leave()

    def _leave(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self.lobby = self._waiting = None
        self._quiet_since = time.monotonic()
        self.changed()

    def _consider(self, by: bytes, offer: _Offer) -> None:
        """Go to this table, unless we sit there, or at that of somebody with a lower seat."""
        lobby = self.lobby
        if lobby is not None:
            founder = lobby.founding.founder
            if lobby.founding.table == offer.founding.table:
                return
            if founder != by and self._ranks.get(founder, 0) < self._ranks[by]:
                return
        self._leave()
        table = offer.table
        self._enter(Lobby(self.before.mesh, table.terms, table.seats, offer.founding, []))

    def _is_first(self, there: dict[bytes, bool]) -> bool:
        here = {identity for identity, up in there.items() if up} | {self._own}
        first = min(
            (one for one in self._ranks if one in here), key=lambda one: self._ranks[one], default=b""
        )
        return first == self._own

    def _open(self, there: dict[bytes, bool]) -> None:
        """Open the table, with a seat for everybody who is still here."""
        everybody = [guest for guest in self.before.guests if guest.identity not in self._barred]
        seats = sum(guest.identity == self._own or there.get(guest.identity, False) for guest in everybody)
        terms = self.before.terms
        try:
            terms.options.check_players(seats)
        except OptionError:
            seats = self.before.seats
        self._enter(Lobby.open(self.before.mesh, terms, seats, self._name))

    def _enter(self, lobby: Lobby) -> None:
        before = self.before
        own = before.mesh.keys.curve_public
        lobby.former = {
            member.curve: member.identity
            for member in before.founding.members
            if member.curve != own and member.identity not in self._barred
        }
        lobby.places = {guest.identity: place for place, guest in enumerate(before.guests)}
        lobby.barred = self._barred
        lobby.watchers = before.watchers
        lobby.operator = next(guest.operator for guest in before.guests if guest.identity == self._own)
        lobby.changed = lambda: self.changed()
        lobby.disagree()
        self.lobby = lobby
        self._agree(lobby)
        self._entered(lobby)
        self._waiting = asyncio.create_task(lobby.started(), name="next lobby")
        self._waiting.add_done_callback(_seen)
        self._lobby_came.set()
        self.changed()

    def _call(self, lobby: Lobby) -> None:
        """As the opener, call those who do not sit here yet; as a guest, ask for a seat."""
        mesh = lobby.mesh
        if lobby.opener:
            seated = {member.curve for member in lobby.founding.members}
            table = lobby.founding.blob, lobby.description().pack()
            for key in lobby.former:
                if key not in seated:
                    mesh.send(key, self.before.message("again", *table))
        elif all(guest.nonce != lobby.nonce for guest in lobby.guests):
            founder = lobby.founding.founder
            opener = next(member for member in lobby.founding.members if member.identity == founder)
            card = mesh.card()
            wish = Wish(PLAYER, lobby.nonce, lobby.operator, self._word)
            blob = wish.pack(mesh.keys, card, self._name, lobby.founding)
            mesh.send(opener.curve, lobby.message("seat", card.blob, self._name, blob))

    def begin(self) -> None:
        """The game there has begun: tell those who do not play along, and let them go."""
        lobby = self.lobby
        assert lobby is not None
        if lobby.opener:
            self._call(lobby)
        lobby.dismiss_others()


def _seen(waiting: asyncio.Task[Genesis]) -> None:
    """Whoever waits for it raises its error; nobody may be waiting yet."""
    if not waiting.cancelled():
        waiting.exception()
