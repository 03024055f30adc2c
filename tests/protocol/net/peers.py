"""Peers on loopback for tests: they remember what they hear, and tests wait for conditions only."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from protocol.net.event_loop import run
from protocol.net.keys_and_card import Keys
from protocol.net.limits import Limits
from protocol.net.mesh import Mesh

HOST = "127.0.0.1"
PATIENCE = 30.0  # for a machine that does much else; nothing here takes a second on an idle one

# Times of a tenth, so that silence, bans and second tries show within a test.
QUICK = Limits(ping=0.2, lost=1.5, dial=0.5, dial_max=1.0, handshake=2.0, stranger_time=2.0, penalty=1.0)


class Peer:
    """A mesh and what it heard."""

    def __init__(
        self,
        keys: Keys | None = None,
        *,
        port: int = 0,
        host: str = HOST,
        limits: Limits = QUICK,
    ) -> None:
        self.keys = keys or Keys.fresh()
        self.heard: list[tuple[bytes, bytes]] = []
        self.last: dict[bytes, bytes] = {}
        self.notices: list[tuple[str, bytes]] = []
        self.mesh = Mesh(
            self.keys,
            port=port,
            hosts=[host],
            on_message=self._hear,
            on_connected=lambda key: self.notices.append(("connected", key)),
            on_lost=lambda key: self.notices.append(("lost", key)),
            limits=limits,
        )

    def _hear(self, key: bytes, data: bytes) -> None:
        self.heard.append((key, data))
        self.last[key] = data

    @property
    def key(self) -> bytes:
        return self.keys.curve_public

    def knows(self, *others: "Peer", spectator: bool = False) -> None:
        for other in others:
            if other is not self:
                self.mesh.admit(
                    other.key, other.mesh.address, identity=other.keys.identity.public, spectator=spectator
                )

    def there(self, *others: "Peer") -> bool:
        return all(self.mesh.peers.get(other.key, False) for other in others if other is not self)

    def data(self, other: "Peer") -> list[bytes]:
        return [data for key, data in self.heard if key == other.key]


@asynccontextmanager
async def running(*peers: Peer) -> AsyncIterator[None]:
    """The peers started, and closed whatever happens. No error may be left to the loop meanwhile."""
    started = []
    loop = asyncio.get_running_loop()
    strays: list[dict[str, Any]] = []
    if loop.get_exception_handler() is None:
        loop.set_exception_handler(lambda loop, context: strays.append(context))
    try:
        for peer in peers:
            await peer.mesh.start()
            started.append(peer)
        yield
    finally:
        await asyncio.gather(*(peer.mesh.close() for peer in started))
    for stray in strays:
        raise AssertionError(stray["message"]) from stray.get("exception")


async def until(condition: Callable[[], object], what: str = "", patience: float = PATIENCE) -> None:
    """Wait for a condition; fail, saying which, if it does not come."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s in vain for {what or condition}")
        await asyncio.sleep(0.005)


async def meet(*peers: Peer) -> None:
    """Everybody admits everybody, and all are there."""
    for peer in peers:
        peer.knows(*peers)
    await until(lambda: all(peer.there(*peers) for peer in peers), "all to meet")


async def everything_arrives(a: Peer, b: Peer, count: int) -> None:
    """As the layer above does it: what is not heard is said again after a while."""
    for number in range(count):
        mark = b"%d" % number
        while b.last.get(a.key) != mark:
            a.mesh.send(b.key, mark)
            for _ in range(40):
                await asyncio.sleep(0.005)
                if b.last.get(a.key) == mark:
                    break


def limits(**changes: object) -> Limits:
    """The quick limits with some changed."""
    return replace(QUICK, **changes)  # type: ignore[arg-type]


def play(script: Coroutine[Any, Any, None]) -> None:
    """Run a test on a loop of its own; it ends, one way or another."""

    async def bounded() -> None:
        async with asyncio.timeout(3 * PATIENCE):
            await script

    run(bounded())
