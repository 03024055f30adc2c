"""Announcing and finding tables, on loopback only; and what the doctor says."""

import asyncio
import socket
import sys
from dataclasses import replace
from typing import Any

import pytest

from protocol.net import discovery, doctor
from protocol.net.discovery import AGAIN, Announcement, Announcer, Browser, find, read
from protocol.net.doctor import Finding
from protocol.net.errors import PortTaken, Unavailable
from tests.protocol.net.peers import HOST, Peer, play, running, until

LOOPBACK = [HOST]
TABLE = Announcement("t-1", ("127.0.0.1:10866",), "flip", "500", 1, 4, "Ada", "1")


def multicast_works() -> str:
    """Empty if this machine has multicast on loopback; else the reason why not."""
    try:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener,
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
        ):
            group = socket.inet_aton("224.0.0.251") + socket.inet_aton(HOST)
            listener.bind(("", 0))
            listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            listener.settimeout(2)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HOST))
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 0)
            sender.sendto(b"?", ("224.0.0.251", listener.getsockname()[1]))
            listener.recv(10)
    except OSError as error:
        return f"no multicast on loopback here: {error}"
    return ""


def test_a_table_is_announced_found_changed_and_gone() -> None:
    reason = multicast_works()
    if reason:
        pytest.skip(reason)

    async def script() -> None:
        changes: list[int] = []
        browser = Browser(lambda: changes.append(len(browser.tables)), LOOPBACK)
        announcer = Announcer(LOOPBACK)
        try:
            assert await browser.start() is None
            assert await announcer.announce(TABLE) is None
            await until(lambda: browser.tables == [TABLE], "the announcement")
            assert browser.tables[0].where.port == 10866
            assert await announcer.announce(replace(TABLE, seats_taken=2)) is None
            await until(lambda: browser.tables == [replace(TABLE, seats_taken=2)], "the change")
            await announcer.close()
            await until(lambda: browser.tables == [], "the goodbye")
            assert changes
        finally:
            await announcer.close()
            await browser.close()

    play(script())


def test_without_zeroconf_tables_are_joined_by_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no wheel for every system."""
    for name in ("zeroconf", "zeroconf.asyncio"):
        monkeypatch.setitem(sys.modules, name, None)

    async def script() -> None:
        found = await find(0.01)
        assert isinstance(found, Unavailable)
        announcer = Announcer()
        assert isinstance(await announcer.announce(TABLE), Unavailable)
        await announcer.close()
        assert (await doctor.check_multicast([HOST])).finding is Finding.MULTICAST_REFUSED

    play(script())


def test_without_a_network_there_is_one_clear_value_and_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **options: Any) -> Any:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", fail)

    async def script() -> None:
        found = await find(0.01)
        assert isinstance(found, Unavailable)
        assert "Network is unreachable" in str(found.error)
        announcer = Announcer()
        assert isinstance(await announcer.announce(TABLE), Unavailable)
        await announcer.close()
        check = await doctor.check_multicast([HOST])
        assert check.finding is Finding.MULTICAST_REFUSED
        assert isinstance(check.error, Unavailable)

    play(script())


def test_a_network_that_disappears_while_listening_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever searches for lost players must go on searching."""
    reason = multicast_works()
    if reason:
        pytest.skip(reason)
    from zeroconf.asyncio import AsyncZeroconf

    close = AsyncZeroconf.async_close

    async def fail(self: AsyncZeroconf) -> None:
        await close(self)
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(AsyncZeroconf, "async_close", fail)

    async def script() -> None:
        # A service of its own: another test, at the same time, wants to see nothing but its table.
        browser, announcer = Browser(interfaces=LOOPBACK, service=AGAIN), Announcer(LOOPBACK, AGAIN)
        assert await browser.start() is None
        assert await announcer.announce(TABLE) is None
        await announcer.close()
        await browser.close()

    play(script())


def test_who_is_cancelled_while_it_closes_leaves_no_socket_open(monkeypatch: pytest.MonkeyPatch) -> None:
    if reason := multicast_works():
        pytest.skip(reason)
    from zeroconf.asyncio import AsyncZeroconf

    leaving, closed = asyncio.Event(), asyncio.Event()
    close = AsyncZeroconf.async_close

    async def unregister(self: AsyncZeroconf) -> None:
        leaving.set()
        await closed.wait()

    async def end(self: AsyncZeroconf) -> None:
        closed.set()
        await close(self)

    monkeypatch.setattr(AsyncZeroconf, "async_unregister_all_services", unregister)
    monkeypatch.setattr(AsyncZeroconf, "async_close", end)

    async def script() -> None:
        announcer = Announcer(LOOPBACK, AGAIN)
        assert await announcer.announce(TABLE) is None
        closing = asyncio.ensure_future(announcer.close())
        await leaving.wait()
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        assert closed.is_set()

    play(script())


class Answers:
    """Stands for the library's question about one announcement; it waits until the test answers."""

    asked: list[str]
    go: asyncio.Event

    def __init__(self, service: str, name: str) -> None:
        self.name, self.port = name, 10866
        self.properties = {key.encode(): value.encode() for key, value in TABLE.text().items()}

    async def async_request(self, zeroconf: object, timeout: float) -> bool:
        self.asked.append(self.name)
        await self.go.wait()
        return True

    def parsed_scoped_addresses(self) -> list[str]:
        return [HOST]


@pytest.mark.parametrize("gone", [True, False])
def test_no_more_tables_than_there_is_room_for_and_none_that_is_gone(
    monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    """Both while the announcement is asked about."""
    from zeroconf import ServiceStateChange

    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", Answers)
    changes: Any = ServiceStateChange

    async def script() -> None:
        Answers.asked, Answers.go = [], asyncio.Event()
        browser = Browser()
        many = discovery.MAX_TABLES
        names = [f"t-{number}.{discovery.SERVICE}" for number in range(2 * many)]
        for name in names:
            browser._changed(object(), discovery.SERVICE, name, changes.Added)  # type: ignore[arg-type]
        await until(lambda: len(Answers.asked) == many, "the questions")
        if gone:
            for name in names:
                browser._changed(object(), discovery.SERVICE, name, changes.Removed)  # type: ignore[arg-type]
        Answers.go.set()
        await until(lambda: not browser._asking, "the answers")
        assert len(browser.tables) == (0 if gone else many)
        for name in names[many:]:
            browser._changed(object(), discovery.SERVICE, name, changes.Added)  # type: ignore[arg-type]
        await until(lambda: not browser._asking, "the answers")
        assert len(browser.tables) == many
        await browser.close()

    play(script())


@pytest.mark.parametrize(
    "change",
    [
        {b"seats": b"2"},
        {b"seats": b"-1/4"},
        {b"seats": "²/4".encode()},
        {b"seats": b"1/99999"},
        {b"txtvers": b"9"},
        {b"by": b"x" * 2000},
    ],
)
def test_announcements_of_strangers_are_read_with_care(change: dict[bytes, bytes]) -> None:
    text: dict[bytes, bytes | None] = {k.encode(): v.encode() for k, v in TABLE.text().items()}
    name = f"t-1.{discovery.SERVICE}"
    assert read(name, [HOST], 10866, text) == TABLE
    assert read(name, [HOST], 10866, {**text, **change}) is None
    assert read(name, [], 10866, text) is None
    assert read(name, [HOST], 0, text) is None
    spoken = read(name, [HOST], 10866, {**text, b"by": b"A\x1b[2Jda\xff" + b"y" * 200})
    assert spoken is not None
    assert spoken.opened_by.isprintable()
    assert len(spoken.opened_by) <= discovery.MAX_TEXT


def test_the_doctor_finds_what_is_wrong() -> None:
    async def script() -> None:
        with socket.create_server((HOST, 0)) as other:
            port = other.getsockname()[1]
            checks = await doctor.examine(port=port, hosts=[HOST], interfaces=LOOPBACK)
        encryption, refused, addresses, connection, multicast = checks
        assert encryption.finding is Finding.ENCRYPTION
        assert refused.finding is Finding.PORT_REFUSED
        assert isinstance(refused.error, PortTaken)
        assert refused.error.port == port
        assert addresses.finding is Finding.NO_NETWORK
        assert connection.finding is Finding.CONNECTION
        assert multicast.finding.ok is not bool(multicast_works())
        assert (await doctor.check_port(port, [HOST])).finding is Finding.PORT_FREE
        table = Peer()
        async with running(table):
            seen = await doctor.check_port(table.mesh.port, [HOST])
        assert seen == doctor.Check(Finding.PORT_OPEN, str(table.mesh.port))
        assert asyncio.all_tasks() == {asyncio.current_task()}

    play(script())
