"""What a player sees between opening a table and the start of the game: guests and invitation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cli.sessions.hall_sentences import ResultNews, next_game, standings_table, winners_sentence
from cli.words.language import _
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis, Slot
from protocol.net.address import Address, split_endpoint
from protocol.participant import events
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.evening_score import Evening
from protocol.participant.tournament_night import Night

if TYPE_CHECKING:
    from cli.screen.progress_bar import Bar

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Invitation:
    """What others can type to join, one command for each address."""

    commands: tuple[str, ...] = ()
    here: bool = False
    """Whether only programs on this machine can join."""

    @property
    def heading(self) -> str:
        here, elsewhere = _("To join, type on this machine:"), _("To join, type on another machine:")
        return here if self.here else elsewhere


class WaitingRoom(Protocol):
    """Shows a player what happens until the game begins."""

    def tell(self, line: str) -> None: ...

    def invite(self, invitation: Invitation) -> None: ...

    async def wait(
        self,
        lobby: Lobby,
        started: Awaitable[Genesis],
        evening: Evening | None = None,
        own_bots: OwnBots | None = None,
    ) -> Genesis | None:
        """Wait until the game has begun; None if the player leaves."""

    async def wait_in_hall(self, night: Night, news: ResultNews) -> Slot | None:
        """Show the hall of a tournament until our next game begins; None if the player leaves or the
        tournament is over."""


@dataclass(frozen=True, slots=True)
class InLines:
    """Prints lines. The player leaves by ending the program."""

    tell: Tell

    def invite(self, invitation: Invitation) -> None:
        self.tell(invitation.heading)
        for command in invitation.commands:
            self.tell(f"  {command}")

    async def wait(
        self,
        lobby: Lobby,
        started: Awaitable[Genesis],
        evening: Evening | None = None,
        own_bots: OwnBots | None = None,
    ) -> Genesis | None:
        return await started

    async def wait_in_hall(self, night: Night, news: ResultNews) -> Slot | None:
        with telling_results(night, news, self.tell):
            return await night.next_or_over()


@contextmanager
def telling_results(night: Night, news: ResultNews, tell: Tell) -> Iterator[None]:
    """Print results as they come, and the standings at the end."""
    hall, running = night.running.hall, night.running

    def changed() -> None:
        for line in news.read(hall.results):
            tell(line)
        if hall.results.finished and not news.ended:
            news.ended = True
            for line in (*standings_table(hall.results), winners_sentence(hall.results)):
                tell(line)

    running.changed = changed
    changed()
    tell(next_game(hall, running.now()))
    try:
        yield
    finally:
        running.changed = lambda: None


@dataclass(frozen=True, slots=True)
class BehindBar:
    """A progress bar that fills as bots sit down: for a table without other people."""

    bar: Bar

    def tell(self, line: str) -> None:
        """Ignored: the bar shows who is there."""

    def invite(self, invitation: Invitation) -> None:
        """Ignored: nobody else can join."""

    async def wait(
        self,
        lobby: Lobby,
        started: Awaitable[Genesis],
        evening: Evening | None = None,
        own_bots: OwnBots | None = None,
    ) -> Genesis | None:
        def changed() -> None:
            self.bar.show(len(lobby.guests), lobby.seats)

        before, lobby.changed = lobby.changed, changed
        changed()
        try:
            return await started
        finally:
            lobby.changed = before
            self.bar.clear()

    async def wait_in_hall(self, night: Night, news: ResultNews) -> Slot | None:
        return await night.next_or_over()


def invitation(how: events.Invitation) -> Invitation:
    """The commands that others can type to join. The code is split in two: easier to read out."""
    halves = f"{how.code[:4]}-{how.code[4:]}"
    addresses = [str(Address(*split_endpoint(text), halves)) for text in how.addresses]
    # Some shells treat brackets as file patterns.
    typed = [f"'{address}'" if "[" in address else address for address in addresses]
    return Invitation(tuple(f"p2puno join {address}" for address in typed), how.here)
