"""Rosters for tests: players with fixed keys, and all signatures."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from p2puno.options import Options
from protocol.identity import Identity, Player
from protocol.log.genesis import Slot
from protocol.log.roster import Roster, read_roster, roster_body, sign_roster
from protocol.log.table_terms import Terms
from protocol.tournament.result import Record, Result, sign_result


def identities(count: int) -> list[Identity]:
    return [Identity(bytes([1 + n]) * 32) for n in range(count)]


def tournament_terms(stages: int = 3, hand_size: int = 1) -> Terms:
    """Short hands and short patience."""
    options = Options(mode="tournament", cycles=stages, hand_size=hand_size, uno_window=100)
    return Terms(options, grace=8_000, machine_grace=4_000, turn_time=4_000)


def body(count: int = 8, terms: Terms | None = None, operators: Sequence[int] | None = None) -> bytes:
    players = tuple(
        Player(identity.public, f"player {n}", operators[n] if operators else n)
        for n, identity in enumerate(identities(count))
    )
    nonces = tuple(sha256(b"nonce" + bytes([n])).digest() for n in range(count))
    return roster_body(terms or tournament_terms(), players, nonces, 0)


def roster(count: int = 8, terms: Terms | None = None, operators: Sequence[int] | None = None) -> Roster:
    made = body(count, terms, operators)
    return read_roster([made, [sign_roster(identity, made) for identity in identities(count)]])


def signed(roster: Roster, result: Result, seats: Sequence[int] = range(4)) -> Record:
    """A result with the signatures of these seats."""
    everybody, seated = identities(len(roster.players)), roster.seated(result.slot)
    record = Record(result, (b"",) * 4)
    for seat in seats:
        record = record.merged(sign_result(everybody[seated[seat]], roster, result))
    return record


def result(slot: Slot, *points: int, rounds: int = 4, out: Sequence[int] = ()) -> Result:
    return Result(slot, points or (10, 20, 10, 20), rounds, tuple(out))
