"""Attacks on the page in a real browser: other sites, other names for this machine, hostile texts."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.browser.program import Program
from tests.browser.served import Served, Shown, moment
from tests.cli.moments import LOBBIES, MOMENTS
from tests.replay.browser import Browser

READY = "document.querySelector('.hand .card') !== null"


class Evil(BaseHTTPRequestHandler):
    """Another server on this machine; remembers the cookies that browsers send it."""

    cookies: list[str] = []  # noqa: RUF012 - shared by all requests

    def do_GET(self) -> None:
        self.cookies.append(self.headers.get("Cookie", ""))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>evil</title><body>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its base class names it so
        pass


@contextmanager
def evil_site() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Evil)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


TRIES = """
const [port, done] = arguments, base = 'http://127.0.0.1:' + port, found = {};
const socket = () => new Promise(resolve => {
  const line = new WebSocket('ws://127.0.0.1:' + port + '/table');
  line.onopen = () => line.send(JSON.stringify({ticket: localStorage.getItem('ticket') || '', tab: 'evil'}));
  line.onmessage = event => resolve(event.data);
  line.onclose = () => resolve('closed');
});
const read = path => fetch(base + path, {credentials: 'include'})
  .then(answer => answer.text(), () => 'refused');
const embed = (tag, attribute, path) => new Promise(resolve => {
  const element = document.createElement(tag);
  element.onload = () => resolve('loaded'); element.onerror = () => resolve('refused');
  element[attribute] = base + path;
  document.body.append(element);
});
const frame = () => new Promise(resolve => {
  const element = document.createElement('iframe');
  element.onload = resolve;
  element.src = base + '/';
  document.body.append(element);
});
(async () => {
  found.socket = await socket();
  found.page = await read('/');
  found.script = await embed('script', 'src', '/app.js');
  found.image = await embed('img', 'src', '/app.js');
  await frame();
  const opened = window.open(base + '/');
  found.window = 'blank';
  for (let tries = 0; tries < 60 && found.window === 'blank'; tries += 1) {
    await new Promise(resolve => setTimeout(resolve, 50));
    try {
      if (!opened || opened.closed) found.window = 'shut';
      else if (opened.location.href !== 'about:blank') found.window = 'readable';
    } catch { found.window = 'shut'; }
  }
  if (opened) opened.close();
  done(found);
})();
"""


@pytest.mark.parametrize("site", ["http://127.0.0.1:{port}/", "http://evil.example:{port}/"])
def test_a_page_of_another_origin_gets_nothing(browser: Browser, site: str) -> None:
    """With the player's page open in the same browser. One of the sites even gets the player's cookie,
    because cookies do not tell ports apart: it is worth nothing without the ticket."""
    with Served(Shown(moment("classic-own-turn"))) as served, evil_site() as port:
        browser.open(served.address())
        browser.wait(READY)
        Evil.cookies.clear()
        browser.open(site.format(port=port))
        found = browser.run_later(TRIES, served.port)
        assert found["socket"] == "closed"
        assert found["page"] == "refused"
        assert found["script"] == "refused"
        assert found["image"] == "refused"
        assert found["window"] == "shut"
        framed = browser.run(
            "return [...document.querySelectorAll('iframe')].map(f => f.contentDocument === null)"
        )
        assert framed == [True]
        assert served.view.did == []
        if "127.0.0.1" in site:
            assert any("p2puno-" in cookie for cookie in Evil.cookies)


def test_another_name_for_this_machine_gets_nothing(browser: Browser) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        path = served.address().rpartition("/")[2]
        browser.open(f"http://rebound.example:{served.port}/open/{path}")
        assert (
            browser.run("return document.getElementById('app') || document.getElementById('given')") is None
        )
        browser.open(f"{served.server.locks.origin}/open/{path}")
        browser.wait(READY)


def test_an_address_that_was_used_shows_nothing_elsewhere(browser: Browser) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        address = served.address()
        browser.open(address)
        browser.wait(READY)
        assert browser.run("return location.pathname + location.search + location.hash") == "/"
        assert browser.run("return document.cookie") == "", "scripts cannot read the cookie"
        browser.run("localStorage.clear(); sessionStorage.clear()")
        browser.command("Network.clearBrowserCookies", {})
        browser.open(address)
        browser.wait("document.querySelector('.notice:not([hidden])') !== null")
        assert "has been used" in browser.text(".notice")
        assert browser.run("return document.querySelector('.hand .card')") is None


def test_a_second_tab_asks_before_it_takes_over(browser: Browser) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        browser.open(served.address())
        browser.wait(READY)
        first = browser.tabs()[0]
        second = browser.new_tab()
        browser.open(served.server.locks.origin + "/")
        browser.wait("document.querySelector('.notice button') !== null")
        assert "another window" in browser.text(".notice")
        browser.click(".notice button")
        browser.wait(READY)
        browser.use_tab(first)
        browser.wait("document.querySelector('.notice:not([hidden])') !== null")
        browser.use_tab(second)
        browser.close_tab()
        browser.use_tab(first)


HOSTILE = (
    "<img src=x onerror=window.taken=1></script><script>window.taken=1</script>"
    "<svg onload=window.taken=1>{count}"
)


def hostile(value: Any, name: str = "") -> Any:
    """The same state with every text of others replaced."""
    if isinstance(value, dict):
        return {key: hostile(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [hostile(item, name) for item in value]
    keeps = (
        "kind",
        "action",
        "face",
        "top",
        "other_side",
        "pile_shows",
        "turned_away",
        "style",
        "sign",
        "colour",
    )
    if isinstance(value, str) and name not in keeps and not (name == "cards" and len(value) < 5):
        return value + HOSTILE
    return value


def lobby(name: str) -> dict[str, Any]:
    from cli.browser.view import plain

    room = LOBBIES[name]
    state: dict[str, Any] = plain(room) | {
        "kind": "lobby",
        "log": list(room.told),
        "heading": room.invitation.heading,
        "codes": [],
    }
    form = {
        "title": "t",
        "message": "m",
        "fields": [{"name": "n", "label": "l", "values": ["v"], "labels": ["x"], "value": "v", "hint": ""}],
    }
    return state | {"form": form, "may": {"agree": True, "change": True, "host": True, "take": True}}


def test_names_and_chat_never_become_markup(browser: Browser) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        browser.open(served.address())
        browser.wait(READY)
        browser.logged("browser"), browser.requests()
        states = [(name, moment(name), MOMENTS[name]().session.options.variant) for name in MOMENTS]
        for name, state, variant in [*states, *((name, lobby(name), "classic") for name in LOBBIES)]:
            served.show(Shown(hostile(state) | {"number": name}, variant))
            title = f"{state['title']}{HOSTILE}"
            browser.wait(f"document.querySelector('h1').textContent === {json.dumps(title)}")
            assert browser.run("return window.taken === undefined"), name
            assert (
                browser.run("return document.querySelectorAll('img, script:not([src]):not(#given)').length")
                == 0
            )
        own = [log for log in browser.logged("browser") if f":{served.port}/" in log["message"]]
        assert [log for log in own if "AudioContext" not in log["message"]] == []
        asked = [url for url in browser.requests() if "127.0.0.1" not in url and not url.startswith("data:")]
        assert asked == []


def test_no_secret_is_left_in_history_titles_or_output(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path, "play", "--browser", "--seed", "1") as program:
        address = program.address
        browser.open(address)
        browser.wait(READY)
        history = browser.command("Page.getNavigationHistory", {})["entries"]
        assert [entry["url"].rpartition("/")[2] for entry in history[-1:]] == [""]
        cookie = browser.command("Network.getCookies", {"urls": [address]})["cookies"][0]["value"]
        ticket = browser.run("return localStorage.getItem('ticket')")
        assert len(cookie) == len(ticket) == 32
        seen = json.dumps(history[-1]) + browser.run("return document.title") + "\n".join(program.printed)
        assert cookie not in seen
        assert ticket not in seen
    left = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert cookie.encode() not in left
    assert address.rpartition("/")[2].encode() not in left
