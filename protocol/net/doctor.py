"""Checks the network on this machine. Each check returns a finding, which `cli` puts into words."""

import asyncio
import os
from dataclasses import dataclass
from enum import Enum

from protocol.net.address import DEFAULT_PORT, endpoint, is_number
from protocol.net.discovery import Announcement, Announcer, Browser
from protocol.net.errors import NetError, Unavailable
from protocol.net.keys_and_card import Keys
from protocol.net.listen import own_addresses
from protocol.net.mesh import Mesh
from protocol.net.udp_key_query import ring


class Finding(Enum):
    """The result of a check. `ok` means that nothing needs to be done."""

    ENCRYPTION = "encryption", True
    """`detail` is the version of ZeroMQ."""
    NO_ENCRYPTION = "no encryption", False
    """`detail` is the version of ZeroMQ."""
    PORT_FREE = "port free", True
    """`detail` is the port."""
    PORT_OPEN = "port open", True
    """Another p2puno table is open on the port in `detail`."""
    PORT_REFUSED = "port refused", False
    """`error` says why."""
    ADDRESSES = "addresses", True
    """`detail` lists them."""
    NO_ADDRESSES = "no addresses", False
    """The addresses cannot be read; `error` says why."""
    NO_NETWORK = "no network", False
    CONNECTION = "connection", True
    NO_CONNECTION = "no connection", False
    """`error` says why; None if nothing arrived in time."""
    MULTICAST = "multicast", True
    MULTICAST_REFUSED = "multicast refused", False
    """`error` says why."""
    NO_MULTICAST = "no multicast", False
    """A table announced on this machine was not found."""

    @property
    def ok(self) -> bool:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Check:
    """A finding with its details."""

    finding: Finding
    detail: str = ""
    error: NetError | OSError | Unavailable | None = None


async def examine(
    *,
    port: int | None = None,
    hosts: list[str] | None = None,
    interfaces: list[str] | None = None,
    patience: float = 5.0,
) -> list[Check]:
    """Run all checks. None of them raises."""
    return [
        check_encryption(),
        await check_port(port or DEFAULT_PORT, hosts),
        check_addresses(hosts),
        await check_mesh(hosts),
        await check_multicast(hosts, interfaces, patience),
    ]


def check_encryption() -> Check:
    import zmq

    version = f"ZeroMQ {zmq.zmq_version()}"
    if zmq.has("curve"):
        return Check(Finding.ENCRYPTION, version)
    return Check(Finding.NO_ENCRYPTION, version)


async def check_port(port: int, hosts: list[str] | None = None) -> Check:
    """Whether the port is free for TCP and UDP. An open p2puno table there is fine, too."""
    mesh = Mesh(Keys.fresh(), port=port, hosts=hosts, on_message=lambda key, data: None)
    try:
        await mesh.start()
    except NetError as error:
        if await _answers(hosts[0] if hosts else "127.0.0.1", port):
            return Check(Finding.PORT_OPEN, str(port))
        return Check(Finding.PORT_REFUSED, error=error)
    await mesh.close()
    return Check(Finding.PORT_FREE, str(port))


async def _answers(host: str, port: int) -> bool:
    """Whether a p2puno table listens there."""
    try:
        await ring(host, port, timeout=2.0)
    except NetError:
        return False
    return True


def check_addresses(hosts: list[str] | None = None) -> Check:
    """At which addresses others can reach this machine."""
    try:
        found = [host for host in hosts if is_number(host)] if hosts else own_addresses()
    except OSError as error:
        return Check(Finding.NO_ADDRESSES, error=error)
    if all(host.startswith("127.") or host == "::1" for host in found):
        return Check(Finding.NO_NETWORK)
    return Check(Finding.ADDRESSES, ", ".join(found))


async def check_mesh(hosts: list[str] | None = None, patience: float = 5.0) -> Check:
    """Whether two peers on this machine can talk: tests sockets, encryption, and local firewalls."""
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
    except TimeoutError:
        return Check(Finding.NO_CONNECTION)
    except NetError as error:
        return Check(Finding.NO_CONNECTION, error=error)
    finally:
        await a.close()
        await b.close()
    return Check(Finding.CONNECTION)


async def check_multicast(
    hosts: list[str] | None = None, interfaces: list[str] | None = None, patience: float = 5.0
) -> Check:
    """Whether a table announced on this machine is found, as listing tables nearby requires."""
    name = f"doctor-{os.urandom(6).hex()}"
    addresses = tuple(endpoint(host, 9) for host in hosts or own_addresses())
    found = asyncio.Event()

    def look() -> None:
        if any(table.table == name for table in browser.tables):
            found.set()

    browser = Browser(look, interfaces)
    announcer = Announcer(interfaces=interfaces)
    try:
        trouble = await browser.start() or await announcer.announce(
            Announcement(name, addresses, "doctor", "", 0, 0, "", "")
        )
        if trouble is not None:
            return Check(Finding.MULTICAST_REFUSED, error=trouble)
        async with asyncio.timeout(patience):
            await found.wait()
    except TimeoutError:
        return Check(Finding.NO_MULTICAST)
    finally:
        await announcer.close()
        await browser.close()
    return Check(Finding.MULTICAST)
