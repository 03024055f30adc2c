"""A bot at a table on the network: decides from the session's view, with delays like a person's."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from time import monotonic

from cli.sessions.bot_delays import delay, jump_reaction, reaction
from cli.sessions.bot_thinking import decision
from cli.sessions.networked import Networked
from cli.sessions.session import Busy
from p2puno.bots import Bot, make_bot
from p2puno.moves import Ask, Call, Choice, IllegalMove, Show
from protocol.peer.screen_snapshot import Step
from protocol.table.default_move import FORCED


class BotSeat:
    """Plays one seat of a session until it is over. With a pace of 0 it never waits."""

    def __init__(self, session: Networked, level: str, random: Random, pace: float) -> None:
        self.session = session
        self.level = level
        self.random = random
        self.pace = pace
        self.bot: Bot | None = None
        self._deal: int | None = None
        self._asked: tuple[bytes, Choice] | None = None
        self._spoken: object = None
        self._looked: object = None
        """The card for which we looked for an identical one."""
        self._settled = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._go = asyncio.Event()
        """Set unless our player lets us wait."""
        self._go.set()
        session.listeners.append(self.step)

    def change(self, level: str, pace: float) -> None:
        """Play at another level and pace from the next decision on."""
        self.level, self.pace = level, pace
        if self.bot is not None:
            self.bot.change_level(level)

    def hold(self, held: bool) -> None:
        """Wait with the next move, or go on."""
        if held:
            self._go.clear()
        else:
            self._go.set()

    def step(self, step: Step) -> None:
        status = self.session.status
        if status is not None and status.kind is Busy.SHORT:
            self._settle()
            return
        self._settled = False
        view, now = self.session.view, step.now
        if view is None or now.deal is None or view.seat not in view.round.hands:
            return
        if self._deal != now.deal:
            self._deal = now.deal
            partner = now.match.partner(view.seat or 0)
            self.bot = make_bot(self.level, self.random, partner)
        assert self.bot is not None
        for event in step.news.events:
            self.bot.hear(view, event)
        waiting = view.round.waiting
        if step.declined is not None:
            self._asked = None
        if type(waiting) is Choice and waiting.seat == view.seat and waiting.ask not in FORCED:
            asked = now.head, waiting
            if asked != self._asked:
                self._asked = asked
                thinking = self.random.uniform(*delay(waiting.ask))
                self._later(self._move(asked, thinking * self.pace), thinking * self.pace)
        if view.round.uno_open and self._spoken != (now.deal, now.window):
            self._spoken = now.deal, now.window
            # The UNO window is not longer for slow bots.
            self._later(self._speak(), reaction(self.level, self.random) * min(self.pace, 1))
        if view.round.claim_open and self._looked != (now.deal, view.round.discard[-1]):
            self._looked = now.deal, view.round.discard[-1]
            self._later(self._jump(), jump_reaction(self.level, self.random) * min(self.pace, 1))

    def _settle(self) -> None:
        """Vote to end the match when a seat is missing (L-04). It takes all votes, so people decide."""
        if not self._settled:
            self._settled = True
            self.session.settle()

    def _later(self, what: object, seconds: float) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await what  # type: ignore[misc]

        task = asyncio.ensure_future(wait())
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """If the bot failed, end its session: otherwise it would keep its seat and never move."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.session.fail(error)

    async def _move(self, asked: tuple[bytes, Choice], thinking: float) -> None:
        if not self._go.is_set():
            await self._go.wait()
            await asyncio.sleep(thinking)  # our player sees the table first
        view, bot = self.session.view, self.bot
        if self._asked != asked or view is None or bot is None or view.round.waiting != asked[1]:
            return
        move = await decision(bot, view)
        if move is None or self._asked != asked or self.bot is not bot:
            return  # the position changed while it was thinking
        if asked[1].ask is Ask.SEAL:
            assert bot.sealed_card is not None
            move = Show(bot.sealed_card.card, bot.sealed_card.face)  # the table seals it
        try:
            self.session.act(move)
        except IllegalMove:
            self._asked = None  # the position changed meanwhile: the next step asks again

    async def _speak(self) -> None:
        view, bot = self.session.view, self.bot
        deadline = self.session.uno_deadline
        if view is None or bot is None or not view.round.uno_open:
            return
        if deadline is not None and monotonic() > deadline:
            return  # like a bot in memory: the window was the time, however long the next player thinks
        said = bot.speak(view)
        if said is not None and (not isinstance(said, Call) or view.round.uno_seat == view.seat):
            try:
                self.session.claim(said)
            except IllegalMove:
                return

    async def _jump(self) -> None:
        view, bot = self.session.view, self.bot
        jump = bot.jump(view) if view is not None and bot is not None else None
        if jump is not None:
            with suppress(IllegalMove):  # the window has just closed
                self.session.claim(jump)
