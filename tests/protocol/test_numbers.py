"""`true` and `false` are no whole numbers (docs/protocol.md §2), wherever one is called for."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.log.entry import STATEMENT_TAG, read_entry, read_statement
from protocol.log.genesis import read_body
from protocol.log.wire_moves import read_move
from protocol.remote_errors import MalformedError
from protocol.version import VERSION
from tests.simulation.world import World, quick_terms

WORLD = World(1, quick_terms(), (0, 1, 2))
SIGNATURE = bytes(64)


def places(value: Any) -> list[tuple[int, ...]]:
    """Where in nested lists there are whole numbers."""
    found: list[tuple[int, ...]] = []
    for index, item in enumerate(value):
        if isinstance(item, list):
            found += [(index, *place) for place in places(item)]
        elif type(item) is int:
            found.append((index,))
    return found


def changed(value: Any, place: tuple[int, ...], new: object) -> Any:
    first, *rest = place
    item = changed(value[first], tuple(rest), new) if rest else new
    return [*value[:first], item, *value[first + 1 :]]


GENESIS = unpack(WORLD.genesis.body)
ENTRY = [VERSION, bytes(32), 1, bytes(32), 0, "move", [], 0]
STATEMENT = [VERSION, bytes(32), "vote", 0, []]
MOVES: list[list[Any]] = [
    ["play", 1, True, None],
    ["guilty", 1, None, None],
    ["declare", 1, None, None],
    ["show", 1, b"", None],
    ["fight", 1],
    ["swap", 0, 1],
]


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize("place", places(GENESIS))
def test_genesis(place: tuple[int, ...], number: bool) -> None:
    read_body(pack(GENESIS))
    with pytest.raises(MalformedError):
        read_body(pack(changed(GENESIS, place, number)))


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize("place", places(ENTRY))
def test_entry(place: tuple[int, ...], number: bool) -> None:
    read_entry([pack(ENTRY), SIGNATURE])
    with pytest.raises(MalformedError):
        read_entry([pack(changed(ENTRY, place, number)), SIGNATURE])


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize("place", places(STATEMENT))
def test_statement(place: tuple[int, ...], number: bool) -> None:
    read_statement([pack(STATEMENT), SIGNATURE])
    with pytest.raises(MalformedError):
        read_statement([pack(changed(STATEMENT, place, number)), SIGNATURE])


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize(("move", "place"), [(move, place) for move in MOVES for place in places(move)])
def test_move(move: list[Any], place: tuple[int, ...], number: bool) -> None:
    read_move(move)
    with pytest.raises(MalformedError):
        read_move(changed(move, place, number))


VALUES: dict[str, list[Any]] = {
    "claim": [1, bytes(32), "call"],
    "silent": [1, bytes(32)],
    "ready": [1, bytes(32)],
    "vote": [1, bytes(32), [1], "silent"],
    "refusal": [1, bytes(32), [1], "silent"],
    "back": [1, 1],
}


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize(
    ("kind", "place"), [(kind, place) for kind in VALUES for place in places(VALUES[kind])]
)
def test_values_of_statements(kind: str, place: tuple[int, ...], number: bool) -> None:
    values = changed(VALUES[kind], place, number)
    body = pack([VERSION, WORLD.genesis.game, kind, 0, values])
    message = ["statement", body, WORLD.identities[0].sign(STATEMENT_TAG, body)]
    assert refused(message) == 1


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize("message", [["head", 1, bytes(32)], ["want", 1]])
def test_messages(message: list[Any], number: bool) -> None:
    assert refused(message) == 0
    assert refused(changed(message, (1,), number)) == 1


def refused(message: list[Any]) -> int:
    """How often a peer finds this malformed."""
    world = World(1, quick_terms(), (0, 1, 2))
    peer = world.peers[1]
    peer.start()
    peer.receive(0, pack(message))
    return peer.refused["malformed"]
