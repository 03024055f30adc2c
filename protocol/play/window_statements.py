"""Checks the signed statements about a window that entries carry: claims, jumps and silences (G-11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from protocol.codec import are_whole
from protocol.log.entry import (
    CLAIM,
    SILENT,
    STATEMENT_TAG,
    Entry,
    Statement,
    check_signature,
    read_statement,
    statement_body,
)
from protocol.log.genesis import Genesis
from protocol.remote_errors import MalformedError, OutOfTurnError

CALL, CATCH, JUMP = "call", "catch", "jump"


class Jump(NamedTuple):
    """A claim to lay a card out of turn. Its share opens the card; None if everybody can see it."""

    seat: int
    card: int
    uno: bool
    share: Any


def is_claim(values: Sequence[Any]) -> bool:
    """Whether a statement has the form of a claim about UNO."""
    match values:
        case [int(window), bytes(), "call" | "catch"]:
            return are_whole(window)
    return False


def jump_in(claim: Statement) -> Jump | None:
    """The jump that a statement claims, if it has that form."""
    match claim.values:
        case [int(window), bytes(), "jump", int(card), bool(uno), share] if (
            claim.kind == CLAIM and are_whole(window, card) and (share is None or isinstance(share, bytes))
        ):
            return Jump(claim.seat, card, uno, share)
    return None


def jump_admitted(entry: Entry) -> Jump | None:
    """The jump that an `admit` entry, which was accepted, has admitted."""
    return jump_in(read_statement(entry.payload[:2])) if len(entry.payload) == 3 else None


def read_claim(
    genesis: Genesis, window: list[Any] | None, speakers: Collection[int], entry: Entry
) -> tuple[int, str]:
    """Who claims what in an `admit` entry: a seat, and CALL or CATCH. Raises unless the claim is about this
    window, and signed by a seat that may still speak."""
    claim = read_statement(entry.payload)
    if claim.kind != CLAIM or not is_claim(claim.values):
        raise MalformedError("not a claim", entry.seat)
    _check_claim(genesis, window, speakers, claim, entry.seat)
    return claim.seat, claim.values[2]


def read_jump(genesis: Genesis, window: list[Any] | None, owing: Sequence[int], entry: Entry) -> Jump:
    """The jump in an `admit` entry. Raises unless it is about this window, all other seats that owe a word
    have given it, and no seat that owes one jumps before this one. `owing` is in the order in which the
    seats are asked."""
    match entry.payload:
        case [body, signature, [*words]]:
            claim = read_statement([body, signature])
        case _:
            raise MalformedError("a jump comes with the words of all others", entry.seat)
    jump = jump_in(claim)
    if jump is None:
        raise MalformedError("not a jump", entry.seat)
    _check_claim(genesis, window, owing, claim, entry.seat)
    assert window is not None
    others = [seat for seat in owing if seat != jump.seat]
    if len(words) != len(others):
        raise OutOfTurnError("nobody can jump in before all have spoken or kept silent", entry.seat)
    later = others[owing.index(jump.seat) :]
    for seat, word in zip(others, words, strict=True):
        if isinstance(word, list) and seat in later:
            other = read_statement(word)
            if jump_in(other) is None:
                raise MalformedError("not a jump", entry.seat)
            _check_claim(genesis, window, (seat,), other, entry.seat)
        elif isinstance(word, list):
            raise OutOfTurnError("another seat jumps in first", entry.seat)
        else:
            _check_silence(genesis, window, seat, word, entry.seat)
    return jump


def _check_claim(
    genesis: Genesis, window: list[Any] | None, speakers: Collection[int], claim: Statement, author: int
) -> None:
    """Raise unless a claim is about this window, and signed by one of these seats."""
    if claim.game != genesis.game or claim.values[:2] != window:
        raise OutOfTurnError("a claim about no open window", author)
    if claim.seat not in speakers:
        raise OutOfTurnError("a seat that has nothing to say", author)
    key = genesis.players[claim.seat].key
    check_signature(key, STATEMENT_TAG, claim.body, claim.signature, claim.seat)


def check_silences(
    genesis: Genesis, window: list[Any], owing: Sequence[int], silences: Sequence[object], author: int
) -> None:
    """Raise unless every seat that owes a word has signed that it keeps silent in this window."""
    if len(silences) != len(owing):
        raise OutOfTurnError("the turn cannot begin before all have spoken or kept silent", author)
    for seat, signature in zip(owing, silences, strict=True):
        _check_silence(genesis, window, seat, signature, author)


def _check_silence(genesis: Genesis, window: list[Any], seat: int, signature: object, author: int) -> None:
    if not isinstance(signature, bytes):
        raise MalformedError("a silence is a signature", author)
    body = statement_body(genesis.game, SILENT, seat, window)
    check_signature(genesis.players[seat].key, STATEMENT_TAG, body, signature, seat)
