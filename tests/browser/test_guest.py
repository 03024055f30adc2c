"""A guest with only a phone: a real host, a real seat, and a page the size of a phone."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.browser.player import play
from tests.browser.program import Program
from tests.replay.browser import Browser

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


@pytest.fixture(autouse=True)
def phone(browser: Browser):  # type: ignore[no-untyped-def]
    browser.size(360, 740)
    yield
    browser.command("Emulation.clearDeviceMetricsOverride", {})


def test_a_guest_plays_a_whole_match_from_a_phone(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as program:
        address = invited(program)
        browser.open(address)
        done = play(browser, lambda did: did == "over", 90)
        assert "card" in done or "do:draw" in done
        assert program.process.wait(60) == 0
    assert len(list(tmp_path.rglob("*.uno"))) == 3


def test_a_phone_that_sleeps_comes_back_to_the_same_hand(browser: Browser, tmp_path: Path) -> None:
    with hosting(tmp_path) as program:
        address = invited(program)
        browser.open(address)
        play(browser, lambda did: did not in ("wait", "lobby", "waiting", "undefined"))
        hand = "return [...document.querySelectorAll('.hand button')].map(one => one.ariaLabel.split(',')[0])"
        browser.wait("document.querySelector('.table[data-urgent]') !== null")
        held = browser.run(hand)
        browser.command("Network.enable", {})
        offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.open("about:blank")  # asleep: the page is gone
        browser.command("Network.emulateNetworkConditions", offline)
        browser.command("Network.emulateNetworkConditions", {**offline, "offline": False})
        browser.open(address)
        browser.wait("document.querySelector('.table[data-urgent]') !== null")
        assert sorted(browser.run(hand)) == sorted(held)


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
