"""One participant's tournament, from the signed roster to the last result: wait in the hall, play, and again.

A game is played by the same `Participant` as any other. Around it: the hall runs all the time, a result that
cannot be believed without its log is looked up there, and a game that cannot go on is set aside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from protocol.files.log_file import LogFile
from protocol.files.private_journal import Journal
from protocol.files.store import JOURNAL_SUFFIX
from protocol.hall.running_hall import RunningHall
from protocol.log.genesis import Slot
from protocol.log.roster import Roster, slot_secret
from protocol.make_calculator import calculator
from protocol.net.event_loop import beside
from protocol.participant.own_files import damaged, open_log
from protocol.participant.participant import Participant
from protocol.peer.load_game import load
from protocol.peer.peer import Peer, seats_of
from protocol.peer.screen_snapshot import Step
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.tournament.result import result_of

SETTLED = 6.0
"""Seconds without anything new after which everybody has all results: then the evening is over."""
LOOK = 0.25
"""Seconds between two looks whether our game should be left."""
COLLECTING = 120.0
"""Maximum seconds to fetch the logs of other tables after the last result."""
LOOK_AT_RESULT = 12.0
"""Seconds for which a player may look at the end of a game before the next one begins."""
AGAIN = ".again"
"""The suffix of the file for another log of a game than the one that we have."""
LONGEST_WAIT = 30.0
"""Maximum seconds to stay for others after the last result."""


class Night:
    """`next_slot`, `over` and `watch` are for the observer, who shows the hall."""

    def __init__(self, me: Participant, roster: Roster, running: RunningHall) -> None:
        self.me = me
        self.roster = roster
        self.running = running
        self._journal = me.journal
        """That of the tournament; spectators have none."""
        self._waits_since: float | None = None
        """Since when our game waits for somebody who is missing."""
        self._over_since: float | None = None
        self._following: set[Slot] = set()

    async def run(self) -> None:
        """Play all games of ours, until the tournament is over or our player leaves."""
        self.me.hall = self.running
        hall = self.running.hall
        try:
            async with beside(self.running.run(), "hall"), beside(self._look_up(), "logs"):
                while (slot := await self.me.observer.wait_in_hall(self)) is not None:
                    if not await self._play(slot):
                        break
            if hall.results.finished and self._journal is not None:
                self._journal.over()
        finally:
            self.me.hall = None
            self.running.close()

    # -- waiting ----------------------------------------------------------------------------------------

    async def next_slot(self) -> Slot:
        """Wait until our next game should begin."""
        while (slot := self.running.should_open()) is None:
            await self._news()
        return slot

    async def over(self) -> None:
        """Wait until there is a result for every slot, and others have had time to learn them all."""
        hall, loop = self.running.hall, asyncio.get_running_loop()
        while not hall.results.finished:
            await self._news()
        collected = loop.time() + COLLECTING
        while self._to_collect() and loop.time() < collected:
            await self._news()
        end = loop.time() + LONGEST_WAIT
        known, since = hall.results.digest(), loop.time()
        while loop.time() < min(end, since + SETTLED):
            await self._news()
            if hall.results.digest() != known:
                known, since = hall.results.digest(), loop.time()

    async def next_or_over(self) -> Slot | None:
        """Wait until our next game should begin; None when the tournament is over."""
        slot, over = asyncio.ensure_future(self.next_slot()), asyncio.ensure_future(self.over())
        try:
            await asyncio.wait([slot, over], return_when=asyncio.FIRST_COMPLETED)
            return slot.result() if slot.done() else None
        finally:
            for task in (slot, over):
                task.cancel()
            await asyncio.gather(slot, over, return_exceptions=True)

    async def _news(self) -> None:
        self.running.news.clear()
        await self.running.news.wait()

    async def unless_needed(self, showing: Coroutine[Any, Any, object]) -> None:
        """Run what our player looks at, until it ends or our next game should begin."""
        task, needed = asyncio.ensure_future(showing), asyncio.ensure_future(self.next_slot())
        try:
            await asyncio.wait([task, needed], return_when=asyncio.FIRST_COMPLETED)
        finally:
            needed.cancel()
            if not task.done():
                task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error

    # -- playing ----------------------------------------------------------------------------------------

    async def _play(self, slot: Slot) -> bool:
        """Play our game of a slot; whether our player stays."""
        me, running = self.me, self.running
        journal = me.journal = self._slot_journal(slot)
        running.hall.opened(slot)
        genesis = self.roster.genesis(slot)
        log = open_log(journal.log, genesis)
        try:
            hear = None if me.level else me.observer.replayed
            game = await asyncio.to_thread(
                load, log, genesis, journal, calculator(alone=bool(me.level)), hear
            )
        except RemoteError as error:
            log.close()
            raise damaged(log.path, error) from error
        channel = running.open(slot, self._receive)
        self._waits_since = self._over_since = None
        me.stepped = lambda step: self._stepped(slot, game, step)
        if game.over:
            running.is_over(result_of(game))
        try:
            await self._until_done(game, me.run(channel, game, log, running.cards()))
        finally:
            me.stepped = None
            running.close_table(slot, game.over)
            me.journal = self._journal
        if game.over:
            running.hall.left(slot, running.now())
            return True
        if self._must_set_aside():
            running.hall.set_aside(slot, running.now())
            return True
        return False

    def _receive(self, key: bytes, frame: bytes) -> None:
        if self.me.peer is not None:
            self.me.peer.receive(key, frame)

    def _has_looked(self, game: Game) -> bool:
        """Whether our player has had time to look at the result: others wait for us."""
        now = asyncio.get_running_loop().time()
        if game.over and self._over_since is None:
            self._over_since = now
        return self._over_since is not None and now - self._over_since > LOOK_AT_RESULT

    async def _until_done(self, game: Game, playing: Coroutine[Any, Any, object]) -> None:
        """Play until our player has seen the end, or the game cannot go on."""
        task = asyncio.ensure_future(playing)
        try:
            while not task.done():
                if self._has_looked(game) or self._must_set_aside():
                    break
                self._end_if_missing()
                await asyncio.wait([task], timeout=LOOK)
        finally:
            if not task.done():
                task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error

    def _stepped(self, slot: Slot, game: Game, step: Step) -> None:
        """Our game has gone on."""
        hall = self.running.hall
        hall.counted(slot, sum(step.now.match.played.values()))
        waits = step.now.stalled or bool(step.suspended)
        now = asyncio.get_running_loop().time()
        self._waits_since = (self._waits_since or now) if waits else None
        if step.now.over:
            self.running.is_over(result_of(game))

    def _waited(self) -> bool:
        """Whether our game has waited for somebody for longer than the grace."""
        since = self._waits_since
        grace = self.roster.terms.grace / 1000
        return since is not None and asyncio.get_running_loop().time() - since > grace

    def _end_if_missing(self) -> None:
        """Other tables wait for us: end a match that waits for a missing seat."""
        peer = self.me.peer
        if peer is not None and peer.game.stalled and self._waited():
            peer.settle(end=True)

    def _must_set_aside(self) -> bool:
        peer = self.me.peer
        stalled = peer is not None and peer.game.stalled
        return self._waited() and not stalled

    def _slot_journal(self, slot: Slot) -> Journal:
        """Our journal of a slot's game: everything that we need to play it, before we do anything there."""
        path = self.running.path(slot)
        journal = Journal(path, new=not path.with_suffix(JOURNAL_SUFFIX).exists())
        if journal.own.keys is None:
            assert self._journal is not None
            own, genesis = self._journal.own, self.roster.genesis(slot)
            seat = next(
                n for n, player in enumerate(genesis.players) if player.key == self.me.keys.identity.public
            )
            journal.roster([card.blob for card in self.running.cards()])
            secret = slot_secret(own.secret, slot)
            journal.begin(
                seat, secret, self.me.keys, own.operator, own.level, own.founding, genesis.body, own.word
            )
        return journal

    # -- other tables -----------------------------------------------------------------------------------

    async def watch(self, slot: Slot) -> None:
        """Show our player another table, until they leave it or our next game should begin."""
        if slot in self._following or self.me.level:
            return
        self._following.add(slot)
        try:
            game, log = await self._opened(slot, self.running.path(slot))
            channel = self.running.open(slot, self._receive)
            try:
                own, self.me.journal = self.me.journal, None
                await self.unless_needed(self.me.run(channel, game, log, self.running.cards()))
            finally:
                self.me.journal = own
                self.running.close_table(slot, over=False)
            if game.over:
                self.running.is_over(result_of(game))
        finally:
            self._following.discard(slot)

    async def _opened(self, slot: Slot, path: Path) -> tuple[Game, LogFile]:
        genesis = self.roster.genesis(slot)
        log = open_log(path, genesis)
        try:
            return await asyncio.to_thread(load, log, genesis, None, calculator()), log
        except RemoteError as error:
            log.close()
            raise damaged(log.path, error) from error

    async def _look_up(self) -> None:
        """Fetch and verify the logs of results that not all four have signed."""
        while True:
            hall = self.running.hall
            needed = hall.needs_log(self.running.now())
            slots = [*([] if needed is None else [needed]), *self._to_collect()]
            slot = min(slots, key=hall.times_tried, default=None)
            if slot is not None:
                hall.tried(slot)
            if slot is not None and slot not in self._following and slot not in hall.own_slots():
                await self._fetch(slot)
            await self._news()

    def _to_collect(self) -> list[Slot]:
        """The tables whose logs we still want, if we want all."""
        results = self.running.hall.results
        if not self.me.collects:
            return []
        return [slot for slot in self.roster.slots if results.closed(slot) and not results.has_log(slot)]

    async def _fetch(self, slot: Slot) -> None:
        """Look for the log of a table in our file, else ask for it those who have signed its result."""
        results, path = self.running.hall.results, self.running.path(slot)
        self._following.add(slot)
        try:
            await self._follow(slot, path)
            unfinished = slot not in results.logs and self.running.hall.times_tried(slot) <= 1
            if results.has_log(slot) or unfinished:
                return
            again = path.with_suffix(AGAIN)  # our file has a line of its own: begin anew
            again.unlink(missing_ok=True)
            await self._follow(slot, again)
            if results.has_log(slot):
                again.replace(path)
            else:
                again.unlink(missing_ok=True)
        finally:
            self._following.discard(slot)

    async def _follow(self, slot: Slot, path: Path) -> None:
        """Follow a table, with this file, until its game is over."""
        game, log = await self._opened(slot, path)
        peer: Peer | None = None
        try:
            if not game.over:
                seats = seats_of(game.genesis, self.running.cards())
                sources = self.running.hall.sources(slot)

                def receive(key: bytes, frame: bytes) -> None:
                    if peer is not None and seats.get(key) in sources:
                        peer.receive(key, frame)

                channel = self.running.open(slot, receive)
                peer = Peer(channel, game, log, None, seats, lambda step: None)
                peer.start()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.roster.terms.grace / 1000 + LONGEST_WAIT):
                        while not game.over and peer.failed is None:
                            await self._news()
            if game.over:
                self.running.is_over(result_of(game))
        finally:
            self.running.close_table(slot, over=False)
            if peer is not None:
                await peer.close()
            else:
                log.close()
