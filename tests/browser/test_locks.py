"""Who may see the page, without a browser: requests and messages that no browser would send."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cli.browser import page_server
from cli.browser.guest_server import NONCE, GuestServer, stream
from cli.browser.locks import BURST, MAX_MESSAGE
from tests.browser.served import Served, Shown, moment


@pytest.fixture
def served() -> Iterator[Served]:
    with Served(Shown(moment("classic-own-turn"))) as started:
        yield started


class Answer:
    def __init__(self, served: Served, path: str, method: str = "GET", **headers: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        self.status, self.headers, self.text = answer.status, answer.headers, answer.read().decode()
        connection.close()

    @property
    def given(self) -> dict[str, Any]:
        """What the page is given beside its words."""
        found = re.search(r'id="given">(.*?)</script>', self.text)
        return json.loads(found[1]) if found else {}


def path_of(address: str) -> str:
    return "/open/" + address.rpartition("/")[2]


def opened(served: Served) -> tuple[str, str]:
    """The cookie and the ticket that a browser gets."""
    answer = Answer(served, path_of(served.address()))
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/"))
    return cookie.partition(";")[0], answer.given["ticket"]


def talk(served: Served, cookie: str, origin: str | None = None, host: str | None = None) -> ClientConnection:
    ours = f"http://127.0.0.1:{served.port}"
    headers = {"Cookie": cookie} if cookie else {}
    place = socket.create_connection(("127.0.0.1", served.port))
    address = f"ws://{host or f'127.0.0.1:{served.port}'}/table"
    return connect(
        address, sock=place, origin=Origin(origin or ours), additional_headers=headers, legacy=None
    )


@contextmanager
def let_in(served: Served, tab: str = "one") -> Iterator[ClientConnection]:
    cookie, ticket = opened(served)
    with talk(served, cookie) as line:
        line.send(json.dumps({"ticket": ticket, "tab": tab}))
        yield line


def refused(served: Served, cookie: str, origin: str | None = None, host: str | None = None) -> None:
    with pytest.raises(InvalidStatus) as failed, talk(served, cookie, origin, host):
        pass
    assert failed.value.response.status_code == 403


def shows(line: ClientConnection) -> dict[str, Any]:
    """The first state that it is sent."""
    while "set" not in (message := json.loads(line.recv(10))):
        assert "taken" not in message, message
    return {**message["set"], "log": message["log"][1]}


def closed_with(line: ClientConnection) -> int | None:
    try:
        while True:
            line.recv(10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_it_listens_on_this_machine_only(served: Served) -> None:
    assert served.server._server is not None
    assert [place.getsockname()[0] for place in served.server._server.sockets] == ["127.0.0.1"]


def test_a_token_works_once_and_an_unused_one_is_replaced(served: Served) -> None:
    first, second = served.address(), served.address()
    assert len(first.rpartition("/")[2]) * 4 == 128
    for path, works in ((first, False), (second, True), (second, False), ("/open/" + "0" * 32, False)):
        answer = Answer(served, path_of(path))
        assert answer.status == 200
        assert ("Set-Cookie" in answer.headers) == works
        assert ("ticket" in answer.given) == works
    assert Answer(served, "/").given.keys() == {"words", "pace"}


def test_the_hand_is_shown_with_cookie_and_ticket(served: Served) -> None:
    with let_in(served) as line:
        assert [card["face"] for card in shows(line)["hand"]]


@pytest.mark.parametrize(
    "wrong", ["no cookie", "another cookie", "no ticket", "another ticket", "no text", "another pass"]
)
def test_nothing_is_shown_without_them(served: Served, wrong: str) -> None:
    cookie, ticket = opened(served)
    if "cookie" in wrong:
        refused(served, "" if wrong == "no cookie" else f"p2puno-{served.port}={'0' * 32}")
        return
    other = {
        "no ticket": {},
        "another ticket": {"ticket": "0" * 32},
        "no text": {"ticket": "\ud800"},
        "another pass": {"ticket": opened(served)[1]},
    }
    with talk(served, cookie) as line:
        line.send(json.dumps({"tab": "one", **other[wrong]}))
        assert closed_with(line) == 1008
    assert ticket


def test_who_says_nothing_is_disconnected(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_server, "PATIENCE", 0.05)
    with talk(served, opened(served)[0]) as line:
        assert closed_with(line) == 1008


def test_other_hosts_are_refused_everywhere(served: Served) -> None:
    """DNS rebinding: another site's name that points to this machine."""
    token = path_of(served.address())
    for path in (token, "/", "/app.js", "/table.css", "/table"):
        for host in (
            f"evil.example:{served.port}",
            f"localhost:{served.port}",
            "127.0.0.1",
            f"127.0.0.1:{served.port}.evil.example",
            "",
        ):
            answer = Answer(served, path, Host=host)
            assert answer.status >= 400, (path, host)
            assert "Set-Cookie" not in answer.headers
    assert "Set-Cookie" in Answer(served, token).headers, "the refused requests did not use it up"
    cookie, _ticket = opened(served)
    refused(served, cookie, f"http://evil.example:{served.port}", f"evil.example:{served.port}")


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}", "http://127.0.0.1:1"],
)
def test_other_origins_are_refused(served: Served, origin: str) -> None:
    origin = origin.format(port=served.port)
    cookie, _ticket = opened(served)
    refused(served, cookie, origin)
    assert Answer(served, "/", Origin=origin).status == 403
    fetched = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}
    assert Answer(served, "/app.js", **fetched).status == 403


def test_a_socket_without_an_origin_is_refused(served: Served) -> None:
    cookie, _ticket = opened(served)
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    answer = Answer(served, "/table", Cookie=cookie, Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==", **upgrade)
    assert answer.status == 403


def test_only_the_files_of_the_page_are_served(served: Served) -> None:
    for path in (
        "/../locks.py",
        "/%2e%2e/locks.py",
        "/page/app.js",
        "//etc/passwd",
        "/index.html",
        "/__init__.py",
    ):
        assert Answer(served, path).status == 404, path
    assert Answer(served, "/app.js").headers["Content-Type"].startswith("text/javascript")
    for method in ("POST", "HEAD", "PUT", "OPTIONS"):
        assert Answer(served, "/", method).status >= 400


def test_every_answer_has_the_policy(served: Served) -> None:
    for path in ("/", "/app.js", "/nothing", path_of(served.address())):
        headers = Answer(served, path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Server" not in headers


def test_messages_do_what_the_player_does(served: Served) -> None:
    with let_in(served) as line:
        shows(line)
        for message in (
            {"press": "d"},
            {"click": "card:3"},
            {"say": "hi\x1b[2J\n"},
            {"set": ["target", "100"]},
        ):
            line.send(json.dumps(message))
        line.send(json.dumps({"press": "no key"}))
        assert closed_with(line) == 1008
    assert served.view.did == [
        ("press", "d"),
        ("click", "card:3"),
        ("say", "hi [2J "),
        ("fill", "target", "100"),
    ]


NONSENSE = [
    "",
    "[]",
    "{}",
    "7",
    '{"press": 3}',
    '{"press": "' + "x" * 100 + '"}',
    '{"click": ""}',
    '{"set": ["a"]}',
    "[" * 3000,
    "\\",
    '{"say": ["x"]}',
]


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_closes_the_connection_and_nothing_else(served: Served, text: str) -> None:
    with let_in(served) as line:
        shows(line)
        line.send(text)
        assert closed_with(line) == 1008
    assert served.view.did == []
    with let_in(served) as line:
        shows(line)


def test_large_messages_and_binary_ones_close_it(served: Served) -> None:
    with let_in(served) as line:
        shows(line)
        line.send(json.dumps({"say": "x" * MAX_MESSAGE}))
        assert closed_with(line) == 1009
    with let_in(served) as line:
        shows(line)
        line.send(b'{"press": "d"}')
        assert closed_with(line) == 1008


def test_a_flood_closes_it(served: Served) -> None:
    with let_in(served) as line:
        shows(line)
        with suppress(ConnectionClosed):
            for _number in range(1000 * int(BURST)):
                line.send('{"press":"d"}')
        assert closed_with(line) == 1008
    assert len(served.view.did) < 2 * BURST


def test_strangers_cannot_take_all_connections_from_the_player(served: Served) -> None:
    """Whoever has no cookie gets no WebSocket at all, however many they ask for."""
    for _number in range(40):
        refused(served, "")
    with let_in(served) as line:
        shows(line)


def test_connections_on_which_nothing_is_said_make_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers who open many connections use up neither file descriptors nor the player's place, however
    long they may take."""
    monkeypatch.setattr(page_server, "PATIENCE", 3600.0)
    with Served(Shown(moment("classic-own-turn"))) as served, ExitStack() as lines:
        place = ("127.0.0.1", served.port)
        silent = [lines.enter_context(socket.create_connection(place)) for _number in range(48)]
        shows(lines.enter_context(let_in(served)))
        for one in silent[: -page_server.MOST]:
            one.settimeout(10)
            with suppress(ConnectionResetError):
                assert one.recv(1) == b""


def test_guests_without_a_key_keep_nobody_out() -> None:
    """On a guest's server a stranger may open a WebSocket. Those who never show the key make room."""
    key = bytes(range(32))
    with Served(Shown(moment("classic-own-turn")), GuestServer(key)) as served, ExitStack() as lines:
        for _number in range(2 * page_server.MOST):
            lines.enter_context(talk(served, ""))
        phone = lines.enter_context(talk(served, ""))
        phone.send(bytes(NONCE))
        ours = phone.recv(10)
        assert isinstance(ours, bytes)
        keys = stream(stream(key, bytes(NONCE))[:32], ours)
        hello = json.dumps({"tab": "phone"}).encode()
        phone.send(ChaCha20Poly1305(keys[32:]).encrypt(bytes(NONCE), hello, None))
        first = phone.recv(10)
        assert isinstance(first, bytes)
        assert "cards" in json.loads(ChaCha20Poly1305(keys[:32]).decrypt(bytes(NONCE), first, None))


def test_a_second_window_is_asked_and_takes_over_only_then(served: Served) -> None:
    with let_in(served, "one") as first:
        shows(first)
        with let_in(served, "two") as second:
            assert json.loads(second.recv(10)) == {"taken": True}
            second.send(json.dumps({"press": "d"}))  # it does not play before it has the table
            first.send(json.dumps({"press": "k"}))
            served.waits_for(("press", "k"))
            second.send(json.dumps({"take": True}))
            assert json.loads(first.recv(10)) == {"moved": True}
            assert closed_with(first) == 4001
            shows(second)
    assert served.view.did == [("press", "k")]


def test_a_window_that_waits_hears_that_the_program_is_there(served: Served) -> None:
    with let_in(served, "one") as first:
        shows(first)
        with let_in(served, "two") as second:
            assert json.loads(second.recv(10)) == {"taken": True}
            assert json.loads(second.recv(10)) == {"alive": True}


def test_a_window_that_is_reloaded_needs_not_be_asked(served: Served) -> None:
    with let_in(served, "one") as first, let_in(served, "one") as second:
        shows(first)
        shows(second)


def test_only_differences_are_sent(served: Served) -> None:
    with let_in(served) as line:
        before = shows(line)
        after = {
            **before,
            "prompt": "Now!",
            "log": [*before["log"][2:], {"text": "x", "kind": "log", "cards": []}],
        }
        del after["coach"]
        served.show(Shown(after))
        message = json.loads(line.recv(10))
        assert message.pop("now") > 0
        assert message == {"set": {"prompt": "Now!"}, "gone": ["coach"], "log": [2, after["log"][-1:]]}
