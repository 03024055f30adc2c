"""A game among peers: a session with a table on the network behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from math import inf
from random import SystemRandom
from time import monotonic

from cli.runtime.output import printable
from cli.sessions.adviser import Adviser
from cli.sessions.automatic_moves import REACTION, OwnProgram
from cli.sessions.guest_page import GuestPage
from cli.sessions.news_to_notices import Teller
from cli.sessions.session import (
    AdjustableBots,
    Busy,
    CameBack,
    Changed,
    Coach,
    Forgiving,
    Notice,
    OpenWindow,
    Rematch,
    Said,
    SeatLost,
    Status,
    Trouble,
    WentAway,
    window_at,
)
from cli.sessions.standstill import Standstill
from cli.words.error_sentences import error_sentence
from cli.words.language import _
from cli.words.refusals import reason
from p2puno.match import Match
from p2puno.moves import Ask, Choice, Claim, IllegalMove, JumpIn, Move, Show
from p2puno.view import View
from protocol.log.entry import AGREE, DECK, FORK, MOVE
from protocol.participant.evening_score import Evening
from protocol.participant.next_table import NextTable
from protocol.peer.message_checks import clean
from protocol.peer.peer import Peer
from protocol.peer.record import Restored
from protocol.peer.screen_snapshot import Step, standing
from protocol.play.game import Game
from protocol.play.news import match_over
from protocol.table.readmitting_cheats import Plea
from protocol.table.turn_clock import TurnClock


class Networked:
    """Implements `cli.sessions.session.Session`. `listeners` (bots) are told every step, too."""

    def __init__(self, game: Game, before: Iterable[str] = (), told: Iterable[Notice] = ()) -> None:
        """`before` has sentences from before the game that should be shown again; `told` is what has happened
        in the game so far."""
        self.now = standing(game, deepcopy(game.match))
        """A snapshot of the game after the last step. The game itself belongs to the table's thread."""
        self.genesis = game.genesis
        self.told = tuple(told)
        self.coach: Coach | None = None
        self.names = tuple(player.name for player in game.genesis.players)
        self.seat = game.seat
        self.options = game.options
        self.view: View | None = None
        self.status: Status | None = Status(Busy.CONNECTING)
        self.uno_deadline: float | None = None
        self.pleas: tuple[Plea, ...] = ()
        self.kept = game.seat is not None
        self.peer: Peer | None = None
        self.bots: AdjustableBots | None = None
        self.guests: Sequence[GuestPage] = ()
        self.listeners: list[Callable[[Step], None]] = []
        self._sent: Move | None = None
        """Our move, until the table has processed it; no other move is possible until then."""
        self._intent: Move | None = None
        """Our move while it waits at the table for the UNO window."""
        self.jump: JumpIn | None = None
        self._acts = 0
        self._away = {seat for seat in range(len(self.names)) if seat != game.seat}
        self._left: set[int] = set()
        """The seats that were away since we came: only they can come back."""
        self._teller = Teller(game.seat)
        self._notices: asyncio.Queue[Notice | None] = asyncio.Queue()
        self.adviser = Adviser()
        self.own_program = OwnProgram(self, self._tell, lambda: SystemRandom().uniform(*REACTION))
        self._over = asyncio.Event()
        self._failed: BaseException | None = None
        self._turn_clock = TurnClock(game.terms)
        self._moving: tuple[int, float] | None = None
        """The seat that must choose, and since when."""
        self._told_of_timeout = False
        """Our player knows that the program moves for them, and has done nothing since."""
        self._clocked = False
        self._suspended: tuple[int, ...] = ()
        self.again = False
        """Our player wants another match."""
        self._following: NextTable | None = None
        self.evening: Evening | None = None
        self._offered = b""
        """The mark of the next match as our player last saw it."""
        self._standstill = Standstill(game.genesis, game.seat)
        for text in before:
            self.warn(text)

    @property
    def match(self) -> Match:
        return self.now.match

    @property
    def table(self) -> int:
        return self.now.table

    @property
    def away(self) -> set[int]:
        return self._away & set(self.match.playing)

    @property
    def round_number(self) -> int:
        return self.now.rounds + (self.view is not None)

    @property
    def window(self) -> OpenWindow | None:
        return window_at(self.view, self.uno_deadline)

    @property
    def pending(self) -> Move | None:
        return self._sent or self._intent

    @property
    def _operators(self) -> int:
        """How many people are in the match. If there are only two, nobody can be voted out: they wait."""
        return len({self.genesis.players[seat].operator for seat in self.match.playing})

    @property
    def grace(self) -> float | None:
        if self.seat is None or self._operators < 2:
            return None  # our own bots leave with us
        return self.genesis.terms.grace / 1000 if self._operators > 2 else inf

    @property
    def turn_deadline(self) -> float | None:
        """When a player's own program will move for them or, if they are away, their seat is lost."""
        if self._moving is None or self.status is not None:
            return None
        seat, since = self._moving
        if seat in self._away:
            return since + self.genesis.terms.grace / 1000 if self._operators > 2 else None
        clock = self._turn_clock
        deadline = clock.own_deadline if seat == self.seat else clock.latest_deadline
        return deadline(since * 1000) / 1000

    # -- what the player does ---------------------------------------------------------------------------

    def act(self, move: Move) -> None:
        view, seat = self.view, self.seat
        if view is None or seat is None or self.peer is None:
            raise IllegalMove("S-05", "no move is asked for now")
        waiting = view.round.waiting
        if type(waiting) is not Choice or waiting.seat != seat:
            raise IllegalMove("S-05", "it is somebody else's turn")
        if waiting.ask is Ask.SEAL:
            if type(move) is not Show or move.card not in view.round.hands[seat]:
                raise IllegalMove("B-02", "choose a card from your hand")
        else:
            view.check(move)
        if self._sent is not None:
            raise IllegalMove("S-05", "your last move is still on its way")
        self.own_program.take_back()
        self._sent = move
        self._told_of_timeout = False
        self._acts += 1
        self.peer.act(move, self.now.head)
        self._tell(Changed())  # the next step reports the result

    def take_back(self) -> bool:
        had = self._intent is not None and self._sent is None
        if had and self.peer is not None:
            self.peer.take_back()
        return had

    def claim(self, claim: Claim | JumpIn) -> None:
        view = self.view
        if view is None or view.seat is None or view.seat not in view.round.hands or self.peer is None:
            raise IllegalMove("G-13", "only players still in the round may call or catch")
        if isinstance(claim, JumpIn):
            view.round.copy().apply(view.seat, claim)
            self.jump = claim
            self._tell(Changed())
        self._acts += 1
        self.peer.act(claim)

    def say(self, text: str) -> None:
        text = clean(text)
        if self.peer is not None and self.seat is not None and text:
            self.peer.chat(text)
            self._tell(Said(self.seat, text))

    def look_at_result(self, looking: bool) -> None:
        self._turn_clock.look(looking, monotonic() * 1000)
        if self.peer is not None:
            self.peer.look(looking)

    def settle(self) -> bool:
        if self.peer is None or self.status is None or self.status.kind not in (Busy.SUSPENDED, Busy.SHORT):
            return False
        if self.status.kind is Busy.SUSPENDED:
            self.peer.give_up()
            return True
        self.peer.settle(end=True)
        self.warn(_("You want to end the match as it stands: everybody else must agree."))
        return False

    def forgive(self, seat: int) -> None:
        asked = any(plea.seat == seat and self.seat in plea.missing for plea in self.pleas)
        if self.peer is None or not asked:
            raise IllegalMove("L-10", "this player is not asked")
        self.peer.forgive(seat)

    @property
    def rematch(self) -> Rematch | None:
        following, evening = self._following, self.evening
        if evening is None or (following is None and self.seat is not None):
            return None
        counted = Rematch(matches=evening.matches, scores=tuple(evening.scores()))
        if following is None:
            return counted
        self._offered = following.mark
        table = following.lobby or following.before
        same = (table.terms, table.seats) == (self.genesis.terms, len(self.names))
        return replace(
            counted,
            agreed=following.agreed,
            terms=None if same else table.terms,
            seats=table.seats,
            gone=following.gone,
            people=len({player.operator for player in self.genesis.players}) > 1,
        )

    def play_again(self, agreed: bool = True) -> None:
        self.again = True
        if agreed and self._following is not None:
            self._following.want(self._offered or self._following.mark)

    async def notices(self) -> AsyncIterator[Notice]:
        while (notice := await self._notices.get()) is not None:
            yield notice

    async def run(self) -> None:
        assert self.peer is not None
        if self.now.over:
            self._tell(match_over(self.match))
            self._end()
        self.peer.start()
        while not self._over.is_set():
            if (failed := self.peer.failed) is not None:
                self.fail(failed)
            self._look_for_standstill(monotonic())
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self._over.wait()
        if self._failed is not None:
            raise self._failed

    def fail(self, error: BaseException) -> None:
        """Something essential has failed: `run` ends with this error."""
        self._failed = self._failed or error
        self._end()

    async def leave(self) -> None:
        self._end()

    def _end(self) -> None:
        self.own_program.stop()
        self._over.set()
        self._notices.put_nowait(None)

    # -- what the network brings ------------------------------------------------------------------------

    def came(self, seat: int) -> None:
        if seat in self._away:
            self._away.discard(seat)
            if self.status == Status(Busy.SUSPENDED, seat):
                self.status = None  # now they only have to choose
            if self._moving is not None and self._moving[0] == seat:
                self._moving = seat, monotonic()  # they have their full time again
            self._tell(CameBack(seat) if seat in self._left else Changed())

    def went(self, seat: int) -> None:
        if seat not in self._away:
            self._away.add(seat)
            self._left.add(seat)
            self._tell(WentAway(seat))
            if (busy := self._busy()) is not None and busy.kind is Busy.SUSPENDED:
                self._show_status(busy)  # until now they were only late

    def over(self, following: NextTable | None, evening: Evening) -> None:
        self._following, self.evening = following, evening

    def warn(self, text: str) -> None:
        """Tell our player something that is not part of the game."""
        self._tell(Trouble(text))

    def heard(self, seat: int, text: str) -> None:
        self._tell(Said(seat, text))

    def step(self, step: Step) -> None:
        """Show what the table did."""
        if step.timed_out and not self._told_of_timeout:
            self._told_of_timeout = True
            self.warn(_("Your time was up: your program moved for you."))
        if self.seat is None:  # spectators are not told where returning players are
            for seat in self._left.intersection(entry.seat for entry in step.applied):
                self.came(seat)
        self.now, self.view = step.now, step.now.view
        self.adviser.hear(self.view, step.news.events)
        self._intent = step.intent
        if step.acted >= self._acts:
            self._sent = None
        self._suspended = step.suspended
        if step.declined is not None or not self._still_jumps():
            self.jump = None
        if step.declined is not None:
            self.warn(reason(step.declined))
        for seat, error in step.unwritten:
            text = _("The proof against {name} could not be saved: {why}.")
            self.warn(text.format(name=self.names[seat], why=error_sentence(error)))
        for restored in step.restored:
            self.warn(_restored(restored))
        for notice in self._teller.notices(step.news, self.view) or [Changed()]:
            self._tell(self._with_proof(notice))
        self._tell_pleas(step)
        self._look_at_clock(step)
        self.own_program.changed()
        for listener in self.listeners:
            listener(step)
        if self.now.over:
            self._end()

    def _still_jumps(self) -> bool:
        """Whether the card that our player lays out of turn can still be laid."""
        return self.view is not None and self.jump in self.view.jumps()

    def _with_proof(self, notice: Notice) -> Notice:
        if self.peer is None or not isinstance(notice, SeatLost) or notice.reason != FORK:
            return notice
        proof = self.peer.evidence.get(notice.seat)
        return replace(notice, proof=printable(proof)) if proof else notice

    def _tell_pleas(self, step: Step) -> None:
        before = {plea.seat: plea for plea in self.pleas}
        self.pleas = step.pleas
        for plea in step.pleas:
            known = before.get(plea.seat, Plea(plea.seat, (), ()))
            if plea.seat not in before:
                self._tell(Forgiving(plea.seat, None, tuple(sorted((*plea.agreed, *plea.missing)))))
            for by in plea.agreed:
                if by not in known.agreed:
                    self._tell(Forgiving(plea.seat, by, plea.missing))

    def _look_at_clock(self, step: Step) -> None:
        due = step.now.due
        self._show_status(self._busy())
        if not step.applied and self._clocked:
            return
        self._clocked = True
        now = monotonic()
        moving = due is not None and due.kind not in (DECK, AGREE)
        self._moving = (due.seat, now) if due is not None and moving else None
        if due is not None and due.kind == MOVE and step.now.deal is not None:
            self._turn_clock.asked(step.now.deal, now * 1000)
        self.uno_deadline = now + self.options.uno_window / 1000 if step.now.window_open else None

    def _show_status(self, status: Status | None) -> None:
        """Set the status, and report it if the match cannot continue."""
        before, self.status = self.status, status
        if status is None or status.seat is None or status == before:
            return
        if status.kind is Busy.SUSPENDED:
            text = _("The match is waiting for {name}. You can leave and continue later: p2puno resume")
        elif status.kind is Busy.SHORT:
            text = _("{name} is gone, and this match cannot continue without them: wait, or end it.")
        else:
            return
        self.warn(text.format(name=self.names[status.seat]))

    def _look_for_standstill(self, now: float) -> None:
        """Tell our player what the table has been waiting for; a suspended match has been told of."""
        waits_for_good = self.status is not None and self.status.kind in (Busy.SUSPENDED, Busy.SHORT)
        delay = self._standstill.look(self.now, self.away, now, self._turn_clock.looking)
        if delay is None or waits_for_good:
            return
        if self._operators > 2:
            text = _(
                "The table is waiting for {name}: their program has not answered for {seconds} seconds. "
                "After {limit} seconds the others can decide to continue without it."
            )
        else:
            text = _("The table is waiting for {name}: their program has not answered for {seconds} seconds.")
        self.warn(text.format(name=self.names[delay.seat], seconds=delay.seconds, limit=delay.limit))

    def _busy(self) -> Status | None:
        """What the table is doing, unless it waits for a player's choice."""
        due, seats = self.now.due, self.now.seats
        if self.now.stalled:
            return Status(Busy.SHORT, next(iter(self.match.missing), None))
        missing = self.away.intersection(self._suspended)
        if self._operators == 2 and due is not None:
            missing |= self.away & self._left & {due.seat}
        if missing:
            return Status(Busy.SUSPENDED, min(missing))
        if due is None or due.kind not in (DECK, AGREE):
            return None
        place = seats.index(due.seat) + 1 if due.seat in seats else 0
        if due.kind == DECK and due.step in ("mix", "prove"):
            return Status(Busy.SHUFFLING, due.seat, place, len(seats))
        if due.kind == DECK and due.step in ("share", "seal", "receipt"):
            return Status(Busy.OPENING, due.seat, place, len(seats))
        return Status(Busy.WAITING, due.seat, place, len(seats))

    def _tell(self, notice: Notice) -> None:
        self._notices.put_nowait(notice)


def _restored(file: Restored) -> str:
    path = printable(file.path)
    if file.error is None:
        return _("A file of this game was deleted or moved: it was written again. {path}").format(path=path)
    text = _(
        "A file of this game was deleted or moved, and cannot be written again: {path}: {why}. Trying again."
    )
    return text.format(path=path, why=error_sentence(file.error))
