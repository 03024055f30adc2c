"""How long the page takes to answer a key: in a real browser, up to the frame that shows its effect.

    python -m benchmarks.page [--quick]

The browser's own clock measures from the key's event to the frame after the answer was drawn. Beside it, by
turns, the floor: a frame of the same page without asking the program. The goal is 50 ms. A browser draws a
frame every 16.7 ms, so half of that is waiting for the next one.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.rows import Row
from benchmarks.screen import row, spread
from tests.browser.program import Program
from tests.replay.browser import CHROMIUM, DRIVER, Browser

MEASURE = """
const [key, done] = arguments, message = document.querySelector('.message');
let pressed = 0;
const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - pressed)));
const watch = new MutationObserver(() => { watch.disconnect(); painted(); });
addEventListener('keydown', event => {
  pressed = event.timeStamp;
  if (key === 'z') {
    event.stopImmediatePropagation();  // the program is not asked
    document.title = String(pressed);
    painted();
  }
}, {once: true, capture: true});
const changes = {childList: true, characterData: true, subtree: true, attributes: true};
if (key !== 'z') watch.observe(message, changes);
document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
"""
KEYS = "wx"
"""Two keys that make different messages appear, by turns."""


def main() -> list[Row]:
    if CHROMIUM is None or DRIVER is None:
        print("needs chromium and chromedriver")
        return []
    count = 40 if "--quick" in sys.argv else 200
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    floor, ours = [], []
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as home, Program(Path(home), *_GAME) as program:
            browser.open(program.address)
            browser.wait("document.querySelector('.table[data-urgent]') !== null")
            for number in range(count):
                ours.append(browser.run_later(MEASURE, KEYS[number % 2]) / 1000)
                floor.append(browser.run_later(MEASURE, "z") / 1000)
    finally:
        browser.close()
    print(f"a frame after a key:   {spread(floor)}")
    print(f"p2puno in the page:    {spread(ours)}")
    beside = f"a frame of the same page: {row('', floor).figure}"
    return [
        row("a key answered in the page", ours)._replace(beside=beside, ratio=median(ours) / median(floor))
    ]


_GAME = ("play", "--browser", "--seed", "3", "--speed", "0")


if __name__ == "__main__":
    main()
