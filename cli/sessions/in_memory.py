"""A game in memory against bots: a session with no network behind it.

The bots' delays are like people's, multiplied by `pace`; with a pace of 0 there are no delays. All randomness
comes from one seed: the same seed and the same moves give the same match.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from time import monotonic

from cli.sessions.adviser import Adviser
from cli.sessions.automatic_moves import REACTION, OwnProgram
from cli.sessions.bot_delays import delay, jump_reaction, reaction
from cli.sessions.bot_thinking import decision
from cli.sessions.news_to_notices import Teller
from cli.sessions.session import Alone, Busy, Changed, Notice, OpenWindow, Said, Status, window_at
from p2puno.bots import Bot, make_bot
from p2puno.dealer import Dealer, deal, draw_for_deal, sealed
from p2puno.match import Match, Pairing
from p2puno.moves import NONCE_SIZE, Ask, Call, Catch, Choice, Claim, IllegalMove, JumpIn, Move, Show
from p2puno.options import Options
from p2puno.round import Result, Round
from p2puno.view import View
from protocol.play.claims import asked
from protocol.play.news import News, dealer_drawn, match_over, round_over
from protocol.table.default_move import FORCED

DEALING = 0.8
"""Seconds that dealing takes at normal pace."""


def _is_open(round: Round) -> bool:
    """Whether the next turn waits for a window."""
    return round.uno_open or round.claim_open


class Practice(Alone):
    """Implements `cli.sessions.session.Session`, and `AdjustableBots`: its bots are in this program."""

    def __init__(
        self,
        options: Options,
        names: Sequence[str],
        seat: int | None,
        *,
        seed: str,
        level: str = "normal",
        pace: float = 1.0,
    ) -> None:
        self.options = options
        self.names = tuple(names)
        self.seat = seat
        self.match = Match(options, len(names))
        self.table = 0
        self.round_number = 0
        self.pace = pace
        self.level = level
        self.bots = self
        self._seed = seed
        self._cards = Random(f"{seed}/cards")
        self._pauses = Random(f"{seed}/pauses")
        self._own = Random(f"{seed}/own")
        self._players: dict[int, Bot] = {}
        self._dealer: Dealer | None = None
        self._sealed: Show | None = None
        self._teller = Teller(seat)
        self.adviser = Adviser()
        reactions = Random(f"{seed}/reactions")
        self.own_program = OwnProgram(self, self._tell, lambda: self._seconds(reactions.uniform(*REACTION)))
        self._quiet = False
        """Whether this is a table without our seat: played without delays or notices."""
        self._window: object | None = None
        """Identifies the window that is open; a new object for each."""
        self._jumps: dict[int, JumpIn] = {}
        """The cards that bots lay out of turn when the window closes."""
        self._reactions: list[asyncio.Task[None]] = []
        self._stirred = asyncio.Event()
        self._go = asyncio.Event()
        """Set unless the bots are held."""
        self._go.set()
        self._notices: asyncio.Queue[Notice | None] = asyncio.Queue()
        self._running: asyncio.Task[None] | None = None

    def change(self, level: str, pace: float) -> None:
        self.level, self.pace = level, pace
        for player in self._players.values():
            player.change_level(level)

    def hold(self, held: bool) -> None:
        if held:
            self._go.clear()
        else:
            self._go.set()

    # -- what the player sees and does ------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        if self._dealer is None or self._quiet:
            return None
        return self._sees(self._dealer)

    @property
    def window(self) -> OpenWindow | None:
        return window_at(self.view, self.uno_deadline)

    def act(self, move: Move) -> None:
        dealer, seat = self._dealer, self.seat
        if dealer is None or seat is None or self._quiet:
            raise IllegalMove("S-05", "no move is asked for now")
        waiting = dealer.round.waiting
        if type(waiting) is Choice and waiting.seat == seat and waiting.ask is Ask.SEAL:
            if type(move) is not Show or move.card not in dealer.round.hands[seat]:
                raise IllegalMove("B-02", "choose a card from your hand")
            move, self._sealed = sealed(move, self._own.randbytes(NONCE_SIZE))
        dealer.views[seat].check(move)  # raises if it is illegal
        self.own_program.take_back()
        if dealer.round.turn_due and self.uno_deadline is not None:
            self.pending = move
            self._tell(Changed())
        else:
            self._apply(seat, move)

    def take_back(self) -> bool:
        had, self.pending = self.pending is not None, None
        return had

    def claim(self, claim: Claim | JumpIn) -> None:
        dealer, seat = self._dealer, self.seat
        if dealer is None or seat is None or self._quiet:
            raise IllegalMove("G-13", "only players still in the round may call or catch")
        if type(claim) is JumpIn and self._window is not None:
            dealer.round.copy().apply(seat, claim)
            self.jump = claim
            self._tell(Changed())
        else:
            self._apply(seat, claim)

    def say(self, text: str) -> None:
        if self.seat is not None:
            self._tell(Said(self.seat, text))

    def settle(self) -> bool:
        return False

    async def notices(self) -> AsyncIterator[Notice]:
        while (notice := await self._notices.get()) is not None:
            yield notice

    async def leave(self) -> None:
        if self._running is not None:
            self._running.cancel()
        self._notices.put_nowait(None)

    # -- the match --------------------------------------------------------------------------------------

    async def run(self) -> None:
        self._running = asyncio.current_task()
        try:
            with suppress(asyncio.CancelledError):
                await self._play_match()
        finally:
            self.own_program.stop()
            for task in self._reactions:
                task.cancel()
            self._notices.put_nowait(None)

    async def _play_match(self) -> None:
        while self.match.ended is None:
            (pairing,) = self.match.pairings()
            await self._play_pairing(pairing)
        self._tell(match_over(self.match))

    async def _play_pairing(self, pairing: Pairing) -> None:
        order, match = pairing.seats.order, self.match
        self._quiet = self.seat is not None and self.seat not in order
        if not self._quiet:
            self.table = pairing.table
            self.round_number += 1
        dealer = pairing.dealer
        if dealer is None:
            drawn = dealer_drawn(draw_for_deal(self.options, order, self._cards))
            dealer = drawn.dealer
            match.dealer_drawn(pairing.table, dealer)
            if not self._quiet:
                self._tell(drawn)
        for seat in order:
            random = Random(f"{self._seed}/bot/{seat}/{self.round_number}/{pairing.table}")
            self._players[seat] = make_bot(self.level, random, match.partner(seat))
        if not self._quiet:
            self.status = Status(Busy.SHUFFLING, dealer, 1, 1)
            self._tell(Changed())
            await self._rest(DEALING)
            self.status = None
        self._dealer = deal(self.options, order, dealer, self._cards)
        self._close_window()
        self.pending = None
        self._news(self._dealer)
        result = await self._play_round(self._dealer)
        await self._end_round(pairing, self._dealer, result)

    async def _end_round(self, pairing: Pairing, dealer: Dealer, result: Result) -> None:
        before = deepcopy(self.match)
        self.match.record(pairing.table, result)
        over = round_over(self.round_number, pairing.table, dealer.round, result, before, self.match)
        self._tell(over)
        if self.match.ended is None:
            if self.seat is None:
                await self._rest(3.0)
            self._dealer = None

    # -- the round --------------------------------------------------------------------------------------

    async def _play_round(self, dealer: Dealer) -> Result:
        round = dealer.round
        while round.result is None:
            waiting = round.waiting
            assert type(waiting) is Choice, f"the dealer left {waiting} unanswered"
            if round.turn_due and self._window is not None:
                await self._let_window_pass(dealer)
                continue
            if waiting.seat == self.seat and not self._quiet:
                await self._own_choice(dealer, waiting)
            else:
                await self._bot_choice(dealer, waiting)
            await asyncio.sleep(0)
        return round.result

    async def _own_choice(self, dealer: Dealer, waiting: Choice) -> None:
        seat, move = waiting.seat, self.pending
        if waiting.ask is Ask.UNSEAL:
            assert self._sealed is not None
            self._apply(seat, self._sealed)
        elif waiting.ask in FORCED:
            self._apply(seat, dealer.views[seat].moves()[0])
        elif move is not None:
            self.pending = None
            try:
                self._apply(seat, move)
            except IllegalMove:  # a catch meanwhile changed what is legal
                self._tell(Changed())
        else:
            await self._stir(None)

    async def _bot_choice(self, dealer: Dealer, waiting: Choice) -> None:
        seat = waiting.seat
        player, view = self._players[seat], dealer.views[seat]
        if waiting.ask not in FORCED and not self._quiet:
            thinking = self._pauses.uniform(*delay(waiting.ask))
            await self._rest(thinking)
            if not self._go.is_set():
                await self._go.wait()
                await self._rest(thinking)  # the player sees the table first
            if dealer.round.waiting != waiting:
                return  # a call or catch changed the position meanwhile
        if waiting.ask is Ask.TURN and len(dealer.round.hands[seat]) == 2:
            said = player.speak(view)
            if type(said) is Call:  # for a catch, the UNO window was the time
                self._apply(seat, said)
        move = await decision(player, view)
        if move is not None:
            self._apply(seat, move)

    # -- calling and catching ---------------------------------------------------------------------------

    def _watch_window(self, dealer: Dealer) -> None:
        """Open the window after a next-to-last card without a call, or after a card on which players may jump
        in; close it when the time is up."""
        round = dealer.round
        if not _is_open(round):
            self._close_window()
            return
        if self._window is not None:
            return
        self._window = object()
        self.uno_deadline = monotonic() + self._window_seconds()
        seats = [seat for seat in round.seats if seat != self.seat or self._quiet]
        self._pauses.shuffle(seats)
        self._reactions = [
            asyncio.ensure_future(self._react(dealer, seat, self._reaction_seconds())) for seat in seats
        ]
        if round.claim_open:
            self._reactions += [asyncio.ensure_future(self._look_for_twin(dealer, seat)) for seat in seats]

    async def _react(self, dealer: Dealer, seat: int, after: float) -> None:
        window = self._window
        await asyncio.sleep(after)
        if self._window is not window or seat not in dealer.round.hands:
            return
        said = self._players[seat].speak(dealer.views[seat])
        if said is not None and dealer.round.uno_open:
            self._apply(seat, said)

    async def _look_for_twin(self, dealer: Dealer, seat: int) -> None:
        """A bot may notice that it can jump in."""
        window = self._window
        await asyncio.sleep(self._seconds(jump_reaction(self.level, self._pauses)))
        if self._window is window and seat in dealer.round.hands:
            jump = self._players[seat].jump(dealer.views[seat])
            if jump is not None:
                self._jumps[seat] = jump

    async def _let_window_pass(self, dealer: Dealer) -> None:
        """Wait until everybody had time to call, to catch or to jump in before the next turn (G-11, K-20)."""
        window = self._window
        while self._window is window and _is_open(dealer.round):
            assert self.uno_deadline is not None
            left = self.uno_deadline - monotonic()
            busy = any(not task.done() for task in self._reactions)
            if left <= 0 and (self.pace > 0 or not busy):
                break
            await self._stir(max(left, 0))
        if self._window is window:
            jumps = dict(self._jumps)
            if self.jump is not None and self.seat is not None:
                jumps[self.seat] = self.jump
            self._close_window()
            self._tell(Changed())
            self._jump_in(dealer, jumps)

    def _close_window(self) -> None:
        self._window, self.uno_deadline, self.jump, self._jumps = None, None, None, {}

    def _jump_in(self, dealer: Dealer, jumps: Mapping[int, JumpIn]) -> None:
        """The first that jumps has it, in the direction of play."""
        waiting = dealer.round.waiting
        if type(waiting) is Choice and dealer.round.claim_open:
            first = next((seat for seat in asked(dealer.round, waiting.seat) if seat in jumps), None)
            if first is not None:
                self._apply(first, jumps[first])

    # -- the way everything happens ---------------------------------------------------------------------

    def _apply(self, seat: int, move: Move) -> None:
        dealer = self._dealer
        assert dealer is not None
        claimed = type(move) is Call or type(move) is Catch
        window_passed = _is_open(dealer.round) and self._window is None
        dealer.round.apply(seat, move)
        dealer.serve()
        if not (claimed and window_passed):
            self._watch_window(dealer)
        self._news(dealer)
        self._stirred.set()

    def _news(self, dealer: Dealer) -> None:
        """Tell the bots and the terminal what happened."""
        round = dealer.round
        news, round.news = round.news, []
        for seat in round.seats:
            for event in news:
                self._players[seat].hear(dealer.views[seat], event)
        if self._quiet:
            return
        if self.seat is not None:
            self.adviser.hear(self.view, news)
        told = self._teller.notices(News(events=tuple(news)), self._sees(dealer))
        for notice in told or [Changed()]:
            self._tell(notice)
        self.own_program.changed()

    def _sees(self, dealer: Dealer) -> View:
        if self.seat is None or self.seat not in dealer.views:
            return View(dealer.round, None)
        return dealer.views[self.seat]

    def _tell(self, notice: Notice) -> None:
        self._notices.put_nowait(notice)

    # -- time -------------------------------------------------------------------------------------------

    def _seconds(self, usual: float) -> float:
        return 0.0 if self._quiet else usual * self.pace

    def _window_seconds(self) -> float:
        return self._seconds(self.options.uno_window / 1000)

    def _reaction_seconds(self) -> float:
        """The time until a bot calls or catches."""
        return self._seconds(reaction(self.level, self._pauses))

    async def _rest(self, usual: float) -> None:
        await asyncio.sleep(self._seconds(usual))

    async def _stir(self, timeout: float | None) -> None:
        """Wait until the player, a call or a catch changes something, or until the timeout."""
        self._stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._stirred.wait()
