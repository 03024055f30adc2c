"""The mesh among friends: everybody hears everybody, comes back, moves, leaves."""

import asyncio
import gc
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from errno import EADDRNOTAVAIL

import pytest
import zmq

from protocol.net import zmq_sockets as sockets
from protocol.net.errors import BadAddress, CannotBind, MessageTooBig, PortTaken
from protocol.net.keys_and_card import Keys
from protocol.net.mesh import Mesh
from protocol.net.peer_link import Link
from tests.protocol.net.peers import HOST, Peer, limits, meet, play, running, until


@pytest.mark.parametrize("count", [2, 4, 10])
def test_everybody_hears_everybody_in_order(count: int) -> None:
    async def script() -> None:
        peers = [Peer() for _ in range(count)]
        async with running(*peers):
            await meet(*peers)
            for number in range(20):
                for peer in peers:
                    assert peer.mesh.broadcast(b"%d" % number) == count - 1
            await until(lambda: all(len(p.heard) == 20 * (count - 1) for p in peers), "all messages")
            for peer in peers:
                for other in peers:
                    if other is not peer:
                        assert peer.data(other) == [b"%d" % n for n in range(20)]
                        assert peer.mesh.cards()[other.key].identity == other.keys.identity.public
                assert peer.notices.count(("lost", peers[0].key)) == 0
                assert not peer.mesh.faults.total

    play(script())


def test_who_is_waited_for_is_sent_to_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        peers = [Peer() for _ in range(5)]
        async with running(*peers):
            await meet(*peers)
            sent: list[bytes] = []

            def send(link: Link, frame: bytes) -> bool:
                sent.append(link.key)
                return True

            monkeypatch.setattr(Link, "send", send)
            a, *others = peers
            for first in others:
                sent.clear()
                assert a.mesh.broadcast(b"next", first=first.key) == 4
                assert sent[0] == first.key
                assert {*sent} == {peer.key for peer in others}
            monkeypatch.undo()

    play(script())


def test_large_messages_pass_and_too_large_ones_are_refused_before_sending() -> None:
    async def script() -> None:
        a, b = Peer(), Peer()
        async with running(a, b):
            await meet(a, b)
            big = os.urandom(a.mesh.limits.message)
            for _ in range(10):
                a.mesh.send(b.key, big)
            a.mesh.send(b.key, b"")
            await until(lambda: len(b.heard) == 11, "large messages")
            assert b.data(a) == [big] * 10 + [b""]
            with pytest.raises(MessageTooBig):
                a.mesh.send(b.key, big + b"x")
            with pytest.raises(MessageTooBig):
                a.mesh.broadcast(big + b"x")

    play(script())


def test_a_peer_that_leaves_is_missed_at_once_and_found_again_elsewhere() -> None:
    async def script() -> None:
        a, b = Peer(limits=limits(lost=60.0)), Peer()
        async with running(a):
            async with running(b):
                await meet(a, b)
            await until(lambda: not a.there(b), "the goodbye")
            assert a.notices == [("connected", b.key), ("lost", b.key)]
            assert a.mesh.send(b.key, b"anyone?") is False
            assert a.mesh.send(bytes(32), b"stranger?") is False
            again = Peer(b.keys)  # on another port; only it knows where the other is
            async with running(again):
                again.knows(a)
                await until(lambda: a.there(again) and again.there(a), "the return")
                await until(lambda: a.mesh.direct(again.key), "the new road")
                assert a.mesh.send(again.key, b"welcome back")
                await until(lambda: again.heard == [(a.key, b"welcome back")])

    play(script())


def test_one_side_without_an_open_port_is_enough() -> None:
    async def script() -> None:
        a, shut = Peer(), Peer()
        async with running(a, shut):
            shut.knows(a)
            a.mesh.admit(shut.key)
            # The other announces an address at which it cannot be reached.
            shut.mesh.readdress(["127.0.0.1:9"])
            await until(lambda: a.there(shut) and shut.there(a))
            assert not a.mesh.direct(shut.key)
            assert a.mesh.send(shut.key, b"by the way back")
            await until(lambda: shut.heard == [(a.key, b"by the way back")])

    play(script())


def test_addresses_of_a_machine_that_moves_are_followed() -> None:
    async def script() -> None:
        a, b = Peer(), Peer()
        async with running(a, b):
            a.mesh.admit(b.key, ["127.0.0.1:9"])
            b.mesh.admit(a.key, ["127.0.0.1:9"])
            a.mesh.move(b.key, ["127.0.0.1:9", *b.mesh.address])
            await until(lambda: a.there(b) and b.there(a) and b.mesh.direct(a.key))

    play(script())


def test_an_expelled_peer_is_not_heard_any_more() -> None:
    async def script() -> None:
        a, b = Peer(), Peer()
        async with running(a, b):
            await meet(a, b)
            a.mesh.expel(b.key)
            assert a.notices[-1] == ("lost", b.key)
            b.mesh.send(a.key, b"still here")
            await until(lambda: not b.there(a), "being gone")
            assert a.heard == []
            assert a.mesh.peers == {}
            await until(lambda: a.mesh.faults.total["key refused"] > 0, "the refusal at the gate")

    play(script())


def test_without_sockets_a_peer_is_dialled_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mesh goes on: a timer that ended would never notice again who is there and who is not."""

    def small() -> "zmq.Context[zmq.Socket[bytes]]":
        context = zmq.Context()
        context.set(zmq.MAX_SOCKETS, 10)  # a few of them are the mesh's own
        return context

    async def script() -> None:
        b = Peer()
        async with running(b):
            monkeypatch.setattr(sockets, "context", small)
            a, greedy = Peer(), Keys.fresh().curve_public
            async with running(a):
                a.mesh.admit(greedy, [f"127.0.0.{number}:9" for number in range(1, 9)])
                a.knows(b)
                origin = b.key.hex()[:16]
                await until(lambda: a.mesh.faults.of(origin)["no socket to reach it"] > 1, "a second try")
                assert not a.there(b)
                a.mesh.expel(greedy)
                b.knows(a)
                await until(lambda: a.there(b) and a.mesh.direct(b.key), "a road")

    play(script())


def test_whoever_is_cancelled_leaves_no_context_behind() -> None:
    """No thread has begun to release it yet, as on a busy machine."""

    async def script() -> None:
        loop, busy = asyncio.get_running_loop(), threading.Event()
        loop.set_default_executor(ThreadPoolExecutor(1))
        occupied = loop.run_in_executor(None, busy.wait)
        context = sockets.context()
        ending = asyncio.ensure_future(sockets.end(context))
        await asyncio.sleep(0)
        ending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ending
        busy.set()
        await occupied
        await until(lambda: context.closed, "the release")

    play(script())


def test_a_mesh_that_has_lost_its_clock_says_so_and_still_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, now: float) -> None:
        raise ValueError("no clock")

    async def script() -> None:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["exception"]))
        peer = Peer()
        async with running(peer):
            monkeypatch.setattr("protocol.net.incoming_connections.Connections.sweep", fail)
            await until(lambda: told, "the report")
        assert [str(error) for error in told] == ["no clock"]
        assert peer.mesh._ctx.closed

    play(script())


def test_ipv6() -> None:
    async def script() -> None:
        a, b = Peer(host="::1"), Peer(host="::1")
        async with running(a, b):
            assert a.mesh.address == [f"[::1]:{a.mesh.port}"]
            await meet(a, b)
            a.mesh.broadcast(b"six")
            await until(lambda: b.heard == [(a.key, b"six")])

    play(script())


def test_a_port_taken_is_refused_and_without_a_wish_another_is_found() -> None:
    async def script() -> None:
        first = Peer()
        async with running(first):
            with pytest.raises(PortTaken, match=str(first.mesh.port)):
                await Peer(port=first.mesh.port).mesh.start()
            one = Mesh(Keys.fresh(), hosts=[HOST], on_message=lambda key, data: None)
            two = Mesh(Keys.fresh(), hosts=[HOST], on_message=lambda key, data: None)
            await one.start()
            await two.start()
            assert one.port != two.port
            await asyncio.gather(one.close(), two.close())

    play(script())


def test_an_address_that_is_not_ours_is_refused() -> None:
    async def script() -> None:
        with pytest.raises(CannotBind) as refused:
            await Peer(host="203.0.113.7").mesh.start()
        assert refused.value.host == "203.0.113.7"
        assert refused.value.error.errno == EADDRNOTAVAIL

    play(script())


def test_names_are_no_addresses_of_peers() -> None:
    async def script() -> None:
        a = Peer()
        async with running(a):
            with pytest.raises(BadAddress):
                a.mesh.admit(Keys.fresh().curve_public, ["localhost:1"])
            with pytest.raises(ValueError, match="another peer"):
                a.mesh.admit(a.key)

    play(script())


def test_closing_leaves_nothing_behind() -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    async def script() -> None:
        peers = [Peer() for _ in range(3)]
        async with running(*peers):
            await meet(*peers)
        await peers[0].mesh.close()  # twice does no harm
        assert [t for t in asyncio.all_tasks() if t.get_name() == "mesh"] == []

    play(script())
    gc.collect()
    before, threads = descriptors(), threading.active_count()
    play(script())
    gc.collect()
    assert descriptors() <= before
    assert threading.active_count() <= threads


def test_a_mistake_in_a_callback_does_not_stop_the_mesh() -> None:
    async def script() -> None:
        reported: list[BaseException] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, c: reported.append(c["exception"]))
        a, b = Peer(), Peer()

        def fail(key: bytes, data: bytes) -> None:
            raise ZeroDivisionError

        b.mesh._on_message = fail
        async with running(a, b):
            await meet(a, b)
            a.mesh.broadcast(b"1")
            a.mesh.broadcast(b"2")
            await until(lambda: len(reported) == 2)
            assert all(isinstance(error, ZeroDivisionError) for error in reported)
            assert b.there(a)

    play(script())


def test_a_program_that_stood_still_does_not_take_that_for_silence_of_the_others() -> None:
    async def script() -> None:
        a, b = Peer(limits=limits(lost=1.0)), Peer(limits=limits(lost=60.0))
        async with running(a, b):
            await meet(a, b)
            time.sleep(1.7)  # the matter of this test: a long computation on the loop, of both
            a.mesh.broadcast(b"back")
            await until(lambda: b.heard == [(a.key, b"back")])
            assert ("lost", b.key) not in a.notices

    play(script())
