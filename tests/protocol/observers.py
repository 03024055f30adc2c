"""Observers of a participant, for tests without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from p2puno.moves import Choice, Play
from protocol.lobby.lobby import Lobby
from protocol.lobby.messages import Description
from protocol.log.genesis import Genesis, Slot
from protocol.participant.bot_launcher import NewBot, OwnBots
from protocol.participant.evening_score import Evening
from protocol.participant.events import Event
from protocol.participant.next_table import NextTable
from protocol.participant.tournament_night import Night
from protocol.peer.peer import Peer
from protocol.peer.screen_snapshot import Step
from protocol.play.game import Game
from protocol.play.news import News
from protocol.table.default_move import FORCED
from tests.protocol.net.peers import until


class Observer:
    """Sits down everywhere, remembers what it is told, and plays any legal move until the match is over."""

    def __init__(self, seed: int = 0) -> None:
        self.told: list[Event] = []
        self.seen: list[tuple[Description, bytes | None]] = []
        self.accepts = True
        self.leaves_at: int | None = None
        """The position of the log at which it leaves the game."""
        self.waits_for: Callable[[], object] = lambda: True
        """It does not play before this holds."""
        self.lobby: Lobby | None = None
        self.own_bots: OwnBots | None = None
        self.peer: Peer | None = None
        self.replayed_steps = 0
        self.met: set[int] = set()
        self.matches = 1
        """How many matches it wants to play or watch."""
        self.following: NextTable | None = None
        self.evening: Evening | None = None
        self.lingers = False
        """It looks at the result for so long."""
        self._random = Random(seed)
        self._left = asyncio.Event()
        self._asked: object = None

    def of(self, kind: type[Event]) -> list[Event]:
        """What it was told of this kind."""
        return [event for event in self.told if isinstance(event, kind)]

    # -- before the game ------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        self.told.append(event)

    async def accept(self, table: Description, safety: bytes | None) -> bool:
        self.seen.append((table, safety))
        return self.accepts

    async def wait(
        self, lobby: Lobby, started: Awaitable[Genesis], own_bots: OwnBots | None
    ) -> Genesis | None:
        self.lobby, self.own_bots = lobby, own_bots
        return await started

    async def wait_in_hall(self, night: Night) -> Slot | None:
        self.night = night
        return await night.next_or_over()

    def over(self, following: NextTable | None, evening: Evening) -> None:
        self.following, self.evening = following, evening

    # -- the game -------------------------------------------------------------------------------------

    def replayed(self, game: Game, news: News) -> None:
        self.replayed_steps += 1

    def begin(self, game: Game) -> Observer:
        self._asked = None
        return self

    async def play(self, peer: Peer) -> bool:
        self.peer = peer
        self._left.clear()
        await until(self.waits_for)
        peer.start()
        if not peer.game.over:
            while not self._left.is_set() and peer.failed is None:
                await asyncio.wait([asyncio.ensure_future(self._left.wait())], timeout=0.5)
            if peer.failed is not None:
                raise peer.failed
        await until(lambda: not self.lingers)
        self.matches -= 1
        if self.matches > 0 and self.following is not None:
            self.following.want(self.following.mark)
        return self.matches > 0

    def step(self, step: Step) -> None:
        peer = self.peer
        if peer is None:
            return
        if peer.game.over or (self.leaves_at is not None and peer.game.position >= self.leaves_at):
            self._left.set()
            return
        view = step.now.view
        waiting = view.round.waiting if view is not None else None
        if view is None or type(waiting) is not Choice or waiting.seat != peer.game.seat:
            return
        if step.declined is not None:
            self._asked = None  # the game had gone on meanwhile
        asked = peer.game.position, waiting
        if waiting.ask not in FORCED and asked != self._asked:
            self._asked = asked
            plays = [move for move in view.moves() if isinstance(move, Play)]
            move = self._random.choice(plays or view.moves())  # a random walk would take thousands of turns
            asyncio.get_running_loop().call_soon(peer.act, move)

    def heard(self, seat: int, text: str) -> None:
        """Nobody chats."""

    def came(self, seat: int) -> None:
        self.met.add(seat)

    def went(self, seat: int) -> None:
        """They may be back."""


class NoBots:
    """Implements `protocol.participant.bot_launcher.Bots` without processes. `ended`: one ends at once."""

    def __init__(self, ended: bool = False) -> None:
        self.ended = self.failed = ended
        self.report: Path | None = None
        self.level = "normal"
        self.started: list[NewBot] = []
        self.stopped: list[bytes] = []
        self.dismissed = False

    def start(self, bot: NewBot) -> None:
        self.started.append(bot)

    def resume(self, log: Path, local: bool) -> None:
        raise AssertionError(log)

    def stop(self, identity: bytes) -> None:
        self.stopped.append(identity)

    def dismiss(self) -> None:
        self.dismissed = True
