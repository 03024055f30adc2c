"""`p2puno play`: a game against bots, shown on the screen or in lines, or only narrated."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from cli.browser.browser_screen import BrowserScreen
from cli.games.shown import at_table, in_lines, show_table, showing
from cli.plain.line_input import somebody_types
from cli.runtime.command_runner import run
from cli.runtime.output import has_screen, say
from cli.screen.progress_bar import Bar
from cli.sessions.bot_names import NAMES, bot_names
from cli.sessions.in_memory import Practice
from cli.settings.settings import Settings, player_name
from cli.words.language import _
from p2puno.options import Options
from protocol.lobby.names import are_alike

DAY = 86_400_000
"""Milliseconds."""
WATCHING_SPEED = 0.0
"""The bots' speed if nobody plays and the game is only narrated."""


USUAL_BOTS = 3


@dataclass(frozen=True, slots=True)
class Game:
    """What the player asked for on the command line or in the menu."""

    options: Options
    bots: int
    level: str = "normal"
    seed: str | None = None
    speed: float | None = None
    """None: as in the settings, or without delays if nobody plays."""
    plain: bool = False
    watch: bool = False
    """Only bots play."""


def play(game: Game, settings: Settings, bar: Bar, browser: BrowserScreen) -> int:
    """Play the game to its end; returns the exit status. Shows the bar until the table can be shown."""
    on_screen = not game.plain and has_screen()
    shown = on_screen or browser.wanted
    typing = shown or somebody_types(game.plain)
    watching = game.watch or not typing
    if not typing and not game.watch:
        nobody = _("No terminal here: bots play all seats. Use --plain to play in plain-text mode.")
        say(_("There is nobody to type: bots play all seats.") if game.plain else nobody)
    speed = game.speed if game.speed is not None else settings.speed
    if game.speed is None and watching and not shown:
        speed = WATCHING_SPEED
    if game.seed is None and not (game.watch and shown):
        return _among_peers(game, settings, on_screen, watching, 1 / speed if speed else 0, bar, browser)
    if shown:
        from cli.screen.live_table import LiveTable

        async def match() -> bool:
            bar.clear()
            nonlocal game, settings, speed
            session = seat_bots(game, settings, watching, speed)
            table = LiveTable(session, settings, rematch=True)
            await show_table(table, on_screen, browser)
            # The next match must have different cards, and bots and settings as changed in this one.
            game, settings = replace(game, seed=None, level=session.level), table.settings
            speed = 1 / session.pace if session.pace else 0.0
            return table.controls.again

        async def matches() -> int:
            async with browser.running():
                while await match():
                    pass
            return 0

        return run(matches())

    async def told() -> int:
        return await in_lines(seat_bots(game, settings, watching, speed), settings, watching)

    return run(told())


def _among_peers(
    game: Game,
    settings: Settings,
    on_screen: bool,
    watching: bool,
    pace: float,
    bar: Bar,
    browser: BrowserScreen,
) -> int:
    """Play against bots that are full peers, over real sockets on this machine. (Games with a seed are played
    in memory, because the deck that peers shuffle has no seed.)"""
    from cli.games.demo import demo
    from cli.sessions.bot_processes import BotProcesses
    from cli.sessions.show_participant import host, run_at_table
    from cli.sessions.waiting_room import BehindBar, InLines, WaitingRoom
    from protocol.log.table_terms import Terms
    from protocol.participant.life_cycle import Opening

    # Only our own bots wait for us, so there is no hurry.
    terms = Terms(game.options, grace=DAY, machine_grace=DAY // 144, turn_time=DAY // 24)
    players = game.bots + 1
    if watching and not on_screen and not browser.wanted:
        return run_at_table(lambda: demo(terms, players, game.level, pace, None, None, say))

    name = player_name(settings)
    opening = Opening(terms, players, name, bot_names(game.bots, name), local=True, invites=False)
    room: WaitingRoom = BehindBar(bar) if on_screen else InLines(say)
    if on_screen:

        def tell(line: str) -> None:
            bar.clear()
            say(line)

        browser.tell = tell
        bar.show(0, players)
    else:
        say(_("The bots are sitting down ..."))
    show = showing(settings, lambda: on_screen, lambda session: watching, browser)
    return at_table(lambda: host(opening, BotProcesses(pace, game.level), show, room), browser)


def seat_bots(game: Game, settings: Settings, watching: bool, speed: float) -> Practice:
    """A practice game with the player in seat 0, or with bots only."""
    name = player_name(settings)
    others = [other for other in NAMES if not are_alike(other, name)]
    names = others[: game.bots + 1] if watching else [name, *others[: game.bots]]
    return Practice(
        game.options,
        names,
        None if watching else 0,
        seed=game.seed if game.seed is not None else secrets.token_hex(8),
        level=game.level,
        pace=1 / speed if speed else 0,
    )
