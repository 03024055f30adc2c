"""Flip each byte of a short log in turn: no change goes unnoticed, by either verifier.

A flip in the file is found by the checksum. So that the rest is tried too, here a record is changed and its
checksum made right again: then form, signature, chain or proof must refuse it, and nothing else may happen.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from protocol.codec import unpack as unpack_program
from protocol.log.entry import read_entry as read_program_entry
from protocol.log.genesis import read_genesis as read_program_genesis
from protocol.play.game import Game
from protocol.remote_errors import RemoteError
from tests.independent.compare import both
from tests.independent.produce import CALCULATOR
from tests.independent.test_cuts import ends
from tests.independent.test_games import at, play, short
from tests.independent.verifier import Log
from tests.independent.wire import Bad, read_entry, read_genesis, records, unpack


@cache
def log() -> bytes:
    """Two players, to the first few turns."""
    data = play(short(hand_size=2), 2, seed=12, limit=200)
    return data[: ends(data)[16]]


@cache
def lost() -> bytes:
    """Three players of whom one is lost: so there is a certificate in it."""
    data = play(short(hand_size=1), 3, 6, ((at(2), 1),))
    return data[: ends(data)[4]]


def flipped(record: bytes, place: int) -> bytes:
    return record[:place] + bytes([record[place] ^ 1 << place % 8]) + record[place + 1 :]


def flip_all(data: bytes, part: int, parts: int, thin: int) -> int:
    """Feed both every flip of every record before the record itself; the number of flips tried."""
    first, *rest = records(data)[0]
    for place in range(part, len(first), parts):
        with pytest.raises(RemoteError):
            read_program_genesis(unpack_program(flipped(first, place)))
        with pytest.raises(Bad):
            read_genesis(flipped(first, place))
    theirs = Game(read_program_genesis(unpack_program(first)), calculator=CALCULATOR)
    ours = Log(read_genesis(first))
    tried = 0
    seen: set[str] = set()
    for record in rest:
        stride = parts
        if (
            len(record) > 4000
        ):  # a mix or its proof: all bytes of the first of each, every fifth of the others
            step = read_entry(unpack(record)).payload[0]
            stride *= thin * (5 if step in seen else 1)
            seen.add(step)
        for place in range(part, len(record), stride):
            bad = flipped(record, place)
            with pytest.raises(RemoteError):
                theirs.apply(read_program_entry(unpack_program(bad)))
            with pytest.raises(Bad):
                ours.feed(read_entry(unpack(bad)))
            tried += 1
        theirs.apply(read_program_entry(unpack_program(record)))
        ours.feed(read_entry(unpack(record)))
    return tried


def test_every_byte_of_small_entries_and_some_of_large_ones() -> None:
    assert flip_all(log(), 0, 1, thin=97) > 2500


def test_every_byte_of_a_certificate() -> None:
    assert flip_all(lost(), 0, 1, thin=1) > 700


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_every_byte(part: int) -> None:
    assert flip_all(log(), part, 4, thin=1) > 7500


def test_every_byte_of_the_file_by_its_checksum() -> None:
    """Whatever is flipped, not all records are read; at least one is missing from there on."""
    data = log()
    good, whole = records(data)
    assert whole
    for place in range(13, len(data), 7):
        found, whole = records(flipped(data, place))
        assert found == good[: len(found)]
        assert not whole


def test_flips_of_the_file(tmp_path: Path) -> None:
    data = log()
    good = both(data, tmp_path)
    assert good.state == "cut"
    where = ends(data)
    for place in (
        0,
        12,
        13,
        17,
        21,
        300,
        where[0],
        where[0] + 4,
        where[3] + 1,
        where[6] + 900,
        len(data) - 1,
    ):
        said = both(flipped(data, place), tmp_path)
        assert (said.state, said.entries) != (good.state, good.entries)
