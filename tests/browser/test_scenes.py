"""Every moment of every rule set in the page, at every size: on the screen, named, and reachable."""

from __future__ import annotations

import pytest

from cli.browser import locks
from cli.words.language import LANGUAGES, use
from tests.browser.served import Served, Shown, moment
from tests.cli.moments import MOMENTS
from tests.replay.browser import Browser

SIZES = [(360, 740), (740, 360), (800, 600), (1280, 800), (1920, 1080), (3840, 2160)]

OUT = """
const out = [];
const seen = one => one.offsetParent !== null && !one.closest('[hidden], .unseen, .story, .rows, .cover');
for (const one of document.querySelectorAll('button, .seat, .prompt, .facts, .top, .hand .card')) {
  if (!seen(one)) continue;
  const box = one.getBoundingClientRect();
  if (box.left < -2 || box.right > innerWidth + 2 || box.bottom > innerHeight + 2 || box.top < -2)
    out.push(one.className + ' ' + one.textContent.slice(0, 30) + JSON.stringify(box));
}
if (document.documentElement.scrollWidth > innerWidth) out.push('the page is too wide');
return out;
"""
NAMELESS = """
return [...document.querySelectorAll('button, select, input, [role=img]')].filter(one => one.offsetParent
  && !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length)).length
"""


@pytest.fixture(autouse=True)
def full_size(browser: Browser):  # type: ignore[no-untyped-def]
    yield
    browser.command("Emulation.clearDeviceMetricsOverride", {})


def put(browser: Browser, served: Served, name: str) -> None:
    """Show a moment, and wait until it can be seen."""
    state = moment(name) | {"window_title": name}
    served.show(Shown(state, MOMENTS[name]().session.options.variant))
    browser.wait(f"document.title === '{name}'")


def opened(browser: Browser, served: Served) -> None:
    browser.open(served.address())
    browser.wait("document.querySelector('.table') !== null")
    # Nothing moves, so that everything is where it stays.
    browser.command(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_sticks_out(browser: Browser, size: tuple[int, int]) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        browser.size(*size)
        opened(browser, served)
        wrong = {}
        for name in MOMENTS:
            put(browser, served, name)
            if out := browser.run(OUT):
                wrong[name] = out
            assert browser.run(NAMELESS) == 0, name
        assert wrong == {}


def test_what_the_scene_offers_is_there_and_does_that(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every option of every moment is a button that sends its action; a card sends itself."""
    monkeypatch.setattr(locks, "BURST", 1e9)  # a person does not click everything at once
    with Served(Shown(moment("classic-own-turn"))) as served:
        browser.size(1280, 800)
        opened(browser, served)
        for name in MOMENTS:
            put(browser, served, name)
            state = served.view.state()
            covered = state["overlay"]
            offered = covered["options"] if covered else state["options"]
            wanted = [option["action"] for option in offered if option["action"] != "do:chat"]
            if not covered:
                wanted += [f"card:{card['card']}" for card in state["hand"] if state["seated"]]
            browser.run(
                """const covered = document.querySelector('.cover:not([hidden]) .panel');
                const within = covered || document.querySelector('.table');
                for (const one of within.querySelectorAll('.options button, .wheel button, .hand button'))
                  if (one.offsetParent) one.click();
                const claim = document.querySelector('.claim[data-offered]');
                if (!covered && claim && claim.offsetParent) claim.click();"""
            )
            browser.press("z")  # keys come after clicks, in the same order
            served.waits_for(("press", "z"))
            did = [done[1] for done in served.view.did if done[0] == "click"]
            assert sorted(did) == sorted(wanted), name


def test_without_a_keyboard_the_list_of_keys_is_a_list_of_what_else_can_be_done(browser: Browser) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        browser.size(360, 740)
        browser.command("Emulation.setTouchEmulationEnabled", {"enabled": True})
        try:
            opened(browser, served)
            assert browser.text("[data-action='do:help'] span") == "more"
            put(browser, served, "classic-help")
            text = str(browser.run("return document.querySelector('.panel').innerText"))
            assert text.startswith("More\n")
            assert "sort your hand" in text
            assert not any(word in text for word in ("arrows", "Enter", "Esc", "PgUp", "mouse"))
            browser.click(".panel [data-action='do:sort']")
            served.waits_for(("click", "do:sort", "1"))
        finally:
            browser.command("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(browser: Browser, language: str) -> None:
    use(language)
    with Served(Shown(moment("classic-own-turn"))) as served:
        for size in ((360, 740), (1280, 800)):
            browser.size(*size)
            opened(browser, served)
            assert browser.run("return document.documentElement.lang") == language
            for name in ("classic-challenge", "flip-own-turn", "classic-colour", "classic-results"):
                if name in MOMENTS:
                    put(browser, served, name)
                    assert browser.run(OUT) == [], (language, size, name)
                    assert "{" not in browser.run("return document.body.innerText")


def test_by_keyboard_alone_and_for_screen_readers(browser: Browser) -> None:
    with Served(Shown(moment("classic-own-turn"))) as served:
        browser.size(1280, 800)
        opened(browser, served)
        for key in ("d", "Enter", "ArrowLeft", " ", "?", "@", "Escape"):
            browser.press(key)
        served.waits_for(("press", "escape"))
        sent = ["d", "enter", "left", "space", "?", "@", "escape"]
        assert [done[1] for done in served.view.did] == sent
        assert browser.run("return document.getElementById('now').getAttribute('aria-live')") == "polite"
        put(browser, served, "classic-own-turn")
        cards = browser.run("return [...document.querySelectorAll('.hand button')].map(b => b.ariaLabel)")
        assert any(label.startswith("Red 3, can be played") for label in cards)
        reached = set()
        for _number in range(20):
            browser.press("Tab")
            reached.add(
                browser.run(
                    "return document.activeElement.closest('.hand, .options, .chat, header')?.className ?? ''"
                )
            )
            outline = "return getComputedStyle(document.activeElement).outlineStyle"
            focused = "return document.activeElement !== document.body"
            assert browser.run(outline) != "none" or not browser.run(focused)
        assert {"hand fan", "options", "chat"} <= reached
        put(browser, served, "classic-help")
        inside = "return document.querySelector('.panel').contains(document.activeElement)"
        assert browser.run(inside), "the focus moves into a panel"
