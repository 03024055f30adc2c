"""What is final in a log, computed from its entries alone and not by the program under test.

A seat has signed on top of an entry if it wrote a later one, or if its vote is in a later certificate. An
entry is final when every seat still in the match has done so. What was final once stays final.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from protocol.codec import unpack
from protocol.log.entry import LOSS, STATEMENT_TAG, VOTE, Entry, check_signature, statement_body
from protocol.log.genesis import Genesis
from protocol.remote_errors import SignatureError


def signers(genesis: Genesis, entry: Entry) -> list[int]:
    """The seats that signed an entry: its author, or those whose votes a certificate bears."""
    if entry.kind != LOSS:
        return [entry.seat]
    lost, reason = entry.payload[:2]
    votes = [vote for vote in unpack(entry.signature)[0] if isinstance(vote, bytes)]
    values = [entry.position, entry.previous, lost, reason]
    return [
        seat
        for seat in range(len(genesis.players))
        if seat not in lost and any(_voted(genesis, seat, values, vote) for vote in votes)
    ]


def _voted(genesis: Genesis, seat: int, values: list[object], signature: bytes) -> bool:
    body = statement_body(genesis.game, VOTE, seat, values)
    try:
        check_signature(genesis.players[seat].key, STATEMENT_TAG, body, signature, seat)
    except SignatureError:
        return False
    return True


class Finality:
    """Follows one log through everything that happens to it; `final` only rises."""

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        self.final = 0
        """The last final position."""
        self.standing: list[Entry] = []
        """The entries up to there."""
        self._seen: list[Entry] = []
        self._signed: dict[int, int] = {}
        """The last position that each seat has signed."""

    def follow(self, entries: Sequence[Entry], playing: Collection[int]) -> bool:
        """The log is this now. False if something is missing or different that was final."""
        seen = self._seen
        if len(seen) > len(entries) or (seen and entries[len(seen) - 1].body != seen[-1].body):
            self._seen = seen = []
            self._signed = {}
        for entry in entries[len(seen) :]:
            for seat in signers(self.genesis, entry):
                self._signed[seat] = entry.position
            seen.append(entry)
        if len(entries) < self.final or (
            self.final and entries[self.final - 1].body != self.standing[-1].body
        ):
            return False
        final = min((self._signed.get(seat, 0) for seat in playing), default=0) - 1
        if final > self.final:
            self.standing += entries[self.final : final]
            self.final = final
        return True

    def agrees(self, other: Finality) -> bool:
        """Whether two logs have the same entries where both are final (each is a chain)."""
        both = min(self.final, other.final)
        return not both or self.standing[both - 1].body == other.standing[both - 1].body
