"""Chooses how a game is shown, on the screen or in lines, by the options and the terminal."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from cli.browser.browser_screen import BrowserScreen
from cli.browser.lobby_view import TextView
from cli.plain import dialogue
from cli.plain.again import ask_again
from cli.plain.line_input import lines, put_back, somebody_types
from cli.plain.lobby_lines import LobbyLines
from cli.runtime.output import has_screen, printable, say
from cli.runtime.sounds import Sounds, Tone, find_player
from cli.sessions.farewell import telling_where
from cli.sessions.networked import Networked
from cli.sessions.session import Session
from cli.sessions.show_participant import Show, run_at_table
from cli.sessions.waiting_room import InLines, WaitingRoom
from cli.settings.key_bindings import Action
from cli.settings.settings import Settings
from cli.words.language import _

if TYPE_CHECKING:
    from cli.screen.live_table import LiveTable
    from cli.screen.table_app import TableScreen


def browser_for(arguments: argparse.Namespace, settings: Settings) -> BrowserScreen:
    """The browser as the player's second screen, opened at once if they want that."""
    bot = getattr(arguments, "as_bot", None)
    return BrowserScreen((arguments.browser or settings.browser) and not bot)


def at_table(command: Callable[[], Coroutine[Any, Any, int]], browser: BrowserScreen) -> int:
    """Run a command that uses the network and the player's files, with the browser beside it."""

    async def both() -> int:
        async with browser.running():
            return await command()

    return run_at_table(both)


def shown(
    arguments: argparse.Namespace, settings: Settings, browser: BrowserScreen, watching: bool = False
) -> Show:
    """The function that shows a session: on the screen, in the browser, or in lines."""

    if getattr(arguments, "as_bot", None):
        from cli.games.demo import played_by_bot

        return played_by_bot(arguments.as_bot, arguments.pace, say, matches=arguments.matches)

    def watches(session: Networked) -> bool:
        return watching or session.seat is None or not somebody_types(arguments.plain)

    return showing(settings, lambda: not arguments.plain and has_screen(), watches, browser)


def showing(
    settings: Settings,
    on_screen: Callable[[], bool],
    watches: Callable[[Networked], bool],
    browser: BrowserScreen,
) -> Show:
    """Shows one match after another, each with the settings as the player changed them in the last one. In
    lines, `watches` says whether nobody types."""

    async def show(session: Networked) -> int:
        nonlocal settings
        with telling_where(session, say):
            if not on_screen() and not browser.wanted:
                return await in_lines(session, settings, watches(session))
            from cli.screen.live_table import LiveTable

            table = LiveTable(session, settings)
            for page in session.guests:
                text = _("{name} plays from a phone: {key} shows the code.")
                key = table.controls.bindings.keys[Action.GUEST]
                table.controls.log.note(text.format(name=page.name, key=key))
            await show_table(table, on_screen(), browser)
            settings = table.settings
            return 0

    return show


async def show_table(
    table: LiveTable,
    on_screen: bool,
    browser: BrowserScreen,
    drawn: Callable[[bool], TableScreen] | None = None,
) -> None:
    """Show a table until it is left: in the browser if it is open, and in the terminal on the screen (as
    `drawn` draws it, which is told whether the browser shows it too) or in lines."""
    from cli.browser.table_view import TableView
    from cli.screen.scene import Line
    from cli.screen.table_app import TableScreen

    def tell(line: str) -> None:
        table.controls.log.lines.append(Line(line, "good"))
        table.changed()

    before, browser.tell = browser.tell, tell if on_screen else say
    table.controls.open_browser = browser.open
    browser.show(TableView(table))
    if on_screen and browser.told and not browser.watched:
        tell(browser.told)  # the screen hides what was printed before it
    try:
        if not on_screen:
            await _narrate(table)
            return
        screen = drawn(browser.wanted) if drawn is not None else TableScreen(table, browser.wanted)
        screen.heard_elsewhere = lambda: browser.watched
        await screen.run()
    finally:
        browser.tell = before
        browser.show(TextView([]))


async def _narrate(table: LiveTable) -> None:
    """Print the log while the table is shown in the browser."""
    closed, printed = asyncio.Event(), 0

    def changed() -> None:
        nonlocal printed
        lines = table.controls.log.lines
        for line in lines[min(printed, len(lines)) :]:
            say(printable(line.text))
        printed = len(lines)

    table.changes.append(changed)
    async with table.live(closed.set):
        await closed.wait()


def waiting_room(arguments: argparse.Namespace, settings: Settings, browser: BrowserScreen) -> WaitingRoom:
    on_screen = not arguments.plain and not arguments.as_bot and has_screen()
    if not on_screen and not browser.wanted:
        typing = not arguments.as_bot and somebody_types(arguments.plain)
        return LobbyLines(say) if typing else InLines(say)
    from cli.games.lobby_room import LobbyRoom

    return LobbyRoom(settings, on_screen, browser)


async def in_lines(session: Session, settings: Settings, watching: bool) -> int:
    if watching:
        await dialogue.watch(session, say)
        if session.seat is None and session.rematch is not None:
            session.play_again()  # spectators stay as long as there are players
        return 0
    terminal, patient = sys.stdin.fileno(), not sys.stdin.isatty()
    ring = _ringing(settings.sound) if sys.stdout.isatty() else dialogue.quiet
    put_back(await dialogue.converse(session, lines(terminal), say, settings, patient, ring))
    if session.rematch is not None:
        await ask_again(session, lines(terminal), say)
    return 0


def _ringing(sound: str) -> dialogue.Ring:
    """What plays the sounds of plain mode, as the setting `sound` says."""
    sounds = Sounds(_bell, find_player())

    def ring(tone: Tone) -> None:
        sounds.play(tone, sound)

    return ring


def _bell() -> None:
    print("\a", end="", flush=True)
