"""The game as a fold over the log's entries, the same on every peer.

At every position exactly one seat may write, and `due` says which. If its entry does not come, only a
certificate that all other seats have signed can take its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from p2puno.dealer_choice import DealerChoice
from p2puno.match import Match
from p2puno.view import View
from protocol.codec import are_whole
from protocol.deck import Calculator, Trust
from protocol.identity import is_signed
from protocol.log.contradictions import Proof, read_proof
from protocol.log.entry import (
    ADMIT,
    AGAIN,
    BACK,
    ENTRY_TAG,
    FORK,
    LOSS,
    MOVE,
    PROVED,
    SETTLE,
    SILENCE,
    STATEMENT_TAG,
    VOTE,
    Ballot,
    Entry,
    Statement,
    ballot_of,
    check_signature,
    read_certificate,
    statement_body,
)
from protocol.log.genesis import Genesis
from protocol.play.deal import Deal, Due, SpoiledError
from protocol.remote_errors import (
    ForeignError,
    MalformedError,
    NotNextError,
    OutOfTurnError,
    RemoteError,
    SignatureError,
    UnfoundedLossError,
)

END, RESEAT = "end", "reseat"


@dataclass(frozen=True, slots=True)
class Loss:
    """A lost seat. A certificate has one reason, but seats that no proof names were lost for silence."""

    position: int
    seat: int
    reason: str


class Game:
    """Takes entries one by one. Holds what they say and, for a player, what only that player can know."""

    def __init__(
        self,
        genesis: Genesis,
        seat: int | None = None,
        secret: bytes | None = None,
        calculator: Calculator | None = None,
    ) -> None:
        self.genesis = genesis
        self.id = genesis.game
        self.terms = genesis.terms
        self.options = genesis.terms.options
        self.seat = seat
        self.secret = secret
        self.calculator = calculator or Calculator()
        self._floor = 0, b""
        """The position and hash of the last entry that is known to have been final in an earlier run."""
        self._begin()

    def _begin(self) -> None:
        """Reset to the state after the genesis, before the first entry."""
        self.entries: list[Entry] = []
        self.seated: list[tuple[int, ...]] = []
        """For each entry, the seats that were in the match before it."""
        self._named: list[tuple[int, ...]] = []
        """For each entry, the seats that were condemned before it."""
        self.head = self.id
        self.match = Match(self.options, len(self.genesis.players))
        self.deal: Deal | None = None
        self.after = self.id
        """The hash of the entry at which the last round started. All secrets of a deal derive from it: a log
        that was taken back and continues differently never uses the same secrets."""
        self.lost_at: dict[int, int] = {}
        """The position at which each seat was last lost. Contradictions before that are settled."""
        self.losses: list[Loss] = []
        self.signers: list[frozenset[int]] = []
        """For each entry, the seats that signed it: its author, or the voters of a certificate."""
        self._signed: dict[int, int] = {}
        """For each seat, the last position at which it signed."""
        self.final = 0
        """The last position that every seat in the match has signed on top of. It is never taken back."""
        self.settling: dict[int, str] = {}
        self.strayed = False
        """Whether an audit has found that a seat did not follow its seed."""
        self.draws: list[DealerChoice] = []
        """The finished draws for the deal. They remain valid if the round is dealt again."""
        self.finished: list[Deal] = []
        """The deals that were played to the end."""
        self._writing, self._written = 0, self.id
        """The position and hash of the entry that is being applied."""
        self._start_round()
        self._due = self._find_due()

    # -- what is the case -------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        """The position of the next entry; the genesis has 0."""
        return len(self.entries) + 1

    @property
    def over(self) -> bool:
        return self.match.ended is not None and self.deal is None

    @property
    def view(self) -> View | None:
        """The round as our seat (or a spectator) sees it."""
        return self.deal.view if self.deal is not None else None

    @property
    def stalled(self) -> bool:
        """Whether the match waits for a missing seat, or until the remaining players end it (L-04)."""
        return self.deal is None and self.match.ended is None

    @property
    def absent(self) -> set[int]:
        """The seats that were lost and may come back."""
        return self.match.absent

    @property
    def condemned(self) -> tuple[int, ...]:
        """Seats that a dispute or an audit has named, and that must be lost before anything else."""
        if self.deal is None or not self.deal.offenders:
            return ()
        return tuple(seat for seat in self.deal.offenders if seat in self.match.playing)

    def lost_for(self, seat: int) -> str:
        """Why the seat was lost the last time."""
        return next(loss.reason for loss in reversed(self.losses) if loss.seat == seat)

    def playing_at(self, position: int) -> Collection[int]:
        """The seats in the match before this position."""
        return self.seated[position - 1] if position < self.position else self.match.playing

    def key(self, seat: int) -> bytes:
        return self.genesis.players[seat].key

    def due(self) -> Due | None:
        """Who must write what now. None if the game is over, or only a certificate can follow."""
        return self._due

    def _find_due(self) -> Due | None:
        """Found once for each entry, because a table asks for it many times."""
        if self.condemned or self.over:
            return None
        if self.deal is not None:
            return self.deal.due()
        return Due(next(seat for seat in self.match.playing if seat not in self.settling), SETTLE)

    def digest(self) -> bytes:
        """A hash of the public state of match and round, which agreements confirm."""
        round = self.deal.round if self.deal is not None else None
        return sha256(self.match.digest() + (round.digest() if round is not None else b"")).digest()

    # -- what was written -------------------------------------------------------------------------------

    def apply(self, entry: Entry, signed: bool = False) -> None:
        """Apply the next entry, or raise a RemoteError and change nothing. `signed`: trust its signature."""
        if entry.game != self.id:
            raise ForeignError("an entry of another game")
        if entry.position != self.position or entry.previous != self.head:
            raise NotNextError(f"not the entry that follows: {entry.position} at {self.position}")
        self._writing, self._written = entry.position, entry.hash
        seated, named = tuple(self.match.playing), self.condemned
        if entry.kind == LOSS:
            signers = self._take_loss(entry)
        else:
            signers = [entry.seat]
            due = self.due()
            admits = due is not None and due.kind == MOVE and entry.kind == ADMIT
            if due is None or entry.seat != due.seat or (entry.kind != due.kind and not admits):
                raise OutOfTurnError(f"{entry.kind} is not due from seat {entry.seat}", self._author(entry))
            if not signed:
                check_signature(self.key(entry.seat), ENTRY_TAG, entry.body, entry.signature, entry.seat)
            try:
                self._take(entry)
            except RemoteError as error:
                error.seat = entry.seat  # the author is responsible for everything the entry carries
                if isinstance(error, SpoiledError):
                    self._rebuild()
                raise
        self.entries.append(entry)
        self.seated.append(seated)
        self._named.append(named)
        self.signers.append(frozenset(signers))
        self.head = entry.hash
        self._follow()
        self._signed.update(dict.fromkeys(signers, entry.position))
        last = [self._signed.get(seat, 0) for seat in self.match.playing]
        self.final = max(self.final, min(last, default=0) - 1)
        self._raise_final()
        self._due = self._find_due()

    def was_final(self, position: int, last: bytes) -> None:
        """The entry with this hash was final in an earlier run. It is final as soon as the log has it: the
        file of that run may have been lost."""
        self._floor = max(self._floor, (position, last))
        self._raise_final()

    def _raise_final(self) -> None:
        position, last = self._floor
        if self.final < position < self.position and self.entries[position - 1].hash == last:
            self.final = position

    def _author(self, entry: Entry) -> int | None:
        """The seat that really signed this entry, if any: it is responsible for it, due or not."""
        players, seat = self.genesis.players, entry.seat
        signed = 0 <= seat < len(players) and is_signed(
            players[seat].key, ENTRY_TAG, entry.body, entry.signature
        )
        return seat if signed else None

    def rewind(self, position: int) -> None:
        """Remove the entries from this position on. `final` never falls."""
        assert position > self.final, "what is final is never taken back"
        del self.entries[position - 1 :]
        self._rebuild()

    def replay(self, entries: Iterable[Entry], strayed: bool = True) -> None:
        """Apply entries that were accepted before, without checking signatures and proofs again. `strayed`:
        an audit of theirs may have named a seat, so the audits are repeated."""
        with self.calculator.memo.trusting(Trust.PROOFS if strayed else Trust.AUDITS):
            for entry in entries:
                self.apply(entry, signed=True)

    def _rebuild(self) -> None:
        entries, final, strayed = self.entries, self.final, self.strayed
        self._begin()
        self.replay(entries, strayed)
        self.final = max(self.final, final)

    def _take(self, entry: Entry) -> None:
        if entry.kind == SETTLE:
            self._take_settlement(entry)
        else:
            assert self.deal is not None
            self.deal.take(entry)

    def _follow(self) -> None:
        """Start or end a round, if the entry that was just taken leads to that."""
        deal, condemned = self.deal, self.condemned
        if deal is None:
            return
        if deal.stranded:
            self._start_round()
        elif deal.result is not None and len(condemned) in (0, len(self.match.playing)):
            self._end_round(deal)  # if all are condemned, nobody is left to vote

    def _end_round(self, deal: Deal) -> None:
        assert deal.result is not None
        self.finished.append(deal)
        deal.close()
        self.deal = None
        self.match.record(deal.pairing.table, deal.result, deal.pays)
        if self.match.ended is None:
            back = set.intersection(*deal.asks) if deal.asks else set()
            for seat in sorted(back & self.absent):
                self.match.rejoin(seat)
        self._start_round()

    def _start_round(self) -> None:
        self.deal = None
        self.settling = {}
        self.after = self._written
        pairings = self.match.pairings()
        if not pairings:
            return
        self.deal = Deal(self, pairings[0], self._writing + 1, self.after)

    # -- seats that are lost ----------------------------------------------------------------------------

    def _take_loss(self, entry: Entry) -> list[int]:
        """Take a certificate. Returns the seats that voted for it."""
        votes, proved = self.check_certificate(entry)
        ballot = ballot_of(entry)
        self.losses += [
            Loss(entry.position, seat, ballot.reason if seat in proved else SILENCE) for seat in ballot.lost
        ]
        self._lose(ballot.lost)
        return [vote.seat for vote in votes]

    def check_certificate(self, entry: Entry) -> tuple[list[Statement], set[int]]:
        """The votes of a certificate, and the seats that it proves guilty. Raises if it could not be
        taken where it belongs, at the end of the log or before."""
        at = entry.position
        ballot, _, proofs = read_certificate(entry)
        forkers = {self.read_proof(proof, at).seat for proof in proofs}
        self.check_loss(ballot, forkers, at)
        voters = [seat for seat in self.playing_at(at) if seat not in ballot.lost]
        return self.check_votes(entry, voters), {*self._condemned_at(at), *forkers}

    def _condemned_at(self, position: int) -> tuple[int, ...]:
        return self._named[position - 1] if position < self.position else self.condemned

    def check_votes(self, entry: Entry, voters: Sequence[int]) -> list[Statement]:
        """The votes of these seats that a certificate carries. Raises unless all are there, and good."""
        ballot, signatures, _ = read_certificate(entry)
        if len(signatures) != len(voters):
            raise MalformedError("a certificate needs the vote of every other seat")
        try:
            return [self._vote(entry, ballot, *vote) for vote in zip(voters, signatures, strict=True)]
        except SignatureError:
            if ballot.reason != FORK:
                raise
            again = Ballot(ballot.lost, AGAIN)
            return [self._vote(entry, again, *vote) for vote in zip(voters, signatures, strict=True)]

    def _vote(self, entry: Entry, ballot: Ballot, seat: int, signature: object) -> Statement:
        """The vote of a seat for a ballot at the place of a certificate. Raises unless it is signed."""
        if not isinstance(signature, bytes):
            raise MalformedError("a vote is a signature")
        values = [entry.position, entry.previous, list(ballot.lost), ballot.reason]
        body = statement_body(self.id, VOTE, seat, values)
        check_signature(self.key(seat), STATEMENT_TAG, body, signature, seat)
        return Statement(body, signature, self.id, VOTE, seat, values)

    def voters(self, lost: Collection[int]) -> list[int]:
        """The seats that must all vote to lose these."""
        return [seat for seat in self.match.playing if seat not in lost]

    def read_proof(self, message: object, at: int | None = None) -> Proof:
        """Check a proof that a seat contradicted itself since it was last lost (before position `at`)."""
        proof = read_proof(self.genesis, message)
        if any(
            loss.seat == proof.seat and proof.position <= loss.position and (at is None or loss.position < at)
            for loss in self.losses
        ):
            raise UnfoundedLossError("a contradiction that was settled by a loss", proof.seat)
        return proof

    def check_loss(self, ballot: Ballot, forkers: Collection[int] = (), at: int | None = None) -> None:
        """Raise unless the votes of all other seats could lose these seats now (or at this position).

        A seat that a proof names needs no majority, since anybody can check the proof. Other seats are lost
        for silence only, which takes more than half of the operators in play, or half with the operator of
        the lowest seat among them. An operator counts only if none of its seats is lost, so that two such
        majorities always share an operator.
        """
        at = self.position if at is None else at
        playing, condemned = self.playing_at(at), self._condemned_at(at)
        gone = {seat for seat in playing if seat in ballot.lost}
        ended = self.over and at == self.position
        if not are_whole(*ballot.lost) or ended or not gone or list(ballot.lost) != sorted(gone):
            raise UnfoundedLossError("nobody who could be lost")
        proved = set(condemned) | set(forkers)
        wanted = PROVED if condemned else FORK if forkers else SILENCE
        if ballot.reason != wanted or not proved <= gone or (condemned and forkers):
            raise UnfoundedLossError("those whom a proof names are lost first, and nobody else by proof")
        if len(gone) == len(playing):
            raise UnfoundedLossError("nobody would be left")
        if gone == proved:
            return
        operator = {seat: self.genesis.players[seat].operator for seat in playing if seat not in proved}
        operators = set(operator.values())
        for_it = operators - {operator[seat] for seat in gone - proved}
        if len(operators) == 2:
            raise UnfoundedLossError("two players wait for each other")
        lowest = operator[min(operator)]
        if 2 * len(for_it) < len(operators) or (2 * len(for_it) == len(operators) and lowest not in for_it):
            raise UnfoundedLossError("too few would be left to decide")

    def _lose(self, lost: Sequence[int]) -> None:
        """What follows from a loss may depend only on what the log's hashes cover. They do not cover the
        proofs in a certificate: two seats may hold one certificate with different proofs."""
        condemned = self.condemned
        for seat in lost:
            self.match.leave(seat)
            self.lost_at[seat] = self._writing
        if self.match.ended is not None:
            self.deal = None
        elif self.deal is None:
            self._start_round()
        elif not self.deal.lose(lost, condemned):
            self.match.forfeit(self.deal.forfeits())
            self._start_round()

    # -- waiting for somebody ---------------------------------------------------------------------------

    def back_body(self, seat: int) -> bytes:
        """What a lost seat signs to come back at the next round."""
        return statement_body(self.id, BACK, seat, [self.after])

    def read_asks(self, asks: Sequence[object], author: int) -> set[int]:
        """Check requests to come back, and return their seats."""
        seats = set()
        for ask in asks:
            match ask:
                case [int(seat), bytes(signature)] if are_whole(seat) and seat in self.absent:
                    check_signature(self.key(seat), STATEMENT_TAG, self.back_body(seat), signature, seat)
                    seats.add(seat)
                case _:
                    raise MalformedError("not somebody who could come back", author)
        return seats

    def _take_settlement(self, entry: Entry) -> None:
        match entry.payload:
            case ["end", []]:
                self.settling[entry.seat] = END
            case ["reseat", [*asks]] if self.read_asks(asks, entry.seat) >= set(self.match.missing):
                self.settling[entry.seat] = RESEAT
            case _:
                raise MalformedError("one ends the match, or takes the missing back", entry.seat)
        if len(self.settling) < len(self.match.playing):
            return
        choices, self.settling = set(self.settling.values()), {}
        if choices == {END}:
            self.match.end_as_it_stands()
        elif choices == {RESEAT}:
            for seat in tuple(self.match.missing):
                self.match.rejoin(seat)
            self._start_round()
