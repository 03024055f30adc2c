"""A hall on the network: carries messages between the mesh, the hall itself and its tables, and keeps files.

All tables share one mesh. Each has a channel of its own, so that a table's messages go only to its players
and to those who watch it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from protocol.codec import unpack
from protocol.files.store import JOURNAL_SUFFIX
from protocol.hall.channel import TAG, Channel, tag_of
from protocol.hall.finished_tables import FinishedTables
from protocol.hall.tournament_file import TournamentFile, read_tournament, slot_name
from protocol.log.genesis import Slot
from protocol.log.roster import Roster
from protocol.net.keys_and_card import Card
from protocol.net.limits import Allowance, Bucket, Rate
from protocol.net.mesh import Mesh
from protocol.peer.peer import SEAT_GETS, SPECTATOR_GETS
from protocol.remote_errors import MalformedError, RemoteError
from protocol.tournament.hall import HALL, TABLE_OF, Hall, HallSend, packed
from protocol.tournament.result import Result

TICK = 0.25
"""Seconds between two looks at the clock."""
RATE = Rate(messages=20, burst=200, bytes=1e6, byte_burst=8e6)
"""The limit of messages of the hall from each peer."""

Receiver = Callable[[bytes, bytes], None]


class RunningHall:
    def __init__(self, mesh: Mesh, roster: Roster, folder: Path, cards: Callable[[], list[Card]]) -> None:
        """`cards` gives the newest cards of all players. Raises TakenError, RemoteError and OSError."""
        self.mesh = mesh
        self.roster = roster
        self.folder = folder
        self.cards = cards
        self.hall = Hall(roster, mesh.keys.identity, self.now())
        self.changed: Callable[[], None] = lambda: None
        """Called when something that a player sees has changed."""
        self._file = TournamentFile(folder, roster)
        for record in read_tournament(folder).records():
            self.hall.results.add(record)
        for lie in read_tournament(folder).lies.values():
            self.hall.results.take_lie(lie.wire())
        self.hall.results.fresh.clear()
        own = self.hall.own_slots()
        self.hall.begun = {slot for slot in own if self.path(slot).with_suffix(JOURNAL_SUFFIX).exists()}
        self.finished = FinishedTables()
        for slot in self.hall.begun:
            if self.hall.results.closed(slot):
                self.finished.add(tag_of(roster.genesis(slot).body), self.path(slot))
        self._channels: dict[bytes, tuple[Channel, Receiver]] = {}
        self._slots = {tag_of(roster.genesis(slot).body): slot for slot in roster.slots}
        self._numbers = {player.key: number for number, player in enumerate(roster.players)}
        self._rates: dict[bytes, Bucket] = {}
        self._gets: dict[bytes, Allowance] = {}
        self.news = asyncio.Event()
        """Set whenever something may have changed, also the time."""

    def close(self) -> None:
        self._file.close()

    @staticmethod
    def now() -> int:
        return time.monotonic_ns() // 1_000_000

    # -- who is who -------------------------------------------------------------------------------------

    def _players(self) -> dict[bytes, int]:
        """The numbers of all players, by network key."""
        known = (card for card in self.cards() if card.identity in self._numbers)
        return {card.curve: self._numbers[card.identity] for card in known}

    def path(self, slot: Slot) -> Path:
        return self.folder / slot_name(slot)

    # -- tables -----------------------------------------------------------------------------------------

    def open(self, slot: Slot, receive: Receiver) -> Channel:
        """From now on this table's messages go to `receive`."""
        genesis = self.roster.genesis(slot)
        identities = {player.key for player in genesis.players}
        own = self.mesh.keys.curve_public
        keys = [card.curve for card in self.cards() if card.identity in identities and card.curve != own]
        channel = Channel(self.mesh, tag_of(genesis.body), keys)
        self._channels[channel.tag] = channel, receive
        return channel

    def close_table(self, slot: Slot, over: bool) -> None:
        """We play or watch this table no longer. If its game is over, we serve its log from now on."""
        tag = tag_of(self.roster.genesis(slot).body)
        self._channels.pop(tag, None)
        if over and self.hall.me in self.roster.seated(slot):
            self.finished.add(tag, self.path(slot))

    def should_open(self) -> Slot | None:
        """The slot whose game should begin now, or go on after a restart."""
        return self.hall.should_open(self.now())

    def is_over(self, result: Result) -> None:
        """The log of a table is over."""
        self._carry_out(self.hall.finished(result, self.now()))

    # -- messages ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Keep the hall going."""
        while True:
            players = self._players()
            up = self.mesh.peers
            there = {number for key, number in players.items() if up.get(key)}
            if there != self.hall.there:
                self.hall.there, self.hall.changed = there, True
            self._carry_out(self.hall.tick(self.now()))
            self._file.restore()
            await asyncio.sleep(TICK)

    def receive(self, key: bytes, frame: bytes) -> None:
        """Take a frame. Raises MalformedError if no honest peer would send it."""
        if frame[:1] == HALL:
            self._for_hall(key, frame[1:])
        elif frame[:1] == TABLE_OF and len(frame) > 1 + TAG:
            self._for_table(key, frame[1 : 1 + TAG], frame[1 + TAG :])
        else:
            raise MalformedError("not a message of a tournament")

    def _for_hall(self, key: bytes, data: bytes) -> None:
        now = time.monotonic()
        if key not in self._rates:
            here = self.mesh.peers
            self._rates = {one: rate for one, rate in self._rates.items() if one in here}
            self._rates[key] = Bucket(RATE, now)
        if not self._rates[key].take(len(data), now):
            return
        sender = self._players().get(key, key)
        try:
            self._carry_out(self.hall.receive(sender, unpack(data), self.now()))
        except RemoteError as error:  # an honest program passes on only what it has verified
            raise MalformedError(str(error)) from error

    def _for_table(self, key: bytes, tag: bytes, frame: bytes) -> None:
        slot = self._slots.get(tag)
        if slot is None:
            raise MalformedError("there is no such table in this tournament")
        open_ = self._channels.get(tag)
        if open_ is not None:
            channel, receive = open_
            channel.heard(key)
            receive(key, frame)
        elif tag in self.finished:
            self._serve(key, tag, frame)

    def _serve(self, key: bytes, tag: bytes, frame: bytes) -> None:
        now = time.monotonic()
        if key not in self._gets:
            here = self.mesh.peers
            self._gets = {one: left for one, left in self._gets.items() if one in here}
            rate, burst = SEAT_GETS if key in self._players() else SPECTATOR_GETS
            self._gets[key] = Allowance(rate, burst, now)
        allowance = self._gets[key]
        if allowance.is_left(now):
            before = self.finished.read
            answers = self.finished.answer(tag, frame)
            allowance.charge(self.finished.read - before)
            for answer in answers:
                allowance.charge(len(answer))
                self.mesh.send(key, TABLE_OF + tag + answer)

    def _carry_out(self, sends: Iterable[HallSend]) -> None:
        results = self.hall.results
        for one in results.fresh:
            self._file.add(one)
        results.fresh.clear()
        keys = {number: key for key, number in self._players().items()}
        for send in sends:
            message = packed(send.message)
            for to in send.to:
                key = keys.get(to) if isinstance(to, int) else to
                if key is not None:
                    self.mesh.send(key, message)
        self.news.set()
        if self.hall.changed:
            self.hall.changed = False
            self.changed()

    # -- for screens ------------------------------------------------------------------------------------

    def names(self, players: Sequence[int]) -> list[str]:
        return [self.roster.players[player].name for player in players]
