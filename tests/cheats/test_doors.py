"""What a seat or a spectator sends over real connections to use up another program's time and memory."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from protocol.codec import pack
from protocol.deck import Calculator
from protocol.files.log_file import LogFile
from protocol.log.entry import MOVE, write_entry
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from protocol.peer import peer as peer_module
from protocol.peer.inbox import SEAT_BYTES, SPECTATOR_WAITING
from protocol.peer.message_checks import ASK_GENESIS, CHAT, GENESIS, TABLE
from protocol.peer.peer import Peer
from protocol.play.game import Game
from tests.protocol.net.peers import HOST, QUICK, play, until
from tests.protocol.net.peers import Peer as Sender
from tests.protocol.test_logfile import game
from tests.simulation.glass_deck import GLASS

NESTED = pack([[[]] * 1000] * 200)
"""200 kB of empty arrays: cheap to make, and dear to decode and check one by one."""


@asynccontextmanager
async def table(folder: Path, seated: int, watching: int) -> AsyncIterator[tuple[Peer, list[Sender]]]:
    """A player in a game (that is over) with these other seats, and spectators, who send what they like."""
    world, genesis, entries = game()
    player = world.peers[0]
    senders = [Sender(limits=QUICK) for _ in range(seated + watching)]
    mesh = Mesh(
        Keys.fresh(player.identity),
        port=0,
        hosts=[HOST],
        on_message=lambda *got: peer.receive(*got),
        limits=QUICK,
    )
    seats = {sender.key: seat for seat, sender in enumerate(senders[:seated], 1)}
    followed = Game(genesis, 0, player.secret, Calculator(GLASS))
    for entry in entries:
        followed.apply(entry)
    peer = Peer(mesh, followed, LogFile(folder / "game.uno", genesis), None, seats, lambda step: None)
    for each in (mesh, *(sender.mesh for sender in senders)):
        await each.start()
    peer.start()
    try:
        for number, sender in enumerate(senders):
            mesh.admit(sender.key, sender.mesh.address, spectator=number >= seated)
            sender.mesh.admit(mesh.keys.curve_public, mesh.address)
        await until(
            lambda: all(mesh.peers.values()) and all(s.mesh.peers[mesh.keys.curve_public] for s in senders)
        )
        yield peer, senders
    finally:
        await peer.close()
        for each in (mesh, *(sender.mesh for sender in senders)):
            await each.close()


def mesh_of(peer: Peer) -> Mesh:
    assert isinstance(peer.mesh, Mesh)
    return peer.mesh


def send(sender: Sender, peer: Peer, data: bytes) -> bool:
    return sender.mesh.send(peer.mesh.keys.curve_public, data)


async def is_answered(sender: Sender, peer: Peer) -> None:
    """Ask for the genesis and get it."""
    sender.last.pop(peer.mesh.keys.curve_public, None)

    def answered() -> bool:
        return any(data.startswith(GENESIS) for _, data in sender.heard)

    sender.heard.clear()
    assert send(sender, peer, ASK_GENESIS)
    await until(answered, "an answer")


def test_malformed_messages_cost_their_sender_the_connection(tmp_path: Path) -> None:
    async def script() -> None:
        async with table(tmp_path, 2, 0) as (peer, (cheat, honest)):
            faults, most = mesh_of(peer).faults, QUICK.malformed
            for _ in range(most):
                assert send(cheat, peer, TABLE + NESTED)
            await is_answered(cheat, peer)  # one mistake more is one too many
            for _ in range(2):
                before = faults.total["malformed messages"]
                while faults.total["malformed messages"] == before:
                    send(cheat, peer, TABLE + NESTED)
                    await is_answered(honest, peer)
                refused = faults.total["key refused"]
                await until(lambda refused=refused: faults.total["key refused"] > refused, "the door shut")  # type: ignore[misc]
                link = mesh_of(peer)._links[cheat.key]
                await until(lambda link=link: time.monotonic() > link.banned_until, "the end of the pause")  # type: ignore[misc]
                await until(lambda: send(cheat, peer, ASK_GENESIS), "its return")
            assert mesh_of(peer)._links[cheat.key].penalty >= 4 * QUICK.penalty  # each pause is longer
            assert faults.of(honest.key.hex()[:16]).total() == 0

    play(script())


def test_entries_that_are_refused_cost_nobody_the_connection(tmp_path: Path) -> None:
    """They may be somebody else's: who passes them on is not to blame."""

    async def script() -> None:
        async with table(tmp_path, 1, 0) as (peer, (honest,)):
            other = Keys.fresh().identity
            for number in range(3 * QUICK.malformed):
                wrong = write_entry(other, bytes(32), 1 + number, bytes(32), 1, MOVE, ["?"], 0)
                assert send(honest, peer, TABLE + pack(["entry", *wrong.wire()]))
            await until(lambda: peer.table.faults.total() == 3 * QUICK.malformed, "all of them")
            assert mesh_of(peer).faults.total.total() == 0
            await is_answered(honest, peer)

    play(script())


def test_a_full_queue_is_its_senders_alone(tmp_path: Path) -> None:
    """While the table computes, one seat sends as much as it can; another's message is next all the same."""

    async def script() -> None:
        _, genesis, _ = game()
        mesh = Mesh(Keys.fresh(), port=0, hosts=[HOST], on_message=lambda *got: None)
        cheat, honest, watcher = (Keys.fresh().curve_public for _ in range(3))
        log = LogFile(tmp_path / "game.uno", genesis)
        followed = Game(genesis, calculator=Calculator(GLASS))
        peer = Peer(mesh, followed, log, None, {cheat: 0, honest: 1}, lambda step: None)
        large = write_entry(Keys.fresh().identity, bytes(32), 9, bytes(32), 0, MOVE, bytes(40_000), 0)
        message = TABLE + pack(["entry", *large.wire()])
        for _ in range(2000):
            peer.receive(cheat, message)
        for _ in range(2000):
            peer.receive(watcher, TABLE + pack(["want", 1]))
        waiting = len(peer._jobs)
        assert SEAT_BYTES - len(message) < (waiting - SPECTATOR_WAITING) * (len(message) - 1) <= SEAT_BYTES
        peer.receive(honest, TABLE + pack(["head", 1, followed.id]))
        assert len(peer._jobs) == waiting + 1
        served = []
        for _ in range(4):
            sender, job = await peer._next()
            peer._do(job)
            peer._jobs.spent(sender, 1.0 if sender == 0 else 0.0)
            served.append(sender)
        assert served[0] is None  # the clock
        assert served[1:] == [0, watcher, 1]
        await peer.close()

    play(script())


def test_spectators_may_only_ask(tmp_path: Path) -> None:
    async def script() -> None:
        async with table(tmp_path, 1, 1) as (peer, (honest, watcher)):
            _, _, entries = game()
            told = [
                TABLE + pack(["entry", *entries[0].wire()]),
                CHAT + b"psst",
                TABLE + NESTED,
                b"",
                b"L" + bytes(40),
            ]
            counted = partial(mesh_of(peer).faults.of, watcher.key.hex()[:16])
            for number, message in enumerate(told[:4], 1):
                assert send(watcher, peer, message)
                await until(lambda number=number: counted().total() == number, "a fault")  # type: ignore[misc]
            assert peer.table.faults.total() == 0
            assert send(watcher, peer, TABLE + pack(["head", 1, peer.game.id]))
            await is_answered(watcher, peer)
            await is_answered(honest, peer)
            while mesh_of(peer).faults.total["malformed messages"] == 0:
                send(watcher, peer, told[0])
                await is_answered(honest, peer)

    play(script())


def test_spectators_who_ask_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they make us send is bounded by a budget in bytes for each, and nobody else waits for it."""
    rate, burst = 1_000.0, 20_000.0
    monkeypatch.setattr(peer_module, "SPECTATOR_GETS", (rate, burst))

    async def script() -> None:
        async with table(tmp_path, 1, 4) as (peer, (honest, *watchers)):
            began = time.monotonic()
            sent = {one.key: mesh_of(peer).stats(one.key).sent_bytes for one in watchers}
            answer = sum(len(pack(["entry", *entry.wire()])) for entry in game()[2][:64])
            for _ in range(40):  # within the rate of the mesh
                for watcher in watchers:
                    assert send(watcher, peer, TABLE + pack(["want", 1]))
                await is_answered(honest, peer)
            await until(lambda: not peer._jobs, "all questions to be looked at")
            heads = 100 * (2 + time.monotonic() - began)  # broadcast to all, once a second
            for watcher in watchers:
                got = mesh_of(peer).stats(watcher.key).sent_bytes - sent[watcher.key]
                assert burst / 2 < got < burst + answer + rate * (time.monotonic() - began) + heads
            assert mesh_of(peer).faults.total.total() == 0

    play(script())
