"""Seats that contradicted themselves, and whether the log must go back for it (docs/protocol.md, 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from protocol.codec import pack, unpack
from protocol.context import Prove, show
from protocol.contradictions import Proof
from protocol.entry import LOSS, STATEMENT_TAG, VOTE, Entry, Statement, check_signature, statement_body
from protocol.errors import RemoteError
from protocol.game import Game
from protocol.outputs import Evidence, Output, Party, Send
from protocol.pool import Pool
from protocol.voting import Ballot, Place, ballot_of

PATIENCE = 500
"""Milliseconds before the log is played over again: for a certificate from the same sender where the log has
gone on, or for a contradiction of the same seat."""
LINE = 64
"""How many entries of another line are passed on at most."""


class Forks:
    def __init__(self, game: Game, pool: Pool, notes: Iterable[bytes]) -> None:
        self._game = game
        self._pool = pool
        self._proofs: dict[int, Proof] = {}
        """For each seat that contradicted itself since it was lost last, the proof."""
        self._went_back_at: dict[int, int] = {}
        """When we last went back for a contradiction of each seat."""
        self._tried_at: dict[int | None, int] = {}
        """When a late certificate was last tried, for each seat that sent one (all others are one)."""
        for note in notes:
            match unpack(note):
                case ["fork" | "equivocation", *_] as message:
                    try:
                        proof = game.read_proof(message)
                    except RemoteError:
                        continue  # settled meanwhile
                    self._proofs[proof.seat] = proof

    # -- proofs -----------------------------------------------------------------------------------------

    def learn(self, message: object) -> list[Output]:
        """Take a proof: one for each seat, but one that takes us back replaces one that does not."""
        proof = self._game.read_proof(message)
        if proof.seat not in self._game.match.playing or proof.position > self._game.position:
            return []  # it will be said again when we are there
        for entry in proof.entries:
            if entry.position > self._game.final and self._pool.find(entry, None) is None:
                self._pool.add(entry, None)
        known = self._proofs.get(proof.seat)
        if known is not None and (_place(known) == _place(proof) or not self._calls_back(proof)):
            return []
        self._proofs[proof.seat] = proof
        out: list[Output] = [Send(None, pack(proof.message))]
        if known is None:  # one is enough for a stranger
            record = pack([self._game.genesis.wire(), proof.message])
            out.insert(0, Evidence(proof.seat, str(proof.message[0]), record))
        return out

    def moved(self) -> None:
        """The log went on: a loss settles what its seat did before."""
        lost_at = self._game.lost_at
        for seat in [s for s, proof in self._proofs.items() if proof.position <= lost_at.get(s, 0)]:
            del self._proofs[seat]

    def authors(self) -> tuple[int, ...]:
        """The seats to be lost now because they contradicted themselves."""
        game = self._game
        return tuple(
            seat
            for seat, proof in sorted(self._proofs.items())
            if seat in game.match.playing and proof.position <= game.position
        )

    def knows(self, seat: int) -> bool:
        """Whether we have seen a proof against this seat, or it is out anyway."""
        return seat in self._proofs or seat not in self._game.match.playing

    def proof(self, seat: int) -> list[Any]:
        return self._proofs[seat].message

    def records(self) -> list[list[Any]]:
        return [self._proofs[seat].message for seat in self.authors()]

    def repeat(self) -> list[Output]:
        """The proofs again, and where we went back for one the lines that were built there."""
        out: list[Output] = [Send(None, pack(self._proofs[seat].message)) for seat in self.authors()]
        if any(self._is_here(proof) for proof in self._proofs.values()):
            heads, sent = [self._game.head], 0
            while heads and sent < LINE:
                for kept in self._pool.following(heads.pop(0))[:LINE]:
                    out.append(show(kept.entry))
                    heads.append(kept.entry.hash)
                    sent += 1
        return out

    # -- going back -------------------------------------------------------------------------------------

    def place_to_go_back_to(self, now: int) -> int | None:
        """The position that the log must be taken back to now, if any."""
        places = {seat: proof.position for seat, proof in self._proofs.items() if self._calls_back(proof)}
        ready = [
            place
            for seat, place in places.items()
            if now - self._went_back_at.get(seat, -PATIENCE) >= PATIENCE
        ]
        if not ready:
            return None
        position = min(ready)
        self._went_back_at.update({seat: now for seat, place in places.items() if place == position})
        return position

    def _calls_back(self, proof: Proof) -> bool:
        """Whether nobody has built on our entry at the place of the proof, or somebody has built on another
        one there and not on ours."""
        game, position = self._game, proof.position
        if game.over or not game.final < position < game.position or proof.seat not in game.match.playing:
            return False
        ours = game.entries[position - 1]
        if ours.previous != proof.previous:
            return False
        rivals = [kept.entry for kept in self._pool.following(ours.previous) if kept.entry.body != ours.body]
        if not rivals:
            return False
        mine = self._counting(set().union(*game.signers[position:]), proof)
        theirs = self._counting(set().union(*(self._pool.builders(rival) for rival in rivals)), proof)
        return not mine or (self._has_voice and bool(theirs - mine))

    @property
    def _has_voice(self) -> bool:
        """Whether we take part in losing a seat; if not, we follow those who do."""
        return self._game.seat in self._game.match.playing

    def _counting(self, builders: set[int], proof: Proof) -> set[int]:
        """Of those who built on an entry, the seats in the match that are neither of the operator of who
        contradicted itself nor proved to have done so themselves."""
        game, players = self._game, self._game.genesis.players
        operator = players[proof.seat].operator
        return {
            seat
            for seat in builders & set(game.playing_at(proof.position))
            if players[seat].operator != operator and seat not in self._proofs
        }

    def _is_here(self, proof: Proof) -> bool:
        return _place(proof) == (self._game.position, self._game.head)

    def may_take(self, entry: Entry, overruled: bool) -> bool:
        """Where its author contradicted itself, an entry stands only if somebody has built on it and refused
        (`overruled`) that its author be lost here."""
        proof = self._proofs.get(entry.seat)
        if proof is None or not self._is_here(proof):
            return True
        built = bool(self._counting(self._pool.builders(entry), proof))
        return built and (overruled or not self._has_voice)

    # -- late certificates ------------------------------------------------------------------------------

    def try_late(
        self,
        entry: Entry,
        sender: Party | None,
        seat: int | None,
        now: int,
        refusal: Callable[[Place, Ballot, int], Statement | None],
    ) -> Prove | int | None:
        """A certificate for a place that we passed otherwise: the position to go back to for it, a proof
        that somebody contradicted itself, or None if it is not to be taken, or not yet.

        By the argument in `voting` only seats that a certificate names, or that hold a narrower one, have
        passed its place otherwise, unless somebody signed both a vote and its refusal.
        """
        game, by = self._game, sender if isinstance(sender, int) else None
        ours = game.entries[entry.position - 1]
        ballot = ballot_of(entry)
        if game.over or (ours.kind == LOSS and not _prevails(ballot, ballot_of(ours))):
            return None
        if now - self._tried_at.get(by, -PATIENCE) < PATIENCE:
            return None  # it will come again; playing the log over is too dear to do each time
        voters = [one for one in game.playing_at(entry.position) if one not in ballot.lost]
        votes = game.check_votes(entry, voters)
        self._tried_at[by] = now
        game.at(entry.position).apply(entry)  # raises if it may not be
        place = entry.position, entry.previous
        for voter, signature in zip(voters, votes, strict=True):
            refused = refusal(place, ballot, voter)
            if refused is not None and seat not in ballot.lost:
                values = [*place, list(ballot.lost), ballot.reason]
                body = statement_body(game.id, VOTE, voter, values)
                check_signature(game.key(voter), STATEMENT_TAG, body, signature, voter)
                return Prove(["equivocation", [body, signature], refused.wire()])
        return entry.position


def _place(proof: Proof) -> Place:
    return proof.position, proof.previous


def _prevails(one: Ballot, other: Ballot) -> bool:
    """Which of two certificates of one place all go by: the wider. (Neither is, only if an operator voted
    against its own votes; then all still choose the same.)"""
    if one.within(other) or other.within(one):
        return other.within(one)
    return (-len(one.lost), one) < (-len(other.lost), other)
