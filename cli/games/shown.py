"""Chooses how a game is shown, on the screen or in lines, by the options and the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from cli.plain import dialogue
from cli.plain.again import ask_again
from cli.plain.line_input import lines, put_back, somebody_types
from cli.plain.lobby_lines import LobbyLines
from cli.runtime.output import has_screen, say
from cli.runtime.sounds import Sounds, Tone, find_player
from cli.sessions.farewell import telling_where
from cli.sessions.networked import Networked
from cli.sessions.session import Session
from cli.sessions.show_participant import Show
from cli.sessions.waiting_room import InLines, WaitingRoom
from cli.settings.settings import Settings


def shown(arguments: argparse.Namespace, settings: Settings, watching: bool = False) -> Show:
    """The function that shows a session: on the screen, or in lines."""

    if getattr(arguments, "as_bot", None):
        from cli.games.demo import played_by_bot

        return played_by_bot(arguments.as_bot, arguments.pace, say, matches=arguments.matches)

    def watches(session: Networked) -> bool:
        return watching or session.seat is None or not somebody_types(arguments.plain)

    return showing(settings, lambda: not arguments.plain and has_screen(), watches)


def showing(settings: Settings, on_screen: Callable[[], bool], watches: Callable[[Networked], bool]) -> Show:
    """Shows one match after another, each with the settings as the player changed them in the last one. In
    lines, `watches` says whether nobody types."""

    async def show(session: Networked) -> int:
        nonlocal settings
        with telling_where(session, say):
            if not on_screen():
                return await in_lines(session, settings, watches(session))
            from cli.screen.table_app import TableScreen

            screen = TableScreen(session, settings)
            await screen.run()
            settings = screen.settings
            return 0

    return show


def waiting_room(arguments: argparse.Namespace, settings: Settings) -> WaitingRoom:
    if arguments.plain or arguments.as_bot or not has_screen():
        typing = not arguments.as_bot and somebody_types(arguments.plain)
        return LobbyLines(say) if typing else InLines(say)
    from cli.screen.lobby_app import LobbyScreen

    return LobbyScreen(settings)


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
