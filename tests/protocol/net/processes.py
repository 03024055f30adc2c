"""Processes started by tests: always ended, by kill if need be."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.protocol.net.peers import PATIENCE

ROOT = Path(__file__).resolve().parents[3]


@asynccontextmanager
async def process(
    module: str, *arguments: object, before: tuple[str, ...] = ()
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python module of the tests run as a program (by the command ``before``); killed at the end."""
    child = await asyncio.create_subprocess_exec(
        *before, sys.executable, "-m", f"tests.protocol.net.{module}", *map(str, arguments),
        stdout=asyncio.subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        yield child
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


async def line(child: asyncio.subprocess.Process, start: str) -> str:
    """The next line of its output that starts so."""
    assert child.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while True:
            text = (await child.stdout.readline()).decode()
            assert text, "the process ended"
            if text.startswith(start):
                return text.strip()
