"""A peer at the table: fed messages, moves and the time, it answers with what to store, send and show.

No sockets, files or clocks here: `now` is milliseconds that only ever grow. Our own entries go the same way
as everybody's: made, applied, stored, and only then sent.

What comes in is recorded first: entries in the pool, votes, proofs, words. Then `_work` does, one thing after
the other, what the table's state calls for: go back, take the next entry, write our own. The parts (window,
voting, forks, fetching) return what is to be done and never call the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import takewhile
from typing import Any

from p2puno.moves import Ask, Call, Catch, Claim, IllegalMove, Move, Seal, Show, seal
from protocol.codec import are_whole, pack, unpack
from protocol.deck import seeds
from protocol.deck.committing import COMMIT
from protocol.deck.revealing import REVEAL
from protocol.errors import ForeignError, MalformedError, OutOfTurnError, RemoteError
from protocol.identity import Identity
from protocol.log.entry import (
    ADMIT,
    BACK,
    ENTRY_TAG,
    LOSS,
    MOVE,
    NOBODY,
    SETTLE,
    STATEMENT_TAG,
    Entry,
    Statement,
    check_signature,
    read_entry,
    read_statement,
    write_entry,
    write_statement,
)
from protocol.play.deal import Due, call_has_effect
from protocol.play.game import END, RESEAT, Game
from protocol.table.autopilot import FORCED, default_move
from protocol.table.context import Decision, Prove, show, tell
from protocol.table.fetching import Fetching
from protocol.table.forgiving import Forgiving
from protocol.table.forks import Forks
from protocol.table.outputs import Applied, Note, Output, Party, Refused, Rewind, Send, Store
from protocol.table.pool import AHEAD, Pool
from protocol.table.voting import Voting, ballot_of
from protocol.table.window import Window

HEARTBEAT = 1_000
"""Milliseconds between two announcements of where our log ends."""


class Table:
    """`notes` are the records of all `Note` outputs so far, in their order: what a restart must know."""

    def __init__(self, game: Game, identity: Identity | None, now: int, notes: Iterable[bytes] = ()) -> None:
        self.game = game
        self.identity = identity
        self.seat = game.seat
        self.now = now
        self.intent: Move | None = None
        """The move our player has chosen and that is not written yet."""
        self._judged = b""
        """The hash of the entry after which the intent was found legal."""
        self.holds_deal = False
        """Our player is still looking at the last round: we do not commit to the next deal yet."""
        self.careful = False
        """Our log may lack what we wrote ourselves: nothing is written before all others have said where
        theirs end, and we have got that far (or who says so gives us nothing)."""
        self.signed_places: frozenset[tuple[int, bytes]] = frozenset()
        """Where in the log (position and head) we had written when we began. An entry that is missing there
        comes from the others, or never: whatever they say, no other is written."""
        self.hurried = False
        """Whoever calls cannot wait: of our own only moves are written, and what takes longer (a mix, shares,
        an audit) is left to the next call that is not hurried."""
        self.wants_back = True
        self.wants_end = False
        self.halted = False
        """We were about to play a deal whose seed we have published: somebody has cheated. We write nothing
        more."""
        self.heard: dict[int, int] = {}
        """When something came from each seat by itself (not handed on by others)."""
        self.since = now
        """Since when the log waits for what it waits for."""
        self.started = now
        self.faults: Counter[tuple[Party | None, str]] = Counter()
        """What was refused, by sender and kind."""
        self._asks: dict[int, Statement] = {}
        self._beat = now
        self._out: list[Output] = []
        self._votes = False
        """It is time to see whether somebody must be lost."""
        notes = list(notes)
        self._signed: dict[tuple[int, bytes], Entry] = {}
        """Entries of ours that were taken out of the log: at their place nothing else may be signed."""
        self._spent: set[bytes] = set()
        """Hashes of the seeds that we have revealed, or were about to."""
        self.pool = Pool()
        self._read(notes)
        self.fetching = Fetching(self, self.pool)
        self.window = Window(self, notes)
        self.forks = Forks(game, self.pool, self._fork_voters, notes)
        self.voting = Voting(self, self.window, self.forks, notes)
        self.forgiving = Forgiving(self, notes)

    def _read(self, notes: list[bytes]) -> None:
        for record in notes:
            match unpack(record):
                case [("entry" | "left") as kind, *wire]:
                    entry = read_entry(wire)
                    if kind == "entry":
                        self._signed[entry.position, entry.previous] = entry
                    self.pool.add(entry, None)
                case ["final", int(position)]:
                    self.game.final = max(self.game.final, position)
                case ["spent", bytes(seed)]:
                    self._spent.add(seed)
        self.pool.forget(self.game.final)

    def _fork_voters(self, place: tuple[int, bytes], seat: int) -> set[int]:
        return self.voting.fork_voters(place, seat)

    @property
    def reached(self) -> dict[Party, int]:
        """Where everybody's log ended when they last said so."""
        return self.fetching.reached

    # -- what comes in ----------------------------------------------------------------------------------

    def start(self, now: int) -> list[Output]:
        """Begin, or begin again after a restart."""
        self._at(now)
        self._work()
        return self._done(beat=True)

    def receive(self, sender: Party | None, message: bytes, now: int) -> list[Output]:
        """Take a message that the network says comes from there (None: it cannot be answered)."""
        self._at(now)
        if isinstance(sender, int):
            self.heard[sender] = now
        try:
            self._carry_out(self._dispatch(sender, unpack(message)))
        except RemoteError as error:
            self._refuse(sender, error)
        self._work()
        return self._done()

    def tick(self, now: int) -> list[Output]:
        """Time has passed."""
        self._at(now)
        due = self.game.due()
        if due is not None and due.seat == self.seat and due.kind == MOVE and self.intent is None:
            view = self.game.view
            if now - self.since >= self.game.terms.turn_time and view is not None:
                self.intent = default_move(view)
        self._votes = True
        self._work()
        return self._done(beat=now - self._beat >= HEARTBEAT)

    def act(self, move: Move, now: int, judged: bytes = b"") -> list[Output]:
        """Our player moves. Raises IllegalMove, naming the rule, and changes nothing, if it cannot be.
        `judged`: the caller found it legal after the entry with this hash."""
        self._at(now)
        if isinstance(move, Call | Catch):
            self._claim(move)
        else:
            due, deal = self.game.due(), self.game.deal
            if due is None or due.seat != self.seat or due.kind != MOVE or deal is None:
                raise IllegalMove("S-05", "it is somebody else's turn")
            if judged != self.game.head:
                self._check(due, move)
            self.intent, self._judged = move, self.game.head
        self._work()
        return self._done()

    def settle(self, end: bool, now: int) -> list[Output]:
        """Our player chooses to end a match that waits for a missing seat, or to wait on."""
        self._at(now)
        self.wants_end = end
        self._work()
        return self._done()

    def forgive(self, seat: int, now: int) -> list[Output]:
        """Our player agrees that a seat comes back that was lost for cheating. Raises IllegalMove, and
        changes nothing, if that is not asked of them."""
        self._at(now)
        self._carry_out(self.forgiving.forgive(seat))
        self._work()
        return self._done()

    # -- messages ---------------------------------------------------------------------------------------

    def _dispatch(self, sender: Party | None, message: Any) -> list[Decision]:
        match message:
            case ["entry", *wire]:
                return self._take_entry(read_entry(wire), sender)
            case ["statement", *wire]:
                return self._take_statement(read_statement(wire), sender)
            case ["head", int(position), bytes(head)] if are_whole(position):
                return [*self.fetching.compare(sender, position, head)]
            case ["want", int(position)] if are_whole(position):
                return [*self.fetching.give(sender, position)]
            case ["fork" | "equivocation", [*_], [*_]]:
                return [Prove(message)]
            case _:
                raise MalformedError("not a message of this protocol")

    def _take_entry(self, entry: Entry, sender: Party | None) -> list[Decision]:
        """Keep an entry that is not in our log, and see what it tells; `_work` takes it in its turn."""
        game, position = self.game, entry.position
        if entry.game != game.id:
            raise ForeignError("an entry of another game")
        ours = game.entries[position - 1] if position < game.position else None
        if ours is not None and ours.body == entry.body:
            return []
        if position > game.position + AHEAD or not NOBODY <= entry.seat < len(game.genesis.players):
            raise OutOfTurnError("an entry far ahead, or of nobody at this table")
        kept = self.pool.find(entry, sender)
        if kept is not None and kept.refused:
            raise OutOfTurnError("an entry that was refused before", entry.seat)
        if kept is None:
            if entry.seat != NOBODY:
                check_signature(game.key(entry.seat), ENTRY_TAG, entry.body, entry.signature, entry.seat)
            else:
                ballot_of(entry)  # raises if it names nobody to lose
            if (other := self._other_body(entry, ours)) is not None:
                self._carry_out([Prove(["fork", other.wire(), entry.wire()])])
            if position > game.final and self.pool.find(entry, sender) is None:
                self.pool.add(entry, sender)
        return self._ask_about(entry, ours, sender)

    def _other_body(self, entry: Entry, ours: Entry | None) -> Entry | None:
        """Another entry of the same author for the same place."""
        if entry.seat == NOBODY:
            return None
        if ours is not None and (ours.seat, ours.previous) == (entry.seat, entry.previous):
            return ours
        return next(self.pool.by(entry.seat, entry.position, entry.previous), None)

    def _ask_about(self, entry: Entry, ours: Entry | None, sender: Party | None) -> list[Decision]:
        """What to ask its sender for, to make sense of an entry that is not the next one of our log."""
        game = self.game
        if ours is not None and ours.previous == entry.previous:
            late = entry.kind == LOSS and entry.position > game.final
            return self._take_late(entry) if late else []
        if entry.position > game.position:
            return [*self.fetching.want(sender)]
        if entry.position < game.position or entry.previous != game.head:
            return [*self.fetching.parted(sender, entry.position)]
        return []

    def _take_late(self, entry: Entry) -> list[Decision]:
        """A certificate where we have gone on otherwise."""
        try:
            found = self.forks.try_late(entry, self.seat, self.voting.refusal_of)
        except RemoteError:
            self.pool.drop(entry)
            raise
        if isinstance(found, int):
            self._go_back(found)
            self._try(entry)
        return [found] if isinstance(found, Prove) else []

    def _take_statement(self, said: Statement, sender: Party | None) -> list[Decision]:
        game = self.game
        if said.game != game.id or said.seat >= len(game.genesis.players):
            raise ForeignError("a statement of another game")
        check_signature(game.key(said.seat), STATEMENT_TAG, said.body, said.signature, said.seat)
        match said.kind, said.values:
            case "claim", [int(window), bytes(), "call" | "catch"] if are_whole(window):
                self.window.take(said)
            case (("silent" | "ready"), [int(window), bytes()]) if are_whole(window):
                self.window.take(said)
            case "vote", _:
                return self.voting.take_vote(said, sender)
            case "refusal", _:
                return self.voting.take_refusal(said)
            case "back", [bytes()]:
                if said.seat in game.absent and said.body == game.back_body(said.seat):
                    known = self._asks.get(said.seat)
                    self._asks[said.seat] = said
                    if known is None or known.body != said.body:
                        self.tell(said)  # paths may be broken
            case "forgive", [int(seat), bytes()] if are_whole(seat):
                return self.forgiving.take(said)
            case _:
                raise MalformedError("not a statement of this protocol", said.seat)
        return []

    def _carry_out(self, decisions: Iterable[Decision]) -> None:
        """Put outputs out, and look at proofs: all of them are recorded before anything follows from them."""
        for decision in decisions:
            if not isinstance(decision, Prove):
                self._out.append(decision)
                continue
            learnt = self.forks.learn(decision.message)
            self._out += learnt
            self._votes = self._votes or bool(learnt)

    def silent_for(self, seat: int) -> int:
        """How long nothing has come from a seat."""
        return self.now - self.heard.get(seat, self.started)

    # -- what we do -------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Do what the table's state calls for, one thing after the other, until it calls for nothing."""
        while self._go_back_if_needed() or self._take_next() or self._vote() or self._write_next():
            pass
        if self.identity is not None and not self.halted:
            self._out += self.window.keep_silent()

    def _go_back_if_needed(self) -> bool:
        position = self.forks.place_to_go_back_to(self.now)
        if position is None:
            return False
        self._go_back(position)
        self._votes = True
        return True

    def _vote(self) -> bool:
        """Vote, if it is time to see whether somebody must be lost."""
        if not self._votes:
            return False
        self._votes = False
        decisions = self.voting.tick()
        self._carry_out(decisions)
        return bool(decisions)

    def _take_next(self) -> bool:
        """Take a certificate that is complete, or what came for this place and may be taken."""
        certificate = self.voting.certificate()
        if certificate is not None and self.forks.may_take(certificate):
            self._accept(certificate)
            self._out.append(show(certificate))
            return True
        for kept in self.pool.following(self.game.head):
            entry = kept.entry
            free = not kept.refused and self.voting.may_take(entry) and self.forks.may_take(entry)
            if free and self._try(entry):
                return True
        return False

    def _try(self, entry: Entry) -> bool:
        """Take an entry for this place; False if it is refused."""
        try:
            self._accept(entry, signed=entry.kind != LOSS)
        except RemoteError as error:
            kept = self.pool.find(entry, None)
            sender = kept.owner if kept is not None else None
            if entry.kind == LOSS or kept is None:
                self.pool.drop(entry)
            else:
                kept.refused = True
            self._refuse(sender, error)
            return False
        return True

    def _accept(self, entry: Entry, signed: bool = False) -> None:
        """Apply the next entry and store it, or raise and change nothing."""
        self.game.apply(entry, signed)
        self.pool.drop(entry)
        if entry.kind == SETTLE and self.game.stalled:
            for seat, signature in entry.payload[1]:  # who asks for it may not reach us
                self._asks[seat] = read_statement([self.game.back_body(seat), signature])
        self._out += [Store(entry), Applied(entry)]
        self._moved(entry.kind == ADMIT)

    def _moved(self, same_turn: bool = False) -> None:
        self.since = self.now
        if not same_turn:
            self.intent = None
        self.pool.forget(self.game.final)
        self.window.moved()
        self.forks.moved()
        self.voting.moved()

    def _go_back(self, position: int) -> None:
        """Take back what is not final, from this position on. What we signed there is kept, because nothing
        else may be signed in its place, should the log come that way again."""
        dropped = self.game.entries[position - 1 :]
        self._out.append(Note(pack(["final", self.game.final])))
        for entry in dropped:
            own = entry.seat == self.seat
            if own:
                self._signed[entry.position, entry.previous] = entry
            self._out.append(Note(pack(["entry" if own else "left", *entry.wire()])))
        self.game.rewind(position)
        self._out.append(Rewind(position))
        for entry in dropped:  # which line we had built on matters, also after a restart
            self.pool.add(entry, None)
        self._moved()

    def _write_next(self) -> bool:
        """Write what is ours to write now, if anything is."""
        if self.halted:
            return False
        if self.careful:
            self.careful = any(self._may_hold_more(seat) for seat in self.game.match.playing)
        due = self.game.due()
        if self.careful or due is None or due.seat != self.seat or self.voting.locked or self._lacks_own():
            return False
        if self.hurried and due.kind != MOVE:
            return False
        payload = self._payload(due)
        if payload is None:
            return False
        self._write(due.seat, *payload)
        return True

    def _may_hold_more(self, seat: int) -> bool:
        """Whether this one may have something that we lack, and would give it to us."""
        caught_up = 0 < self.reached.get(seat, 0) <= self.game.position
        return seat != self.seat and not caught_up and not self.fetching.withholds(seat)

    def _lacks_own(self) -> bool:
        """Whether what we wrote at this place is lost to us."""
        place = self.game.position, self.game.head
        return place in self.signed_places and place not in self._signed

    def _payload(self, due: Due) -> tuple[str, Any] | None:
        game, deal = self.game, self.game.deal
        if (again := self._signed.get((game.position, game.head))) is not None:
            return again.kind, again.payload
        if due.kind == SETTLE:
            return self._settlement()
        assert deal is not None
        if due.kind != MOVE:
            if due.step == COMMIT and (self.holds_deal or self._has_spent(deal.deck.seed)):
                return None
            payload = deal.own_payload(due, self._valid_asks())
            if due.step == REVEAL:
                self._spend(deal.deck.seed)
            return due.kind, payload
        claim = self.window.admissible()
        if claim is not None:
            return ADMIT, claim.wire()
        move = self._chosen(due)
        if move is None:
            return None
        silences = self.window.silences_for(deal.owing(move))
        if silences is None:
            self._out += self.window.ask()
            return None
        return MOVE, deal.own_move(move, silences)

    def _has_spent(self, seed: bytes) -> bool:
        """Whether we would play a deal whose cards everybody could read: then we stop for good."""
        self.halted = sha256(seed).digest() in self._spent
        return self.halted

    def _spend(self, seed: bytes) -> None:
        spent = sha256(seed).digest()
        if spent not in self._spent:
            self._spent.add(spent)
            self._out.append(Note(pack(["spent", spent])))

    def _settlement(self) -> tuple[str, Any] | None:
        """If all who are missing ask to come back we take them, whatever our player said before: so all can
        play on. Else the match ends if our player wants that."""
        asks = self._valid_asks()
        if {seat for seat, _ in asks} >= set(self.game.match.missing):
            choice, carried = RESEAT, asks
        elif self.wants_end:
            choice, carried = END, []
        else:
            return None
        return (SETTLE, [choice, carried]) if self.now - self.since >= self._pause(choice) else None

    def _pause(self, choice: str) -> int:
        """How long we wait before we say the same again after choices that were mixed: twice as long each
        time, else who never gives way would fill the log."""
        entries, seats = self.game.entries, len(self.game.match.playing)
        times = sum(1 for _ in takewhile(lambda entry: entry.kind == SETTLE, reversed(entries))) // seats
        if not times or entries[-seats].payload[0] != choice:
            return 0
        return min(HEARTBEAT << min(times, 30), self.game.terms.grace)

    def _check(self, due: Due, move: Move) -> None:
        """Raise IllegalMove unless our player may choose this now."""
        deal = self.game.deal
        assert deal is not None
        assert deal.round is not None
        if due.step != Ask.SEAL:
            deal.round.copy().apply(due.seat, move)
        elif not isinstance(move, Show):
            raise IllegalMove("B-02", "choose a card to battle with")

    def _chosen(self, due: Due) -> Move | None:
        """The move to write now: our player's, or one that leaves no choice."""
        view = self.game.view
        assert view is not None
        if due.step == Ask.UNSEAL:
            return self._unsealing()
        if due.step in FORCED:
            moves = view.moves()
            return moves[0] if moves else None
        if self.intent is None:
            return None
        try:
            if self._judged != self.game.head:  # it was chosen before something else was admitted
                self._check(due, self.intent)
        except IllegalMove:
            self.intent = None
            return None
        if due.step == Ask.SEAL and isinstance(self.intent, Show):
            return Seal(seal(self.intent.card, self._nonce(self.game.head)))
        return self.intent

    def _nonce(self, head: bytes) -> bytes:
        assert self.game.secret is not None
        return seeds.stream(self.game.secret, 32, "battle", self.game.id, head)

    def _unsealing(self) -> Move:
        """The card that our last seal binds us to, found again also after a restart."""
        sealing = next(e for e in reversed(self.game.entries) if e.seat == self.seat and e.kind == MOVE)
        nonce, digest = self._nonce(sealing.previous), sealing.payload[0][1]
        view = self.game.view
        assert view is not None
        card, face = next((card, face) for card, face in view.hand() if seal(card, nonce) == digest)
        return Show(card, face, nonce)

    def _write(self, seat: int, kind: str, payload: Any) -> None:
        game = self.game
        assert self.identity is not None
        entry = again = self._signed.get((game.position, game.head))
        if entry is None:
            entry = write_entry(
                self.identity, game.id, game.position, game.head, seat, kind, payload, self.now
            )
        self._accept(entry, signed=again is None)
        self._out.append(show(entry))

    def _claim(self, said: Claim) -> None:
        deal, seat = self.game.deal, self.seat
        round = deal.round if deal is not None else None
        if deal is None or round is None or seat is None or seat not in round.hands:
            raise IllegalMove("G-13", "only players still in the round may call or catch")
        claimed = self.window.claim(said)
        if claimed is not None:
            self._out += claimed
            return
        due = self.game.due()
        if (
            isinstance(said, Call)
            and call_has_effect(round, seat)
            and due is not None
            and (due.seat, due.kind) == (seat, MOVE)
            and not self.voting.locked
            and not self.careful
            and not self.halted
            and (self.game.position, self.game.head) not in self._signed
            and not self._lacks_own()
        ):
            intent = self.intent
            self._write(seat, MOVE, deal.own_move(said, []))  # before the card: G-12
            self.intent = intent
            return
        raise IllegalMove("G-10", "that has no effect now")

    def _valid_asks(self) -> list[Any]:
        game = self.game
        return [
            [seat, ask.signature]
            for seat, ask in sorted(self._asks.items())
            if seat in game.absent and ask.body == game.back_body(seat) and self.forgiving.allows(seat)
        ]

    # -- what goes out ----------------------------------------------------------------------------------

    def sign(self, kind: str, values: list[Any]) -> Statement:
        assert self.identity is not None
        assert self.seat is not None
        return write_statement(self.identity, self.game.id, kind, self.seat, values)

    def tell(self, said: Statement) -> None:
        """Send a statement, ours or somebody's, to everybody."""
        self._out.append(tell(said))

    def _refuse(self, sender: Party | None, error: RemoteError) -> None:
        """Count and report what was refused; nothing else comes of it."""
        seat = error.seat if error.seat is not None else sender
        self.faults[seat, error.code] += 1
        self._out.append(Refused(seat, error))

    def _at(self, now: int) -> None:
        self.now = max(self.now, now)

    def _done(self, beat: bool = False) -> list[Output]:
        if beat:
            self._beat = self.now
            self._heartbeat()
        out, self._out = self._out, []
        return out

    def _heartbeat(self) -> None:
        """Where our log ends, and again what might have been lost on the way."""
        game, seat = self.game, self.seat
        self._out.append(Send(None, pack(["head", game.position, game.head])))
        if seat is None or self.identity is None:
            return
        if seat in game.absent and self.wants_back and not game.over:
            self.tell(self.sign(BACK, [game.after]))
        self._carry_out(self.forgiving.repeat())
        self._out += [*self.window.repeat(), *self.voting.repeat(), *self.forks.repeat()]
