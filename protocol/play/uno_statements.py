"""Checks the signed statements about the UNO window that entries carry: claims, and silences (G-11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from protocol.codec import are_whole
from protocol.log.entry import (
    CLAIM,
    SILENT,
    STATEMENT_TAG,
    Entry,
    check_signature,
    read_statement,
    statement_body,
)
from protocol.log.genesis import Genesis
from protocol.remote_errors import MalformedError, OutOfTurnError

CALL, CATCH = "call", "catch"


def read_claim(
    genesis: Genesis, window: list[Any] | None, speakers: Collection[int], entry: Entry
) -> tuple[int, str]:
    """Who claims what in an `admit` entry: a seat, and CALL or CATCH. Raises unless the claim is about this
    window, and signed by a seat that may still speak."""
    claim = read_statement(entry.payload)
    match claim.values:
        case [position, about, ("call" | "catch") as word] if claim.kind == CLAIM and are_whole(position):
            pass
        case _:
            raise MalformedError("not a claim", entry.seat)
    if claim.game != genesis.game or [position, about] != window:
        raise OutOfTurnError("a claim about no open window", entry.seat)
    if claim.seat not in speakers:
        raise OutOfTurnError("a seat that has nothing to say", entry.seat)
    key = genesis.players[claim.seat].key
    check_signature(key, STATEMENT_TAG, claim.body, claim.signature, claim.seat)
    return claim.seat, word


def check_silences(
    genesis: Genesis, window: list[Any], owing: Sequence[int], silences: Sequence[object], author: int
) -> None:
    """Raise unless every seat that owes a word has signed that it keeps silent in this window."""
    if len(silences) != len(owing):
        raise OutOfTurnError("the turn cannot begin before all have spoken or kept silent", author)
    for seat, signature in zip(owing, silences, strict=True):
        if not isinstance(signature, bytes):
            raise MalformedError("a silence is a signature", author)
        body = statement_body(genesis.game, SILENT, seat, window)
        check_signature(genesis.players[seat].key, STATEMENT_TAG, body, signature, seat)
