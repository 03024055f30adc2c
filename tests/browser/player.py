"""Plays in the page as a person would: looks at what is offered, and clicks it with the mouse."""

from __future__ import annotations

import time
from collections.abc import Callable

from cli.screen.early_keys import EARLY
from tests.replay.browser import Browser

LOOK = """
const seen = one => one && !one.closest('[hidden]') && one.offsetParent !== null;
const app = document.getElementById('app');
const looks = () => document.body.innerText + document.querySelectorAll('.lifted, .planned').length +
  [...document.querySelectorAll('.hand li')].map(one => one.dataset.key + one.className).join();
const found = () => {
  const notice = document.querySelector('.notice:not([hidden])');
  if (notice) return ['notice: ' + notice.textContent];
  if (app.dataset.kind !== 'table') return [String(app.dataset.kind)];
  const named = one => [one.dataset.action || one.textContent, one];
  const panel = document.querySelector('.cover:not([hidden])');
  if (panel) {
    const on = panel.querySelector('[data-action="key:enter"]');
    if (panel.querySelector('[data-action="key:a"]')) return ['match over'];
    return on ? ['panel ' + on.dataset.action, on] : ['panel'];
  }
  const claim = document.querySelector('.claim');
  if (seen(claim) && claim.dataset.offered !== undefined) return named(claim);
  const wheel = [...document.querySelectorAll('.wheel button')].find(seen);
  if (wheel) return ['colour', wheel];
  if (document.querySelector('.table').dataset.urgent === undefined) return ['waiting'];
  const who = [...document.querySelectorAll('.options [data-action^="seat:"]')].find(seen);
  if (who) return named(who);
  const stop = [...document.querySelectorAll('.dock .options [data-action="do:keep"]')].find(seen);
  if (stop && number % 2) return named(stop);
  const card = document.querySelector('.hand .playable.lifted button') ||
    document.querySelector('.hand .playable button');
  if (card) return ['card', card];
  const does = [...document.querySelectorAll('.dock .options [data-main]')].find(seen);
  return does ? named(does) : ['nothing to press'];
};
const point = one => {  // where it can be hit: others may cover a part of it
  const box = one.getBoundingClientRect();
  for (const x of [.5, .2, .1, .05, .8, .95]) for (const y of [.5, .2, .8]) {
    const at = [box.left + x * box.width, box.top + y * box.height].map(Math.round);
    if (one.contains(document.elementFromPoint(...at))) return at;
  }
  return null;
};
const [before, patience, number, done] = arguments, end = performance.now() + patience;
const look = () => {
  const [what, one] = found(), now = looks();
  if (now === before && performance.now() < end) return setTimeout(look, 5);
  done([what, one ? point(one) : null, now]);
};
look();
"""
"""What a person would do now, where to click for it, and what the page looks like: as soon as that differs
from `before`, or after `patience` milliseconds. With an odd `number` they keep a card that they could lay."""


def play(browser: Browser, until: Callable[[str], bool], seconds: float = 120.0) -> list[str]:
    """Play until something is seen; returns everything that was done."""
    end = time.monotonic() + seconds
    done: list[str] = []
    looked, number = "", 0
    while time.monotonic() < end:
        # A person looks whether a click has helped before they click again.
        did, place, looked = browser.run_later(LOOK, looked, 2000 * EARLY, number)
        if not done or done[-1] != did:
            done.append(did)
        if until(did):
            return done
        if place is not None:
            browser.click_at(*place)
            number += did in ("card", "do:keep")
    raise AssertionError(f"not seen: {done[-12:]} {browser.run('return document.body.innerText')[-600:]}")


def leave(browser: Browser, seconds: float = 30.0) -> None:
    """Leave the table when the match is over."""
    end = time.monotonic() + seconds
    while browser.run("return document.getElementById('app').dataset.kind") != "over":
        assert time.monotonic() < end
        browser.run("document.querySelector('.panel [data-action=\"key:enter\"]')?.click()")
        time.sleep(EARLY)
