"""Intruders on real sockets: nobody gets in, the others do not notice, memory stays bounded."""

import asyncio
import os
import struct
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path

import pytest
import zmq

from protocol.net import frame_kinds as wire
from protocol.net import zmq_sockets as sockets
from protocol.net.async_socket import Pump
from protocol.net.keys_and_card import Keys
from protocol.net.limits import Rate
from tests.protocol.net.curve_client import GREETING, CurveClient
from tests.protocol.net.peers import (
    HOST,
    PATIENCE,
    Peer,
    everything_arrives,
    limits,
    meet,
    play,
    running,
    until,
)
from tests.protocol.net.processes import line, process

MEGABYTE = 1 << 20


def memory() -> int:
    """What this process holds, in bytes; 0 where it cannot be asked."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


async def talk(a: Peer, b: Peer, rounds: int = 20) -> float:
    """A says something and hears it from b's side, again and again; the slowest, in seconds."""
    slowest = 0.0
    for number in range(rounds):
        mark = b"mark %d %d" % (len(b.heard), number)
        began = time.monotonic()
        assert a.mesh.send(b.key, mark)
        await until(lambda mark=mark: b.last.get(a.key) == mark, "a friend's message")  # type: ignore[misc]
        slowest = max(slowest, time.monotonic() - began)
    return slowest


@asynccontextmanager
async def friends(**changes: object) -> AsyncIterator[tuple[Peer, Peer]]:
    a, b = Peer(limits=limits(**changes)), Peer(limits=limits(**changes))
    async with running(a, b):
        await meet(a, b)
        yield a, b


def test_an_unknown_key_is_refused_at_the_gate() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            stranger = Peer()
            async with running(stranger):
                stranger.knows(a, b)
                await until(lambda: a.mesh.faults.of(HOST)["key refused"] >= 2, "the refusal, again")
                assert stranger.notices == []
                assert not stranger.there(a)
                assert await talk(a, b)
                assert a.heard == []

    play(script())


@pytest.mark.parametrize("door", [False, True])
def test_a_stolen_address_without_the_key_gets_nothing(door: bool) -> None:
    async def script() -> None:
        a, b = Peer(), Peer()
        async with running(a):
            async with running(b):
                await meet(a, b)
                port = b.mesh.port
            await until(lambda: not a.there(b))
            thief = Peer(port=port)
            async with running(thief):
                if door:
                    thief.mesh.open_door(lambda key, frame, reply: None)
                thief.knows(a)
                dialled = a.mesh._links[b.key]._dialled
                await until(lambda: a.mesh._links[b.key]._dialled > dialled, "a second try")
                assert a.mesh.send(b.key, b"secret") is False
                assert not a.there(b)
                assert thief.heard == []
                assert thief.notices == []
                assert thief.mesh.cards() == {}

    play(script())


@pytest.mark.parametrize("kind", ["half-open", "greeting", "garbage", "gigabyte"])
def test_connections_by_the_thousand(kind: str) -> None:
    async def script() -> None:
        async with friends() as (a, b):
            before = memory()
            async with process("attacks", kind, a.mesh.port, 1000) as attack:
                made = asyncio.create_task(line(attack, "ready"))
                while not made.done():
                    await talk(b, a, 1)
                    assert a.mesh.connections <= a.mesh.limits.strangers + 10
                await made
                await talk(b, a)
                # None is left after the time a stranger is given, though the other side holds on.
                await until(lambda: a.mesh.connections <= 2, "the intruders to be gone")
                assert a.mesh.faults.total.total() >= 900
                assert a.there(b)
                assert b.there(a)
            assert memory() - before < 100 * MEGABYTE
            assert ("lost", b.key) not in a.notices

    play(script())


def test_a_stranger_who_sends_byte_by_byte_is_not_waited_for() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            before = a.mesh.connections
            reader, writer = await asyncio.open_connection(HOST, a.mesh.port)
            closed = asyncio.create_task(reader.read())
            async with asyncio.timeout(PATIENCE):
                for byte in cycle(GREETING):
                    if closed.done():
                        break
                    writer.write(bytes((byte,)))
                    await asyncio.wait([closed], timeout=0.05)
                    await talk(b, a, 1)
            await asyncio.gather(closed, return_exceptions=True)  # reset, or in good order
            writer.close()
            await until(lambda: a.mesh.connections == before, "the connection to be forgotten")
            assert a.mesh.faults.of(HOST).total() == 1
            assert ("lost", b.key) not in a.notices

    play(script())


def test_an_admitted_peer_who_sends_half_a_message_and_no_more_holds_nobody_up() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            before = a.mesh.connections
            mute = Keys.fresh()
            a.mesh.admit(mute.curve_public)
            client = await by_hand(a, mute)
            whole = client.part(wire.frame(wire.DATA, b"hello"), more=False)
            half = client.part(wire.frame(wire.DATA, bytes(1000)), more=False)[:500]
            await asyncio.to_thread(client.sock.sendall, whole + half)
            await until(lambda: a.last.get(mute.curve_public) == b"hello", "the whole message")
            await talk(b, a)
            assert not a.mesh.peers[mute.curve_public]
            # It answers no heartbeat either, so its connection is closed; its key may come again.
            await until(lambda: a.mesh.connections == before, "the connection to be closed")
            assert a.last[mute.curve_public] == b"hello"
            client.close()
            await talk(b, a)
            assert ("lost", b.key) not in a.notices

    play(script())


def test_a_message_over_the_limit_closes_that_connection_only() -> None:
    async def script() -> None:
        a, b, c = Peer(), Peer(), Peer(limits=limits(message=64 * MEGABYTE))
        async with running(a, b, c):
            await meet(a, b, c)
            before = memory()
            assert c.mesh.send(a.key, bytes(8 * MEGABYTE))
            await talk(b, a)
            # The connection is gone and made again; the message never arrives.
            await until(lambda: c.mesh.send(a.key, b"sorry"))
            await until(lambda: a.data(c) == [b"sorry"])
            assert memory() - before < 100 * MEGABYTE
            assert ("lost", b.key) not in a.notices

    play(script())


def test_a_flooding_spectator_is_cut_off_and_nobody_else_notices() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            spectator = Keys.fresh()
            a.mesh.admit(spectator.curve_public, spectator=True)
            before = memory()
            keys = [k.hex() for k in (a.key, spectator.curve_public, spectator.curve_secret)]
            async with process("attacks", "flood", a.mesh.port, 60_000, *keys) as attack:
                await line(attack, "ready")
                cut = a.mesh.faults
                slowest = 0.0
                while cut.total["flood"] < a.mesh.limits.overrun + 1 or cut.total["key refused"] < 3:
                    slowest = max(slowest, await talk(b, a, 5))
                assert slowest < 5
                passed = sum(len(data) for key, data in a.heard if key == spectator.curve_public)
                rate = a.mesh.limits.spectator
                assert passed < rate.byte_burst + rate.bytes * PATIENCE
            assert memory() - before < 150 * MEGABYTE
            assert ("lost", b.key) not in a.notices

    play(script())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much came in; see docs/network.md")
def test_a_connection_that_brings_much_of_which_nothing_becomes_a_message_is_closed() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            for _ in range(20):
                b.mesh.send(a.key, bytes(200_000))
            await until(lambda: len(a.heard) == 20)
            # All that came in was seen: no honest traffic comes near the limit.
            (connection,) = [c for c in a.mesh._connections._by_fd.values() if c.key == b.key]
            assert 4_000_000 < connection.seen < 4_100_000
            a.mesh._connections.sweep(time.monotonic())
            assert a.mesh.faults.total["endless message"] == 0
            connection.seen -= a.mesh.limits.unread
            a.mesh._connections.sweep(time.monotonic())
            assert a.mesh.faults.total["endless message"] == 1
            await until(lambda: b.mesh.send(a.key, b"again") and a.last[b.key] == b"again", "its return")

    play(script())


async def by_hand(a: Peer, keys: Keys) -> CurveClient:
    """An admitted peer that speaks CURVE without ZeroMQ's manners."""
    return await asyncio.to_thread(
        CurveClient, HOST, a.mesh.port, a.key, keys.curve_public, keys.curve_secret
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much came in; see docs/network.md")
def test_a_message_without_end_is_cut_off() -> None:
    async def script() -> None:
        async with friends(unread=100_000, stranger_time=600.0) as (a, b):  # else that may come first
            spectator = Keys.fresh()
            a.mesh.admit(spectator.curve_public, spectator=True)
            client = await by_hand(a, spectator)

            def endless() -> None:
                with suppress(OSError):
                    while True:
                        client.sock.sendall(client.part(bytes(10_000), more=True))

            sending = asyncio.create_task(asyncio.to_thread(endless))
            await until(lambda: a.mesh.faults.of(HOST)["endless message"] == 1, "the end")
            await sending  # the connection is gone
            client.close()
            await talk(b, a)
            assert a.data(b)
            assert spectator.curve_public not in a.last

    play(script())


def test_a_gigabyte_announced_by_an_admitted_peer_closes_its_connection_only() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            keys = Keys.fresh()
            a.mesh.admit(keys.curve_public)
            client = await by_hand(a, keys)
            client.sock.sendall(client.part(b"\x01hello", more=False))
            await until(lambda: a.last.get(keys.curve_public) == b"hello")
            before = memory()
            client.sock.sendall(b"\x02" + struct.pack(">Q", 1 << 30) + bytes(10_000))

            def drain() -> None:
                with suppress(ConnectionResetError):
                    while client.sock.recv(65536):
                        pass

            await asyncio.to_thread(drain)  # until the other side has closed
            client.close()
            await talk(b, a)
            assert memory() - before < 100 * MEGABYTE
            assert ("lost", b.key) not in a.notices

    play(script())


def test_a_slow_reader_does_not_hold_up_the_sender() -> None:
    async def script() -> None:
        b, slow = Peer(), Keys.fresh()
        small = limits(queue_messages=100, queue_bytes=2 * MEGABYTE, high_water=8, lost=60.0)
        a = Peer(limits=small)
        async with running(a, b):
            await meet(a, b)
            # A peer that greets, and then never reads: a ROUTER behind which nobody takes anything.
            ctx = sockets.context()
            router = sockets.router(ctx, slow, small)
            port = router.bind_to_random_port(f"tcp://{HOST}")
            a.mesh.admit(slow.curve_public, [f"{HOST}:{port}"])
            await until(lambda: a.mesh.direct(slow.curve_public), "the road")
            dealer = sockets.dealer(ctx, slow, a.key, small)
            dealer.connect(f"tcp://{a.mesh.address[0]}")
            pump = Pump(dealer, lambda frames: None)
            await until(lambda: pump.send([wire.ping(b"slowslow", a.mesh._session)]))
            await until(lambda: a.mesh.peers[slow.curve_public])
            before = memory()
            began = time.monotonic()
            lost = 0
            for number in range(2000):
                lost += not a.mesh.send(slow.curve_public, b"%8d" % number + bytes(50_000))
            assert time.monotonic() - began < 5
            assert lost > 1500
            assert a.mesh.stats(slow.curve_public).dropped >= lost
            waiting, size = a.mesh.queued(slow.curve_public)
            assert waiting <= 100
            assert size <= 2 * MEGABYTE
            await talk(a, b)
            assert memory() - before < 60 * MEGABYTE
            pump.close(0)
            router.close(0)
            ctx.term()

    play(script())


def test_garbage_of_an_admitted_peer_is_counted_against_it_and_changes_nothing() -> None:
    async def script() -> None:
        async with friends(malformed=9) as (a, b):
            keys = Keys.fresh()
            a.mesh.admit(keys.curve_public)
            ctx = sockets.context()
            dealer = sockets.dealer(ctx, keys, a.key, a.mesh.limits)
            dealer.connect(f"tcp://{a.mesh.address[0]}")
            ready = asyncio.Event()
            pump = Pump(dealer, lambda frames: None, ready.set)
            await asyncio.wait_for(ready.wait(), PATIENCE)
            other = Keys.fresh().card(["127.0.0.1:1"], 1).blob
            junk = [b"", b"\x00", b"\xff" * 100, b"\x02short", b"\x02" + bytes(16), b"\x03" + bytes(50)]
            for frame in [*junk, b"\x03" + other, wire.frame(wire.SHOW), wire.frame(wire.VERDICT)]:
                assert pump.send([frame])
            assert pump.send([b"\x01", b"two", b"parts"])
            mine = keys.curve_public.hex()[:16]
            await until(lambda: a.mesh.faults.of(mine).total() == 9, "nine faults")
            await until(lambda: a.mesh.faults.of(HOST)["several parts"] == 1)
            assert a.mesh.peers == {b.key: True, keys.curve_public: False}
            assert a.heard == []
            pump.close(0)
            ctx.term()

    play(script())


def test_one_key_cannot_hold_many_connections() -> None:
    async def script() -> None:
        async with friends() as (a, b):
            keys = Keys.fresh()
            a.mesh.admit(keys.curve_public)
            ctx = sockets.context()
            pumps = []
            for _ in range(20):
                dealer = sockets.dealer(ctx, keys, a.key, a.mesh.limits)
                dealer.setsockopt(zmq.RECONNECT_IVL, -1)
                dealer.connect(f"tcp://{a.mesh.address[0]}")
                pump = Pump(dealer, lambda frames: None)
                pumps.append(pump)
                await until(lambda pump=pump: pump.send([wire.frame(wire.DATA, b"me")]))  # type: ignore[misc]
            await until(lambda: a.mesh.connections <= a.mesh.limits.connections_per_key + 1)
            assert a.there(b)
            for pump in pumps:
                pump.close(0)
            ctx.term()

    play(script())


def test_where_no_connection_can_be_closed_it_is_ignored_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows ZeroMQ aborts the program if its socket is shut down."""
    monkeypatch.setattr("protocol.net.incoming_connections.CAN_CLOSE", False)

    async def script() -> None:
        async with friends(penalty=5.0) as (a, _b):
            keys = Keys.fresh()
            a.mesh.admit(keys.curve_public)
            ctx = sockets.context()
            dealer = sockets.dealer(ctx, keys, a.key, a.mesh.limits)
            dealer.setsockopt(zmq.RECONNECT_IVL, -1)  # it has this one connection, or none
            dealer.connect(f"tcp://{a.mesh.address[0]}")
            pump = Pump(dealer, lambda frames: None)

            def arrives(word: bytes) -> bool:
                pump.send([wire.frame(wire.DATA, word)])
                return a.last.get(keys.curve_public) == word

            await until(lambda: arrives(b"before"), "the first message")
            while not a.mesh.faults.total["too many faults"]:
                pump.send([b"a message", b"of several parts"])
                await asyncio.sleep(0)
            pump.send([wire.frame(wire.DATA, b"ignored")])
            await until(lambda: arrives(b"after"), "the end of the penalty")
            assert (keys.curve_public, b"ignored") not in a.heard
            pump.close(0)
            ctx.term()

    play(script())


def test_a_player_over_the_rate_is_refused_for_a_while_and_may_come_back() -> None:
    async def script() -> None:
        tight = limits(player=Rate(50, 100, 1e6, 1e6), overrun=20)
        a, b, loud = Peer(limits=tight), Peer(), Peer()
        async with running(a, b, loud):
            await meet(a, b, loud)
            while not a.mesh.faults.total["flood"] > 20:
                loud.mesh.send(a.key, b"!")
                await asyncio.sleep(0)
            assert len(a.data(loud)) <= 200
            await everything_arrives(loud, a, 3)
            await talk(b, a, 3)

    play(script())
