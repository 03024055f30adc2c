"""Serves the page and its one WebSocket, in the event loop of the player's own program."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from email.utils import formatdate
from html import escape
from importlib.resources import files
from time import monotonic
from typing import Any, ClassVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from cli.browser.locks import MAX_MESSAGE, Locks, Rate, page_pace, security_headers
from cli.browser.page_words import page_words
from cli.browser.view import View, cards, difference
from cli.runtime.sounds import Tone, recorded
from cli.words.language import language
from protocol.peer.message_checks import MAX_CHAT

LOOPBACK = "127.0.0.1"
SOCKET = "/table"
"""The path of the WebSocket."""
MOST = 16
"""Connections at a time that are let in, and as many that are not yet."""
PATIENCE = 5.0
"""Seconds in which a page must show its ticket."""
BEAT = 3.0
"""Seconds after which a page hears that we are still there: its side of a cut connection seems open."""
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "wav": "audio/wav",
}
KEYS = frozenset(
    ("enter", "escape", "space", "left", "right", "up", "down", "home", "end", "pageup", "pagedown")
) | {"tab", "backspace"}
"""The keys with names, as in `cli.screen.fullscreen`."""
POLICY_VIOLATION, TAKEN = 1008, 4001
"""Codes with which a connection is closed."""


def _visitor(waiting: dict[ServerConnection, None]) -> type[ServerConnection]:
    """Connections that are in `waiting`, oldest first, until they are let in or lost. Where too many wait, a
    new one takes the place of the oldest: a stranger who opens many keeps nobody out for long."""

    class Visitor(ServerConnection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            waiting[self] = None
            if len(waiting) > MOST:
                oldest = next(iter(waiting))
                del waiting[oldest]
                oldest.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            waiting.pop(self, None)
            super().connection_lost(exc)

    return Visitor


Deed = Callable[[View], None]
"""What the player does in the page."""


class Refused(Exception):
    """The page sent something that ours never sends."""


class Line:
    """A connection to a page, as text messages: as they are, for a page on this machine."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def send(self, text: str) -> None:
        await self.socket.send(self._pack(text))

    async def receive(self) -> str:
        return self._unpack(await self.socket.recv())

    def _pack(self, text: str) -> str | bytes:
        return text

    def _unpack(self, message: str | bytes) -> str:
        if not isinstance(message, str):
            raise Refused
        return message


class Window:
    """One page that is open: what it has been sent, and what it sends."""

    def __init__(self, line: Line, tab: str) -> None:
        self.line, self.tab = line, tab
        self.dirty = asyncio.Event()
        self._rate = Rate()
        self._sent: dict[str, Any] = {}
        self._variant: str | None = None

    async def show(self, view: View) -> None:
        """Send what has changed."""
        if view.variant is not None and view.variant != self._variant:
            self._variant = view.variant
            await self._send({"cards": cards(view.variant)})
        state = view.state()
        message = difference(self._sent, state) | view.events()
        if message:
            self._sent = state
            await self._send(message | {"now": round(1000 * monotonic())})

    async def ask(self, what: str) -> None:
        await self._send({what: True})

    async def _send(self, message: dict[str, Any]) -> None:
        await self.line.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def receive(self) -> Deed:
        done = deed(await self.line.receive())
        if not self._rate.allows(monotonic()):
            raise Refused
        return done


class PageServer:
    """Shows one view at a time in one window of a browser on this machine."""

    given: ClassVar[dict[str, Any]] = {}
    """What every page is given beside its words."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._window: Window | None = None
        self._server: Server | None = None
        self._files: dict[str, bytes] = {}
        self._closing: set[asyncio.Future[None]] = set()
        self._waiting: dict[ServerConnection, None] = {}

    async def start(self, host: str = LOOPBACK, port: int = 0) -> None:
        """Raises OSError if the port is taken."""
        quiet = logging.getLogger("p2puno.page")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False  # what strangers send is nobody's to read
        self._files = _page_files()
        self._server = await serve(
            self._talk,
            host,
            port,
            process_request=self._answer,
            max_size=MAX_MESSAGE,
            max_queue=8,
            open_timeout=PATIENCE,
            logger=quiet,
            server_header=None,
            compression=None,
            create_connection=_visitor(self._waiting),
        )
        self.locks = Locks(host, self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close(code=1001)
            await self._server.wait_closed()
            self._server = None

    def new_address(self) -> str:
        """An address that one browser can open, once."""
        return f"{self.locks.origin}/open/{self.locks.new_token()}"

    @property
    def watched(self) -> bool:
        """Whether a page shows the table now."""
        return self._window is not None

    def show(self, view: View) -> None:
        """From now on, show this."""
        self._view = view
        view.changes.append(self._changed)
        self._changed()

    def _changed(self) -> None:
        if self._window is not None:
            self._window.dirty.set()

    # -- requests ---------------------------------------------------------------------------------------

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request; None for a WebSocket that may open."""
        if request.method != "GET" or not self.locks.is_for_us(_single(request.headers)):
            return self._respond(403, b"")
        path = request.path.partition("?")[0]
        if path == SOCKET:
            full = self._server is not None and len(self._server.connections - self._waiting.keys()) >= MOST
            ours = request.headers.get("Origin") == self.locks.origin
            return None if ours and not full and self._may_open(request) else self._respond(403, b"")
        if path.startswith("/open/"):
            given = self.locks.redeem(path.removeprefix("/open/"))
            if given is None:
                return self._page({})
            cookie = f"{self.locks.cookie}={given.cookie}; HttpOnly; SameSite=Strict; Path=/"
            return self._page({"ticket": given.ticket}, [("Set-Cookie", cookie)])
        if path == "/":
            return self._page({})
        content = self._files.get(path.removeprefix("/"))
        if content is None or path == "/index.html":
            return self._respond(404, b"")
        return self._respond(200, content, path.rpartition(".")[2])

    def _may_open(self, request: Request) -> bool:
        return self.locks.has_cookie(request.headers.get("Cookie", "")) is not None

    def _page(self, given: dict[str, Any], headers: list[tuple[str, str]] | None = None) -> Response:
        content = {"words": page_words(), "pace": page_pace(), **self.given, **given}
        data = json.dumps(content).replace("<", "\\u003c")
        page = self._files["index.html"].decode()
        page = page.replace("{{LANG}}", escape(language())).replace("{{DATA}}", data)
        return self._respond(200, page.encode(), "html", headers)

    def _respond(
        self, status: int, body: bytes, kind: str = "txt", headers: list[tuple[str, str]] | None = None
    ) -> Response:
        sent = Headers(
            [
                ("Date", formatdate(usegmt=True)),
                ("Connection", "close"),
                ("Content-Length", str(len(body))),
                ("Content-Type", TYPES[kind]),
                *security_headers(self.locks.origin),
                *(headers or ()),
            ]
        )
        return Response(status, "", sent, body)

    # -- the WebSocket ----------------------------------------------------------------------------------

    async def _talk(self, socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            try:
                async with asyncio.timeout(PATIENCE):
                    window = await self._let_in(socket)
                self._waiting.pop(socket, None)
                await self._take_place(window)
                await self._serve(window)
            except (Refused, TimeoutError):
                await socket.close(POLICY_VIOLATION)

    async def _let_in(self, socket: ServerConnection) -> Window:
        """Let the page show its ticket."""
        request = socket.request
        cookie = self.locks.has_cookie(request.headers.get("Cookie", "")) if request is not None else None
        line = Line(socket)
        match json_of(await line.receive()):
            case {"ticket": str(ticket), "tab": str(tab)} if cookie and self.locks.fits(cookie, ticket):
                return Window(line, tab)
        raise Refused

    async def _take_place(self, window: Window) -> None:
        """Another window that shows the table stays, unless the player says otherwise in the new one."""
        before = self._window
        if before is not None and before.tab != window.tab:
            await window.ask("taken")
            async with _beside(_beat(window)):
                while await window.receive() is not take:
                    pass
            before = self._window
        self._window = window
        if before is not None:
            closing = asyncio.ensure_future(_dismiss(before))  # it may be cut off: nobody waits for it
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _serve(self, window: Window) -> None:
        try:
            async with _beside(self._send(window)):
                while True:
                    done = await window.receive()
                    if self._view is not None and self._window is window:
                        done(self._view)
        finally:
            if self._window is window:
                self._window = None

    async def _send(self, window: Window) -> None:
        window.dirty.set()
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    await window.dirty.wait()
            except TimeoutError:
                await window.ask("alive")
            window.dirty.clear()
            if self._view is not None:
                await window.show(self._view)


@asynccontextmanager
async def _beside(what: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do something until the block ends."""
    task = asyncio.ensure_future(what)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _beat(window: Window) -> None:
    """Tell a window that waits that we are still there."""
    while True:
        await asyncio.sleep(BEAT)
        await window.ask("alive")


async def _dismiss(window: Window) -> None:
    """Tell a window that another one shows the table now."""
    with suppress(ConnectionClosed):
        await window.ask("moved")
    await window.line.socket.close(TAKEN)


def _single(headers: Headers) -> dict[str, str]:
    """The headers, of which none that we look at may be sent twice."""
    return {name.title(): ", ".join(headers.get_all(name)) for name in headers}


def json_of(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused from None


def deed(text: str) -> Deed:
    """What a message of the page asks for; raises Refused unless it is one that ours sends."""
    match json_of(text):
        case {"press": str(key)} if key in KEYS or (len(key) == 1 and key.isprintable()):
            return lambda view: view.press(key)
        case {"click": str(action), **rest} if 0 < len(action) <= 40 and rest.keys() <= {"asked"}:
            if isinstance(asked := rest.get("asked"), int | None):
                return lambda view: view.click(action, asked)
        case {"say": str(said)}:
            text = "".join(char if char.isprintable() else " " for char in said)
            return lambda view: view.say(text[:MAX_CHAT])
        case {"set": [str(name), str(value)]}:
            return lambda view: view.fill(name, value)
        case {"take": True}:
            return take
    raise Refused


def take(view: View) -> None:
    """Show the table in this window: nothing to do if it does."""


def _page_files() -> dict[str, bytes]:
    """The files of the page, by the path under which they are served."""
    found: dict[str, bytes] = {}

    def collect(folder: Any, prefix: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                collect(entry, f"{prefix}{entry.name}/")
            elif entry.name.rpartition(".")[2] in TYPES:
                found[prefix + entry.name] = entry.read_bytes()

    collect(files("cli.browser") / "page", "")
    return found | {f"{tone.name.lower()}.wav": recorded(tone) for tone in Tone}
