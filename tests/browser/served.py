"""A page server of this process, in a thread of its own, with whatever a test wants it to show."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, TypeVar

from cli.browser.page_server import PageServer
from cli.browser.table_view import TableView
from cli.browser.view import View
from cli.screen.live_table import LiveTable
from cli.settings.settings import Settings
from tests.cli.moments import MOMENTS

T = TypeVar("T")


class Shown(View):
    """Shows a fixed state, and remembers what the player did."""

    def __init__(self, state: dict[str, Any], variant: str | None = "classic") -> None:
        super().__init__()
        self.variant = variant
        self._state = state
        self.did: list[tuple[str, ...]] = []

    def state(self) -> dict[str, Any]:
        return self._state

    def press(self, key: str) -> None:
        self.did.append(("press", key))

    def click(self, action: str, asked: int | None = None) -> None:
        self.did.append(("click", action) if asked is None else ("click", action, str(asked)))

    def say(self, text: str) -> None:
        self.did.append(("say", text))

    def fill(self, name: str, value: str) -> None:
        self.did.append(("fill", name, value))


def moment(name: str) -> dict[str, Any]:
    """The state of a page that shows this moment of tests/cli/moments.py."""
    controls = MOMENTS[name]()
    table = LiveTable(controls.session, Settings())
    table.controls = controls
    return TableView(table).state()


class Served:
    """The server, while the `with` block runs."""

    def __init__(self, view: Shown, server: PageServer | None = None) -> None:
        self.server = server or PageServer()
        self.view = view

    def __enter__(self) -> Served:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.run(self.server.start())
        self.show(self.view)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.run(self.server.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(30)

    def show(self, view: Shown) -> None:
        self.view = view

        async def show() -> None:
            self.server.show(view)

        self.run(show())

    def waits_for(self, done: tuple[str, ...], seconds: float = 15.0) -> None:
        """Wait until the player has done this."""
        end = time.monotonic() + seconds
        while done not in self.view.did:
            assert time.monotonic() < end, (done, self.view.did)
            time.sleep(0.01)

    def address(self) -> str:
        return self.server.new_address()

    @property
    def port(self) -> int:
        return int(self.server.locks.place.rpartition(":")[2])
