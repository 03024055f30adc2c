"""The hall between mesh and files: who may send what, what is passed on, served and kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from protocol.codec import pack, unpack
from protocol.hall.channel import tag_of
from protocol.hall.finished_tables import FinishedTables
from protocol.hall.running_hall import RATE, RunningHall
from protocol.hall.tournament_file import read_tournament
from protocol.net.keys_and_card import Card, Keys
from protocol.remote_errors import MalformedError
from protocol.table.fetching import BATCH
from protocol.tournament.hall import HALL, TABLE_OF
from protocol.tournament.result import Record
from tests.protocol.rosters import identities, result, roster, signed

ROSTER = roster(8)
SLOT = ROSTER.slots[0]
KEYS = [Keys.fresh(identity) for identity in identities(8)]
SAMPLE = Path(__file__).parents[2] / "replays" / "tournament"


class Mesh:
    """Remembers what is sent."""

    def __init__(self, own: int) -> None:
        self.keys = KEYS[own]
        self.peers = {keys.curve_public: True for n, keys in enumerate(KEYS) if n != own}
        self.sent: list[tuple[bytes, bytes]] = []

    def send(self, key: bytes, data: bytes) -> bool:
        self.sent.append((key, data))
        return True

    def cards(self) -> dict[bytes, Card]:
        return {}

    def card(self) -> Card:
        return self.keys.card([], 1)


def running(folder: Path, own: int = 0) -> tuple[RunningHall, Mesh]:
    mesh: Any = Mesh(own)
    cards = [keys.card([], 1) for keys in KEYS]
    return RunningHall(mesh, ROSTER, folder, lambda: cards), mesh


def test_a_result_is_kept_and_passed_on_once(tmp_path: Path) -> None:
    hall, mesh = running(tmp_path)
    frame = HALL + pack(["record", *signed(ROSTER, result(SLOT)).wire()])
    sender = KEYS[3].curve_public
    hall.receive(sender, frame)
    passed = [key for key, data in mesh.sent if data == frame]
    assert passed
    assert sender not in passed
    hall.receive(KEYS[4].curve_public, frame)
    assert [key for key, data in mesh.sent if data == frame] == passed
    hall.close()
    assert read_tournament(tmp_path).believed(SLOT) == [result(SLOT)]
    again, _mesh = running(tmp_path)
    assert again.hall.results.believed(SLOT) == [result(SLOT)]
    again.close()


@pytest.mark.parametrize(
    "frame",
    [
        HALL + b"\xc1",
        HALL + pack(["record", *Record(result(SLOT), (bytes(64),) * 4).wire()]),
        HALL + pack(["hello"]),
        TABLE_OF,
        TABLE_OF + bytes(6) + b"T",
        b"X",
    ],
    ids=["not msgpack", "forged", "unknown", "no table", "no such table", "no kind"],
)
def test_what_counts_against_the_connection(tmp_path: Path, frame: bytes) -> None:
    hall, _mesh = running(tmp_path)
    with pytest.raises(MalformedError):
        hall.receive(KEYS[3].curve_public, frame)
    hall.close()
    assert not list(read_tournament(tmp_path).records())


def test_a_flood_is_dropped_before_any_work(tmp_path: Path) -> None:
    hall, mesh = running(tmp_path)
    question = HALL + pack(["have", bytes(32), b""])
    for _ in range(5 * int(RATE.burst)):
        hall.receive(KEYS[3].curve_public, question)
    assert len(mesh.sent) <= RATE.burst + RATE.messages
    hall.receive(KEYS[4].curve_public, question)
    assert mesh.sent[-1][0] == KEYS[4].curve_public, "others are still heard"
    hall.close()


def test_a_table_is_heard_only_by_its_players_and_watchers(tmp_path: Path) -> None:
    hall, mesh = running(tmp_path)
    heard: list[bytes] = []
    slot = ROSTER.slots_of(0)[0]
    channel = hall.open(slot, lambda key, frame: heard.append(frame))
    mates = {KEYS[n].curve_public for n in ROSTER.seated(slot) if n != 0}
    assert channel.broadcast(b"Tx") == 3
    assert {key for key, _data in mesh.sent} == mates
    for first in mates:
        mesh.sent.clear()
        assert channel.broadcast(b"Tx", first=first) == 3
        assert mesh.sent[0][0] == first
    stranger = next(keys.curve_public for n, keys in enumerate(KEYS) if n not in ROSTER.seated(slot))
    hall.receive(stranger, TABLE_OF + channel.tag + b"T" + pack(["want", 1]))
    assert heard == [b"T" + pack(["want", 1])]
    assert channel.broadcast(b"Ty") == 4
    assert channel.broadcast(b"Tz", spectators=False) == 3
    hall.close_table(slot, over=False)
    hall.receive(stranger, TABLE_OF + channel.tag + b"Tq")
    assert len(heard) == 1
    hall.close()


def test_finished_games_are_served_from_their_files() -> None:
    slot = read_tournament(SAMPLE).roster.slots[0]
    tag = tag_of(read_tournament(SAMPLE).roster.genesis(slot).body)
    tables = FinishedTables()
    tables.add(tag, SAMPLE / "stage-1-table-1.uno")
    *entries, head = tables.answer(tag, b"T" + pack(["want", 1]))
    assert len(entries) == BATCH
    assert all(unpack(one[1:])[0] == "entry" for one in entries)
    word, position, _hash = unpack(head[1:])
    assert word == "head"
    assert tables.answer(tag, b"T" + pack(["head", 1, bytes(32)])) == [head]
    assert tables.answer(tag, b"T" + pack(["head", position, bytes(32)])) == []
    assert tables.answer(tag, b"T" + pack(["want", position])) == []
    assert tables.answer(tag, b"Chello") == []
    with pytest.raises(MalformedError):
        tables.answer(tag, b"T" + pack(["give"]))
