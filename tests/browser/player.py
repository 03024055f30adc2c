"""Plays in the page as a person would: looks at what is offered, and clicks it."""

from __future__ import annotations

import time
from collections.abc import Callable

from cli.screen.early_keys import EARLY
from tests.replay.browser import Browser

TURN = """
const seen = one => one && !one.closest('[hidden]') && one.offsetParent !== null;
const notice = document.querySelector('.notice:not([hidden])');
if (notice) return 'notice: ' + notice.textContent;
const app = document.getElementById('app');
if (app.dataset.kind !== 'table') return app.dataset.kind;
const press = one => { one.click(); return one.dataset.action || one.textContent; };
const panel = document.querySelector('.cover:not([hidden])');
if (panel) {
  const on = panel.querySelector('[data-action="key:enter"]');
  if (panel.querySelector('[data-action="key:a"]')) return 'match over';
  return on ? 'panel ' + press(on) : 'panel';
}
const claim = document.querySelector('.claim');
if (seen(claim) && claim.dataset.offered !== undefined) return press(claim);
const wheel = [...document.querySelectorAll('.wheel button')].find(seen);
if (wheel) return 'colour ' + press(wheel);
if (document.querySelector('.table').dataset.urgent === undefined) return 'waiting';
const who = [...document.querySelectorAll('.options [data-action^="seat:"]')].find(seen);
if (who) return press(who);
const card = document.querySelector('.hand .playable.lifted button') ||
  document.querySelector('.hand .playable button');
if (card) { card.click(); return 'card'; }
const does = [...document.querySelectorAll('.options [data-main]')].find(seen);
return does ? press(does) : 'nothing to press';
"""
"""What a person would do now, done with clicks on what can be seen; returns what it was."""


def play(browser: Browser, until: Callable[[str], bool], seconds: float = 120.0) -> list[str]:
    """Play until something is seen; returns everything that was done."""
    end = time.monotonic() + seconds
    done: list[str] = []
    while time.monotonic() < end:
        did = str(browser.run(TURN))
        again = bool(done) and done[-1] == did
        if not again:
            done.append(did)
        if until(did):
            return done
        if did == "waiting":
            time.sleep(0.02)
        elif again or did.startswith("panel"):
            time.sleep(2 * EARLY)  # a person looks whether it helped: hammering is not heard
    raise AssertionError(f"not seen: {done[-12:]} {browser.run('return document.body.innerText')[-600:]}")


def leave(browser: Browser, seconds: float = 30.0) -> None:
    """Leave the table when the match is over."""
    end = time.monotonic() + seconds
    while browser.run("return document.getElementById('app').dataset.kind") != "over":
        assert time.monotonic() < end
        browser.run("document.querySelector('.panel [data-action=\"key:enter\"]')?.click()")
        time.sleep(2 * EARLY)
