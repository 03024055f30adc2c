"""Cheating in the hall of a tournament (docs/tournament.md §9): what others can make a program do there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from protocol.codec import pack
from protocol.files.log_file import LogFile
from protocol.hall.channel import tag_of
from protocol.hall.running_hall import RunningHall
from protocol.log.entry import DECK, write_entry
from protocol.tournament.hall import TABLE_OF
from tests.protocol.rosters import identities, roster

ROSTER = roster(8)


class Mesh:
    """What a hall needs of the network: who is there, and what it has sent."""

    def __init__(self) -> None:
        self.keys = SimpleNamespace(identity=identities(8)[0])
        self.peers: dict[bytes, bool] = {}
        self.sent: list[tuple[bytes, bytes]] = []

    def send(self, key: bytes, data: bytes) -> bool:
        self.sent.append((key, data))
        return True


@pytest.fixture
def mesh() -> Mesh:
    return Mesh()


@pytest.fixture
def running(tmp_path: Path, mesh: Mesh) -> Any:
    made = RunningHall(mesh, ROSTER, tmp_path, list)  # type: ignore[arg-type]
    yield made
    made.close()


def test_files_are_not_read_again_and_again(
    running: RunningHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody asks in turn for more finished games than we keep in memory, each time beyond the end, so that
    the answer is empty and costs them nothing."""
    tags = []
    for slot in ROSTER.slots:
        genesis = ROSTER.genesis(slot)
        log = LogFile(running.path(slot), genesis)
        entry = write_entry(identities(8)[0], genesis.game, 1, genesis.game, 0, DECK, [bytes(40_000)], 0)
        for _ in range(3):
            log.append(entry)
        log.close()
        tags.append(tag_of(genesis.body))
        running.finished.add(tags[-1], running.path(slot))
    read: list[bytes] = []
    load = running.finished._log

    def counted(tag: bytes) -> Any:
        if tag not in running.finished._logs:
            read.append(tag)
        return load(tag)

    monkeypatch.setattr(running.finished, "_log", counted)
    beyond = b"T" + pack(["want", 1_000_000])
    assert len(tags) > 4
    for _ in range(200):
        for tag in tags:
            running.receive(b"k" * 32, TABLE_OF + tag + beyond)
    assert len(read) <= 100


def test_strangers_who_come_and_go_leave_nothing_behind(running: RunningHall, mesh: Mesh) -> None:
    """Spectators with a new key each time: what we count for each is forgotten when they are gone."""
    tag = tag_of(ROSTER.genesis(ROSTER.slots[0]).body)
    running.finished.add(tag, running.path(ROSTER.slots[0]))
    for number in range(500):
        key = number.to_bytes(32, "big")
        mesh.peers = {key: True}
        running.receive(key, b"H" + pack(["have", running.hall.results.digest(), b""]))
        running.receive(key, TABLE_OF + tag + b"T" + pack(["want", 1]))
    assert len(running._rates) <= 2
    assert len(running._gets) <= 2
