"""What our own seat writes into the log when it is due."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import takewhile
from typing import Any

from p2puno.moves import Ask, Call, IllegalMove, Move, Seal, Show, seal
from protocol.codec import pack, unpack
from protocol.deck import derived_secrets
from protocol.deck.key_splitting import COMMIT, KEEP, SPLIT
from protocol.deck.seed_revealing import REVEAL
from protocol.identity import Identity
from protocol.log.entry import (
    ADMIT,
    AGREE,
    MOVE,
    SETTLE,
    Entry,
    Place,
    Statement,
    read_statement,
    write_entry,
)
from protocol.play.deal import Deal, Due
from protocol.play.deck_requests import showing
from protocol.play.game import END, RESEAT
from protocol.table.context import Context, tell
from protocol.table.default_move import FORCED, default_move
from protocol.table.outputs import Note, Output, TimedOut
from protocol.table.readmitting_cheats import Forgiving
from protocol.table.turn_clock import TurnClock
from protocol.table.window import Window

QUICK = frozenset({COMMIT, SPLIT, KEEP})
FEW = 4
"""The shares of this many cards are made and checked in a millisecond or two."""
PAUSE = 2_000
"""Milliseconds before we first repeat a choice after a settlement with mixed choices."""


class OwnEntries:
    def __init__(
        self,
        context: Context,
        identity: Identity | None,
        window: Window,
        forgiving: Forgiving,
        notes: Iterable[bytes],
    ) -> None:
        self._context = context
        self._identity = identity
        self._window = window
        self._forgiving = forgiving
        self.turn_clock = TurnClock(context.game.terms)
        self.intent: Move | None = None
        """The move that our player has chosen and that is not written yet."""
        self._judged = b""
        """The hash of the entry after which the intent was found legal."""
        self.wants_end = False
        """Our player would end a match that waits for a missing seat."""
        self.halted = False
        """We were about to play a deal whose seed we have revealed, so somebody has cheated. We write nothing
        more."""
        self._signed: dict[Place, Entry] = {}
        """Entries of ours that are not in the log. We sign nothing else at their places."""
        self._spent: set[bytes] = set()
        """Hashes of the seeds that we have revealed, or were about to."""
        self._asks: dict[int, Statement] = {}
        """The last request of each lost seat to come back."""
        for record in notes:
            match unpack(record):
                case ["spent", bytes(seed)]:
                    self._spent.add(seed)

    @property
    def _here(self) -> Place:
        return self._context.game.position, self._context.game.head

    def keep(self, entry: Entry) -> None:
        """Remember an entry of ours that is not in the log."""
        self._signed[entry.position, entry.previous] = entry

    def is_quick(self) -> bool:
        """Whether what is due takes a millisecond or two: all but mixes, proofs, shares of many cards, and
        reveals, which an audit may follow."""
        due, deal = self._context.game.due(), self._context.game.deal
        if due is None or deal is None:
            return False
        return due.kind in (MOVE, AGREE) or due.step in QUICK or self.is_opening()

    def is_opening(self) -> bool:
        """Whether shares of a few cards are due."""
        deal = self._context.game.deal
        return deal is not None and 0 < deal.deck.opening <= FEW

    def may_prepare(self) -> bool:
        """Whether we could make a proof or share of ours now, before it is our turn to write it."""
        deal = self._context.game.deal
        return deal is not None and deal.deck.may_prepare() is not None

    def prepare(self) -> None:
        """Make a proof or share of ours ahead, if there is one to make. It follows from the log as it stands,
        and nothing is written."""
        deal = self._context.game.deal
        if deal is not None:
            deal.deck.prepare()

    def prepare_moves(self) -> None:
        """Make the shares that would open the cards of our hand, while our player thinks. We make them for
        all cards that we see, so that the time this takes tells nothing about the hand."""
        deal = self._context.game.deal
        if deal is None or deal.view is None or not self.is_our_move():
            return
        for card, _face in deal.view.hand():
            request = showing(deal.deck, card, deal.view.round.side, self._context.seat)
            if request is not None:
                deal.deck.prepare_share(request)

    def is_our_move(self) -> bool:
        """Whether our player must choose."""
        due = self._context.game.due()
        return due is not None and (due.seat, due.kind) == (self._context.seat, MOVE)

    # -- entries ----------------------------------------------------------------------------------------

    def next(self, due: Due) -> tuple[list[Output], Entry | None]:
        """The entry that we write now where it is our turn, if any, and what must be done before."""
        deal = self._context.game.deal
        if (again := self._signed.get(self._here)) is not None:
            return [], again
        if due.kind == SETTLE:
            return [], self._settlement()
        assert deal is not None
        return self._move(deal, due) if due.kind == MOVE else self._step(deal, due)

    def call(self, deal: Deal) -> Entry | None:
        """Our player calls UNO in their own turn. None if we have signed something else at this place."""
        return self._sign(MOVE, deal.own_move(Call(), [])) if self._here not in self._signed else None

    def _sign(self, kind: str, payload: Any) -> Entry:
        context, game = self._context, self._context.game
        assert self._identity is not None
        assert context.seat is not None
        return write_entry(self._identity, game.id, *self._here, context.seat, kind, payload, context.now)

    def _step(self, deal: Deal, due: Due) -> tuple[list[Output], Entry | None]:
        """A step of the deck, or an agreement. We never commit to a seed that we have revealed."""
        seed = sha256(deal.deck.seed).digest() if due.step in (COMMIT, REVEAL) else b""
        if due.step == COMMIT:
            self.halted = seed in self._spent
            if self.halted:
                return [], None
        entry = self._sign(due.kind, deal.own_payload(due, self._valid_asks()))
        if due.step != REVEAL or seed in self._spent:
            return [], entry
        self._spent.add(seed)
        return [Note(pack(["spent", seed]))], entry

    def _move(self, deal: Deal, due: Due) -> tuple[list[Output], Entry | None]:
        claim = self._window.admissible()
        if claim is not None:
            return [], self._sign(ADMIT, claim.wire())
        jump = self._window.admissible_jump()
        if jump is not None:
            return [], self._sign(ADMIT, jump)
        move = self._chosen(due)
        if move is None:
            return [], None
        silences = self._window.silences_for(deal.owing(move))
        if silences is None:
            return self._window.ask(), None
        return [], self._sign(MOVE, deal.own_move(move, silences))

    # -- moves ------------------------------------------------------------------------------------------

    def tick(self, due: Due) -> list[Output]:
        """Our player is asked this, and may answer: if their time is up, choose a move for them."""
        context, view = self._context, self._context.game.view
        if due.step in FORCED or self.intent is not None:
            return []
        if context.now < self.turn_clock.own_deadline(context.since):
            return []
        assert view is not None
        self.intent = default_move(view)
        return [TimedOut()]

    def moved(self, same_turn: bool) -> None:
        """The log went forward or back: what our player had chosen is void, unless it is the same turn."""
        game = self._context.game
        if not same_turn:
            self.intent = None
        if (due := game.due()) is not None and due.kind == MOVE and game.deal is not None:
            self.turn_clock.asked(game.deal.number, self._context.now)

    def choose(self, due: Due, move: Move, judged: bytes) -> None:
        """Our player chooses a move. Raises IllegalMove if it is illegal now, or would break a vow. It is not
        judged here if the caller has found it legal after the entry with the hash `judged` and that is still
        the last one."""
        head = self._context.game.head
        if judged != head:
            self._check(due, move)
        self.intent, self._judged = move, head

    def _check(self, due: Due, move: Move) -> None:
        """Raise IllegalMove unless our player may choose this now."""
        view = self._context.game.view
        assert view is not None
        if due.step != Ask.SEAL:
            view.check(move)
        elif not isinstance(move, Show):
            raise IllegalMove("B-02", "choose a card to battle with")

    def _chosen(self, due: Due) -> Move | None:
        """The move to write now: our player's, or one that leaves no choice."""
        view = self._context.game.view
        assert view is not None
        if due.step == Ask.UNSEAL:
            return self._unsealing()
        if due.step in FORCED:
            return next(iter(view.moves()), None)
        if self.intent is None:
            return None
        try:
            self.choose(due, self.intent, self._judged)
        except IllegalMove:  # it was chosen before a claim was admitted
            self.intent = None
            return None
        if due.step == Ask.SEAL and isinstance(self.intent, Show):
            return Seal(seal(self.intent.card, self._nonce(self._context.game.head)))
        return self.intent

    def _nonce(self, head: bytes) -> bytes:
        game = self._context.game
        assert game.secret is not None
        return derived_secrets.stream(game.secret, 32, "battle", game.id, head)

    def _unsealing(self) -> Move:
        """The card that we sealed last. It is derived from the log, so a restart does not lose it."""
        game = self._context.game
        sealing = next(e for e in reversed(game.entries) if e.seat == game.seat and e.kind == MOVE)
        nonce, digest = self._nonce(sealing.previous), sealing.payload[0][1]
        assert game.view is not None
        card, face = next((card, face) for card, face in game.view.hand() if seal(card, nonce) == digest)
        return Show(card, face, nonce)

    # -- seats that ask to come back --------------------------------------------------------------------

    def take_ask(self, said: Statement) -> list[Output]:
        """A lost seat asks to come back. A new request is sent on: some peers may not be connected."""
        game = self._context.game
        if said.seat not in game.absent or said.body != game.back_body(said.seat):
            return []
        known = self._asks.get(said.seat)
        self._asks[said.seat] = said
        return [tell(said)] if known is None or known.body != said.body else []

    def learn_asks(self, settlement: Entry) -> None:
        """Learn the requests that a settlement carries: their authors may not reach us."""
        for seat, signature in settlement.payload[1]:
            self._asks[seat] = read_statement([self._context.game.back_body(seat), signature])

    def _valid_asks(self) -> list[Any]:
        game = self._context.game
        return [
            [seat, ask.signature]
            for seat, ask in sorted(self._asks.items())
            if seat in game.absent and ask.body == game.back_body(seat) and self._forgiving.allows(seat)
        ]

    def _settlement(self) -> Entry | None:
        """If all missing seats ask to come back we take them back, also if our player would end the match,
        so that everybody can play on. Otherwise we end it if our player wants that."""
        asks, context = self._valid_asks(), self._context
        if {seat for seat, _ in asks} >= set(context.game.match.missing):
            choice, carried = RESEAT, asks
        elif self.wants_end:
            choice, carried = END, []
        else:
            return None
        ready = context.now - context.since >= self._pause(choice)
        return self._sign(SETTLE, [choice, carried]) if ready else None

    def _pause(self, choice: str) -> int:
        """How long to wait before we repeat our choice after mixed choices. Doubles each time, so that a
        player who never gives way does not fill the log."""
        game = self._context.game
        entries, seats = game.entries, len(game.match.playing)
        times = sum(1 for _ in takewhile(lambda entry: entry.kind == SETTLE, reversed(entries))) // seats
        if not times or entries[-seats].payload[0] != choice:
            return 0
        return min(PAUSE << min(times - 1, 30), game.terms.grace)
