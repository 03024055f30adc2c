"""Seats that contradicted themselves, and logs that parted because of it: found, proved, and joined again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from protocol.codec import pack, unpack
from protocol.contradictions import Proof
from protocol.entry import (
    ENTRY_TAG,
    LOSS,
    NOBODY,
    STATEMENT_TAG,
    VOTE,
    Entry,
    Statement,
    check_signature,
    statement_body,
)
from protocol.errors import RemoteError
from protocol.outputs import Evidence
from protocol.voting import ballot_of

if TYPE_CHECKING:
    from protocol.outputs import Party
    from protocol.table import Table


PATIENCE = 500
"""Milliseconds before the log is played over again: for a certificate from the same seat where the log has
gone on, or for a contradiction of the same seat."""


class Forks:
    def __init__(self, table: Table, notes: Iterable[bytes]) -> None:
        self.table = table
        self._proofs: dict[int, Proof] = {}
        """For each seat that contradicted itself since it was lost last, the proof."""
        self._went_back_at: dict[int, int] = {}
        """When we last went back for a contradiction of each seat."""
        self._waiting: dict[int, Proof] = {}
        """Of those for which we must go back further, the earliest of each seat."""
        self._tried_at: dict[int | None, int] = {}
        """When the log was last played over for a certificate, for each seat that sent one (all others are
        one): so nobody can use up the turn of who holds the true one."""
        self._refused: dict[tuple[int, bytes, int], Entry] = {}
        """Entries that their authors signed and that were not taken: with another one they are a fork."""
        self._judged: set[tuple[int, bytes, int]] = set()
        """Which of them can never be taken where the log is."""
        for note in notes:
            match unpack(note):
                case ["fork" | "equivocation", *_] as message:
                    try:
                        proof = table.game.read_proof(message)
                    except RemoteError:
                        continue  # settled meanwhile
                    self._proofs[proof.seat] = proof

    # -- finding ----------------------------------------------------------------------------------------

    def compare(self, entry: Entry, sender: Party | None) -> bool:
        """An entry for a position that we have passed: the same, a fork, or a certificate. False if it
        follows another entry than ours does, so that the logs parted before it."""
        game = self.table.game
        ours = game.entries[entry.position - 1]
        if ours.body == entry.body:
            return True
        if entry.previous != ours.previous:
            return False
        if entry.kind == LOSS:
            if entry.position > game.checkpoint:
                self._take_late_certificate(ours, entry, sender if isinstance(sender, int) else None)
        elif entry.seat == ours.seat != NOBODY:
            self.take_proof(["fork", ours.wire(), entry.wire()])
        return True

    def remember(self, entry: Entry) -> None:
        """A well-formed entry was refused, or must wait: hold its author to it."""
        game = self.table.game
        if not 0 <= entry.seat < len(game.genesis.players) or entry.position < game.position:
            return
        known = self._refused.get(_key(entry))
        if known is not None and known.body == entry.body:
            return
        check_signature(game.key(entry.seat), ENTRY_TAG, entry.body, entry.signature, entry.seat)
        if known is not None:
            self.take_proof(["fork", known.wire(), entry.wire()])
        else:
            self._refused[_key(entry)] = entry

    def condemn(self, entry: Entry) -> None:
        """An entry was refused, and would be again: it is not worth a second look."""
        self.remember(entry)
        if self._kept(entry):
            self._judged.add(_key(entry))

    def judged(self, entry: Entry) -> bool:
        return _key(entry) in self._judged and self._kept(entry)

    def _kept(self, entry: Entry) -> bool:
        known = self._refused.get(_key(entry))
        return known is not None and known.body == entry.body

    def contradicts(self, entry: Entry) -> bool:
        """Whether the author has signed something else for this place: then the pair is a proof. (Where it
        contradicted itself elsewhere, our vote against it is what holds us.)"""
        if _key(entry) in self._refused and not self._kept(entry):
            self.remember(entry)
        proof = self._proofs.get(entry.seat)
        return proof is not None and (proof.position, proof.previous) == (entry.position, entry.previous)

    def clear(self) -> None:
        """The log went on."""
        game = self.table.game
        self._judged = set()
        self._refused = {key: entry for key, entry in self._refused.items() if key[0] >= game.position}
        for proofs in (self._proofs, self._waiting):
            for seat in [s for s, proof in proofs.items() if proof.position <= game.lost_at.get(s, 0)]:
                del proofs[seat]

    # -- proving ----------------------------------------------------------------------------------------

    def take_proof(self, message: object) -> None:
        """One for each seat. But one that takes us back replaces one that does not: else a proof made to be
        heard first would leave the table parted by the second."""
        table, game = self.table, self.table.game
        proof = game.read_proof(message)
        back = (
            game.checkpoint < proof.position < game.position
            and game.entries[proof.position - 1].previous == proof.previous
        )
        if proof.seat not in game.match.playing or (proof.seat in self._proofs and not back):
            return
        if proof.position > game.position:
            return  # it will be said again when we are there
        if back and table.now - self._went_back_at.get(proof.seat, -PATIENCE) < PATIENCE:
            waiting = self._waiting.get(proof.seat, proof)
            self._waiting[proof.seat] = min(proof, waiting, key=lambda one: one.position)
            return
        if proof.seat not in self._proofs:  # one is enough for a stranger
            what = str(proof.message[0])
            table.put(Evidence(proof.seat, what, pack([game.genesis.wire(), proof.message])))
        self._proofs[proof.seat] = proof
        table.send(None, proof.message)
        if back:
            self._went_back_at[proof.seat] = table.now
            table.rewind(proof.position)
        table.voting.tick()

    def tick(self) -> None:
        """Go back for what has waited: a seat that contradicted itself everywhere costs the others one step
        back at a time, and not one for each place."""
        for seat in list(self._waiting):
            if seat in self._waiting and self.table.now - self._went_back_at[seat] >= PATIENCE:
                self.take_proof(self._waiting.pop(seat).message)

    def authors_here(self) -> tuple[int, ...]:
        """The seats to be lost now because they contradicted themselves."""
        game = self.table.game
        return tuple(
            seat
            for seat, proof in sorted(self._proofs.items())
            if seat in game.match.playing and game.lost_at.get(seat, 0) < proof.position <= game.position
        )

    def knows(self, seat: int) -> bool:
        """Whether we have seen a proof against this seat, or it is out anyway."""
        return seat in self._proofs or seat not in self.table.game.match.playing

    def proof(self, seat: int) -> list[Any]:
        return self._proofs[seat].message

    def records(self) -> list[list[Any]]:
        return [self._proofs[seat].message for seat in self.authors_here()]

    def repeat(self) -> None:
        for seat in self.authors_here():
            self.table.send(None, self._proofs[seat].message)

    # -- joining again ----------------------------------------------------------------------------------

    def _take_late_certificate(self, ours: Entry, entry: Entry, sender: int | None) -> None:
        """The others lost seats where we have gone on otherwise: go back and join them.

        By the argument in `voting` that happens only to seats that the wider certificate names, unless
        somebody signed both a vote and its refusal: then that is proved instead.
        """
        table, game = self.table, self.table.game
        if ours.kind == LOSS and not self._prevails(entry, ours):
            return
        ballot = ballot_of(entry)
        if table.now - self._tried_at.get(sender, -PATIENCE) < PATIENCE:
            return  # it will come again; playing the log over is too dear to do each time
        voters = [seat for seat in game.playing_at(entry.position) if seat not in ballot.lost]
        votes = game.check_votes(entry, voters)
        self._tried_at[sender] = table.now
        game.at(entry.position).apply(entry)  # raises, and nothing is changed, if it may not be
        for seat, signature in zip(voters, votes, strict=True):
            place = entry.position, entry.previous
            refusal = table.voting.refusal_of(place, ballot, seat)
            if refusal is not None:
                values = [*place, list(ballot.lost), ballot.reason]
                body = statement_body(game.id, VOTE, seat, values)
                check_signature(game.key(seat), STATEMENT_TAG, body, signature, seat)
                vote = Statement(body, signature, game.id, VOTE, seat, values)
                self.take_proof(["equivocation", vote.wire(), refusal.wire()])
                return
        table.rewind(entry.position)
        table.accept(entry)

    @staticmethod
    def _prevails(one: Entry, other: Entry) -> bool:
        """Which of two certificates of one place all go by: the wider. (Neither is, only if an operator
        voted against its own votes; then all still choose the same.)"""
        a, b = ballot_of(one), ballot_of(other)
        if a.within(b) or b.within(a):
            return b.within(a)
        return (-len(a.lost), a) < (-len(b.lost), b)


def _key(entry: Entry) -> tuple[int, bytes, int]:
    return entry.position, entry.previous, entry.seat
