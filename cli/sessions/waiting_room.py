"""From the moment a table is open until the game begins: who comes, and how others are asked to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cli.words.language import _
from protocol.lobby.lobby import Lobby
from protocol.log.genesis import Genesis
from protocol.net.address import Address, split_endpoint
from protocol.participant import events

if TYPE_CHECKING:
    from cli.screen.progress_bar import Bar

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Invitation:
    """What others can type to join, one command for each address."""

    commands: tuple[str, ...] = ()
    here: bool = False
    """Only programs on this machine can."""

    @property
    def heading(self) -> str:
        here, elsewhere = _("To join, type on this machine:"), _("To join, type on another machine:")
        return here if self.here else elsewhere


class WaitingRoom(Protocol):
    """How a player passes the time until the game."""

    def tell(self, line: str) -> None: ...

    def invite(self, invitation: Invitation) -> None: ...

    async def wait(self, lobby: Lobby, started: Awaitable[Genesis]) -> Genesis | None:
        """Until the game has begun; None if the player would not wait."""


@dataclass(frozen=True, slots=True)
class InLines:
    """Line by line; whoever would not wait ends the program."""

    tell: Tell

    def invite(self, invitation: Invitation) -> None:
        self.tell(invitation.heading)
        for command in invitation.commands:
            self.tell(f"  {command}")

    async def wait(self, lobby: Lobby, started: Awaitable[Genesis]) -> Genesis | None:
        return await started


@dataclass(frozen=True, slots=True)
class BehindBar:
    """A bar that fills as others sit down: for a table where only bots do, and nothing else needs telling."""

    bar: Bar

    def tell(self, line: str) -> None:
        """The screen shows who is there."""

    def invite(self, invitation: Invitation) -> None:
        """Nobody else can come."""

    async def wait(self, lobby: Lobby, started: Awaitable[Genesis]) -> Genesis | None:
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
    """What others can type to join; in two halves, the code is easier to read out."""
    halves = f"{how.code[:4]}-{how.code[4:]}"
    addresses = [str(Address(*split_endpoint(text), halves)) for text in how.addresses]
    # Some shells would look for files where there are brackets.
    typed = [f"'{address}'" if "[" in address else address for address in addresses]
    return Invitation(tuple(f"p2puno join {address}" for address in typed), how.here)
