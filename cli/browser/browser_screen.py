"""The player's browser as a second screen of this program: started when it is first wanted."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from subprocess import DEVNULL, Popen
from typing import TYPE_CHECKING, Any

from cli.browser.lobby_view import QuestionView, TextView
from cli.browser.view import View
from cli.runtime.output import say
from cli.runtime.typed_line import ask
from cli.words.error_sentences import error_sentence
from cli.words.language import _, is_yes

if TYPE_CHECKING:
    from cli.browser.page_server import PageServer

GOODBYE = 0.5
"""Seconds in which a page that is open may learn that the table is closed."""


class BrowserScreen:
    """Shows a view in the browser as soon as the player asks for it, and from then on."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        """Whether it is open, or should be opened at once."""
        self.tell: Callable[[str], None] = say
        """How the player is told the address."""
        self.told = ""
        """What they were told last."""
        self._view: View = TextView([])
        self._server: PageServer | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the browser if it is wanted; end the page with whatever runs here."""
        if self.wanted:
            await self._open()
        try:
            yield
        finally:
            if self._server is not None:
                self.show(TextView([], over=True))
                if self._server.watched:
                    await asyncio.sleep(GOODBYE)
                await self._server.close()

    def show(self, view: View) -> None:
        """From now on, show this."""
        self._view = view
        if self._server is not None:
            self._server.show(view)

    def open(self) -> None:
        """Open a window of the browser with what is shown; tells the player where."""
        self.wanted = True
        task = asyncio.ensure_future(self._open())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, question: str, about: list[str]) -> bool | None:
        """Ask in the terminal, where Enter means yes, and in the page; the first answer counts. None if
        nobody can answer."""
        typing = asyncio.ensure_future(ask(question))
        view, before = QuestionView(about, _("Yes"), _("No")), self._view
        self.show(view)
        try:
            both: list[asyncio.Future[Any]] = [typing, view.answer]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not view.answer.done() and (typed := typing.result()) is not None:
                return not typed or is_yes(typed)
            if view.answer.done():
                print(flush=True)  # the question in the terminal has no answer
            return await view.answer if self.wanted else None
        finally:
            typing.cancel()
            self.show(before)

    @property
    def watched(self) -> bool:
        return self._server is not None and self._server.watched

    async def _open(self) -> None:
        from cli.browser.page_server import PageServer  # here: most games are played without it

        if self._server is None:
            server = PageServer()
            try:
                await server.start()
            except OSError as error:
                text = _("The page cannot be served: {why}")
                self.tell(text.format(why=error_sentence(error)))
                return
            self._server = server
            server.show(self._view)
        address = self._server.new_address()
        if open_in_browser(address):
            text = _("The table is in your browser: {address} (works once; @ at the table makes a new one)")
        else:
            text = _("Open this in a browser on this machine: {address} (works once)")
        self.told = text.format(address=address)
        self.tell(self.told)


def open_in_browser(address: str) -> bool:
    """Ask the system to open an address; False if it has no browser with windows."""
    command = None
    if own := os.environ.get("BROWSER"):
        command = [*shlex.split(own), address]
    elif sys.platform == "darwin":
        command = ["open", address]
    elif sys.platform != "win32" and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        command = [opener, address] if (opener := shutil.which("xdg-open")) else None
    with suppress(OSError):
        if sys.platform == "win32" and not own:
            os.startfile(address)
            return True
        if command is not None:
            Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
            return True
    return False
