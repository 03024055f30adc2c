"""The game that a log tells: a fold over its entries, the same on every peer.

At every position exactly one seat is entitled to write, and `due` says which. Only a certificate, which all
other seats have signed, can take the place of an entry that does not come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from p2puno.dealer_choice import DealerChoice
from p2puno.match import Match
from p2puno.options import MAX_SEATS
from p2puno.view import View
from protocol.codec import are_whole, unpack
from protocol.deck import Calculator
from protocol.errors import (
    ForeignError,
    MalformedError,
    NotNextError,
    OutOfTurnError,
    RemoteError,
    UnfoundedLossError,
)
from protocol.identity import is_signed
from protocol.log.contradictions import Proof, read_proof
from protocol.log.entry import (
    ADMIT,
    BACK,
    ENTRY_TAG,
    LOSS,
    MOVE,
    SETTLE,
    STATEMENT_TAG,
    VOTE,
    Entry,
    check_signature,
    statement_body,
)
from protocol.log.genesis import Genesis
from protocol.play.deal import Deal, Due, SpoiledError

SILENCE, FORK, PROVED = "silent", "fork", "proved"
LOSS_REASONS = (SILENCE, FORK, PROVED)
"""Gave no valid entry in time; contradicted itself; was named by a dispute or an audit."""
END, RESEAT = "end", "reseat"


@dataclass(frozen=True, slots=True)
class Loss:
    """A seat was lost. A certificate has one reason, but whoever is lost beside those whom a proof names has
    only kept silent."""

    position: int
    seat: int
    reason: str


class Game:
    """Fed entries one by one; holds what they say and, for a player, what they alone can know."""

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
        self._begin()

    def _begin(self) -> None:
        """As after the genesis, and before every entry."""
        self.entries: list[Entry] = []
        self.seated: list[tuple[int, ...]] = []
        """For each entry, who was in the match where it was written."""
        self._named: list[tuple[int, ...]] = []
        """For each entry, who was condemned where it was written."""
        self.head = self.id
        self.match = Match(self.options, len(self.genesis.players))
        self.deal: Deal | None = None
        self.after = self.id
        """The hash of the entry at which a round was last started. Everything secret in a deal is derived
        from it, so a log that was taken back and goes on differently never meets the same secrets again."""
        self.lost_at: dict[int, int] = {}
        """Where each seat was lost last: what it did before is settled by that."""
        self.losses: list[Loss] = []
        self.signers: list[frozenset[int]] = []
        """For each entry, who signed it: its author, or those who voted for a certificate."""
        self._signed: dict[int, int] = {}
        """For each seat, the last position at which it signed."""
        self.final = 0
        """The last entry that every seat in the match has signed on top of: it stands for good."""
        self.condemned: tuple[int, ...] = ()
        """Seats that a dispute or an audit has named, and that must be lost before anything else."""
        self.settling: dict[int, str] = {}
        self.draws: list[DealerChoice] = []
        """The draws for the deal, as they came out."""
        self.finished: list[Deal] = []
        """The deals that were played to their end."""
        self._writing, self._written = 0, self.id
        """The position and the hash of the entry that is being taken."""
        self._start_round()

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
        """The match waits for a missing seat, or for those who remain to end it (L-04)."""
        return self.deal is None and self.match.ended is None

    @property
    def absent(self) -> set[int]:
        """The seats that were lost and may come back."""
        return self.match.absent

    def lost_for(self, seat: int) -> str:
        """Why a seat was lost last."""
        return next(loss.reason for loss in reversed(self.losses) if loss.seat == seat)

    def playing_at(self, position: int) -> Collection[int]:
        """Who was in the match where this entry was, or is now, to be written."""
        return self.seated[position - 1] if position < self.position else self.match.playing

    def key(self, seat: int) -> bytes:
        return self.genesis.players[seat].key

    def due(self) -> Due | None:
        """Who must write what now. None if the game is over, or only a certificate can follow."""
        if self.condemned or self.over:
            return None
        if self.deal is not None:
            return self.deal.due()
        if self.stalled:
            return Due(next(s for s in self.match.playing if s not in self.settling), SETTLE)
        return None

    def digest(self) -> bytes:
        """What agreements are about: the match and the round as everybody must see them."""
        round = self.deal.round if self.deal is not None else None
        return sha256(self.match.digest() + (round.digest() if round is not None else b"")).digest()

    # -- what was written -------------------------------------------------------------------------------

    def apply(self, entry: Entry, signed: bool = False) -> None:
        """Take the next entry, or raise a RemoteError and change nothing. `signed`: that needs no check."""
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
                error.seat = entry.seat  # who signed it answers for all that it carries
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

    def _author(self, entry: Entry) -> int | None:
        """The seat that signed this entry, if it did: at this place it answers for it, due or not."""
        players, seat = self.genesis.players, entry.seat
        signed = 0 <= seat < len(players) and is_signed(
            players[seat].key, ENTRY_TAG, entry.body, entry.signature
        )
        return seat if signed else None

    def rewind(self, position: int) -> None:
        """Go back to before this position. What is final stays final, also if the entries that show it are
        among those dropped."""
        assert position > self.final, "what is final is never taken back"
        del self.entries[position - 1 :]
        self._rebuild()

    def replay(self, entries: Iterable[Entry]) -> None:
        """Go through entries that were taken before: their signatures and proofs are not looked at again."""
        with self.calculator.memo.trusting():
            for entry in entries:
                self.apply(entry, signed=True)

    def _rebuild(self) -> None:
        entries, final = self.entries, self.final
        self._begin()
        self.replay(entries)
        self.final = max(self.final, final)

    def _take(self, entry: Entry) -> None:
        if entry.kind == SETTLE:
            self._take_settlement(entry)
        else:
            assert self.deal is not None
            self.deal.take(entry)

    def _follow(self) -> None:
        """What comes after an entry by itself."""
        deal = self.deal
        if deal is None:
            return
        if deal.stranded:
            self._start_round()
            return
        self.condemned = tuple(seat for seat in deal.offenders if seat in self.match.playing)
        if deal.result is not None and len(self.condemned) == len(self.match.playing):
            self.condemned = ()  # nobody is left who could lose them
        if self.condemned or deal.result is None:
            return
        self._end_round(deal)

    def _end_round(self, deal: Deal) -> None:
        assert deal.result is not None
        self.finished.append(deal)
        deal.close()
        deal.put_away()
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

    def dealer_drawn(self, table: int, draw: DealerChoice) -> None:
        """A draw for the deal came out: it stands, also if the round is dealt again."""
        assert draw.dealer is not None
        self.match.dealer_drawn(table, draw.dealer)
        self.draws.append(draw)

    # -- seats that are lost ----------------------------------------------------------------------------

    def _take_loss(self, entry: Entry) -> list[int]:
        """Take a certificate; returns who voted for it."""
        voters, proved = self.check_certificate(entry)
        lost, reason = entry.payload
        self.losses += [Loss(entry.position, seat, reason if seat in proved else SILENCE) for seat in lost]
        self._lose(lost)
        return voters

    def check_certificate(self, entry: Entry) -> tuple[list[int], set[int]]:
        """Who voted for a certificate, and whom it proves guilty. Raises if it could not be taken where it
        belongs, at the end of the log or before."""
        at = entry.position
        lost, reason, _, proofs = _read_certificate(entry)
        forkers = {self.read_proof(proof, at).seat for proof in proofs}
        self.check_loss(lost, reason, forkers, at)
        voters = [seat for seat in self.playing_at(at) if seat not in lost]
        self.check_votes(entry, voters)
        return voters, {*self._condemned_at(at), *forkers}

    def _condemned_at(self, position: int) -> tuple[int, ...]:
        return self._named[position - 1] if position < self.position else self.condemned

    def check_votes(self, entry: Entry, voters: Sequence[int]) -> list[bytes]:
        """The votes that a certificate bears, all of them good, or raise."""
        lost, reason, signatures, _ = _read_certificate(entry)
        if len(signatures) != len(voters):
            raise MalformedError("a certificate needs the vote of every other seat")
        for seat, signature in zip(voters, signatures, strict=True):
            if not isinstance(signature, bytes):
                raise MalformedError("a vote is a signature")
            body = statement_body(self.id, VOTE, seat, [entry.position, entry.previous, lost, reason])
            check_signature(self.key(seat), STATEMENT_TAG, body, signature, seat)
        return signatures

    def voters(self, lost: Collection[int]) -> list[int]:
        """The seats that must all agree for these to be lost."""
        return [seat for seat in self.match.playing if seat not in lost]

    def read_proof(self, message: object, at: int | None = None) -> Proof:
        """Check a proof that a seat contradicted itself since it was lost last (before position `at`)."""
        proof = read_proof(self.genesis, message)
        if any(
            loss.seat == proof.seat and proof.position <= loss.position and (at is None or loss.position < at)
            for loss in self.losses
        ):
            raise UnfoundedLossError("a contradiction that was settled by a loss", proof.seat)
        return proof

    def check_loss(
        self, lost: Sequence[object], reason: str, forkers: Collection[int] = (), at: int | None = None
    ) -> None:
        """Raise unless these seats could be lost now (or at this position) for this reason by the votes of
        all others.

        Whom a proof names needs no majority, since anybody can check it. Whoever is lost besides has only
        kept silent: that takes more than half of the operators in play, or half with the lowest seat's among
        them. An operator counts only if none of its seats is lost, so that two such sets always share one.
        """
        at = self.position if at is None else at
        playing, condemned = self.playing_at(at), self._condemned_at(at)
        if not are_whole(*lost) or self.over:
            raise UnfoundedLossError("nobody who could be lost")
        gone = {seat for seat in playing if seat in lost}
        if not gone or list(lost) != sorted(gone):
            raise UnfoundedLossError("nobody who could be lost")
        proved = set(condemned) | set(forkers)
        wanted = PROVED if condemned else FORK if forkers else SILENCE
        if reason != wanted or not proved <= gone or (condemned and forkers):
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
        """What is the case after a loss may depend only on what the log's hashes bind. The proofs in a
        certificate are not bound: two seats may hold one certificate with different proofs."""
        condemned, self.condemned = self.condemned, ()
        for seat in lost:
            self.match.leave(seat)
            self.lost_at[seat] = self._writing
        deal = self.deal
        if self.match.ended is not None:
            self.deal = None
            return
        if deal is None:
            self._start_round()
            return
        deal.guilty.update(condemned)
        if deal.result is not None:
            deal.lost.update(lost)
            deal.offenders = tuple(seat for seat in deal.offenders if seat not in lost)
        elif not deal.lose(lost):
            self.match.forfeit(deal.forfeits())
            self._start_round()

    # -- waiting for somebody ---------------------------------------------------------------------------

    def back_body(self, seat: int) -> bytes:
        """What a lost seat signs to be seated again at the next round."""
        return statement_body(self.id, BACK, seat, [self.after])

    def read_asks(self, asks: Sequence[object], author: int) -> set[int]:
        """The seats that ask to come back, with their signatures."""
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


def _read_certificate(entry: Entry) -> tuple[list[Any], str, list[Any], list[Any]]:
    """Who is lost, why, the votes for it, and the proofs."""
    match entry.payload, unpack(entry.signature):
        case [
            [[*lost], ("silent" | "fork" | "proved") as reason],
            [[*signatures], [*proofs]],
        ] if len(proofs) <= MAX_SEATS and entry.time == 0:
            return lost, reason, signatures, proofs
    raise MalformedError("a certificate names who is lost, why, and who says so")
