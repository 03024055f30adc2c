"""Binds a port: TCP for the mesh and UDP for the doorbell under one number, on IPv4 and IPv6."""

import asyncio
import errno
import socket
import sys
from dataclasses import dataclass

import zmq

from protocol.net.address import DEFAULT_PORT, PORTS, endpoint
from protocol.net.errors import CannotBind, PortTaken
from protocol.net.udp_key_query import Doorbell

_TAKEN = (
    errno.EADDRINUSE,
    errno.EACCES,
    zmq.EADDRINUSE,  # on Windows ZeroMQ has its own number for it
    *(getattr(errno, name) for name in ("WSAEADDRINUSE", "WSAEACCES") if hasattr(errno, name)),
)
_TRIES = 10
"""How often to ask for a free port."""


class Bells:
    """The doorbells of all our addresses."""

    def __init__(self) -> None:
        self._transports: list[asyncio.DatagramTransport] = []

    async def hang(self, key: bytes, host: str | None, port: int) -> None:
        loop = asyncio.get_running_loop()
        sock = _datagram(host, port)
        transport, _ = await loop.create_datagram_endpoint(lambda: Doorbell(key), sock=sock)
        self._transports.append(transport)

    def close(self) -> None:
        for transport in self._transports:
            transport.close()


@dataclass(frozen=True, slots=True)
class Place:
    """Where we listen. ``addresses`` are those to tell other peers."""

    port: int
    addresses: list[str]
    doorbell: Bells


async def listen(
    router: "zmq.Socket[bytes]", port: int | None, hosts: tuple[str, ...] | None, key: bytes
) -> Place:
    """Bind the ROUTER and the doorbell to one port number: the given one, or a free one if None or 0.

    ``hosts`` are addresses of this machine; None means all. Raises PortTaken or CannotBind.
    """
    if port:
        candidates = [port]
    elif port == 0:
        candidates = [0] * _TRIES
    else:
        candidates = [*PORTS, *[0] * _TRIES]
    for candidate in candidates:
        try:
            return await _take(router, candidate, hosts, key)
        except PortTaken:
            continue
    raise PortTaken(port or DEFAULT_PORT)


async def _take(router: "zmq.Socket[bytes]", port: int, hosts: tuple[str, ...] | None, key: bytes) -> Place:
    bound: list[str] = []
    bells = Bells()
    try:
        for host in hosts or (None,):
            port = _bind(router, host, port, bound)
            await _hang(bells, key, host, port)
    except BaseException:
        bells.close()
        for place in bound:
            router.unbind(place)
        raise
    numbers = list(hosts) if hosts else own_addresses()
    return Place(port, [endpoint(number, port) for number in numbers], bells)


def _bind(router: "zmq.Socket[bytes]", host: str | None, port: int, bound: list[str]) -> int:
    router.ipv6 = host is None or ":" in host
    place = f"tcp://{endpoint(host, port)}" if host else f"tcp://*:{port}"
    try:
        router.bind(place)
    except zmq.ZMQError as error:
        if error.errno in _TAKEN:
            raise PortTaken(port) from error
        if host is None and router.ipv6:  # a system without IPv6
            return _bind(router, "0.0.0.0", port, bound)
        raise CannotBind(host, OSError(error.errno, error.strerror)) from error
    last = router.getsockopt(zmq.LAST_ENDPOINT)
    assert isinstance(last, bytes)
    end = last.rstrip(b"\0").decode()
    bound.append(end)
    return int(end.rpartition(":")[2])


async def _hang(bells: Bells, key: bytes, host: str | None, port: int) -> None:
    try:
        await bells.hang(key, host, port)
    except OSError as error:
        if error.errno in _TAKEN:
            raise PortTaken(port) from error
        raise CannotBind(host, error) from error


def _datagram(host: str | None, port: int) -> socket.socket:
    """A bound UDP socket; for all addresses, one with both IPv6 and IPv4 where the system can."""
    if host is None:
        try:
            return _bound(socket.AF_INET6, "::", port, both=True)
        except OSError as error:
            if error.errno in _TAKEN:
                raise
            return _bound(socket.AF_INET, "0.0.0.0", port)
    return _bound(socket.AF_INET6 if ":" in host else socket.AF_INET, host, port)


def _bound(family: socket.AddressFamily, host: str, port: int, both: bool = False) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        if sys.platform == "win32":  # without it another program could take the same port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0 if both else 1)
        sock.bind(socket.getaddrinfo(host, port, family, socket.SOCK_DGRAM)[0][4])
    except BaseException:
        sock.close()
        raise
    return sock


# Addresses reachable only on this machine: bridges of containers and virtual machines.
_INNER = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "cni", "podman"),
    *("virtualbox host-only", "vmware virtual ethernet"),  # Windows adapters have longer names
)


def own_addresses() -> list[str]:
    """The addresses at which others may reach us: IPv4 first; loopback only if there is nothing else."""
    import ifaddr

    four: list[str] = []
    six: list[str] = []
    for adapter in ifaddr.get_adapters():
        if str(adapter.nice_name).lower().startswith(_INNER):
            continue
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                if not ip.ip.startswith(("127.", "169.254.")):
                    four.append(ip.ip)
            # Link-local IPv6 is useless without the name of the other side's interface.
            elif not ip.ip[0].startswith("fe80") and ip.ip[0] != "::1":
                six.append(ip.ip[0])
    return four + six or ["127.0.0.1"]
