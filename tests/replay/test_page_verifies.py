"""The exported page checks its own log in a real browser, and finds what was changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.export.html_page import page
from tests.replay.browser import CHROMIUM, DRIVER, Browser
from tests.replay.samples import recording

pytestmark = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="needs chromium and chromedriver")
DONE = "document.querySelectorAll('#found .right, #found .open, #found .false').length > 0"
NO_ED25519 = "crypto.subtle.importKey = () => Promise.reject(new Error('an older browser'))"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    started = Browser()
    yield started
    started.close()


def found(browser: Browser, tmp_path: Path, source: str, before: str = "") -> dict[str, list[str]]:
    """What the page says of itself, by what it is: right, false, or open."""
    written = tmp_path / "game.html"
    written.write_text(source, "utf-8")
    browser.open(written.as_uri())
    browser.run(before or "return")
    browser.click("#verify")
    browser.wait(DONE)
    kinds = ("right", "false", "open")
    script = "return [...document.querySelectorAll('#found .' + arguments[0])].map(one => one.textContent)"
    return {kind: browser.run(script, kind) for kind in kinds}


def changed(name: str, change: Callable[[dict[str, Any]], None]) -> str:
    """The page of a sample whose data was changed by somebody."""
    source = page(recording(name))
    data = re.search(r'id="data">(.*?)</script>', source, re.DOTALL)
    assert data is not None
    given = json.loads(data[1])
    change(given)
    return source.replace(data[1], json.dumps(given).replace("<", "\\u003c"))


@pytest.mark.parametrize("name", ["classic", "flip", "partners", "dropout"])
@pytest.mark.parametrize("older", [False, True], ids=["", "older"])
def test_an_honest_game(browser: Browser, tmp_path: Path, name: str, older: bool) -> None:
    said = found(browser, tmp_path, page(recording(name)), NO_ED25519 if older else "")
    assert said["false"] == []
    assert f"{len(recording(name).moments) + 1}." in said["right"][0]
    assert len(said["right"]) == 3
    assert "p2puno verify" in said["open"][-1]


def flip_byte(text: str, place: int) -> str:
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]


def body(given: dict[str, Any]) -> None:
    entry = given["log"]["entries"][40]
    entry[0] = flip_byte(entry[0], len(entry[0]) // 2)


def signature(given: dict[str, Any]) -> None:
    entry = given["log"]["entries"][7]
    entry[1] = flip_byte(entry[1], 20)


def genesis(given: dict[str, Any]) -> None:
    given["log"]["genesis"][1][0] = given["log"]["genesis"][1][1]


def left_out(given: dict[str, Any]) -> None:
    del given["log"]["entries"][12]


def cut_off(given: dict[str, Any]) -> None:
    del given["log"]["entries"][-1]


def other_names(given: dict[str, Any]) -> None:
    given["game"]["players"].reverse()


def other_scores(given: dict[str, Any]) -> None:
    next(one for one in given["game"]["moments"] if "totals" in one)["totals"][0] += 10


def other_match(given: dict[str, Any]) -> None:
    first = next(iter(given["log"]["agreements"].values()))
    first[0] = first[0].replace('"stage":0', '"stage":1')


def nonsense(given: dict[str, Any]) -> None:
    given["log"]["entries"][3][0] = "xx"


CHANGES = (body, signature, genesis, left_out, cut_off, other_names, other_scores, other_match, nonsense)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: str(change.__name__))
def test_what_was_changed_is_found(
    browser: Browser, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    said = found(browser, tmp_path, changed("flip", change))
    assert len(said["false"]) == 1
    assert said["right"] == []


def test_a_page_for_one_player_has_no_log(browser: Browser, tmp_path: Path) -> None:
    source = page(recording("classic"), 1)
    assert '"log":null' in source
    said = found(browser, tmp_path, source)
    assert said["right"] == said["false"] == []
    assert len(said["open"]) == 2
