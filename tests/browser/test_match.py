"""Whole matches in the page: every rule set, house rules, lessons, a recording, two people at a table."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2puno.options import VARIANTS
from tests.browser.player import leave, play
from tests.browser.program import Program
from tests.cli.terminal import Pilot, Terminal
from tests.network.players import same_and_right
from tests.replay.browser import Browser

QUICK = ["--seed", "3", "--bots", "2", "--speed", "50", "--target", "60", "--uno-window", "300"]


def over(did: str) -> bool:
    return did == "match over"


def errors(browser: Browser) -> list[str]:
    """What went wrong in the page, apart from sounds, which need a click first."""
    return [one["message"] for one in browser.logged("browser") if "AudioContext" not in one["message"]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_by_clicks_alone(browser: Browser, tmp_path: Path, variant: str) -> None:
    with Program(tmp_path, "play", "--browser", "--variant", variant, *QUICK) as program:
        browser.open("about:blank")
        errors(browser)
        browser.open(program.address)
        done = play(browser, over)
        assert "card" in done
        assert errors(browser) == []
        leave(browser)
        assert program.process.wait(20) == 0


def test_house_rules(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path, "play", "--browser", "--house", "party", *QUICK) as program:
        browser.open(program.address)
        play(browser, over, 180)
        assert errors(browser) == []


def test_a_lesson_and_a_recording(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path, "learn", "--browser", "--speed", "50") as program:
        browser.open(program.address)
        browser.wait("document.querySelector('.coach:not([hidden])') !== null")
        assert browser.text(".coach")
    with Program(tmp_path, "replay", "--browser", "replays/flip.uno", "--at", "20") as program:
        browser.open(program.address)
        browser.wait("document.querySelector('.replay:not([hidden])') !== null")
        before = browser.run("return document.querySelector('.replay input').value")
        browser.press("ArrowRight")
        browser.wait(f"document.querySelector('.replay input').value === '{int(before) + 1}'")
        assert errors(browser) == []


@contextmanager
def two_people(browser: Browser, folder: Path, *rules: str) -> Iterator[tuple[Pilot, Program]]:
    """Ada's table, with her in a terminal and Ben in the browser."""
    (folder / "settings.toml").touch()
    table = ["host", "--local", "--players", "2", "--name", "Ada", "--hand-size", "3", "--uno-window", "300"]
    config, home = folder / "settings.toml", folder / "ada"
    with Terminal(*table, *rules, config=config, columns=120, rows=40, P2PUNO_HOME=str(home)) as terminal:
        terminal.sees(r"p2puno join \S+")
        where = terminal.text.partition("p2puno join ")[2].split()[0]
        with Program(folder / "ben", "join", where, "--yes", "--browser", "--name", "Ben", "--local") as ben:
            browser.open(ben.address)
            yield Pilot(terminal), ben


def test_two_people_one_in_the_terminal_one_in_the_browser(browser: Browser, tmp_path: Path) -> None:
    with two_people(browser, tmp_path, "--target", "40") as (pilot, ben):
        playing = threading.Thread(target=pilot.play_match)
        playing.start()
        done = play(browser, over, 180)
        playing.join(60)
        assert "card" in done
        assert "Your turn:" in pilot.met
        assert errors(browser) == []
        leave(browser)
        pilot.terminal.ends(pressing="\r")
        assert ben.process.wait(60) == 0
    same_and_right(next((tmp_path / name).rglob("games/*.uno")) for name in ("ada", "ben"))


def test_two_people_answer_what_house_rules_ask(browser: Browser, tmp_path: Path) -> None:
    """For some moves: hands are traded, so a match can be long."""
    with two_people(browser, tmp_path, "--house", "party") as (pilot, ben):
        playing = threading.Thread(target=lambda: pilot.play_match(enough={"enough"}))

        def enough(did: str) -> bool:
            if pilot.moves >= 15:
                pilot.met.add("enough")
            return over(did) or not playing.is_alive()

        playing.start()
        done = play(browser, enough, 180)
        playing.join(60)
        assert "card" in done or "do:draw" in done
        assert "Your turn:" in pilot.met
        assert "time was up" not in "".join(ben.printed), "Ben could not answer"
        assert b"time was up" not in pilot.terminal.raw, "Ada could not answer"
        assert errors(browser) == []


def test_a_tournament_with_its_hall(browser: Browser, tmp_path: Path) -> None:
    stage = ["tournament", "host", "--players", "4", "--bots", "3", "--stages", "1", "--hand-size", "2"]
    with Program(tmp_path, *stage, "--local", "--pace", "0", "--uno-window", "300", "--browser") as program:
        browser.open(program.address)
        seen: list[str] = []

        def back_in_the_hall(did: str) -> bool:
            seen.append(did)
            return did == "hall" and ("card" in seen or "do:draw" in seen)

        play(browser, back_in_the_hall, 180)
        assert len(browser.text(".lobby pre").splitlines()) > 4, "the standings of four players"
        assert errors(browser) == []
        browser.click("[data-action='key:q']")
        assert program.process.wait(60) == 0
