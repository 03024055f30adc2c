"""Finds players again whose port or address has changed.

While somebody is missing, every peer rings the missing player's last addresses at all ports that tables use,
and addresses that a person has given. It also announces its table by multicast DNS, and rings peers that
announce the same table. The doorbell tells the key of the peer that listens. This proves nothing, but the
mesh admits only peers that hold the key. A peer that is found tells where the others are (`Lobby.connected`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

from protocol.net.address import PORTS, Address, endpoint, split_endpoint
from protocol.net.discovery import AGAIN, Announcement, Announcer, Browser
from protocol.net.errors import NetError
from protocol.net.event_loop import beside, report
from protocol.net.keys_and_card import Card
from protocol.net.mesh import Mesh
from protocol.net.udp_key_query import ring

FIRST, EVERY = 2.0, 5.0
"""Seconds before the first search, and between two searches."""
ANSWER = 1.0
REOPEN = 6
"""After this many searches, open the multicast sockets again: an interface may have been down meanwhile."""
AT_ONCE = 32
"""How many doorbells are rung at a time."""


@asynccontextmanager
async def seeking(
    mesh: Mesh,
    cards: Callable[[], Sequence[Card]],
    table: str,
    *,
    places: Sequence[Address] = (),
    nearby: bool = True,
    interfaces: list[str] | None = None,
) -> AsyncIterator[None]:
    """Inside this context, search for missing players. `places` are rung immediately."""
    seeker = _Seeker(mesh, cards, table, places, nearby, interfaces)
    try:
        async with beside(seeker.run(), "seeking"):
            yield
    finally:
        await seeker.close()


class _Seeker:
    def __init__(
        self,
        mesh: Mesh,
        cards: Callable[[], Sequence[Card]],
        table: str,
        places: Sequence[Address],
        nearby: bool,
        interfaces: list[str] | None,
    ) -> None:
        self._mesh = mesh
        self._cards = cards
        self._table = table
        self._places = {(place.host, place.port) for place in places}
        self._nearby = nearby
        self._interfaces = interfaces
        self._announcer: Announcer | None = None
        self._announced: Announcement | None = None
        self._browser: Browser | None = None
        self._bells = asyncio.Semaphore(AT_ONCE)
        self._here: list[str] = []
        """The machine's addresses when the multicast sockets were opened."""
        self._searches = 0

    async def run(self) -> None:
        await self._ring_at(self._places)
        pause = FIRST
        while True:
            await asyncio.sleep(pause)
            pause = EVERY
            try:
                await self._search()
            except OSError:
                pass  # the networks are changing at this moment: the next search finds them
            except Exception as error:  # a fault of ours: report it, and go on searching
                report("a search for lost players failed", error)

    async def _search(self) -> None:
        here = self._mesh.look_around()
        missing = self._missing()
        if not missing:
            await self.close()
            return
        if self._nearby:
            await self._ask_nearby(here)
        hosts = {split_endpoint(place)[0] for card in missing.values() for place in card.addresses}
        everywhere = {(host, port) for host in hosts for port in PORTS}
        await self._ring_at(everywhere | self._places | self._told_nearby())

    async def close(self) -> None:
        """Stop announcing that we are searching."""
        announcer, self._announcer, self._announced = self._announcer, None, None
        browser, self._browser = self._browser, None
        try:
            if announcer is not None:
                await announcer.close()
        finally:  # also if we are cancelled meanwhile
            if browser is not None:
                await browser.close()

    def _missing(self) -> dict[bytes, Card]:
        there = self._mesh.peers
        return {card.curve: card for card in self._cards() if there.get(card.curve) is False}

    async def _ask_nearby(self, here: list[str]) -> None:
        """Announce ourselves, and listen for the others. Without multicast this does nothing.

        Multicast sockets stay bound to the networks that existed when they were opened, so open them again
        when the machine's addresses have changed.
        """
        self._searches += 1
        if here != self._here or self._searches % REOPEN == 0:
            await self.close()
            self._here = here
        name = f"{self._table}-{self._mesh.keys.curve_public.hex()[:8]}"
        ours = Announcement(name, tuple(self._mesh.address), "", "", 0, 0, "", "")
        if self._browser is None:
            browser = Browser(interfaces=self._interfaces, service=AGAIN)
            if await browser.start() is None:
                self._browser = browser
        if self._announced != ours:
            self._announcer = self._announcer or Announcer(self._interfaces, service=AGAIN)
            if await self._announcer.announce(ours) is None:
                self._announced = ours

    def _told_nearby(self) -> set[tuple[str, int]]:
        tables = self._browser.tables if self._browser is not None else []
        ours = [table for table in tables if table.table.startswith(f"{self._table}-")]
        return {split_endpoint(place) for table in ours for place in table.addresses}

    async def _ring_at(self, places: Iterable[tuple[str, int]]) -> None:
        await asyncio.gather(*(self._ring(host, port) for host, port in places))

    async def _ring(self, host: str, port: int) -> None:
        with suppress(NetError, OSError):
            async with self._bells:
                ip, _port, key = await ring(host, port, ANSWER)
            card = self._missing().get(key)
            if card is not None:
                self._mesh.move(key, [endpoint(ip, port), *card.addresses])
