"""A table on the network: feeds it messages, carries out its outputs, and reports what happened.

The table works in its own thread, because a mix takes longer than a screen may freeze. Only what takes a
millisecond or two runs on the event loop (moves, heartbeats, what is said in a window, small steps of the
deck): each change of threads would cost about as much. Our own entries are synced to disk before they are
sent. Other entries can be fetched again, so they are only flushed, twice a second. Screens are told last:
once for all messages that have arrived, and once for a card and all its shares.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from p2puno.moves import Claim, IllegalMove, Move
from protocol.codec import pack
from protocol.files.log_file import LogFile
from protocol.files.private_journal import Journal, Private
from protocol.log.entry import DECK
from protocol.log.genesis import Genesis
from protocol.net.event_loop import stop
from protocol.net.keys_and_card import Card
from protocol.net.limits import Allowance, Bucket
from protocol.peer.inbox import Inbox
from protocol.peer.links import Links
from protocol.peer.message_checks import (
    ASK_GENESIS,
    CHAT,
    CHAT_RATE,
    GENESIS,
    MAX_CHAT,
    TABLE,
    check_form,
    clean,
    is_light,
    is_question,
)
from protocol.peer.record import Record, Written
from protocol.peer.screen_snapshot import Step, standing
from protocol.peer.steady_clock import Clock
from protocol.play.game import Game
from protocol.play.news import NewsReader
from protocol.remote_errors import MalformedError, SpentSeedError
from protocol.table.messages import Message
from protocol.table.outputs import Output, Party, Send
from protocol.table.readmitting_cheats import Plea
from protocol.table.table import Table

TICK, WINDOW_TICK = 0.5, 0.02
"""Seconds between two looks at the clock: usually, and while somebody may still call or catch."""
REST = 0.02
"""Seconds after the last entry before we prepare our player's move: others may share our processors."""
LIGHT = 2048
"""Maximum bytes of a message that we take on the event loop."""
SLOW_DISK = 0.008
"""Seconds to sync a file, from which on everything is left to the table's thread."""
SEAT_GETS, SPECTATOR_GETS = (4e6, 32e6), (256e3, 2e6)
"""Bytes per second, and burst, that we send to a peer that asks for entries or for the genesis."""
WATCHERS_LAST = 5.0
"""Seconds to stay connected after the match so that spectators can fetch the last entries."""

Job = Callable[[Table, int], list[Output]]


class Peer:
    def __init__(
        self,
        mesh: Links,
        game: Game,
        log: LogFile,
        journal: Journal | None,
        seats: dict[bytes, int],
        on_step: Callable[[Step], None],
        on_chat: Callable[[int, str], None] = lambda seat, text: None,
    ) -> None:
        identity = mesh.keys.identity if game.seat is not None else None
        self.mesh = mesh
        self.game = game
        self.log = log
        self.journal = journal
        self.seats = seats
        """The seat of each network key."""
        self.keys = {seat: key for key, seat in seats.items()}
        self._clock = Clock()
        own = journal.own if journal is not None else Private()
        self.table = Table(game, identity, self._clock.now(), own.notes, own.wrote)
        self.table.careful = own.doubt
        self.on_step = on_step
        self.on_chat = on_chat
        self._record = Record(log, journal, game.seat)
        self.evidence = self._record.evidence
        self._jobs: Inbox[Job] = Inbox()
        self._gets: dict[bytes, Allowance] = {}
        """How much we may still send to each peer that asks, by network key."""
        self._work = asyncio.Event()
        self._worker = ThreadPoolExecutor(1, "table")
        self._task: asyncio.Task[None] | None = None
        self._ticked = 0.0
        self._working = False
        """The table's thread is working: nothing else may touch the table."""
        self._stopped: BaseException | None = None
        self.given_up = False
        self._unshown = Written()
        """What was written and is not in any step yet."""
        self._told: tuple[Move | None, int, tuple[int, ...], tuple[Plea, ...]] | None = None
        """What the last step said apart from that; None before the first one."""
        self._declined: IllegalMove | None = None
        self._prepared_after = b""
        """The hash of the last entry after which our player's move was prepared."""
        self._acted = 0
        self._chatting: dict[int, Bucket] = {}
        self._news = NewsReader(game)

    def start(self) -> None:
        self._put(lambda table, now: table.start(now))
        self._task = asyncio.create_task(self._run(), name="table")

    async def close(self) -> None:
        """Stop. Everything recorded stays."""
        if self._task is not None:
            await stop(self._task)  # `failed` has reported its error
        try:
            await asyncio.get_running_loop().run_in_executor(None, self._worker.shutdown)
        finally:  # also if we are cancelled meanwhile, but not before the table's thread has ended
            self._worker.shutdown()
            self._record.close(self.given_up)

    @property
    def failed(self) -> BaseException | None:
        """The error that stopped the table, if any: a bug, or a full disk."""
        if self._stopped is not None:
            return self._stopped
        if self._task is not None and self._task.done() and not self._task.cancelled():
            return self._task.exception()
        return None

    # -- what the player does ---------------------------------------------------------------------------

    def act(self, move: Move | Claim, judged: bytes = b"") -> None:
        """Make a move that the screen found legal after the entry with the hash `judged`. If the game went on
        meanwhile, the table judges it again and may decline it."""

        def job(table: Table, now: int) -> list[Output]:
            self._acted += 1
            return self._try(table, now, lambda: table.act(move, now, judged))

        self._at_once(job)

    def settle(self, end: bool) -> None:
        """Whether our player would end a match that waits for a missing seat (L-04)."""
        self._put(lambda table, now: table.settle(end, now))

    def forgive(self, seat: int) -> None:
        """Our player agrees that a seat comes back that was lost for cheating (L-10)."""
        self._put(lambda table, now: self._try(table, now, lambda: table.forgive(seat, now)))

    def _try(self, table: Table, now: int, wanted: Callable[[], list[Output]]) -> list[Output]:
        """What our player wants, if it can be now; else the next step says why not."""
        try:
            return wanted()
        except IllegalMove as error:
            self._declined = error
            return table.tick(now)

    def give_up(self) -> None:
        """Our player leaves this game for good: do not offer to resume it."""
        self.given_up = True

    def look(self, looking: bool) -> None:
        """Our player looks at the result of a round, or is back at the table: their clock depends on it."""

        def job(table: Table, now: int) -> list[Output]:
            table.own.turn_clock.look(looking, now)
            return []

        self._put(job)

    def take_back(self) -> None:
        def job(table: Table, now: int) -> list[Output]:
            table.own.intent = None
            return []

        self._put(job)

    def chat(self, text: str) -> None:
        self.mesh.broadcast(CHAT + clean(text).encode())

    async def linger(self, seconds: float) -> None:
        """After the end, stay connected until all players have the whole log. A player whose program was just
        killed could not get it from an empty table."""
        self._put(lambda table, now: table.start(now))
        now = time.monotonic()
        end, end_for_watchers = now + seconds, now + WATCHERS_LAST
        while self.failed is None and now < end:
            lacking = self.lacking() or (now < end_for_watchers and self._watchers_lack())
            if self.game.over and not self._jobs and not lacking:  # the end may have been taken back
                return
            await asyncio.sleep(0.05)
            now = time.monotonic()

    def lacking(self) -> set[int]:
        """The players who, as far as we know, lack some of the log."""
        reached, position = self.table.fetching.reached, self.game.position
        others = (seat for seat in self.game.match.playing if seat != self.game.seat)
        return {seat for seat in others if reached.get(seat, 0) < position}

    def _watchers_lack(self) -> bool:
        reached, position = self.table.fetching.reached, self.game.position
        watchers = (key for key, up in self.mesh.peers.items() if up and key not in self.seats)
        return any(reached.get(key, 0) < position for key in watchers)

    # -- what the network brings ------------------------------------------------------------------------

    def receive(self, key: bytes, message: bytes) -> None:
        """Take a message from the mesh. Raises MalformedError if no honest peer would send it."""
        kind, data = message[:1], message[1:]
        seat = self.seats.get(key)
        if kind == TABLE:
            self._for_table(key, data)
        elif kind == CHAT and seat is not None:
            self._hear(seat, data)
        elif kind == ASK_GENESIS and not data:
            if self._allowance(key).is_left(time.monotonic()):
                self._answer(key, GENESIS + pack(self.game.genesis.wire()))
        elif kind != GENESIS or seat is None:
            raise MalformedError("not a message of this protocol")

    def _for_table(self, key: bytes, data: bytes) -> None:
        seat = self.seats.get(key)
        message = check_form(data, seated=seat is not None)
        wants = isinstance(message, Message) and message.kind == "want"
        sender: Party = key if seat is None else seat
        allowance = self._allowance(key)

        def job(table: Table, now: int) -> list[Output]:
            if wants and not allowance.is_left(time.monotonic()):
                return []  # they ask again
            return table.receive(sender, message, now)

        light = len(data) <= LIGHT and is_light(message)
        (self._at_once if light else self._put)(job, sender, len(data))

    def _allowance(self, key: bytes) -> Allowance:
        known = self._gets.get(key)
        if known is None:
            here = self.mesh.peers
            self._gets = {one: left for one, left in self._gets.items() if one in here}
            rate, burst = SEAT_GETS if key in self.seats else SPECTATOR_GETS
            known = self._gets[key] = Allowance(rate, burst, time.monotonic())
        return known

    def _answer(self, key: bytes, message: bytes) -> None:
        """Send to one peer, and charge its allowance."""
        self._allowance(key).charge(len(message))
        self.mesh.send(key, message)

    def _hear(self, seat: int, data: bytes) -> None:
        now = time.monotonic()
        if self._chatting.setdefault(seat, Bucket(CHAT_RATE, now)).take(len(data), now):
            text = clean(data[: 4 * MAX_CHAT].decode(errors="replace"))
            if text:
                self.on_chat(seat, text)

    def connected(self, key: bytes) -> None:
        """A peer has connected: remember its address."""
        journal = self.journal
        if journal is None or key not in self.seats:
            return
        cards = [*self.mesh.cards().values(), self.mesh.card()]
        newest = {card.curve: card.blob for card in cards if card.curve in self.seats}

        def job(table: Table, now: int) -> list[Output]:
            known = {Card.read(blob).curve: blob for blob in journal.own.cards}
            journal.roster([*(known | newest).values()])
            return []

        self._put(job)

    def _put(self, job: Job, sender: Party | None = None, size: int = 0) -> None:
        """Queue a job for the table's thread: our own, or for a sender's message of this size."""
        if sender is None:
            self._jobs.put_own(job)
        elif not self._jobs.put(sender, size, job):
            return  # the table asks again for what it needs
        self._work.set()

    # -- the work ---------------------------------------------------------------------------------------

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            sender, job = await self._next()
            self._working = True
            began = time.monotonic()
            try:
                sends, step = await loop.run_in_executor(self._worker, self._do, job)
            finally:
                self._working = False
            self._jobs.spent(sender, time.monotonic() - began)
            self._send(sends)
            self._show(step)
            self._prepare_move_soon()

    def _at_once(self, job: Job, sender: Party | None = None, size: int = 0) -> None:
        """Run a job on the event loop if the table's thread is idle and what is due takes little time.
        Otherwise queue it. What others wait for, now or next, comes before our own screen."""
        own = self.table.own
        running = self._task is not None and not self._task.done() and self._record.sync_time < SLOW_DISK
        if not running or self._working or self._jobs or not own.is_quick():
            self._put(job, sender, size)
            return
        self.table.hurried = True
        try:
            sends = self._write(job)
            self.table.hurried = False
            self._send(sends)
            if own.is_quick():
                own.prepare()
        except Exception as error:
            self._stop(error)
            return
        asyncio.get_running_loop().call_soon(self._show_now)
        due = self.game.due()
        if due is not None and due.seat == self.game.seat and not own.is_quick():
            self._put(_tick)
        self._prepare_move_soon()

    def _prepare_move_soon(self) -> None:
        """Our player must choose a move now: prepare for all of them in a moment, in the table's thread."""
        if self.table.own.is_our_move() and self._prepared_after != self.game.head:
            self._prepared_after = self.game.head
            asyncio.get_running_loop().call_later(REST, self._put, _prepare_move)

    def _stop(self, error: Exception) -> None:
        self._stopped = error
        assert self._task is not None
        self._task.cancel()

    def _show_now(self) -> None:
        """Show what was written on the event loop, unless the table's thread is about to do it. While a card
        is being opened, wait for its last share: it comes in a moment, or the next tick shows that it does
        not."""
        if self._working or self._task is None or self._task.done() or self.table.own.is_opening():
            return
        try:
            self._show(self._step())
        except Exception as error:
            self._stop(error)

    def _show(self, step: Step | None) -> None:
        if step is not None:
            self.on_step(step)

    def _send(self, sends: list[Send]) -> None:
        """The seat that owes the next step of the deck gets everything first: all others wait for it."""
        due = self.game.due()
        first = self.keys.get(due.seat) if due is not None and due.kind == DECK else None
        for send in sends:
            if self.game.seat is None and not is_question(send.message):
                continue  # peers accept only questions from a spectator
            if send.to is None:
                self.mesh.broadcast(TABLE + send.message, first=first)
            else:
                key = self.keys.get(send.to) if isinstance(send.to, int) else send.to
                if key is not None:
                    self._answer(key, TABLE + send.message)

    async def _next(self) -> tuple[Party | None, Job]:
        """The next job. Ticks come in time even under heavy traffic. If there is nothing else to do, make a
        step of ours ahead."""
        if not self._jobs and self.table.own.may_prepare():
            return None, _prepare
        tick = WINDOW_TICK if self.table.window.runs else TICK
        left = self._ticked + tick - time.monotonic()
        if not self._jobs and left > 0:
            self._work.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):  # `wait_for` of Python 3.11 can miss a cancellation
                    await self._work.wait()
            left = self._ticked + TICK - time.monotonic()
        if self._jobs and left > 0:
            return self._jobs.take()
        self._ticked = time.monotonic()
        return None, _tick

    def _do(self, job: Job) -> tuple[list[Send], Step | None]:
        """In the table's thread: work, and return what is to be sent and shown."""
        return self._write(job), self._step()

    def _write(self, job: Job) -> list[Send]:
        """Work, write down what must be on disk before anything is sent, and return what is to be sent."""
        game, table = self.game, self.table
        written = self._record.write(job(table, self._clock.now()))
        if table.own.halted:
            raise SpentSeedError
        self._record.sync(written, careful=table.careful, over=game.over, strayed=game.strayed)
        if job is _tick:
            self.log.flush()
            written.restored = self._record.restore()
        self._unshown.add(written)
        return written.sends

    def _step(self) -> Step | None:
        """What there is to show since the last step, if anything."""
        game, table = self.game, self.table
        written, self._unshown = self._unshown, Written()
        news = self._news.read(written.applied)
        declined, self._declined = self._declined, None
        before = self._told
        self._told = table.own.intent, self._acted, table.voting.suspended, table.forgiving.pleas()
        intent, acted, suspended, pleas = self._told
        changed = self._told != before or declined is not None
        if not (written.applied or written.unwritten or written.restored or changed):
            return None
        return Step(
            standing(game, self._news.match),
            news,
            tuple(written.applied),
            suspended,
            intent,
            declined,
            acted,
            written.timed_out,
            tuple(written.unwritten),
            tuple(written.restored),
            pleas,
        )


def seats_of(genesis: Genesis, cards: list[Card]) -> dict[bytes, int]:
    """The seat of each network key: cards bind keys to the identities in the genesis."""
    by_identity = {player.key: seat for seat, player in enumerate(genesis.players)}
    return {card.curve: by_identity[card.identity] for card in cards if card.identity in by_identity}


def _prepare(table: Table, now: int) -> list[Output]:
    table.own.prepare()
    return []


def _prepare_move(table: Table, now: int) -> list[Output]:
    table.own.prepare_moves()
    return []


def _tick(table: Table, now: int) -> list[Output]:
    return table.tick(now)
