"""A TCP proxy that misbehaves like a bad network: delay, jitter, sudden ends, and a partition that heals."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

HOST = "127.0.0.1"


class Proxy:
    """Forwards to ``port``.

    ``delay`` and ``jitter`` in seconds; ``cut`` ends connections at random, once in so many chunks.
    """

    def __init__(self, port: int, seed: int = 1) -> None:
        self._target = port
        self._random = random.Random(seed)
        self.delay = 0.0
        self.jitter = 0.0
        self.cut = 0
        self.cuts = 0
        self._whole = asyncio.Event()
        self._whole.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    def part(self) -> None:
        """From now on nothing passes, though connections seem to live."""
        self._whole.clear()

    def heal(self) -> None:
        self._whole.set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        onward: asyncio.StreamWriter | None = None
        try:
            await self._whole.wait()
            back, onward = await asyncio.open_connection(HOST, self._target)
            ways = [
                asyncio.ensure_future(self._pass(reader, onward)),
                asyncio.ensure_future(self._pass(back, writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in (writer, onward):
                if end is not None:
                    end.transport.abort()
            self._tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(16384):
                await asyncio.sleep(self.delay + self._random.random() * self.jitter)
                await self._whole.wait()
                if self.cut and self._random.randrange(self.cut) == 0:
                    self.cuts += 1
                    return
                writer.write(chunk)
                await writer.drain()


@asynccontextmanager
async def proxies(*ports: int) -> AsyncIterator[list[Proxy]]:
    """A proxy before each port, closed whatever happens."""
    made = [Proxy(port, seed) for seed, port in enumerate(ports)]
    for proxy in made:
        await proxy.start()
    try:
        yield made
    finally:
        await asyncio.gather(*(proxy.close() for proxy in made))
