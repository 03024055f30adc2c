"""The hall of a tournament in lines: results as they come, and what a player types meanwhile."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from cli.plain.line_input import lines
from cli.plain.typed_commands import command_of, word_of
from cli.sessions.hall_sentences import ResultNews, next_game, playing_now, standings_table, tables_now
from cli.sessions.waiting_room import telling_results
from cli.words.language import _
from cli.words.punctuation import with_colon
from protocol.log.genesis import Slot
from protocol.participant.tournament_night import Night


async def wait_in_hall(night: Night, news: ResultNews, write: Callable[[str], None]) -> Slot | None:
    """Wait until our next game begins; None if the player leaves, or the tournament is over."""
    typed, patient = lines(sys.stdin.fileno()), not sys.stdin.isatty()
    waiting = asyncio.ensure_future(night.next_or_over())
    reading: asyncio.Future[str | None] | None = None
    talk = HallTalk(night, write)
    try:
        with telling_results(night, news, write):
            while not waiting.done() and not talk.left:
                if reading is None and not patient:  # from a pipe, lines are for the games
                    reading = asyncio.ensure_future(anext(typed, None))
                both: list[asyncio.Future[Any]] = [waiting] if reading is None else [waiting, reading]
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if reading is not None and reading.done():
                    line, reading = reading.result(), None
                    patient = patient or line is None
                    watched = talk.take(line) if line is not None else None
                    if watched is not None:
                        await night.watch(watched)
        return None if talk.left else await waiting
    finally:
        for task in (waiting, reading):
            if task is not None and not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


class HallTalk:
    """One player's side of the talk."""

    def __init__(self, night: Night, write: Callable[[str], None]) -> None:
        self.left = False
        self._night = night
        self._write = write

    def take(self, line: str) -> Slot | None:
        """Do what a typed line says; returns the table that the player wants to watch."""
        hall = self._night.running.hall
        word, _space, rest = line.strip().partition(" ")
        tables = playing_now(hall)
        if word.isdecimal() and 1 <= int(word) <= len(tables):
            return tables[int(word) - 1]
        match command_of(word):
            case "quit":
                self.left = True
            case "say" if rest.strip() and self._night.me.lobby is not None:
                self._night.me.lobby.say(rest.strip())
            case "table" | "next":
                self._describe()
            case _:
                words = ", ".join(word_of(command) for command in ("table", "say", "quit"))
                text = _(
                    "Until your next game starts you can type: {words}, or the number of a table to watch it."
                )
                self._write(text.format(words=words))
        return None

    def _describe(self) -> None:
        hall = self._night.running.hall
        for text in standings_table(hall.results):
            self._write(text)
        for number, text in enumerate(tables_now(hall), 1):
            self._write("  " + with_colon(str(number), text))
        self._write(next_game(hall, self._night.running.now()))
