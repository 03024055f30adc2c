"""Finds tables nearby: DNS-SD over multicast DNS, by ``zeroconf``.

Announcements are visible to anyone on the network and prove nothing; they only save typing an address.
Without a network every call returns ``Unavailable``; nothing is raised.
"""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.net.address import Address, endpoint, split_endpoint
from protocol.net.errors import BadAddress, Unavailable
from protocol.net.event_loop import report_failure

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE = "_p2puno._tcp.local."
AGAIN = "_p2puno-again._tcp.local."
"""The service of players who lost contact at a table where the game has begun; nobody can join there."""
TXT_VERSION = "1"
MAX_TABLES = 64
MAX_TEXT = 64  # characters of any announced word
MAX_TXT = 1024  # bytes of a whole announcement


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announced table. ``addresses`` are ``host:port``; the words are shortened and printable."""

    table: str  # a name unique on the network, for example the start of the table's salt in hex
    addresses: tuple[str, ...]
    rules: str
    mode: str
    seats_taken: int
    seats: int
    opened_by: str
    version: str  # of the protocol above

    @property
    def where(self) -> Address:
        """The argument for ``knock``."""
        host, port = split_endpoint(self.addresses[0])
        return Address(host, port)

    def text(self) -> dict[str, str]:
        """The TXT record. The code is not in it: players must pass it on themselves."""
        return {
            "txtvers": TXT_VERSION,
            "v": self.version[:MAX_TEXT],
            "rules": self.rules[:MAX_TEXT],
            "mode": self.mode[:MAX_TEXT],
            "seats": f"{self.seats_taken}/{self.seats}",
            "by": self.opened_by[:MAX_TEXT],
        }


def read(
    name: str, addresses: list[str], port: int, text: dict[bytes, bytes | None], service: str = SERVICE
) -> Announcement | None:
    """Parse a stranger's announcement; None if it is not a table of this version. Never raises."""
    size = sum(len(k) + len(v or b"") for k, v in text.items())
    if size > MAX_TXT or not addresses or not 0 < port < 65536:
        return None
    words = {k: _printable(v or b"") for k, v in text.items()}
    taken, _, seats = words.get(b"seats", "").partition("/")
    if words.get(b"txtvers") != TXT_VERSION or not (taken + seats).isascii():
        return None
    if not (taken.isdigit() and seats.isdigit() and len(taken) < 4 and len(seats) < 4):
        return None
    try:
        places = tuple(endpoint(*split_endpoint(endpoint(a, port))) for a in addresses[:8])
    except BadAddress:
        return None
    return Announcement(
        table=_printable(name.removesuffix("." + service).encode()),
        addresses=places,
        rules=words.get(b"rules", ""),
        mode=words.get(b"mode", ""),
        seats_taken=int(taken),
        seats=int(seats),
        opened_by=words.get(b"by", ""),
        version=words.get(b"v", ""),
    )


class Announcer:
    """Announces one table while it is open."""

    def __init__(self, interfaces: list[str] | None = None, service: str = SERVICE) -> None:
        self._interfaces = interfaces
        self._service = service
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None

    async def announce(self, table: Announcement) -> Unavailable | None:
        """Announce, or announce a change. Returns None on success."""
        try:
            info = _info(table, self._service)
            if self._zeroconf is None:
                self._zeroconf = _open(self._interfaces)
                await (await self._zeroconf.async_register_service(info, allow_name_change=True))
            else:
                assert self._info is not None
                info.name = self._info.name
                await (await self._zeroconf.async_update_service(info))
            self._info = info
        except Exception as error:
            await self.close()
            return Unavailable(error)
        return None

    async def close(self) -> None:
        """Say goodbye, so that others stop listing the table."""
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is None:
            return
        await _close(zeroconf)


class Browser:
    """Keeps ``tables`` up to date with the announcements nearby; calls ``on_change`` after each change."""

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        interfaces: list[str] | None = None,
        service: str = SERVICE,
    ) -> None:
        self._on_change = on_change
        self._service = service
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._found: dict[str, Announcement] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    @property
    def tables(self) -> list[Announcement]:
        return list(self._found.values())

    async def start(self) -> Unavailable | None:
        """Start listening. Returns None on success."""
        try:
            from zeroconf.asyncio import AsyncServiceBrowser

            self._zeroconf = _open(self._interfaces)
            await self._zeroconf.zeroconf.async_wait_for_start()
            self._browser = AsyncServiceBrowser(
                self._zeroconf.zeroconf, self._service, handlers=[self._changed]
            )  # fmt: skip
        except Exception as error:
            await self.close()
            return Unavailable(error)
        except asyncio.CancelledError:
            await self.close()
            raise
        return None

    async def close(self) -> None:
        asking, self._asking = [*self._asking.values()], {}
        for task in asking:
            task.cancel()
        browser, self._browser = self._browser, None
        zeroconf, self._zeroconf = self._zeroconf, None
        try:
            await asyncio.gather(*asking, return_exceptions=True)
            if browser is not None:
                await _tried(browser.async_cancel())
        finally:  # also if we are cancelled meanwhile
            if zeroconf is not None:
                await _close(zeroconf)

    def _changed(self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: object) -> None:
        from zeroconf import ServiceStateChange

        asking = self._asking.pop(name, None)
        if asking is not None:
            asking.cancel()  # its answer would be out of date
        if state_change is ServiceStateChange.Removed:
            if self._found.pop(name, None) is not None:
                self._on_change()
        elif len(self._asking) < MAX_TABLES:
            task = asyncio.get_running_loop().create_task(self._ask(zeroconf, name), name="discovery")
            task.add_done_callback(report_failure)
            self._asking[name] = task

    async def _ask(self, zeroconf: "Zeroconf", name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(self._service, name)
        table = None
        try:
            if await info.async_request(zeroconf, 3000):
                # IPv4 first; link-local IPv6 with its zone, which it needs to be reachable.
                addresses = sorted(info.parsed_scoped_addresses(), key=lambda a: ":" in a)
                table = read(name, addresses, info.port or 0, info.properties, self._service)
        except Exception as error:  # whatever a stranger's record causes
            _log(error)
        del self._asking[name]  # nobody has cancelled us, so it is ours
        is_room = name in self._found or len(self._found) < MAX_TABLES
        if table is not None and is_room and self._found.get(name) != table:
            self._found[name] = table
            self._on_change()


async def find(seconds: float = 2.0, interfaces: list[str] | None = None) -> list[Announcement] | Unavailable:
    """The tables that answer within this time."""
    browser = Browser(interfaces=interfaces)
    trouble = await browser.start()
    if trouble is not None:
        return trouble
    try:
        await asyncio.sleep(seconds)
        return browser.tables
    finally:
        await browser.close()


def _open(interfaces: list[str] | None) -> "AsyncZeroconf":
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    if interfaces is not None:
        return AsyncZeroconf(interfaces=interfaces)
    try:
        return AsyncZeroconf(ip_version=IPVersion.All)
    except OSError:  # a system without IPv6, or with a partial configuration of it
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)


async def _close(zeroconf: "AsyncZeroconf") -> None:
    """Say goodbye for what was announced, and close the sockets, also after the network has disappeared."""
    try:
        await _tried(zeroconf.async_unregister_all_services())
    finally:  # also if we are cancelled meanwhile
        await _tried(zeroconf.async_close())


async def _tried(step: Awaitable[None]) -> None:
    try:
        await step
    except Exception as error:
        _log(error)


def _info(table: Announcement, service: str) -> "AsyncServiceInfo":
    from zeroconf.asyncio import AsyncServiceInfo

    places = [split_endpoint(address) for address in table.addresses]
    label = "".join(c for c in table.table if c.isalnum() or c in "-_ ")[:48] or "table"
    return AsyncServiceInfo(
        service,
        f"{label}.{service}",
        addresses=[ipaddress.ip_address(host).packed for host, _ in places],
        port=places[0][1],
        properties=table.text(),
        server=f"p2puno-{label.replace(' ', '-')}.local.",
    )


def _printable(raw: bytes) -> str:
    return "".join(c for c in raw.decode("utf-8", "replace") if c.isprintable())[:MAX_TEXT]


def _log(error: Exception) -> None:
    import logging

    logging.getLogger(__name__).debug("discovery: %r", error)
