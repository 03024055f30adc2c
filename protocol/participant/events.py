"""What a participant reports to its observer, apart from the game itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol.files.private_files import Exposed
from protocol.log.table_terms import Terms
from protocol.net.address import Address
from protocol.net.errors import Unavailable


@dataclass(frozen=True, slots=True)
class Knocking:
    """We ask for the table at this address; the answer can take a while."""

    address: Address


@dataclass(frozen=True, slots=True)
class WaitingForPlayers:
    """We want to watch a game that has not begun."""

    names: tuple[str, ...]
    """Who is there."""
    seats: int


@dataclass(frozen=True, slots=True)
class SeatGranted:
    """We have a seat; the game begins when all players are there."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others can join this table: at any of these addresses, with this code."""

    addresses: tuple[str, ...]
    code: str
    here: bool
    """Only programs on this machine can reach these addresses."""


@dataclass(frozen=True, slots=True)
class NoNetwork:
    """We invite others, but this machine is on no network now."""


@dataclass(frozen=True, slots=True)
class NotAnnounced:
    """The table cannot be announced, so others cannot find it without an address."""

    trouble: Unavailable


@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody else took a seat; `taken` counts it."""

    name: str
    taken: int
    seats: int
    machine: str = ""
    """Whose machine it is, if they have none of their own and play on that of another player."""


@dataclass(frozen=True, slots=True)
class VisitorSeated:
    """Somebody who was there before us plays on the machine of another player, which sees their hand."""

    name: str
    machine: str


@dataclass(frozen=True, slots=True)
class StoodUp:
    """Somebody else lost their seat before the game began: they left, or the host removed them. Only the host
    knows which."""

    name: str
    taken: int
    seats: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class HostLeft:
    """The player who opened the table of the next match has left it: another player opens one."""

    name: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """A player agrees to what is played."""

    name: str


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The host has changed what is played, or the number of seats: our player must agree again."""

    terms: Terms
    seats: int
    machines: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A guest would rather play this."""

    name: str
    terms: Terms


@dataclass(frozen=True, slots=True)
class OwnProposal:
    """Our player proposed this, and all others were told."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class OwnChange:
    """What our player changed, or proposed, is played now: nobody asks us again."""

    terms: Terms
    seats: int
    proposed: bool
    """Whether the host took over our proposal."""


@dataclass(frozen=True, slots=True)
class Chatted:
    """Somebody says something before the game."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class GuestToCompare:
    """A guest sits down here without the code; they see the same safety bytes."""

    name: str
    safety: bytes


@dataclass(frozen=True, slots=True)
class HostToCompare:
    """We joined without the code; the player who let us in sees the same safety bytes."""

    safety: bytes


@dataclass(frozen=True, slots=True)
class FileExposed:
    """Other users of this machine could read a file with our secrets."""

    path: Path
    how: Exposed


@dataclass(frozen=True, slots=True)
class WaitingForGenesis:
    """We resume a game that we signed, and ask the others whether it began."""


@dataclass(frozen=True, slots=True)
class BotStopped:
    """One of our bots failed during the game."""

    report: Path | None


@dataclass(frozen=True, slots=True)
class Lingering:
    """The match is over. We stay up to so many seconds, because these players lack the last entries."""

    names: tuple[str, ...]
    seconds: int


Event = (
    Knocking
    | WaitingForPlayers
    | SeatGranted
    | Invitation
    | NoNetwork
    | NotAnnounced
    | SatDown
    | VisitorSeated
    | StoodUp
    | HostLeft
    | Agreed
    | RulesChanged
    | Proposed
    | OwnProposal
    | OwnChange
    | Chatted
    | GuestToCompare
    | HostToCompare
    | FileExposed
    | WaitingForGenesis
    | BotStopped
    | Lingering
)
