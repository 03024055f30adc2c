"""Payloads with parts replaced by odd ones, well signed: both verifiers take them, or refuse them by the
same code."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from protocol.codec import pack
from protocol.codec import unpack as unpack_program
from protocol.log.entry import ENTRY_TAG
from protocol.log.entry import read_entry as read_program_entry
from protocol.log.entry import read_statement as read_program_statement
from protocol.log.genesis import read_genesis as read_program_genesis
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from protocol.version import VERSION
from tests.independent.produce import CALCULATOR, identity_of
from tests.independent.test_games import at, play, short
from tests.independent.verifier import Log
from tests.independent.wire import Bad, read_entry, read_genesis, read_statement, records, unpack

ODD: tuple[Any, ...] = (
    None, 0, 1, -1, 2, 7, 999, 1 << 53, b"", bytes(32), bytes(33), bytes(64), bytes(97),
    "", "call", "play", "draw", "W", "B", "mix", [], [[]], [0], [[1]], ["draw"], ["call"], [b"", b""],
)  # fmt: skip


def changed(value: Any, random: Random) -> Any:
    """A copy with one part, at any depth, replaced, taken out or doubled."""
    if not isinstance(value, list) or not value or random.random() < 0.3:
        if isinstance(value, bytes) and value and random.random() < 0.5:
            place = random.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1 << random.randrange(8)]) + value[place + 1 :]
        return copy.deepcopy(random.choice(ODD))
    value = list(value)
    place = random.randrange(len(value))
    how = random.random()
    if how < 0.1:
        del value[place]
    elif how < 0.2:
        value.insert(place, value[place])
    else:
        value[place] = changed(value[place], random)
    return value


def refused(take: Any) -> str | None:
    """The code with which it is refused; None if it is taken."""
    try:
        take()
    except (RemoteError, Bad) as error:
        return error.code
    return None


@pytest.mark.parametrize(
    "variant",
    ["classic", *(pytest.param(name, marks=pytest.mark.slow) for name in ("swap", "crash", "lost"))],
)
def test_both_take_or_refuse_alike(variant: str) -> None:
    seed = 61
    kills = ((at(2), 1),) if variant == "lost" else ()
    players = 3 if variant == "lost" else 2
    data = play(short("classic" if variant == "lost" else variant), players, seed, kills)
    random = Random(variant)
    first, *rest = records(data)[0]
    theirs = Game(read_program_genesis(unpack_program(first)), calculator=CALCULATOR)
    ours = Log(read_genesis(first))
    for record in rest:
        raw, signature = unpack(record)
        for _ in range(4):
            body = unpack(raw)
            proof = signature
            if body[5] == "loss" and random.random() < 0.5:
                proof = pack(changed(unpack(signature), random))
            else:
                body[6] = changed(body[6], random)
            new = pack(body)
            if new == raw and proof == signature:
                continue
            if body[5] != "loss":
                proof = identity_of(seed, body[4]).sign(ENTRY_TAG, new)
            wire = pack([new, proof])
            code = refused(lambda wire=wire: theirs.apply(read_program_entry(unpack_program(wire))))
            if code is None:
                # A legal alternative, such as calling UNO or naming another colour: it changed the game.
                theirs.rewind(ours.position)
            other = refused(lambda wire=wire: copy.deepcopy(ours).feed(read_entry(unpack(wire))))
            assert other == code, body[5:7]
        theirs.apply(read_program_entry(unpack_program(record)))
        ours.feed(read_entry(unpack(record)))


@pytest.mark.parametrize(
    ("parts", "at", "limit", "readers"),
    [
        ([VERSION, bytes(32), 1, bytes(32), 0, "move", b"", 0], 6, 49_152, (read_entry, read_program_entry)),
        ([VERSION, bytes(32), "vote", 0, [b""]], 4, 1_024, (read_statement, read_program_statement)),
    ],
    ids=["entry", "statement"],
)
def test_sizes(parts: list[Any], at: int, limit: int, readers: Any) -> None:
    """As large as may be, and a byte more."""
    for size in (limit, limit + 1):
        body = b""
        for filler in range(size - 200, size + 1):
            body = pack([*parts[:at], [bytes(filler)], *parts[at + 1 :]])
            if len(body) == size:
                break
        assert len(body) == size
        for reader in readers:
            if size == limit:
                reader([body, bytes(64)])
            else:
                with pytest.raises((Bad, RemoteError)):
                    reader([body, bytes(64)])
