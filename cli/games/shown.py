"""Chooses how a game is shown, on the screen or in lines, by the options and the terminal."""

from __future__ import annotations

import argparse
import sys

from cli.plain import dialogue
from cli.plain.line_input import lines, somebody_types
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

        return played_by_bot(arguments.as_bot, arguments.pace, say)

    async def show(session: Networked) -> int:
        with telling_where(session, say):
            if not arguments.plain and has_screen():
                from cli.screen.table_app import TableScreen

                await TableScreen(session, settings).run()
                return 0
            playing = session.seat is not None and somebody_types(arguments.plain)
            return await in_lines(session, settings, watching or not playing)

    return show


def waiting_room(arguments: argparse.Namespace, settings: Settings) -> WaitingRoom:
    if arguments.plain or arguments.as_bot or not has_screen():
        return InLines(say)
    from cli.screen.lobby_app import LobbyScreen

    return LobbyScreen(settings)


async def in_lines(session: Session, settings: Settings, watching: bool) -> int:
    if watching:
        await dialogue.watch(session, say)
        return 0
    typed, patient = lines(sys.stdin.fileno()), not sys.stdin.isatty()
    if not sys.stdout.isatty():
        await dialogue.converse(session, typed, say, settings.order, patient)
        return 0
    sounds = Sounds(_bell, find_player())

    def ring(tone: Tone) -> None:
        sounds.play(tone, settings.sound)

    await dialogue.converse(session, typed, say, settings.order, patient, ring)
    return 0


def _bell() -> None:
    print("\a", end="", flush=True)
