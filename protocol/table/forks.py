"""Seats that contradicted themselves, and whether the log must go back for it (docs/protocol.md, 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from protocol.codec import pack, unpack
from protocol.errors import RemoteError
from protocol.log.contradictions import Proof
from protocol.log.entry import LOSS, STATEMENT_TAG, VOTE, Entry, Statement, check_signature, statement_body
from protocol.play.game import Game
from protocol.table.context import Prove, show
from protocol.table.outputs import Evidence, Output, Send
from protocol.table.pool import Pool
from protocol.table.voting import Ballot, Place, ballot_of

PATIENCE = 500
"""Milliseconds before the log is taken back again for a contradiction of the same seat."""
LINE = 64
"""How many entries of another line are passed on at most."""


class Forks:
    def __init__(
        self,
        game: Game,
        pool: Pool,
        voters: Callable[[Place, int], set[int]],
        notes: Iterable[bytes],
    ) -> None:
        """`voters`: the seats that voted at a place to lose a seat for a contradiction."""
        self._game = game
        self._pool = pool
        self._voters = voters
        self._proofs: dict[int, Proof] = {}
        """For each seat that contradicted itself since it was lost last, the proof."""
        self._went_back_at: dict[int, int] = {}
        """When we last went back for a contradiction of each seat."""
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
        known = self._proofs.get(proof.seat)
        if known is not None and (_place(known) == _place(proof) or not self._calls_back(proof)):
            return []
        self._proofs[proof.seat] = proof
        for entry in proof.entries:
            if entry.position > self._game.final:
                self._pool.add(entry, None)
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

    def is_about(self, place: Place, seats: Iterable[int]) -> bool:
        """Whether we know that one of these seats contradicted itself at this place."""
        return any(seat in self._proofs and _place(self._proofs[seat]) == place for seat in seats)

    def proof(self, seat: int) -> list[Any]:
        return self._proofs[seat].message

    def records(self) -> list[list[Any]]:
        return [self._proofs[seat].message for seat in self.authors()]

    def repeat(self) -> list[Output]:
        """The proofs again, and where we went back for one the lines that were built there."""
        out: list[Output] = [Send(None, pack(self._proofs[seat].message)) for seat in self.authors()]
        if any(self._is_here(proof) for proof in self._proofs.values()):
            out += [show(kept.entry) for kept in islice(self._pool.above([self._game.head]), LINE)]
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
        """Whether the log may not stay on its entry at the place of the proof: nobody has built on it,
        somebody has built on another one there and not on ours, or somebody votes there already."""
        game, position = self._game, proof.position
        if game.over or not game.final < position < game.position or proof.seat not in game.match.playing:
            return False
        ours = game.entries[position - 1]
        if ours.previous != proof.previous:
            return False
        mine = self._built(ours, proof)
        if not mine or not self._has_voice:
            return not mine
        return bool(self._built_elsewhere(ours, proof) or self._voting(proof))

    def may_take(self, entry: Entry) -> bool:
        """Where somebody contradicted itself, an entry is taken if it is final: everybody, we too, has signed
        on top of it. Else only if it alone was built on, not by ourselves (we have come back from it), and
        nobody votes to lose the author here. A certificate that names all of them needs no more."""
        lost = ballot_of(entry).lost if entry.kind == LOSS else ()
        here = [proof for proof in self._proofs.values() if self._is_here(proof) and proof.seat not in lost]
        if not here:
            return True
        return all(self._is_alone(entry, proof) for proof in here) or self._is_final(entry)

    def _is_alone(self, entry: Entry, proof: Proof) -> bool:
        mine = self._built(entry, proof)
        if not mine or not self._has_voice:
            return bool(mine)
        contested = self._built_elsewhere(entry, proof) or self._voting(proof)
        return not contested and self._game.seat not in mine

    def _voting(self, proof: Proof) -> set[int]:
        """The others who count and have voted at the place of the proof to lose its author there."""
        voters = self._counting(self._voters(_place(proof), proof.seat), proof)
        return voters - {self._game.seat}

    def _is_final(self, entry: Entry) -> bool:
        """Whether an entry for the place that the log is at, with what is kept on top of it, is final. Seats
        that were lost on the way are left out only by certificates that we voted for."""
        game, playing = self._game, set(self._game.match.playing)
        signed: set[int] = set()
        for kept in self._pool.above([entry.hash]):
            signed.add(kept.entry.seat)
            if kept.entry.kind != LOSS:
                continue
            try:
                ballot = ballot_of(kept.entry)
                voters = [seat for seat in game.match.playing if seat not in ballot.lost]
                game.check_votes(kept.entry, voters)
            except RemoteError:
                continue
            signed |= set(voters)
            playing -= set(ballot.lost) if game.seat in voters else set()
        return playing <= signed

    def _rivals(self, entry: Entry) -> list[Entry]:
        """The other entries for the same place."""
        return [kept.entry for kept in self._pool.following(entry.previous) if kept.entry.body != entry.body]

    def _built(self, entry: Entry, proof: Proof) -> set[int]:
        """Who signed on top of this entry, of those who count."""
        game = self._game
        if entry not in game.entries[entry.position - 1 : entry.position]:
            return self._counting(self._pool.builders([entry.hash]), proof)
        line = [later.previous for later in game.entries[entry.position :]]
        return self._counting(
            self._pool.builders([*line, game.head]).union(*game.signers[entry.position :]), proof
        )

    def _counting(self, seats: set[int], proof: Proof) -> set[int]:
        """Of these, the seats in the match that are neither of the operator of who contradicted itself nor
        proved to have done so themselves."""
        players = self._game.genesis.players
        operator = players[proof.seat].operator
        return {
            seat
            for seat in seats & set(self._game.playing_at(proof.position))
            if players[seat].operator != operator and seat not in self._proofs
        }

    def _built_elsewhere(self, entry: Entry, proof: Proof) -> set[int]:
        """Who built on another entry for the same place, and not on this one."""
        others = set().union(*(self._built(rival, proof) for rival in self._rivals(entry)))
        return others - self._built(entry, proof)

    @property
    def _has_voice(self) -> bool:
        """Whether we take part in losing a seat; if not, we follow those who do."""
        return self._game.seat in self._game.match.playing

    def _is_here(self, proof: Proof) -> bool:
        return _place(proof) == (self._game.position, self._game.head)

    # -- late certificates ------------------------------------------------------------------------------

    def try_late(
        self,
        entry: Entry,
        seat: int | None,
        refusal: Callable[[Place, Ballot, int], Statement | None],
    ) -> Prove | int | None:
        """A certificate for a place that we passed otherwise: the position to go back to for it, a proof
        that somebody contradicted itself, or None if it is not to be taken.

        By the argument in `voting` only seats that a certificate names, or that hold a narrower one, have
        passed its place otherwise, unless somebody signed both a vote and its refusal.
        """
        game = self._game
        ours = game.entries[entry.position - 1]
        ballot = ballot_of(entry)
        if game.over or (ours.kind == LOSS and not _prevails(ballot, ballot_of(ours))):
            return None
        voters, _ = game.check_certificate(entry)
        votes = game.check_votes(entry, voters)
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
