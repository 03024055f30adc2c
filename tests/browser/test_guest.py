"""A guest with only a phone: a real host, a real seat, and a page the size of a phone."""

from __future__ import annotations

import base64
import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.browser.cable import Cable
from tests.browser.player import leave, play
from tests.browser.program import Program
from tests.replay.browser import Browser

HAND = "return [...document.querySelectorAll('.hand button')].map(one => one.ariaLabel.split(',')[0])"
MIDDLE = """const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]"""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/#[\w-]{43}")
HOST = (
    "host",
    "--local",
    "--players",
    "3",
    "--bots",
    "1",
    "--guest",
    "Leo",
    "--name",
    "Ada",
    "--target",
    "40",
)


def hosting(home: Path) -> Program:
    """A host who plays by themselves, with a bot and a guest."""
    return Program(home, *HOST, "--as-bot", "normal", "--pace", "0", "--uno-window", "200")


def invited(program: Program) -> str:
    """The address in the code for the guest, once they have a seat."""
    address = program.find(ADDRESS)
    program.find("Leo joins as a guest on Ada's machine, which sees their hand")
    return address


def finished(program: Program) -> Callable[[str], bool]:
    """Whether the match is over for the guest: told so, or left by a host who did not wait for anybody."""

    def seen(did: str) -> bool:
        return did == "over" or (did.startswith("notice") and program.process.poll() == 0)

    return seen


@pytest.fixture(autouse=True)
def phone(browser: Browser):  # type: ignore[no-untyped-def]
    browser.size(360, 740)
    yield
    browser.command("Emulation.clearDeviceMetricsOverride", {})


def test_a_guest_plays_a_whole_match_from_a_phone(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as program:
        address = invited(program)
        browser.open(address)
        browser.wait("document.querySelector('.hand .card') !== null", 60)
        assert browser.run("return location.href + document.title").count(address.partition("#")[2]) == 0
        browser.command("Page.reload", {})
        done = play(browser, finished(program), 90)
        assert "card" in done or "do:draw" in done
        assert program.process.wait(60) == 0
    assert len(list(tmp_path.rglob("*.uno"))) == 3


def test_a_guest_looks_at_the_result_and_then_waits_in_the_lobby(browser: Browser, tmp_path: Path) -> None:
    """Leaving is for those whose program runs a seat."""
    with Program(tmp_path, *HOST, "--browser", "--pace", "0", "--uno-window", "200") as program:
        page, host = program.address, Browser()
        try:
            browser.open(invited(program))
            host.open(page)
            playing = threading.Thread(target=lambda: play(host, lambda did: did == "match over", 120))
            playing.start()
            browser.wait("document.querySelector('.hand .card') !== null", 60)
            assert browser.run("return document.querySelector('[data-action=\"do:leave\"]')") is None
            ended = "document.querySelector('.panel h2').textContent === 'The match is over'"
            play(browser, lambda did: bool(browser.run(f"return {ended}")), 120)
            playing.join(60)
            assert browser.run(
                "return [...document.querySelectorAll('.panel .options span')].map(one => one.textContent)"
            ) == ["Close"]
            play(browser, lambda did: did == "lobby")
            assert "Waiting for Ada to agree" in browser.text("main")
            assert browser.run("return document.querySelector('[data-action=\"key:q\"]')") is None
            leave(host)
            browser.wait("document.getElementById('app').dataset.kind === 'over'")
            assert "the match!" in browser.text("main")
        finally:
            host.close()


def test_the_code_is_shown_when_the_page_can_be_opened(tmp_path: Path) -> None:
    """However fast it is scanned."""
    with hosting(tmp_path) as program, urllib.request.urlopen(program.find(ADDRESS), timeout=10) as page:
        assert page.status == 200


def test_a_phone_that_sleeps_comes_back_to_the_same_hand(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as program:
        address = invited(program)
        browser.open(address)
        play(browser, lambda did: did not in ("wait", "lobby", "waiting", "undefined"))
        browser.wait("document.querySelector('.table[data-urgent]') !== null")
        held = browser.run(HAND)
        browser.command("Network.enable", {})
        offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.open("about:blank")  # asleep: the page is gone
        browser.command("Network.emulateNetworkConditions", offline)
        browser.command("Network.emulateNetworkConditions", {**offline, "offline": False})
        browser.open(address)
        browser.wait("document.querySelector('.table[data-urgent]') !== null")
        assert sorted(browser.run(HAND)) == sorted(held)


def test_without_the_key_there_is_nothing(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as program:
        address = invited(program)
        origin, _hash, key = address.partition("/#")
        browser.open(f"{origin}/#{'A' * 43}")
        browser.wait("document.querySelector('.notice:not([hidden])') !== null")
        assert "not valid" in browser.text(".notice")
        assert browser.run("return document.querySelector('.card')") is None
        place = origin.removeprefix("http://")
        with connect(f"ws://{place}/table", origin=Origin(origin)) as line:
            line.send(bytes(12))
            assert len(line.recv(10)) == 12
            line.send(json.dumps({"tab": "x"}))
            with pytest.raises(ConnectionClosed):
                line.recv(10)
        asked = [url for url in browser.requests() if key in url]
        assert asked == [], "the key is never sent"


def test_what_goes_over_the_network_is_unreadable(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as program:
        browser.command("Network.enable", {})
        browser.logged("performance")
        browser.open(invited(program))
        browser.wait("document.querySelector('.hand .card') !== null")
        messages = [json.loads(entry["message"])["message"] for entry in browser.logged("performance")]
        frames = [one["params"]["response"] for one in messages if "webSocketFrame" in one["method"]]
        assert len(frames) > 4
        assert {frame["opcode"] for frame in frames} == {2}
        heard = b"".join(base64.b64decode(frame["payloadData"]) for frame in frames)
        for word in (b"Leo", b"hand", b"face", b"state", b"press", b"Red"):
            assert word not in heard


def test_a_guest_comes_back_to_a_resumed_game(browser: Browser, tmp_path: Path) -> None:
    """The code is the same, so the page that is still open on the phone finds the table again by itself."""
    with hosting(tmp_path) as program:
        address = invited(program)
        browser.open(address)
        browser.wait("document.querySelector('.table[data-urgent]') !== null", 60)
        held = browser.run(HAND)
        program.process.kill()
        program.process.wait()
        browser.wait("!document.querySelector('.notice').hidden")
    with Program(tmp_path, "resume", "--as-bot", "normal", "--pace", "0") as program:
        assert program.find(ADDRESS) == address
        browser.wait("document.querySelector('.notice').hidden", 60)
        browser.wait("document.querySelector('.table[data-urgent]') !== null", 60)
        assert sorted(browser.run(HAND)) == sorted(held)
        play(browser, lambda did: did in ("card", "do:draw"), 90)


def test_a_guest_is_added_and_removed_in_the_lobby(browser: Browser, tmp_path: Path) -> None:
    table = ("host", "--browser", "--local", "--players", "4", "--name", "Ada")
    with Program(tmp_path / "ada", *table) as ada:
        page = ada.address
        where = ada.find(r"p2puno join \S+").rpartition(" ")[2]
        join = ("join", where, "--browser", "--local", "--name", "Ben")
        with Program(tmp_path / "ben", *join) as ben:
            browser.open(ben.address)
            browser.wait("document.querySelector('[data-action=\"key:y\"]') !== null")
            assert "1 of 4 seats" in browser.text("main")
            browser.click("[data-action='key:y']")
            browser.wait("document.querySelector('.chairs') !== null")
            browser.open(page)
            browser.wait("document.querySelector('[data-action=guest]') !== null")
            browser.click("[data-action=guest]")
            browser.answer("Leo")
            browser.wait("document.querySelector('.code img') !== null")
            ben.find("Leo joins as a guest on Ada's machine, which sees their hand")
            browser.wait("document.querySelector('.chairs').innerText.includes('Leo')")
            phone = ada.find(ADDRESS)
            with Program(tmp_path / "cleo", "join", where, "--local", "--name", "Cleo") as cleo:
                cleo.find("Leo is a guest on Ada's machine, which sees their hand")
            browser.click("[aria-label='Remove Leo']")
            browser.answer()
            browser.wait("document.querySelector('.code img') === null")
            ben.find("Leo is no longer at the table")
            with pytest.raises(urllib.error.URLError):
                urllib.request.urlopen(phone, timeout=10)


def test_the_network_under_an_open_page_is_cut_and_comes_back(tmp_path: Path) -> None:
    """What was clicked meanwhile arrives late, and at most once; the seat waits, and the page comes back."""
    with Cable() as cable, hosting(tmp_path) as program:
        phone = Browser(f"--proxy-server=http://127.0.0.1:{cable.port}", "--proxy-bypass-list=<-loopback>")
        try:
            phone.size(360, 740)
            phone.open(invited(program))
            phone.wait("document.querySelector('.table[data-urgent]') !== null", 60)
            cable.cut()
            drawn = program.printed.count("Leo draws a card.")
            for _click in range(2):
                x, y = phone.run(MIDDLE, ".pile")
                phone.click_at(x, y)
            phone.wait("!document.querySelector('.notice').hidden", 60)
            assert "does not answer" in phone.text(".notice")
            cable.mend()
            phone.wait("document.querySelector('.notice').hidden", 60)
            phone.wait("document.querySelector('.table[data-urgent]') !== null", 60)
            drawn = program.printed.count("Leo draws a card.") - drawn  # others may make Leo draw more
            assert drawn in (0, 1), "one of two clicks at most"
            play(phone, lambda did: did in ("card", "do:draw"), 90)
        finally:
            phone.close()
