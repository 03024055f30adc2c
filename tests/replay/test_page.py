"""The page in a real browser: every control, every rule set, no error, no request to anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from cli.browser.cards_svg import FILLS, INKS, text_on
from cli.export.html_page import page
from cli.replay.replay_session import ReplaySession
from cli.words.language import LANGUAGES, use
from cli.words.shared_scores import shared_score
from tests.replay.browser import CHROMIUM, DRIVER, Browser
from tests.replay.samples import recording

pytestmark = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="needs chromium and chromedriver")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    started = Browser()
    yield started
    started.close()


def show(browser: Browser, tmp_path: Path, name: str, look: int | str | None = "all", at: str = "") -> str:
    written = tmp_path / f"{name}.html"
    written.write_text(page(recording(name), look), "utf-8")  # type: ignore[arg-type]
    browser.open("about:blank")
    browser.logged("browser"), browser.requests()
    browser.open(written.as_uri() + at)
    browser.wait("document.getElementById('scrub').max !== ''")  # the page has unpacked the game
    return written.as_uri()


def is_clean(browser: Browser, address: str) -> None:
    assert browser.logged("browser") == []
    assert [
        url for url in browser.requests() if url.split("#")[0] != address and not url.startswith("data:")
    ] == []


def at(browser: Browser) -> int:
    return int(browser.run("return document.getElementById('scrub').value"))


@pytest.mark.parametrize("name", ["classic", "flip", "battle", "crash", "swap", "partners", "dropout"])
def test_every_step_of_every_rule_set(browser: Browser, tmp_path: Path, name: str) -> None:
    address = show(browser, tmp_path, name)
    game = recording(name)
    assert browser.run("return document.getElementById('scrub').max") == str(len(game.beats) - 1)
    wrong = browser.run(
        """const scrub = document.getElementById('scrub'), wrong = [];
        for (let step = 0; step <= Number(scrub.max); step++) {
          scrub.value = step;
          scrub.dispatchEvent(new Event('input'));
          if (!document.getElementById('now').textContent) wrong.push(step);
          if (arguments[0] && document.querySelector('.fan .card:not([data-code])')) wrong.push(-step);
        }
        return wrong""",
        name in ("classic", "flip", "battle", "crash", "swap"),
    )
    assert wrong == []
    assert browser.run("return document.querySelectorAll('.seat').length") == len(game.names) - 1
    told = browser.run(
        """return Object.fromEntries([...document.querySelectorAll('.seat')].map(seat =>
        [seat.querySelector('.name').textContent, seat.querySelector('.told').textContent]))"""
    )
    own = browser.text(".own")
    for seat in range(len(game.names)):
        said, score = told.get(game.names[seat], own), shared_score(game.options, game.match.totals, seat)
        assert f"{score} point" in said or seat not in game.match.playing, said
    is_clean(browser, address)


def test_controls(browser: Browser, tmp_path: Path) -> None:
    address = show(browser, tmp_path, "battle", at="#t=42")
    assert "turn 42 of" in browser.text("#where")
    here = at(browser)
    browser.click("[data-do=forward]")
    assert at(browser) == here + 1
    browser.click("[data-do=back]")
    browser.click("[data-do=turn_on]")
    assert "turn 43 of" in browser.text("#where")
    browser.click("[data-do=turn_back]")
    assert "turn 42 of" in browser.text("#where")
    assert browser.run("return location.hash") == "#t=42"
    browser.click("[data-do=end]")
    assert "wins the match" in browser.text("#now")
    browser.click("[data-do=round_back]")
    browser.click("[data-do=start]")
    assert at(browser) == 0
    browser.click("[data-do=round_on]")
    browser.click("[data-do=start]")
    browser.run("document.activeElement.blur()")
    for keys, place in ((("ArrowRight",), 1), (("ArrowRight",), 2), (("ArrowLeft",), 1), (("Home",), 0)):
        browser.press(*keys)
        assert at(browser) == place
    browser.press("End")
    assert at(browser) == len(recording("battle").beats) - 1
    browser.press("PageUp")
    browser.press("PageDown")
    browser.press("Home")
    browser.press("Shift", "ArrowRight")
    assert "turn 1 of" in browser.text("#where")
    browser.press("+")
    assert browser.run("return document.getElementById('speed').value") == "2"
    browser.press("-")
    browser.run(
        "const s = document.getElementById('speed'); s.value = '10'; s.dispatchEvent(new Event('change'))"
    )
    browser.press(" ")
    assert browser.text("#play") == "Pause"
    before = at(browser)
    browser.wait(f"Number(document.getElementById('scrub').value) > {before + 2}")
    browser.click("#play")
    assert browser.text("#play") == "Play"
    browser.run(
        "const j = document.getElementById('jump'); j.value = 'battle'; j.dispatchEvent(new Event('change'))"
    )
    assert "to a battle" in browser.text("#now")
    browser.run("location.hash = '#t=7'")
    browser.wait("document.getElementById('where').textContent.includes('turn 7 of')")
    browser.click("#link")
    browser.click("#log li")
    assert at(browser) == 0
    theme = browser.run("return document.documentElement.dataset.theme")
    browser.click("#theme")
    assert browser.run("return document.documentElement.dataset.theme") != theme
    is_clean(browser, address)


def test_perspectives(browser: Browser, tmp_path: Path) -> None:
    hidden = """return [...document.querySelectorAll('.hand:not(:empty), .seat .fan')].map(
        hand => hand.querySelector('.card:not([data-code])') !== null).sort()"""
    address = show(browser, tmp_path, "classic", at="#t=9")
    seats = len(recording("classic").names)
    assert browser.run(hidden) == [False] * seats
    browser.run("document.activeElement.blur()")
    browser.press("p")
    assert browser.run(hidden) == [True] * seats
    assert browser.run("return document.querySelector('.own').hidden")
    for seat in range(seats):
        browser.press("p")
        assert browser.run(hidden) == [False] + [True] * (seats - 1)
        assert browser.text(".own").startswith(recording("classic").names[seat])
        assert browser.run("return document.querySelector('.hand .card:not([data-code])')") is None
    is_clean(browser, address)
    show(browser, tmp_path, "classic", 1, at="#t=9")
    assert browser.run("return [...document.getElementById('who').options].map(o => o.value)") == [
        "1",
        "spectator",
    ]
    assert browser.run(hidden) == [False] + [True] * (seats - 1)


def test_pauses_are_those_of_the_terminal(browser: Browser, tmp_path: Path) -> None:
    """As it was played, with idle time cut: the page waits as long as the replay on the screen."""
    game = copy(recording("swap"))
    slower = [moment.time + 20 * number * number for number, moment in enumerate(game.moments)]
    game.moments = [replace(moment, time=time) for moment, time in zip(game.moments, slower, strict=True)]
    session = ReplaySession(game)
    wanted = [round(1000 * session.pause(beat)) for beat in range(session.beats - 1)]
    assert len(set(wanted)) > 5
    written = tmp_path / "slow.html"
    written.write_text(page(game), "utf-8")
    browser.open(written.as_uri())
    waits = browser.run(
        """const real = window.setTimeout, waits = [];
        let next = null;
        window.setTimeout = (what, wait) => { next = what; waits.push(Math.round(wait)); return 1; };
        document.getElementById('play').click();
        while (next) { const now = next; next = null; now(); }
        window.setTimeout = real;
        return waits"""
    )
    assert waits[1:] == wanted[1:]  # whoever presses the button wants to see something happen


def contrast(one: str, other: str) -> float:
    """By WCAG 2: from 1, the same, to 21, black on white."""

    def light(colour: str) -> float:
        parts = [int(part, 16) / 255 for part in re.findall("[0-9a-f]{2}", colour.lower())]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lower, higher = sorted((light(one), light(other)))
    return (higher + 0.05) / (lower + 0.05)


@pytest.mark.parametrize("theme", [r":root \{", r":root\[data-theme=dark\] \{"])
def test_text_and_controls_stand_out(theme: str) -> None:
    source = (files("cli.browser") / "page" / "table.css").read_text("utf-8")
    rule = re.search(theme + "(.*?)}", source, re.DOTALL)
    assert rule is not None
    of = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", rule[1]))
    for ink, ground in (
        ("ink", "ground"),
        ("ink", "panel"),
        ("ink", "felt"),
        ("quiet", "panel"),
        ("quiet", "ground"),
        ("alert", "panel"),
        ("alert", "ground"),
        ("good", "panel"),
        ("chat", "panel"),
        ("turnink", "turn"),
    ):
        assert contrast(of[ink], of[ground]) >= 4.5, (ink, ground)
    for line in ("control", "focus", "turn"):
        assert contrast(of[line], of["panel"]) >= 3, line


def test_cards_can_be_read() -> None:
    for colour, fill in FILLS.items():
        assert contrast(fill, text_on(colour)) >= 4.5, colour
        assert contrast(INKS[colour], "#ffffff") >= 4.5, colour


def test_nothing_moves_for_who_wants_no_motion(browser: Browser, tmp_path: Path) -> None:
    moving = "return [...document.querySelectorAll('*')].filter(e => e.getAnimations().length).length"
    for wish, expected in (("reduce", False), ("no-preference", True)):
        media = {"features": [{"name": "prefers-reduced-motion", "value": wish}]}
        browser.command("Emulation.setEmulatedMedia", media)
        show(browser, tmp_path, "classic", at="#t=20")
        seen = []
        for _step in range(5):
            browser.run("document.querySelector('[data-do=forward]').click()")
            seen.append(browser.run(moving))
        assert any(seen) == expected
    browser.command("Emulation.setEmulatedMedia", {"features": []})


def test_it_can_be_heard_and_used_without_a_mouse(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, "flip", at="#t=5")
    assert browser.run("return document.getElementById('now').getAttribute('aria-live')") == "polite"
    nameless = browser.run(
        """return [...document.querySelectorAll('button, select, input, svg[role=img]')].filter(e =>
        !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels && e.labels.length)).length"""
    )
    assert nameless == 0
    reached = []
    for _ in range(17):
        browser.press("Tab")
        reached.append(browser.run("const a = document.activeElement; return a.id || a.dataset.do || ''"))
        assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") != "none"
    buttons = ["start", "round_back", "turn_back", "back", "play", "forward", "turn_on", "round_on", "end"]
    assert reached[:16] == ["who", "verify", "theme", "link", "log", "scrub", *buttons, "speed"]
    assert reached[16] == "jump"
    assert browser.run("return [...document.querySelectorAll('h1, h2')].map(e => e.tagName)[0]") == "H1"
    assert browser.run("return document.querySelectorAll('[role=list]').length") == 3


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (768, 1024), (1300, 850)])
def test_nothing_sticks_out(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    browser.size(*size)
    try:
        show(browser, tmp_path, "crash", at="#t=60")
        assert browser.run("return document.documentElement.scrollWidth") <= size[0]
        out = browser.run(
            """return [...document.querySelectorAll('button, select, input, .seat')].filter(e => {
            const box = e.getBoundingClientRect();
            return box.left < -1 || box.right > innerWidth + 1; }).length"""
        )
        assert out == 0
    finally:
        browser.command("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_play_stays_under_the_thumb_and_no_list_is_cut(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    use(language)
    try:
        for size in ((320, 640), (390, 844)):
            browser.size(*size)
            show(browser, tmp_path, "flip")
            places = browser.run(
                """const scrub = document.getElementById('scrub'), play = document.getElementById('play');
                const places = new Set();
                const look = () => {
                    const box = play.getBoundingClientRect();
                    places.add([box.left, box.top, box.width].join());
                };
                for (scrub.value = 0; scrub.value < scrub.max; scrub.value = Number(scrub.value) + 1) {
                    scrub.dispatchEvent(new Event('input'));
                    look();
                }
                for (let times = 0; times < 2; times += 1) { play.click(); look(); }
                return [...places];"""
            )
            assert len(places) == 1, places
            room, text = browser.run(
                """const list = document.getElementById('jump'), style = getComputedStyle(list);
                const text = document.createElement('span');
                text.style.cssText = 'position:absolute; white-space:nowrap; font:' + style.font;
                text.textContent = list.options[0].textContent;
                document.body.append(text);
                return [list.clientWidth - 2 * parseFloat(style.paddingLeft), text.offsetWidth];"""
            )
            assert text <= room
    finally:
        browser.command("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(browser: Browser, tmp_path: Path, language: str) -> None:
    use(language)
    address = show(browser, tmp_path, "swap", at="#t=3")
    assert browser.run("return document.documentElement.lang") == language
    assert "{" not in browser.text("#where") + browser.text(".seats") + browser.text("#now")
    is_clean(browser, address)


def test_names_are_not_run(browser: Browser, tmp_path: Path) -> None:
    """Every step, as everybody, of a game of players who would take the page over."""
    game = copy(recording("partners"))
    game.names = (
        "<img src=x onerror=window.taken=1>",
        "</script><script>window.taken=1</script>",
        "{count}{{DATA}}$&$1",
        "\"'><svg onload=window.taken=1>",
    )
    written = tmp_path / "evil.html"
    written.write_text(page(game), "utf-8")
    browser.open("about:blank")
    browser.logged("browser"), browser.requests()
    browser.open(written.as_uri())
    names = browser.run(
        """const who = document.getElementById('who'), scrub = document.getElementById('scrub');
        for (const option of who.options) {
          who.value = option.value;
          who.dispatchEvent(new Event('change'));
          for (let step = 0; step <= Number(scrub.max); step += 5) {
            scrub.value = step;
            scrub.dispatchEvent(new Event('input'));
          }
        }
        return [...who.options].slice(2).map(option => option.textContent)"""
    )
    assert tuple(names) == game.names
    assert browser.text("title").endswith(game.names[3])
    assert browser.run("return window.taken === undefined")
    assert browser.run("return document.querySelectorAll('script, img').length") == 2
    is_clean(browser, written.as_uri())
