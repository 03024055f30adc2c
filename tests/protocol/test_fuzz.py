"""Whatever comes from outside is taken or refused by name, and never brings a peer down."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.codec import pack, unpack
from protocol.log.entry import (
    ENTRY_KINDS,
    ENTRY_TAG,
    STATEMENT_KINDS,
    read_entry,
    read_statement,
    write_statement,
)
from protocol.log.genesis import read_genesis
from protocol.remote_errors import RemoteError
from protocol.version import VERSION
from tests.protocol.test_codec import VALUES
from tests.simulation.test_cases import table, until_due
from tests.simulation.world import Peer, World

QUIET = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


@cache
def played() -> tuple[World, Peer, Peer]:
    """A table in the middle of a round: the world, who is due, and another."""
    world = table(3, seed=901)
    due = world.peers[until_due(world, "move", "turn")]
    world.wait(30)
    return world, due, world.peers[(due.seat + 1) % 3]


def receive(message: bytes, sender: int | None) -> None:
    _, _, peer = played()
    assert peer.table is not None
    peer.table.receive(sender, message, peer.now())


@given(st.binary(max_size=200), st.sampled_from([None, 0, 1, 12]))
@QUIET
def test_noise(message: bytes, sender: int | None) -> None:
    receive(message, sender)


WORDS = st.sampled_from(["entry", "statement", "head", "want", "fork", "equivocation", "refusal"])


@given(WORDS, st.lists(VALUES, max_size=3))
@QUIET
def test_messages_of_any_shape(word: str, values: list[Any]) -> None:
    receive(pack([word, *values]), 0)


@given(st.sampled_from(ENTRY_KINDS), VALUES, st.booleans(), st.integers(-1, 9), st.binary(max_size=70))
@QUIET
def test_signed_entries_with_any_payload(kind: str, payload: Any, own: bool, seat: int, bogus: bytes) -> None:
    world, due, peer = played()
    assert peer.table is not None
    game = peer.table.game
    author = due.seat if own else seat
    body = pack([VERSION, game.id, game.position, game.head, author, kind, payload, 1])
    signature = world.identities[due.seat].sign(ENTRY_TAG, body) if own else bogus
    try:
        game.apply(read_entry([body, signature]))
    except RemoteError:
        return
    game.rewind(game.position - 1)


@given(st.sampled_from(STATEMENT_KINDS), st.lists(VALUES, max_size=4), st.booleans())
@QUIET
def test_signed_statements_with_any_values(kind: str, values: list[Any], here: bool) -> None:
    world, due, peer = played()
    assert peer.table is not None
    game = peer.table.game
    said = write_statement(
        world.identities[due.seat],
        game.id,
        kind,
        due.seat,
        [game.position, game.head, *values] if here else values,
    )
    receive(pack(["statement", *said.wire()]), due.seat)


@given(st.lists(VALUES, max_size=3), st.binary(max_size=200))
@QUIET
def test_certificates_of_any_shape(payload: list[Any], signature: bytes) -> None:
    _, _, peer = played()
    assert peer.table is not None
    game = peer.table.game
    places = [(game.position, game.head), (game.position - 1, game.entries[-1].previous)]
    for value in (payload, [payload, "silent"], [[0], "fork"], [[0, 1], "silent"]):
        for position, previous in places:
            body = pack([VERSION, game.id, position, previous, -1, "loss", value, 0])
            for votes in (signature, pack([payload, payload]), pack([[signature], [payload]])):
                receive(pack(["entry", body, votes]), 0)


@given(st.integers(0, 10_000), st.integers(0, 255))
@QUIET
def test_flipped_bytes(place: int, value: int) -> None:
    """A genesis, an entry and a statement with one byte changed: refused, or the same bytes."""
    world, due, peer = played()
    assert peer.table is not None
    said = write_statement(
        world.identities[due.seat], world.genesis.game, "vote", due.seat, [1, b"h", [1], "silent"]
    )
    for wire, read in (
        (world.genesis.wire(), read_genesis),
        (peer.table.game.entries[-1].wire(), read_entry),
        (said.wire(), read_statement),
    ):
        raw = bytearray(pack(wire))
        raw[place % len(raw)] = value
        try:
            read(unpack(bytes(raw)))
        except RemoteError:
            continue
