"""A peer at the table: it takes messages, moves and the time, and returns what to store, send and show.

No sockets, files or clocks here: `now` is milliseconds that only ever grow. Our own entries take the same
path as everybody's: they are made, applied, stored, and only then sent.

Incoming messages are recorded first: entries in the pool, votes, proofs, words in a window. Then `_work` does
what the state calls for, step by step: go back, take the next entry, vote, write our own. The parts (window,
voting, forks, fetching, own entries) return what is to be done and never call the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from p2puno.moves import Call, Catch, IllegalMove, JumpIn, Move
from protocol.codec import are_whole, pack, unpack
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
    Place,
    Statement,
    ballot_of,
    check_signature,
    read_entry,
    write_statement,
)
from protocol.play.claims import call_has_effect
from protocol.play.deal import Due
from protocol.play.game import Game
from protocol.play.window_statements import is_claim, jump_admitted, jump_in
from protocol.remote_errors import ForeignError, MalformedError, OutOfTurnError, RemoteError
from protocol.table.context import Decision, Prove, show, tell
from protocol.table.end_holders import EndHolders
from protocol.table.fetching import Fetching
from protocol.table.forks import Forks
from protocol.table.messages import Message, read_message
from protocol.table.outputs import Note, Output, Party, Refused, Rewind, Send, Store
from protocol.table.own_entries import OwnEntries
from protocol.table.pool import AHEAD, Pool
from protocol.table.readmitting_cheats import Forgiving
from protocol.table.voting import Voting
from protocol.table.window import Window

HEARTBEAT = 1_000
"""Milliseconds between two announcements of where our log ends."""


class Table:
    """`notes` are the records of all `Note` outputs so far, in order: what a restart must know. `wrote` are
    all entries of ours so far."""

    make_own = OwnEntries

    def __init__(
        self,
        game: Game,
        identity: Identity | None,
        now: int,
        notes: Iterable[bytes] = (),
        wrote: Iterable[Entry] = (),
    ) -> None:
        self.game = game
        self.identity = identity
        self.seat = game.seat
        self.now = now
        self.careful = False
        """Our journal is damaged, and may lack entries that we wrote. We write nothing until every other seat
        has said where its log ends and we have got that far, or the seat sends us nothing."""
        self.hurried = False
        """Called from the event loop: write only what is quick, and leave the rest to the worker thread."""
        self.heard: dict[int, int] = {}
        """When we last received something from each seat directly."""
        self.since = now
        """When the log last changed."""
        self.started = now
        self.faults: Counter[tuple[Party | None, str]] = Counter()
        """How many messages were refused, by sender and error code."""
        self._beat = now
        self._out: list[Output] = []
        self._votes = False
        """It is time to check whether a seat must be lost."""
        self.pool = Pool()
        notes = list(notes)
        for record in notes:
            match unpack(record):
                case ["left", *wire]:
                    self.pool.add(read_entry(wire), None)
                case ["final", int(position), bytes(last)]:
                    game.was_final(position, last)
        missing = [entry for entry in wrote if entry not in game.entries[entry.position - 1 : entry.position]]
        for entry in missing:
            self.pool.add(entry, None)
        self.pool.forget(game.final)
        self.fetching = Fetching(self, self.pool)
        self.window = Window(self, notes)
        self.forgiving = Forgiving(self, notes)
        self.own = self.make_own(self, identity, self.window, self.forgiving, notes)
        for entry in missing:
            self.own.keep(entry)
        self.holders = EndHolders(game, notes)
        self.forks = Forks(game, self.pool, self.holders, self._fork_voters, notes)
        self.voting = Voting(self, self.window, self.forks, self.holders, notes)

    def _fork_voters(self, place: Place, seat: int) -> set[int]:
        return self.voting.fork_voters(place, seat)

    # -- what comes in ----------------------------------------------------------------------------------

    def start(self, now: int) -> list[Output]:
        """Begin, or begin again after a restart."""
        self._at(now)
        return self._work(beat=True)

    def receive(self, sender: Party | None, message: bytes | Message, now: int) -> list[Output]:
        """Take a message from an authenticated sender (None: unknown, and cannot be answered)."""
        self._at(now)
        if isinstance(sender, int):
            self.heard[sender] = now
        try:
            read = read_message(message) if isinstance(message, bytes) else message
            self._carry_out(self._dispatch(sender, *read))
        except RemoteError as error:
            self._refuse(sender, error)
        return self._work()

    def tick(self, now: int) -> list[Output]:
        """Time has passed."""
        self._at(now)
        due = self._writable()
        if due is not None and due.kind == MOVE:
            self._out += self.own.tick(due)
        self._votes = True
        return self._work(beat=now - self._beat >= HEARTBEAT)

    def act(self, move: Move, now: int, judged: bytes = b"") -> list[Output]:
        """Our player moves. Raises IllegalMove, naming the rule, and changes nothing, if it cannot be.
        `judged`: the caller found it legal after the entry with this hash."""
        self._at(now)
        if isinstance(move, Call | Catch):
            self._claim(move)
        elif isinstance(move, JumpIn):
            self.window.wish(move)
        elif (due := self._our_move()) is not None:
            self.own.choose(due, move, judged)
        else:
            raise IllegalMove("S-05", "it is somebody else's turn")
        return self._work()

    def settle(self, end: bool, now: int) -> list[Output]:
        """Our player chooses to end a match that waits for a missing seat, or to wait on."""
        self._at(now)
        self.own.wants_end = end
        return self._work()

    def _our_move(self) -> Due | None:
        """What our player is asked, if it is their move."""
        due = self.game.due()
        return due if due is not None and (due.seat, due.kind) == (self.seat, MOVE) else None

    def forgive(self, seat: int, now: int) -> list[Output]:
        """Our player agrees that a seat comes back that was lost for cheating. Raises IllegalMove, and
        changes nothing, if that is not asked of them."""
        self._at(now)
        self._carry_out(self.forgiving.forgive(seat))
        return self._work()

    # -- messages ---------------------------------------------------------------------------------------

    def _dispatch(self, sender: Party | None, kind: str, parts: list[Any]) -> list[Decision]:
        match kind, parts:
            case "entry", [entry]:
                return self._take_entry(entry, sender)
            case "statement", [said]:
                return self._take_statement(said, sender)
            case "head", [position, head]:
                self.holders.heard(sender, head)
                return [*self.fetching.compare(sender, position, head)]
            case "want", [position]:
                return [*self.fetching.give(sender, position)]
        return [Prove([kind, *parts])]

    def _take_entry(self, entry: Entry, sender: Party | None) -> list[Decision]:
        """Keep an entry that is not in our log. `_work` takes it when its turn comes."""
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
            if position > game.final:
                self.pool.add(entry, sender)
        return self._ask_about(entry, ours, sender)

    def _other_body(self, entry: Entry, ours: Entry | None) -> Entry | None:
        """Another entry of the same author for the same place."""
        if entry.seat == NOBODY:
            return None
        key = entry.seat, entry.position, entry.previous
        known = [ours] if ours is not None else []
        known += [kept.entry for kept in self.pool.following(entry.previous)]
        return next((one for one in known if (one.seat, one.position, one.previous) == key), None)

    def _ask_about(self, entry: Entry, ours: Entry | None, sender: Party | None) -> list[Decision]:
        """What to ask the sender for, if an entry is not the next one of our log."""
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
        """Take a certificate for a place where our log has gone on with something else."""
        try:
            found = self.voting.try_late(entry)
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
            case "claim", values if is_claim(values) or jump_in(said) is not None:
                self.window.take(said)
            case (("silent" | "ready"), [int(window), bytes()]) if are_whole(window):
                self.window.take(said)
            case "vote", _:
                return self.voting.take_vote(said, sender)
            case "refusal", _:
                return self.voting.take_refusal(said)
            case "back", [bytes()]:
                return [*self.own.take_ask(said)]
            case "forgive", [int(seat), bytes()] if are_whole(seat):
                return self.forgiving.take(said)
            case _:
                raise MalformedError("not a statement of this protocol", said.seat)
        return []

    def _carry_out(self, decisions: Iterable[Decision]) -> None:
        """Pass on outputs and record proofs. What follows from a proof is left to `_work`."""
        for decision in decisions:
            if not isinstance(decision, Prove):
                self._out.append(decision)
                continue
            learnt = self.forks.learn(decision.message)
            self._out += learnt
            self._votes = self._votes or bool(learnt)

    def silent_for(self, seat: int) -> int:
        """Milliseconds since we last received something from a seat."""
        return self.now - self.heard.get(seat, self.started)

    # -- what we do -------------------------------------------------------------------------------------

    def _work(self, beat: bool = False) -> list[Output]:
        """Do what the state calls for until nothing is left to do, and return everything to carry out."""
        while self._go_back_if_needed() or self._take_next() or self._vote() or self._write_next():
            pass
        if self.identity is not None and not self.own.halted:
            self._out += self.window.give_word()
        if beat:
            self._beat = self.now
            self._heartbeat()
        out, self._out = self._out, []
        return out

    def _go_back_if_needed(self) -> bool:
        position = self.forks.place_to_go_back_to(self.now)
        if position is None:
            return False
        self._go_back(position)
        self._votes = True
        return True

    def _vote(self) -> bool:
        """Vote, if it is time to check whether a seat must be lost. Where a contradiction is proved, we vote
        before we write: if every seat wrote on, they would always vote at different places."""
        if not self._votes and not self.forks.authors():
            return False
        self._votes = False
        decisions = self.voting.tick()
        self._carry_out(decisions)
        return bool(decisions)

    def _take_next(self) -> bool:
        """Take a complete certificate, or an entry from the pool that our votes and proofs allow."""
        certificate = self.voting.certificate()
        if certificate is not None and self.forks.may_take(certificate):
            self._write(certificate)
            return True
        for kept in self.pool.following(self.game.head):
            entry = kept.entry
            free = not kept.refused and self.voting.may_take(entry) and self.forks.may_take(entry)
            if free and self._try(entry):
                return True
        return False

    def _try(self, entry: Entry) -> bool:
        """Take an entry for this place. False if it is refused."""
        try:
            self._accept(entry)
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

    def _accept(self, entry: Entry) -> None:
        """Apply the next entry, whose signature is good, and store it, or raise and change nothing."""
        self.game.apply(entry, signed=True)
        self.pool.drop(entry)
        if entry.kind == SETTLE and self.game.stalled:
            self.own.learn_asks(entry)
        self._out.append(Store(entry))
        self._moved(entry.kind == ADMIT and jump_admitted(entry) is None)

    def _moved(self, same_turn: bool = False) -> None:
        self.since = self.now
        self.own.moved(same_turn)
        self.pool.forget(self.game.final)
        self.window.moved()
        self.voting.moved()

    def _go_back(self, position: int) -> None:
        """Drop all entries from this position on; none of them is final. We keep what we signed there: should
        the log come that way again, we must not sign anything else in its place."""
        game, dropped = self.game, self.game.entries[position - 1 :]
        if game.final:
            self._out.append(Note(pack(["final", game.final, game.entries[game.final - 1].hash])))
        for entry in dropped:
            if entry.seat == self.seat:
                self.own.keep(entry)
            else:
                self._out.append(Note(pack(["left", *entry.wire()])))
        game.rewind(position)
        self._out.append(Rewind(position))
        for entry in dropped:  # which line we had built on still matters
            self.pool.add(entry, None)
        self._moved()

    def _write_next(self) -> bool:
        """Write what is ours to write now, if anything is."""
        due = self._writable()
        if due is None or (self.hurried and not self.own.is_quick()):
            return False
        outputs, entry = self.own.next(due)
        self._out += outputs
        if entry is None:
            return False
        self._write(entry)
        return True

    def _writable(self) -> Due | None:
        """What our seat is asked, if nothing keeps us from writing it."""
        if self.careful:
            self.careful = any(self.fetching.may_hold_more(seat) for seat in self.game.match.playing)
        due = self.game.due()
        if due is None or due.seat != self.seat or self.careful or self.own.halted:
            return None
        return None if self.voting.locked else due

    def _write(self, entry: Entry) -> None:
        """Take an entry of ours, or a certificate that we have put together, and broadcast it."""
        self._accept(entry)
        self._out.append(show(entry))

    def _claim(self, said: Call | Catch) -> None:
        """Our player calls or catches: in an open window, or by a call before they play the card (G-12)."""
        deal, seat = self.game.deal, self.seat
        round = deal.round if deal is not None else None
        if deal is None or round is None or seat is None or seat not in round.hands:
            raise IllegalMove("G-13", "only players still in the round may call or catch")
        claimed = self.window.claim(said)
        if claimed is not None:
            self._out += claimed
            return
        due, entry = self._writable(), None
        if isinstance(said, Call) and call_has_effect(round, seat) and due is not None and due.kind == MOVE:
            entry = self.own.call(deal)
        if entry is None:
            raise IllegalMove("G-10", "that has no effect now")
        intent = self.own.intent
        self._write(entry)
        self.own.intent = intent

    # -- what goes out ----------------------------------------------------------------------------------

    def sign(self, kind: str, values: list[Any]) -> Statement:
        assert self.identity is not None
        assert self.seat is not None
        return write_statement(self.identity, self.game.id, kind, self.seat, values)

    def _refuse(self, sender: Party | None, error: RemoteError) -> None:
        """Count and report a refused message. It has no other effect."""
        seat = error.seat if error.seat is not None else sender
        self.faults[seat, error.code] += 1
        self._out.append(Refused(seat, error))

    def _at(self, now: int) -> None:
        self.now = max(self.now, now)

    def _heartbeat(self) -> None:
        """Say where our log ends, and repeat what peers may have missed."""
        game, seat = self.game, self.seat
        self._out.append(Send(None, pack(["head", game.position, game.head])))
        if seat is None or self.identity is None:
            return
        if seat in game.absent and not game.over:
            self._out.append(tell(self.sign(BACK, [game.after])))
        self._carry_out(self.forgiving.repeat())
        self._out += self.holders.record()
        self._out += [*self.window.repeat(), *self.voting.repeat(), *self.forks.repeat()]
