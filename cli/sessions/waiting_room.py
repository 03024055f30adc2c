"""What a player sees between opening a table and the start of the game: guests and invitation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cli.words.language import _
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis
from protocol.net.address import Address, split_endpoint
from protocol.participant import events
from protocol.participant.bot_launcher import OwnBots
from protocol.participant.evening_score import Evening

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


def invitation(how: events.Invitation) -> Invitation:
    """The commands that others can type to join. The code is split in two: easier to read out."""
    halves = f"{how.code[:4]}-{how.code[4:]}"
    addresses = [str(Address(*split_endpoint(text), halves)) for text in how.addresses]
    # Some shells treat brackets as file patterns.
    typed = [f"'{address}'" if "[" in address else address for address in addresses]
    return Invitation(tuple(f"p2puno join {address}" for address in typed), how.here)
