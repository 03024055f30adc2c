"""The lobby in lines: who is there, what is played, and what a player types until the game begins."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from cli.plain.hall_lines import wait_in_hall
from cli.plain.line_input import lines
from cli.plain.typed_commands import command_of, word_of
from cli.sessions.hall_sentences import ResultNews
from cli.sessions.lobby_desk import LobbyDesk
from cli.sessions.rematch_sentences import evening_score
from cli.sessions.waiting_room import InLines
from cli.words.house_rules import house_rules_explained
from cli.words.language import _
from cli.words.punctuation import with_colon
from cli.words.terms_in_words import terms_in_words
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis, Slot
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.evening_score import Evening
from protocol.participant.tournament_night import Night

LOOK = 0.3
"""Seconds between two looks at whether the player must agree."""


@dataclass(frozen=True, slots=True)
class LobbyLines(InLines):
    """A waiting room in which the player types. From a pipe, a line is read only when it answers a question:
    the rest may be for the game."""

    async def wait(
        self,
        lobby: Lobby,
        started: Awaitable[Genesis],
        evening: Evening | None = None,
        own_bots: OwnBots | None = None,
    ) -> Genesis | None:
        talk = LobbyTalk(LobbyDesk(lobby, own_bots), self.tell)
        talk.greet(evening)
        typed, patient = lines(sys.stdin.fileno()), not sys.stdin.isatty()
        waiting = asyncio.ensure_future(started)
        reading: asyncio.Future[str | None] | None = None
        ended = False
        try:
            while not waiting.done() and not talk.left:
                asking = talk.ask()
                if reading is None and not ended and (asking or not patient):
                    reading = asyncio.ensure_future(anext(typed, None))
                both: list[asyncio.Future[Any]] = [waiting] if reading is None else [waiting, reading]
                await asyncio.wait(both, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
                if reading is not None and reading.done():
                    line, reading = reading.result(), None
                    ended = line is None
                    if line is not None:
                        talk.take(line)
                    elif asking:
                        self.tell(_("The input has ended: you leave the table."))
                        talk.left = True
            return None if talk.left else await waiting
        finally:
            for task in (waiting, reading):
                if task is not None and not task.done():
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)

    async def wait_in_hall(self, night: Night, news: ResultNews) -> Slot | None:
        return await wait_in_hall(night, news, self.tell)


class LobbyTalk:
    """One player's side of the talk."""

    def __init__(self, desk: LobbyDesk, write: Callable[[str], None]) -> None:
        self.desk = desk
        self.lobby = desk.lobby
        self.left = False
        self._write = write
        self._asked = b""
        self._removing: bytes | None = None
        """Whom the host removes if they type it again."""

    def greet(self, evening: Evening | None) -> None:
        if evening is not None and evening.matches > 1:
            self._write(evening_score(evening.scores()))

    def ask(self) -> bool:
        """Ask the player to agree, once for each change; whether there is something to agree to."""
        if not self.desk.must_agree:
            return False
        if self._asked != self.lobby.mark:
            self._asked = self.lobby.mark
            self._tell_rules()
            text = _("Do you agree to play this? Type {word}, or {leave} to leave.")
            self._write(text.format(word=word_of("again"), leave=word_of("quit")))
        return True

    def take(self, line: str) -> None:
        """Do what a typed line says, or say why not."""
        word, _space, rest = line.strip().partition(" ")
        rest, command = rest.strip(), command_of(word)
        if command != "remove":
            self._removing = None
        match command:
            case "again":
                self.lobby.agree()
            case "quit":
                self.left = True
            case "say" if rest:
                self.desk.say(rest)
            case "table":
                self._describe()
            case "rules" if rest:
                given = dict(part.partition("=")[::2] for part in rest.split())
                self._write_if(self.desk.apply(given))
            case "rules":
                self._tell_rules()
                self._write(" ".join(f"{name}={value}" for name, value in self.desk.values().items()))
            case "accept":
                self._write_if(self.desk.take_proposal())
            case "guest" if rest:
                self._write_if(self.desk.add_guest(rest))
            case "remove":
                self._remove(rest)
            case "back":
                self._let_back(rest)
            case "next":
                self._asked = b""
            case _:
                self._help()

    def _write_if(self, text: str) -> None:
        if text:
            self._write(text)

    def _remove(self, name: str) -> None:
        guest = next((one for one in self.lobby.guests if one.name.casefold() == name.casefold()), None)
        if guest is None:
            self._write(_("Nobody of that name is here."))
        elif why_not := self.desk.may_remove(guest):
            self._write(why_not)
        elif self._removing != guest.identity:
            self._removing = guest.identity
            text = _("{name} can come back only if you let them. Type the same again to remove {name}.")
            self._write(text.format(name=guest.name))
        else:
            self._removing = None
            self.desk.remove(guest)
            if guest.identity in self.lobby.removed:
                back = f"{word_of('back')} {guest.name}"
                text = _("{name} is removed. To let them come back, type: {word}")
                self._write(text.format(name=guest.name, word=back))

    def _let_back(self, name: str) -> None:
        why_not = self.desk.let_back(name)
        self._write(why_not or _("{name} can join again.").format(name=name))

    def _tell_rules(self) -> None:
        lobby = self.lobby
        rules = house_rules_explained(lobby.terms.options.house_rules)
        for line in (*terms_in_words(lobby.terms, lobby.seats, lobby.machines), *rules):
            self._write(line)

    def _describe(self) -> None:
        for guest in self.lobby.guests:
            agrees = _("agrees") if guest.identity in self.lobby.agreed else _("has not agreed yet")
            self._write("  " + with_colon(guest.name, agrees))
        self._tell_rules()

    def _help(self) -> None:
        commands = ["again", "say", "table", "rules", "quit"]
        if self.lobby.opener:
            commands += ["accept", "guest", "remove", "back"]
        words = ", ".join(word_of(command) for command in commands)
        self._write(_("Until the game starts you can type: {words}").format(words=words))
        self._write(_("Change or propose rules like this: rules variant=flip target=300 house=party"))
