"""Seats that contradicted themselves, and whether the log must go back for it (docs/protocol.md §16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from protocol.codec import pack, unpack
from protocol.log.contradictions import Proof
from protocol.log.entry import LOSS, Entry, Place, ballot_of
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.table.context import show
from protocol.table.end_holders import EndHolders
from protocol.table.outputs import Evidence, Note, Output, Send
from protocol.table.pool import Pool

RETRY = 500
"""Minimum milliseconds between going back twice for one seat: each time the log is replayed."""
LINE = 64
"""How many entries of another line we send on at most."""
LINE_BYTES = 512 << 10
"""How many bytes of another line we send on at most, after its first entry."""


class Forks:
    def __init__(
        self,
        game: Game,
        pool: Pool,
        holders: EndHolders,
        voters: Callable[[Place, int], set[int]],
        notes: Iterable[bytes],
    ) -> None:
        """`voters`: the seats that voted at a place to lose a seat for a contradiction."""
        self._game = game
        self._pool = pool
        self._holders = holders
        self._voters = voters
        self._known: dict[int, Proof] = {}
        """One proof for each seat that contradicted itself, also if it was lost: the log may go back."""
        self._noted: set[tuple[int, Place]] = set()
        """Whom a proof in the journal is against, and its place."""
        self._went_back_at: dict[int, int] = {}
        """When we last went back for a contradiction of each seat."""
        for note in notes:
            match unpack(note):
                case ["fork" | "equivocation", *_] as message:
                    try:
                        proof = game.read_proof(message)
                    except RemoteError:
                        continue  # the seat was lost for it since
                    self._known[proof.seat] = proof
                    self._noted.add((proof.seat, proof.place))

    @property
    def _proofs(self) -> dict[int, Proof]:
        """The proofs of what no loss has settled."""
        lost_at = self._game.lost_at
        return {s: proof for s, proof in self._known.items() if proof.position > lost_at.get(s, 0)}

    # -- proofs -----------------------------------------------------------------------------------------

    def learn(self, message: object) -> list[Output]:
        """Take a proof. We keep one for each seat: rather one that takes our log back, or else one about the
        place that our log is at, so that all who are there vote for the same ballot."""
        game, proof = self._game, self._game.read_proof(message)
        if proof.seat not in game.match.playing or proof.position > game.position:
            return []  # peers send it again when we have got that far
        known = self._proofs.get(proof.seat)
        if known is not None and (known.place == proof.place or not self._replaces(proof, known)):
            return []
        self._known[proof.seat] = proof
        for entry in proof.entries:
            if entry.position > game.final:
                self._pool.add(entry, None)
        out: list[Output] = []
        if known is None:  # one file of evidence is enough
            evidence = pack([game.genesis.wire(), proof.message])
            out.append(Evidence(proof.seat, proof.message[0], evidence))
        if (proof.seat, proof.place) not in self._noted:  # our vote binds us after a restart, too
            self._noted.add((proof.seat, proof.place))
            out.append(Note(pack(proof.message)))
        return [*out, Send(None, pack(proof.message))]

    def _replaces(self, proof: Proof, known: Proof) -> bool:
        here = self._game.position, self._game.head
        return self._calls_back(proof) or (proof.place == here and not self._calls_back(known))

    def authors(self) -> tuple[int, ...]:
        """The seats that must be lost now because they contradicted themselves."""
        if not self._known:
            return ()
        game = self._game
        return tuple(
            seat
            for seat, proof in sorted(self._proofs.items())
            if seat in game.match.playing and proof.position <= game.position
        )

    def is_about(self, place: Place, seats: Iterable[int]) -> bool:
        """Whether we have a proof that one of these seats contradicted itself at this place."""
        proofs = self._proofs
        return any(seat in proofs and proofs[seat].place == place for seat in seats)

    def proof(self, seat: int) -> list[Any]:
        return self._proofs[seat].message

    def records(self) -> list[list[Any]]:
        """The proofs against the seats that must be lost now."""
        return [self.proof(seat) for seat in self.authors()]

    def repeat(self) -> list[Output]:
        """Send the proofs again and, where we went back for one, the lines that were built there."""
        out: list[Output] = [Send(None, pack(record)) for record in self.records()]
        room = LINE_BYTES
        for kept in islice(self._pool.above([self._game.head]), LINE) if self._here() else ():
            out.append(show(kept.entry))
            room -= kept.size
            if room < 0:
                break
        return out

    # -- going back -------------------------------------------------------------------------------------

    def place_to_go_back_to(self, now: int) -> int | None:
        """The position that the log must be taken back to now, if any."""
        if not self._known:
            return None
        places = {seat: proof.position for seat, proof in self._proofs.items() if self._calls_back(proof)}
        ready = [
            place for seat, place in places.items() if now - self._went_back_at.get(seat, -RETRY) >= RETRY
        ]
        if not ready:
            return None
        position = min(ready)
        self._went_back_at.update({seat: now for seat, place in places.items() if place == position})
        return position

    def _calls_back(self, proof: Proof) -> bool:
        """Whether our log must not stay on its entry at the place of the proof."""
        game, position = self._game, proof.position
        if not game.final < position < game.position or proof.seat not in game.match.playing:
            return False
        ours = game.entries[position - 1]
        return ours.previous == proof.previous and not self._stands(ours, proof)

    def may_take(self, entry: Entry) -> bool:
        """Whether the proofs that we know let us take an entry for this place.

        Where somebody contradicted itself, we take an entry if it is final, because everybody, ourselves
        included, has signed on top of it. Otherwise it must stand, and we must not have built on it: we have
        come back from it. A certificate that names all such seats needs no more.
        """
        if not self._known:
            return True
        lost = ballot_of(entry).lost if entry.kind == LOSS else ()
        here = [proof for proof in self._here() if proof.seat not in lost]
        if all(self._stands(entry, proof) and not self._went_back_from(entry, proof) for proof in here):
            return True
        return self._is_final(entry)

    def _stands(self, entry: Entry, proof: Proof) -> bool:
        """Whether somebody has built on this entry, and nobody contests it: has built on another entry for
        the place of the proof and not on this one, or votes there to lose the author."""
        game, built = self._game, self._built(entry, proof)
        rivals = [kept.entry for kept in self._pool.following(entry.previous)]
        elsewhere = [self._built(rival, proof) for rival in rivals if rival.body != entry.body]
        if not self._has_voice:
            return bool(built) or (game.over and not any(elsewhere))
        if not built:
            return False
        voting = self._counting(self._voters(proof.place, proof.seat), proof) - {game.seat}
        return not voting and all(built >= others for others in elsewhere)

    def _went_back_from(self, entry: Entry, proof: Proof) -> bool:
        return self._has_voice and self._game.seat in self._built(entry, proof)

    def _is_final(self, entry: Entry) -> bool:
        """Whether an entry for the place that our log is at, with what we keep on top of it, is final. A seat
        that was lost on the way is left out only by a certificate that we voted for."""
        game, playing = self._game, set(self._game.match.playing)
        signed: set[int] = set()
        for kept in self._pool.above([entry.hash]):
            signed.add(kept.entry.seat)
            if kept.entry.kind != LOSS:
                continue
            try:
                ballot = ballot_of(kept.entry)
                voters = game.voters(ballot.lost)
                game.check_votes(kept.entry, voters)
            except RemoteError:
                continue
            signed |= set(voters)
            playing -= set(ballot.lost) if game.seat in voters else set()
        return playing <= signed

    def _built(self, entry: Entry, proof: Proof) -> set[int]:
        """The seats that count and signed on top of this entry, or hold an end of the match that has it."""
        game, position = self._game, entry.position
        if entry not in game.entries[position - 1 : position]:
            holders = self._holders.rivals(entry.hash, position)
            return self._counting(self._pool.builders([entry.hash]) | holders, proof)
        line = [later.previous for later in game.entries[position:]]
        built = self._pool.builders([*line, game.head]).union(*game.signers[position:])
        return self._counting(built | self._holders.seats(), proof)

    def _counting(self, seats: set[int], proof: Proof) -> set[int]:
        """Leave out seats of the author's operator, seats that contradicted themselves too, and seats that
        were not in the match."""
        players, proofs = self._game.genesis.players, self._proofs
        operator = players[proof.seat].operator
        return {
            seat
            for seat in seats & set(self._game.playing_at(proof.position))
            if players[seat].operator != operator and seat not in proofs
        }

    @property
    def _has_voice(self) -> bool:
        """Whether we vote when a seat is lost. If not, we follow the seats that do."""
        return self._game.seat in self._game.match.playing

    def _here(self) -> list[Proof]:
        """The proofs of contradictions at the place that our log is at."""
        here = self._game.position, self._game.head
        return [proof for proof in self._proofs.values() if proof.place == here]
