"""Bad networks and sudden deaths: processes killed and restarted, delay, loss of connections, partitions."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from protocol.net.keys_and_card import Keys
from tests.protocol.net.peers import HOST, Peer, everything_arrives, limits, play, running, until
from tests.protocol.net.processes import line, process
from tests.protocol.net.proxy import Proxy, proxies


def secrets() -> tuple[Keys, str, str]:
    identity = os.urandom(32)
    curve = Keys.fresh().curve_secret
    return Keys.from_secrets(identity, curve), identity.hex(), curve.hex()


def test_a_killed_process_is_missed_and_found_again_on_another_port_with_the_same_key() -> None:
    async def script() -> None:
        a = Peer()
        keys, identity, curve = secrets()
        async with running(a):
            me = f"{a.key.hex()}@{a.mesh.address[0]}"
            async with process("peer_process", identity, curve, 0, me) as child:
                first = (await line(child, "address")).split()[1]
                a.mesh.admit(keys.curve_public, [first], identity=keys.identity.public)
                await until(lambda: a.mesh.send(keys.curve_public, b"one"), "the process")
                await until(lambda: a.last.get(keys.curve_public) == b"echo one", "its echo")
                child.kill()  # kill -9
                await child.wait()
                await until(lambda: a.notices[-1] == ("lost", keys.curve_public), "its loss")
            async with process("peer_process", identity, curve, 0, me) as child:
                second = (await line(child, "address")).split()[1]
                assert second != first
                await until(lambda: a.notices[-1] == ("connected", keys.curve_public), "its return")
                assert a.mesh.send(keys.curve_public, b"two")
                await until(lambda: a.last.get(keys.curve_public) == b"echo two", "its echo")
                await until(lambda: a.mesh.direct(keys.curve_public), "the road to its new port")

    play(script())


@asynccontextmanager
async def through_proxies(**changes: object) -> AsyncIterator[tuple[Peer, Peer, list[Proxy]]]:
    """Two peers that know each other only by way of misbehaving proxies."""
    a, b = Peer(limits=limits(**changes)), Peer(limits=limits(**changes))
    async with running(a, b), proxies(a.mesh.port, b.mesh.port) as made:
        for peer, proxy in zip((a, b), made, strict=True):
            peer.mesh.readdress([f"{HOST}:{proxy.port}"])
        a.knows(b)
        b.knows(a)
        await until(lambda: a.there(b) and b.there(a), "the two to meet")
        yield a, b, made


def test_delay_and_jitter_and_connections_that_end_by_themselves() -> None:
    async def script() -> None:
        async with through_proxies() as (a, b, made):
            for proxy in made:
                proxy.delay, proxy.jitter, proxy.cut = 0.005, 0.01, 25
            await asyncio.gather(everything_arrives(a, b, 60), everything_arrives(b, a, 60))
            assert sum(proxy.cuts for proxy in made) > 0

    play(script())


def test_a_partition_is_noticed_by_both_and_heals() -> None:
    async def script() -> None:
        async with through_proxies() as (a, b, made):
            await everything_arrives(a, b, 3)
            for proxy in made:
                proxy.part()
            await until(lambda: not a.there(b) and not b.there(a), "the partition")
            assert a.mesh.send(b.key, b"into the void") is False
            for proxy in made:
                proxy.heal()
            await until(lambda: a.there(b) and b.there(a), "the healing")
            await asyncio.gather(everything_arrives(a, b, 3), everything_arrives(b, a, 3))

    play(script())


def test_a_partition_of_one_direction_only_leaves_the_way_back() -> None:
    async def script() -> None:
        async with through_proxies() as (a, b, made):
            made[1].part()  # a no longer reaches b's port, b still reaches a's
            await until(lambda: a.there(b) and b.there(a) and not a.mesh.direct(b.key), "the way back")
            await asyncio.gather(everything_arrives(a, b, 3), everything_arrives(b, a, 3))

    play(script())


# With the kernel's own means, where it has them: a network namespace whose only interface is loopback.


def _run(*command: str) -> str:
    """Empty if it went well, else what it said."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"status {done.returncode}")


@pytest.fixture
def namespace() -> Iterator[str]:
    if shutil.which("ip") is None:
        pytest.skip("no `ip` here: the misbehaving proxy stands in for it")
    name = f"p2puno-{os.getpid()}"
    trouble = _run("ip", "netns", "add", name)
    if trouble:
        pytest.skip(f"no network namespaces here ({trouble}): the misbehaving proxy stands in")
    try:
        trouble = _run("ip", "netns", "exec", name, "ip", "link", "set", "lo", "up")
        if trouble:
            pytest.skip(f"no loopback in a namespace here: {trouble}")
        yield name
    finally:
        _run("ip", "netns", "del", name)


@asynccontextmanager
async def two_in(namespace: str) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    (one, *first), (two, *second) = secrets(), secrets()
    ports = (10866, 10867)
    inside = ("ip", "netns", "exec", namespace)
    to_one = f"{one.curve_public.hex()}@{HOST}:{ports[0]}"
    to_two = f"{two.curve_public.hex()}@{HOST}:{ports[1]}"
    async with (
        process("peer_process", *first, ports[0], to_two, before=inside) as a,
        process("peer_process", *second, ports[1], to_one, before=inside) as b,
    ):
        for child in (a, b):
            await line(child, "connected")
        yield [a, b]


@pytest.mark.slow
def test_a_partition_by_the_kernel_heals(namespace: str) -> None:
    async def script() -> None:
        async with two_in(namespace) as children:
            for state, notice in (("down", "lost"), ("up", "connected")):
                assert not _run("ip", "-n", namespace, "link", "set", "lo", state)
                for child in children:
                    await line(child, notice)

    play(script())


@pytest.mark.slow
def test_delay_jitter_and_loss_by_the_kernel(namespace: str) -> None:
    netem = ("netem", "delay", "40ms", "20ms", "loss", "10%")
    trouble = _run("ip", "netns", "exec", namespace, "tc", "qdisc", "add", "dev", "lo", "root", *netem)
    if trouble:
        pytest.skip(f"no netem in this kernel ({trouble}): the misbehaving proxy stands in")

    async def script() -> None:
        async with two_in(namespace) as children:
            assert not _run("ip", "-n", namespace, "link", "set", "lo", "down")
            for child in children:
                await line(child, "lost")
            assert not _run("ip", "-n", namespace, "link", "set", "lo", "up")
            for child in children:
                await line(child, "connected")

    play(script())
