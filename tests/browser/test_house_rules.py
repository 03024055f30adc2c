"""The questions that only house rules ask, answered by clicks in the page."""

from __future__ import annotations

import time

import pytest

from cli.browser.table_view import TableView
from cli.screen.live_table import LiveTable
from cli.settings.settings import Settings
from p2puno.moves import Accept, Blind, Challenge, JumpIn, Keep, Play, Stop, Swap
from tests.browser.served import Served, Shown
from tests.cli.test_house_table import BLIND, DOUBLE, FORCED, SEVEN, STACK, TWIN, WILD, at
from tests.replay.browser import Browser

CARD = ".hand .playable button"


class House(Shown):
    """A real table at one position."""

    def __init__(self, line: str) -> None:
        self.still, controls = at(line)
        table = LiveTable(self.still, Settings())
        table.controls = controls
        self._table = TableView(table)
        super().__init__(self._table.state())

    def state(self) -> dict[str, object]:
        return self._table.state()

    def click(self, action: str, asked: int | None = None) -> None:
        self._table.click(action, asked)
        self.changed()


@pytest.mark.parametrize(
    ("line", "button", "move"),
    [
        (STACK, CARD, Play),
        (STACK, "[data-action='do:draw']", Accept),
        (WILD, "[data-action='do:challenge']", Challenge),
        (DOUBLE, CARD, Play),
        (DOUBLE, "[data-action='do:keep']", Stop),
        (SEVEN, ".options [data-action='seat:2']", Swap),
        (TWIN, ".claim[data-action='do:jump']", JumpIn),
        (FORCED, CARD, Play),
        (BLIND, "[data-action='key:enter']", Blind),
        (BLIND, "[data-action='do:keep']", Keep),
    ],
)
def test_every_answer_has_a_place_to_click(
    browser: Browser, line: str, button: str, move: type[object]
) -> None:
    house = House(line)
    with Served(house) as served:
        browser.open(served.address())
        browser.wait(f'document.querySelector("{button}") !== null')
        browser.click(button)
        if button == CARD:
            browser.wait("document.querySelector('.hand .lifted') !== null")
            browser.click(".hand .lifted button")
        end = time.monotonic() + 15
        while not house.still.done:
            assert time.monotonic() < end, browser.run("return document.body.innerText")
            time.sleep(0.01)
        assert [type(done) for done in house.still.done] == [move]
