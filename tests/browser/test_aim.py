"""Clicks that come too early or too late, and a person who hammers."""

from __future__ import annotations

from typing import Any

from cli.browser.table_view import TableView
from cli.screen.live_table import LiveTable
from cli.settings.settings import Settings
from p2puno.moves import Draw
from tests.browser.served import Served, Shown, moment
from tests.cli.moments import MOMENTS
from tests.cli.still import Still
from tests.replay.browser import Browser

PUT = """
const [at, action, done] = arguments;
window.hits = [];
new MutationObserver((_all, watch) => {  // as fast as nobody can be
  watch.disconnect();
  const hit = document.elementFromPoint(...at);
  hit.dispatchEvent(new MouseEvent('click', {detail: 1, clientX: at[0], clientY: at[1], bubbles: true}));
  window.hits.push(hit.closest('button')?.dataset.action ?? '');
}).observe(document.querySelector(action), {childList: true, subtree: true, characterData: true});
done();
"""


def offering(*labels: str) -> dict[str, Any]:
    """A turn with these options, each `action label`."""
    empty = {"key": "", "selected": False, "colour": None, "strong": True}
    options = [empty | {"action": label.split()[0], "label": label.split()[1]} for label in labels]
    return moment("classic-own-turn") | {"options": options, "asked": 7, "window_title": labels[0]}


def middle(browser: Browser, selector: str) -> list[int]:
    script = """const box = document.querySelector(arguments[0]).getBoundingClientRect();
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]"""
    found: list[int] = browser.run(script, selector)
    return found


def test_a_button_in_another_ones_place_is_not_hit_by_a_double_click(browser: Browser) -> None:
    with Served(Shown(offering("do:draw draw"))) as served:
        browser.size(1280, 800)
        browser.open(served.address())
        browser.wait("document.querySelector('[data-action=\"do:draw\"]') !== null")
        at = middle(browser, "[data-action='do:draw']")
        browser.run_later(PUT, at, ".dock .options")
        served.show(Shown(offering("do:keep keep")))
        browser.wait("window.hits.length > 0")
        assert browser.run("return window.hits") == ["do:keep"]
        assert "click again" in browser.text(".message")
        assert served.view.did == []
        browser.run_later("setTimeout(arguments[0], 500)")
        browser.click_at(*at)
        served.waits_for(("click", "do:keep", "7"))
        assert len(served.view.did) == 1


def test_a_button_that_appears_where_nothing_was_is_hit_at_once(browser: Browser) -> None:
    with Served(Shown(offering("do:draw draw", "do:help keys"))) as served:
        browser.size(1280, 800)
        browser.open(served.address())
        browser.wait("document.querySelector('[data-action=\"do:help\"]') !== null")
        at = middle(browser, "[data-action='do:help']")
        served.show(Shown(offering("do:hint hint")))
        browser.wait("document.querySelector('[data-action=\"do:hint\"]') !== null")
        browser.run_later("setTimeout(arguments[0], 500)")
        browser.run_later(PUT, at, ".dock .options")
        served.show(Shown(offering("do:draw draw", "do:help keys")))
        browser.wait("window.hits.length > 0")
        served.waits_for(("click", "do:help", "7"))


def test_what_was_there_all_the_time_can_be_clicked_while_the_rest_changes(browser: Browser) -> None:
    with Served(Shown(offering("do:draw draw"))) as served:
        browser.size(1280, 800)
        browser.open(served.address())
        browser.wait("document.querySelector('[data-action=\"do:draw\"]') !== null")
        at = middle(browser, "[data-action='do:draw']")
        browser.run_later(PUT, at, "p.news")
        served.show(Shown(offering("do:draw draw") | {"news": "Look: something else."}))
        browser.wait("window.hits.length > 0")
        served.waits_for(("click", "do:draw", "7"))


def test_a_person_who_hammers_is_not_heard_and_not_disconnected(browser: Browser) -> None:
    with Served(Shown(offering("do:draw draw"))) as served:
        browser.open(served.address())
        browser.wait("document.querySelector('[data-action=\"do:draw\"]') !== null")
        browser.run(
            """for (let count = 0; count < 500; count += 1)
              document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'd', bubbles: true}));"""
        )
        browser.run_later("setTimeout(arguments[0], 1500)")
        browser.press("k")
        served.waits_for(("press", "k"))
        assert served.view.did.count(("press", "d")) < 80
        assert browser.run("return document.querySelector('.notice').hidden")


def shown(name: str) -> tuple[TableView, Still]:
    controls = MOMENTS[name]()
    table = LiveTable(controls.session, Settings())
    table.controls = controls
    assert isinstance(controls.session, Still)
    return TableView(table), controls.session


def test_a_click_that_arrives_late_answers_no_other_question() -> None:
    view, still = shown("classic-nothing-fits")
    asked = view.state()["asked"]
    view.press("?")
    view.click("do:draw", asked)
    assert still.done == []
    assert "has changed" in view.state()["message"]
    view.press("escape")
    view.click("do:draw", view.state()["asked"])
    assert still.done == [Draw()]
