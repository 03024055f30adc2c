"""What peers sign: entries of the log, and statements outside it.

An entry is `[body, signature]`. Bodies are verified, hashed and stored as the bytes that arrived; they are
never encoded again.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from p2puno.options import MAX_SEATS
from protocol.codec import are_whole, pack, unpack
from protocol.identity import SIGNATURE_BYTES, Identity, is_signed
from protocol.remote_errors import EntryVersionError, ForeignError, MalformedError, SignatureError
from protocol.version import VERSION

ENTRY_TAG = b"p2puno/entry\0"
STATEMENT_TAG = b"p2puno/statement\0"
GENESIS_TAG = b"p2puno/genesis\0"
HASH_BYTES = 32
MAX_BODY = 48 * 1024
"""The size limit of an entry, such that proofs of forks by nine seats, two entries each, fit into one
certificate. The largest honest entry, the proof of a mix of 112 two-sided cards, takes 37 kB."""
MAX_STATEMENT = 1024
"""The size limit of a statement; an honest one takes 130 bytes."""

NOBODY = -1
"""The author of a certificate, which the voters write together.

Instead of a signature it carries the packed votes and proofs. So its body, and with it the log's next head,
does not depend on who assembled it, or on which of two valid signatures of one vote they received."""

DECK, MOVE, ADMIT, AGREE, LOSS, SETTLE = "deck", "move", "admit", "agree", "loss", "settle"
ENTRY_KINDS = (DECK, MOVE, ADMIT, AGREE, LOSS, SETTLE)

CLAIM, READY, SILENT, VOTE, REFUSAL, BACK = "claim", "ready", "silent", "vote", "refusal", "back"
FORGIVE = "forgive"
STATEMENT_KINDS = (CLAIM, READY, SILENT, VOTE, REFUSAL, BACK, FORGIVE)

SILENCE, FORK, PROVED = "silent", "fork", "proved"
"""A seat gave no valid entry in time, contradicted itself, or was named by a dispute or an audit."""
AGAIN = "again"
"""The reason of a second ballot for a fork, where the first one was refused before the fork was known. Both
make the same certificate."""
STRENGTH = {SILENCE: 0, FORK: 1, AGAIN: 1, PROVED: 2}
"""How strong each reason of a ballot is."""

Place = tuple[int, bytes]
"""A position, and the hash of the entry before it."""


def digest(body: bytes) -> bytes:
    return sha256(body).digest()


class Entry(NamedTuple):
    """One entry of the log, parsed."""

    body: bytes
    signature: bytes
    game: bytes
    position: int
    previous: bytes
    seat: int
    kind: str
    payload: Any
    time: int
    """Milliseconds since 1970 by the author's clock: only for people, no rule depends on it."""
    hash: bytes
    """The digest of the body."""

    def wire(self) -> list[bytes]:
        return [self.body, self.signature]


def read_entry(wire: object) -> Entry:
    match wire:
        case [bytes(body), bytes(signature)]:
            pass
        case _:
            raise MalformedError("an entry is a body and a signature")
    match unpack(body, MAX_BODY):
        case [version, bytes(game), position, bytes(previous), seat, str(kind), payload, time] if are_whole(
            version, position, seat, time
        ):
            pass
        case _:
            raise MalformedError("the body of an entry has eight parts")
    if version != VERSION:
        raise EntryVersionError(version)
    if (
        position < 1
        or not NOBODY <= seat < MAX_SEATS
        or time < 0
        or len(game) != HASH_BYTES
        or len(previous) != HASH_BYTES
        or (seat != NOBODY and len(signature) != SIGNATURE_BYTES)
        or kind not in ENTRY_KINDS
        or (seat == NOBODY) != (kind == LOSS)
        # Nobody signs a certificate's bytes, so only the canonical encoding of its body is accepted.
        or (seat == NOBODY and body != _entry_body(game, position, previous, seat, kind, payload, time))
    ):
        raise MalformedError("an entry with parts that cannot be")
    return Entry(body, signature, game, position, previous, seat, kind, payload, time, digest(body))


def _entry_body(
    game: bytes, position: int, previous: bytes, seat: int, kind: str, payload: object, time: int
) -> bytes:
    return pack([VERSION, game, position, previous, seat, kind, payload, time])


def write_entry(
    identity: Identity,
    game: bytes,
    position: int,
    previous: bytes,
    seat: int,
    kind: str,
    payload: object,
    time: int,
) -> Entry:
    """Make a new entry and sign it. `payload`: as `unpack` would return it."""
    body = _entry_body(game, position, previous, seat, kind, payload, time)
    signature = identity.sign(ENTRY_TAG, body)
    return Entry(body, signature, game, position, previous, seat, kind, payload, time, digest(body))


def write_certificate(
    game: bytes, position: int, previous: bytes, lost: list[int], reason: str, votes: list[bytes], proofs: Any
) -> Entry:
    """Make a certificate that seats are lost: the votes in seat order, and the proofs if it is for a fork."""
    body = _entry_body(game, position, previous, NOBODY, LOSS, [lost, reason], 0)
    return read_entry([body, pack([votes, proofs])])


class Ballot(NamedTuple):
    """The seats to lose, and why: the subject of a vote and of a certificate."""

    lost: tuple[int, ...]
    reason: str

    def within(self, other: Ballot) -> bool:
        """Whether the other ballot includes this one: the same seats or more, for a reason as strong."""
        return STRENGTH[self.reason] <= STRENGTH[other.reason] and set(self.lost) <= set(other.lost)


def ballot_of(certificate: Entry) -> Ballot:
    match certificate.payload:
        case [[*lost], ("silent" | "fork" | "proved") as reason] if are_whole(*lost):
            return Ballot(tuple(lost), reason)
    raise MalformedError("not a certificate")


def read_certificate(entry: Entry) -> tuple[Ballot, list[Any], list[Any]]:
    """The ballot, the votes for it, and the proofs. None of them is checked here."""
    match entry.payload, unpack(entry.signature):
        case [
            [[*lost], ("silent" | "fork" | "proved") as reason],
            [[*signatures], [*proofs]],
        ] if len(proofs) <= MAX_SEATS and entry.time == 0:
            return Ballot(tuple(lost), reason), signatures, proofs
    raise MalformedError("a certificate names who is lost, why, and who says so")


class Statement(NamedTuple):
    """Something signed that is not an entry: sent by itself, or carried inside an entry."""

    body: bytes
    signature: bytes
    game: bytes
    kind: str
    seat: int
    values: list[Any]

    def wire(self) -> list[bytes]:
        return [self.body, self.signature]


def statement_body(game: bytes, kind: str, seat: int, values: list[Any]) -> bytes:
    return pack([VERSION, game, kind, seat, values])


def write_statement(identity: Identity, game: bytes, kind: str, seat: int, values: list[Any]) -> Statement:
    body = statement_body(game, kind, seat, values)
    return Statement(body, identity.sign(STATEMENT_TAG, body), game, kind, seat, values)


def read_statement(wire: object) -> Statement:
    match wire:
        case [bytes(body), bytes(signature)] if len(signature) == SIGNATURE_BYTES:
            pass
        case _:
            raise MalformedError("a statement is a body and a signature")
    match unpack(body, MAX_STATEMENT):
        case [int(version), bytes(game), str(kind), int(seat), [*values]] if are_whole(version, seat):
            pass
        case _:
            raise MalformedError("the body of a statement has five parts")
    if version != VERSION:
        raise ForeignError(f"a statement of version {version}")
    if (
        kind not in STATEMENT_KINDS
        or not 0 <= seat < MAX_SEATS
        or body != statement_body(game, kind, seat, values)  # often only the signature is forwarded
    ):
        raise MalformedError("a statement with parts that cannot be")
    return Statement(body, signature, game, kind, seat, values)


def check_signature(key: bytes, tag: bytes, body: bytes, signature: bytes, seat: int) -> None:
    """Raise SignatureError. It accuses no seat, because anybody could have made a bad signature."""
    if not is_signed(key, tag, body, signature):
        raise SignatureError(f"not signed by seat {seat}")
