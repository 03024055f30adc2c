"""What ``p2puno doctor`` checks of the network. Each check says in plain words what is, and what to do."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass

from protocol.net.address import DEFAULT_PORT, endpoint, is_number
from protocol.net.discovery import Announcement, Announcer, Browser
from protocol.net.errors import NetError
from protocol.net.keys import Keys
from protocol.net.listen import own_addresses
from protocol.net.mesh import Mesh
from protocol.net.udp_doorbell import ring


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: whether it is well, what was seen, and what to do if it is not."""

    name: str
    ok: bool
    sentence: str
    remedy: str = ""


async def examine(
    *,
    port: int | None = None,
    keys: Callable[[], str | None] = lambda: None,
    hosts: list[str] | None = None,
    interfaces: list[str] | None = None,
    patience: float = 5.0,
) -> list[Check]:
    """All checks, none of which raises.

    ``keys`` gives None if the keys are in place, else what is wrong with them.
    """
    return [
        check_encryption(),
        await check_port(port or DEFAULT_PORT, hosts),
        check_addresses(hosts),
        await check_mesh(hosts),
        await check_multicast(hosts, interfaces, patience),
        check_keys(keys),
    ]


def check_encryption() -> Check:
    import zmq

    version = f"ZeroMQ {zmq.zmq_version()}"
    if zmq.has("curve"):
        return Check("encryption", True, f"{version} can encrypt.")
    return Check(
        "encryption", False, f"{version} was built without encryption.", "Install the pyzmq wheel from PyPI."
    )


async def check_port(port: int, hosts: list[str] | None = None) -> Check:
    """Whether the port can be taken, TCP and UDP; a table of ours that is open there is as good."""
    mesh = Mesh(Keys.fresh(), port=port, hosts=hosts, on_message=lambda key, data: None)
    try:
        await mesh.start()
    except NetError as error:
        if await _answers(hosts[0] if hosts else "127.0.0.1", port):
            sentence = f"A p2puno table is open on port {port}; another one takes the next port."
            return Check("port", True, sentence)
        return Check("port", False, str(error), "Tables opened without --port take the next free port.")
    await mesh.close()
    return Check("port", True, f"Port {port} is free, TCP and UDP.")


async def _answers(host: str, port: int) -> bool:
    """Whether it is a p2puno that listens there."""
    try:
        await ring(host, port, timeout=2.0)
    except NetError:
        return False
    return True


def check_addresses(hosts: list[str] | None = None) -> Check:
    """Which addresses others may reach us at."""
    try:
        found = [host for host in hosts if is_number(host)] if hosts else own_addresses()
    except OSError as error:
        return Check(
            "addresses", False, f"The addresses cannot be read: {error}.", "Check the network settings."
        )
    if all(host.startswith("127.") or host == "::1" for host in found):
        return Check(
            "addresses",
            False,
            "This machine is not on a network: only programs on it can play together.",
            "Connect to the same Wi-Fi or cable network as the others.",
        )
    return Check("addresses", True, "Others can reach this machine at " + ", ".join(found) + ".")


async def check_mesh(hosts: list[str] | None = None, patience: float = 5.0) -> Check:
    """Whether two peers on this machine hear each other.

    Sockets, encryption, no firewall on our own traffic.
    """
    local = hosts or ["127.0.0.1"]
    heard = asyncio.Event()
    a = Mesh(Keys.fresh(), port=0, hosts=local, on_message=lambda key, data: heard.set())
    b = Mesh(Keys.fresh(), port=0, hosts=local, on_message=lambda key, data: None)
    try:
        await a.start()
        await b.start()
        a.admit(b.keys.curve_public, b.address)
        b.admit(a.keys.curve_public, a.address)
        async with asyncio.timeout(patience):
            while not b.send(a.keys.curve_public, b"?"):
                await asyncio.sleep(0.02)
            await heard.wait()
    except (TimeoutError, NetError) as error:
        why = str(error) or "nothing arrived"
        return Check(
            "connection",
            False,
            f"Two players on this machine cannot reach each other: {why}.",
            "A firewall or security program blocks Python: allow it.",
        )
    finally:
        await a.close()
        await b.close()
    return Check("connection", True, "Two players on this machine can reach each other.")


async def check_multicast(
    hosts: list[str] | None = None, interfaces: list[str] | None = None, patience: float = 5.0
) -> Check:
    """Announce a table and find it: what is needed for ``join`` to list tables by itself."""
    name = f"doctor-{os.urandom(6).hex()}"
    addresses = tuple(endpoint(host, 9) for host in hosts or own_addresses())
    found = asyncio.Event()

    def look() -> None:
        if any(table.table == name for table in browser.tables):
            found.set()

    browser = Browser(look, interfaces)
    announcer = Announcer(interfaces=interfaces)
    remedy = "Join by address instead: `p2puno host` prints it. Or allow multicast DNS (UDP port 5353)."
    try:
        trouble = await browser.start() or await announcer.announce(
            Announcement(name, addresses, "doctor", "", 0, 0, "", "")
        )
        if trouble is not None:
            return Check("multicast", False, trouble.why, remedy)
        async with asyncio.timeout(patience):
            await found.wait()
    except TimeoutError:
        return Check("multicast", False, "A table announced on this machine cannot be found on it.", remedy)
    finally:
        await announcer.close()
        await browser.close()
    return Check("multicast", True, "Tables nearby can be announced and found.")


def check_keys(keys: Callable[[], str | None]) -> Check:
    """What the layer above says of the player's keys."""
    trouble = keys()
    if trouble is None:
        return Check("keys", True, "Your keys are in place.")
    return Check("keys", False, trouble)  # which says what to do, too
