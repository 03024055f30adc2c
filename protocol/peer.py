"""A table on the network: feeds it messages, carries out its outputs, and reports what happened.

The table works in its own thread, because a mix takes longer than a screen may freeze. Only moves, which take
a millisecond, run on the event loop. Our own entries are synced to disk before they are sent. Other entries
can be fetched again, so they are only flushed, twice a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from p2puno.events import Event
from p2puno.moves import Claim, IllegalMove, Move
from p2puno.view import View
from protocol.codec import pack, unpack
from protocol.deck import Calculator
from protocol.entry import MOVE, NOBODY, Entry
from protocol.errors import MalformedError, RemoteError, SpentSeedError
from protocol.forms import check_form, is_question
from protocol.game import Game
from protocol.genesis import Genesis, read_genesis
from protocol.inbox import Inbox
from protocol.journal import Journal
from protocol.logfile import MAGIC, LogFile, entries_in, keep, read_records
from protocol.net.keys import Card
from protocol.net.limits import Allowance, Bucket, Rate
from protocol.net.mesh import Mesh
from protocol.outputs import Applied, Evidence, Note, Output, Party, Rewind, Send, Store
from protocol.table import Table

TICK, WINDOW_TICK = 0.5, 0.02
"""Seconds between two ticks: usually, and while somebody may still call or catch."""
MAX_STEP = 2_000
"""Maximum milliseconds that the table's clock advances between two reads: if this program was suspended (a
closed laptop), the other seats were not silent."""
LIGHT = 2048
"""Maximum bytes of a move that we take on the event loop."""
SLOW_DISK = 0.008
"""Seconds. If syncing a file takes longer, our own moves are left to the table's thread."""
VOUCH = 64
"""After this many new entries the journal vouches for the log, so that a restart need not verify it."""
SEAT_GETS, SPECTATOR_GETS = (4e6, 32e6), (256e3, 2e6)
"""Bytes per second, and burst, that we send to a peer that asks for entries or for the genesis."""
WATCHERS_LAST = 5.0
"""Maximum seconds to stay connected after the match so that spectators can fetch the last entries."""
MAX_CHAT = 300
CHAT_RATE = Rate(messages=1, burst=6, bytes=1e6, byte_burst=1e6)

TABLE, CHAT, GENESIS, ASK_GENESIS = b"T", b"C", b"G", b"?"
"""The first byte of a message: its kind."""
ENTRY = pack("entry")

Job = Callable[[Table, int], list[Output]]


@dataclass(frozen=True, slots=True)
class Step:
    """What one call of the table changed, for the screen."""

    applied: tuple[Entry, ...]
    events: tuple[Event, ...]
    suspended: tuple[int, ...]
    """The seats that the match waits for, because too few are left to lose them."""
    view: View | None
    """A snapshot of the round."""
    intent: Move | None
    """The move that our player has chosen and that is not written yet."""
    declined: IllegalMove | None
    """Why our player's move was not made: the game had gone on meanwhile."""
    acted: int = 0
    """How many of our player's acts the table has processed so far."""
    unwritten: tuple[tuple[int, OSError], ...] = ()
    """The seats whose evidence file could not be written, and why."""


class Peer:
    def __init__(
        self,
        mesh: Mesh,
        game: Game,
        log: LogFile,
        journal: Journal | None,
        seats: dict[bytes, int],
        on_step: Callable[[Step], None],
        on_chat: Callable[[int, str], None] = lambda seat, text: None,
        careful: bool = False,
    ) -> None:
        """`careful`: our record of the game was lost or damaged."""
        identity = mesh.keys.identity if game.seat is not None else None
        self.mesh = mesh
        self.game = game
        self.log = log
        self.journal = journal
        self.seats = seats
        """The seat of each network key."""
        self.keys = {seat: key for key, seat in seats.items()}
        self._clock = _Clock()
        self.table = Table(game, identity, self._clock.now(), journal.own.notes if journal else ())
        if journal is not None:
            if careful or log.damaged or journal.misses(log):
                journal.doubt(True)
            self.table.careful = journal.own.doubt
            self.table.own.signed_places = frozenset(journal.own.signed)
        self.on_step = on_step
        self.on_chat = on_chat
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
        self._disk = 0.0
        """Seconds that a sync takes: a moving average."""
        self._shown = False
        self.given_up = False
        self.evidence: dict[int, Path] = {}
        """The evidence file against each seat that was proved to have cheated."""
        self._suspended: tuple[int, ...] = ()
        self._declined: IllegalMove | None = None
        self._acted = self._told_acted = 0
        self._chatting: dict[int, Bucket] = {}
        _news(game, None)  # events of a saved game are not news

    def start(self) -> None:
        self._put(lambda table, now: table.start(now))
        self._task = asyncio.create_task(self._run(), name="table")

    async def close(self) -> None:
        """Stop. Everything recorded stays."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, Exception):  # `failed` has reported it
                await self._task
        await asyncio.to_thread(self._worker.shutdown)
        self.log.close()
        if self.journal is not None:
            if self.given_up:
                self.journal.over()
            self.journal.close()

    @property
    def failed(self) -> BaseException | None:
        """The error that stopped the table, if any: a bug, or a full disk."""
        if self._stopped is not None:
            return self._stopped
        if self._task is not None and self._task.done() and not self._task.cancelled():
            return self._task.exception()
        return None

    # -- what the player does ---------------------------------------------------------------------------

    def act(self, move: Move | Claim) -> None:
        """Make a move that the screen found legal. It is declined if the game went on meanwhile."""

        def job(table: Table, now: int) -> list[Output]:
            self._acted += 1
            try:
                return table.act(move, now)
            except IllegalMove as error:
                self._declined = error
                return table.tick(now)

        if self._disk < SLOW_DISK:
            self._at_once(job)
        else:
            self._put(job)

    def settle(self, end: bool) -> None:
        """Whether our player would end a match that waits for a missing seat (L-04)."""
        self._put(lambda table, now: table.settle(end, now))

    def give_up(self) -> None:
        """Our player leaves this game for good: do not offer to resume it."""
        self.given_up = True

    def hold_deal(self, hold: bool) -> None:
        """Whether the next deal waits for our player."""

        def job(table: Table, now: int) -> list[Output]:
            table.own.holds_deal = hold
            return table.tick(now)

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
            if not (self._jobs or self.lacking() or (now < end_for_watchers and self._watchers_lack())):
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
        wants = check_form(data, seated=seat is not None) == "want"
        sender: Party = key if seat is None else seat
        allowance = self._allowance(key)

        def job(table: Table, now: int) -> list[Output]:
            if wants and not allowance.is_left(time.monotonic()):
                return []  # they ask again
            return table.receive(sender, data, now)

        if len(data) <= LIGHT and data[1:7] == ENTRY:
            self._at_once(job, sender, len(data))
        else:
            self._put(job, sender, len(data))

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
            self._hand_over(sends, step)

    def _at_once(self, job: Job, sender: Party | None = None, size: int = 0) -> None:
        """Run a job on the event loop if the table's thread is idle and a move is due. Otherwise queue it."""
        running = self._task is not None and not self._task.done()
        due = self.game.due() if running and not self._working and not self._jobs else None
        if due is None or due.kind != MOVE:
            self._put(job, sender, size)
            return
        self.table.hurried = True
        try:
            done = self._do(job)
            self.table.hurried = False
            self._hand_over(*done)
        except Exception as error:
            self._stopped = error
            assert self._task is not None
            self._task.cancel()
            return
        due = self.game.due()
        if due is not None and due.seat == self.game.seat and due.kind != MOVE:
            self._put(_tick)

    def _hand_over(self, sends: list[Send], step: Step | None) -> None:
        for send in sends:
            if self.game.seat is None and not is_question(send.message):
                continue  # peers accept only questions from a spectator
            if send.to is None:
                self.mesh.broadcast(TABLE + send.message)
            else:
                key = self.keys.get(send.to) if isinstance(send.to, int) else send.to
                if key is not None:
                    self._answer(key, TABLE + send.message)
        if step is not None:
            self.on_step(step)

    async def _next(self) -> tuple[Party | None, Job]:
        """The next job. Ticks come in time even under heavy traffic."""
        tick = WINDOW_TICK if self.table.window.runs else TICK
        left = self._ticked + tick - time.monotonic()
        if not self._jobs and left > 0:
            self._work.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._work.wait(), left)
            left = self._ticked + TICK - time.monotonic()
        if self._jobs and left > 0:
            return self._jobs.take()
        self._ticked = time.monotonic()
        return None, _tick

    def _do(self, job: Job) -> tuple[list[Send], Step | None]:
        """Run a job, write its outputs to disk, and return what is to be sent and shown."""
        before = self.game.deal.round if self.game.deal is not None else None
        sends: list[Send] = []
        applied: list[Entry] = []
        mine: list[Entry] = []
        unwritten: list[tuple[int, OSError]] = []
        rewound = ours = False
        intent = self.table.own.intent
        for output in job(self.table, self._clock.now()):
            match output:
                case Store(entry):
                    self.log.append(entry, sync=False)
                    ours = ours or entry.seat in (self.game.seat, NOBODY)
                    if entry.seat == self.game.seat:
                        mine.append(entry)
                case Note(record):
                    if self.journal is not None:
                        self.journal.note(record)
                case Rewind(position):
                    if self.journal is not None:
                        self.journal.vouch_for_nothing()
                    self.log.rewind(position)
                    mine = [entry for entry in mine if entry.position < position]
                    rewound = True
                case Evidence(seat, reason, record):
                    name = f"{self.log.path.stem}.evidence-{seat}-{reason}"
                    try:
                        self.evidence[seat] = keep(self.log.path, name, record)
                    except OSError as error:  # the game goes on: the log itself names the seat that is out
                        unwritten.append((seat, error))
                case Send():
                    sends.append(output)
                case Applied(entry):
                    applied.append(entry)
        if self.table.own.halted:
            raise SpentSeedError
        if ours:
            began = time.monotonic()
            self.log.sync()
            self._disk = (self._disk + time.monotonic() - began) / 2
            if self.journal is not None:
                self.journal.wrote(mine)
                if self.log.count >= self.journal.own.vouched[0] + VOUCH:
                    self.journal.vouch(self.log)
        elif job is _tick:
            self.log.flush()
        if self.journal is not None and self.journal.own.doubt and not self.table.careful:
            self.log.sync()
            self.journal.doubt(False)
        if applied and self.game.over and self.journal is not None:
            self.log.sync()
            self.journal.over()
        news = _news(self.game, before)
        declined, self._declined = self._declined, None
        suspended = self.table.voting.suspended
        changed = suspended != self._suspended or self.table.own.intent != intent or declined is not None
        changed = changed or not self._shown  # show a resumed game at once
        changed = changed or self._acted != self._told_acted
        self._told_acted = self._acted
        self._suspended, self._shown = suspended, True
        if not applied and not unwritten and not changed:
            return sends, None
        return sends, Step(
            tuple(applied),
            () if rewound else news,
            suspended,
            self._snapshot(),
            self.table.own.intent,
            declined,
            self._acted,
            tuple(unwritten),
        )

    def _snapshot(self) -> View | None:
        view = self.game.view
        if view is None:
            return None
        shown = View(view.round.copy(), view.seat)
        shown.known = tuple(dict(side) for side in view.known)
        return shown


class _Clock:
    """Milliseconds since 1970 at first; from then on it only grows, and never jumps."""

    def __init__(self) -> None:
        self._shown = time.time_ns() // 1_000_000
        self._then = time.monotonic_ns()

    def now(self) -> int:
        now = time.monotonic_ns()
        passed = (now - self._then) // 1_000_000
        self._then += passed * 1_000_000
        self._shown += min(passed, MAX_STEP)
        return self._shown


def _news(game: Game, before: object) -> tuple[Event, ...]:
    """Collect the new events of the round before and of the current one."""
    events: list[Event] = []
    rounds = [before, *(deal.round for deal in game.finished[-1:])]
    rounds.append(game.deal.round if game.deal is not None else None)
    seen: set[int] = set()
    for round in rounds:
        if round is not None and id(round) not in seen:
            seen.add(id(round))
            news = round.news  # type: ignore[attr-defined]
            events += news
            news.clear()
    return tuple(events)


def load(
    log: LogFile,
    genesis: Genesis,
    journal: Journal | None,
    calculator: Calculator | None,
    on_step: Callable[[Game, Step], None] | None = None,
) -> Game:
    """Load the game from its file. `on_step` is called for each entry on the way."""
    seat = journal.own.seat if journal is not None else None
    secret = journal.own.secret if journal is not None else None
    game = Game(genesis, seat, secret, calculator)
    records = read_records(log.path, MAGIC)
    # Read once, so that the records that the journal vouches for are the ones that we replay.
    first = list(islice(records, journal.own.vouched[0])) if journal is not None else []
    vouched = len(first) if journal is not None and journal.vouches_for(first) else 0
    entries = entries_in(chain(first, records))
    if on_step is not None:
        entries = _followed(game, entries, on_step)
    game.replay(islice(entries, max(0, vouched - 1)))  # the first record is the genesis
    for entry in entries:
        game.apply(entry)
    return game


def _followed(game: Game, entries: Iterator[Entry], on_step: Callable[[Game, Step], None]) -> Iterator[Entry]:
    """Pass entries on, and report the result of each before the next one."""
    for entry in entries:
        before = game.deal.round if game.deal is not None else None
        yield entry
        on_step(game, Step((entry,), _news(game, before), (), game.view, None, None))


def read_genesis_message(message: bytes) -> Genesis | None:
    """Read a genesis message. None if it is something else."""
    if message[:1] != GENESIS:
        return None
    try:
        return read_genesis(unpack(message[1:]))
    except RemoteError:
        return None


def seats_of(genesis: Genesis, cards: list[Card]) -> dict[bytes, int]:
    """The seat of each network key: cards bind keys to the identities in the genesis."""
    by_identity = {player.key: seat for seat, player in enumerate(genesis.players)}
    return {card.curve: by_identity[card.identity] for card in cards if card.identity in by_identity}


def clean(text: str) -> str:
    """Make a line of chat safe to show."""
    return "".join(c for c in text if c.isprintable()).strip()[:MAX_CHAT]


def _tick(table: Table, now: int) -> list[Output]:
    return table.tick(now)
