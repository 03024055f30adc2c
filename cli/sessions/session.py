"""What the terminal needs of a game, wherever it is played: in memory with bots, or among peers.

A session is looked at (its attributes always show the present), is told what the player wants (`act`,
`claim`, `say`), and tells what happened (`notices`). It does no printing and knows no language.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from p2puno.cards import Face
from p2puno.events import Event
from p2puno.match import Match
from p2puno.moves import Claim, IllegalMove, Move
from p2puno.options import Options
from p2puno.view import View
from protocol.play.news import DealerDrawn, MatchOver, RoundOver

if TYPE_CHECKING:
    from protocol.table.forgiving import Plea


@dataclass(frozen=True, slots=True)
class Happened:
    """Something happened in the round being watched or played."""

    event: Event


@dataclass(frozen=True, slots=True)
class DrewCards:
    """The cards that the own seat just drew; comes right before the `Drew` that everybody sees."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class HandShown:
    """The own seat challenged, and was shown this hand, as it was when the card was laid (C-02, C-06)."""

    accused: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seat's connection is gone; it may come back."""

    seat: int


@dataclass(frozen=True, slots=True)
class CameBack:
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLost:
    """A seat is out of the match; comes before the `Left` of the round, if there is one."""

    seat: int
    reason: str
    """As in `protocol.play.game`: silent, fork or proved."""
    proof: str = ""
    """The file in which what the seat did is written down, if there is one."""


@dataclass(frozen=True, slots=True)
class Forgiving:
    """A seat was put out for cheating, and can come back if all players agree; or one of them agrees now."""

    seat: int
    by: int | None
    """Who agrees; None when it has just become a question."""
    missing: tuple[int, ...]
    """The players who have not agreed."""


@dataclass(frozen=True, slots=True)
class SeatedAgain:
    """A seat that was lost is in the match again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong that the player should know; one sentence, already in words."""

    text: str


@dataclass(frozen=True, slots=True)
class Changed:
    """Something to be seen changed, and nothing is to be said about it."""


Notice = (
    Happened
    | DrewCards
    | HandShown
    | DealerDrawn
    | Said
    | WentAway
    | CameBack
    | SeatLost
    | Forgiving
    | SeatedAgain
    | RoundOver
    | MatchOver
    | Trouble
    | Changed
)


class Busy(StrEnum):
    """Why nobody can move."""

    CONNECTING = "connecting"
    SHUFFLING = "shuffling"
    OPENING = "opening"
    WAITING = "waiting"
    SUSPENDED = "suspended"
    """Nothing goes on without that seat."""
    SHORT = "short"
    """The match is not played on without that seat, and can be ended as it stands (L-04)."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the table is busy with while nobody can move."""

    kind: Busy
    seat: int | None = None
    step: int = 0
    of: int = 0


class Session(Protocol):
    """A game as one seat, or a spectator, takes part in it.

    What leaves no choice is answered by the session itself: `protocol.table.autopilot.FORCED`.
    For `Ask.SEAL` the player acts with the `Show` that `View.moves` lists; the session seals it.
    """

    @property
    def names(self) -> Sequence[str]:
        """The players by seat."""

    @property
    def seat(self) -> int | None:
        """The own seat; None for who only watches."""

    @property
    def options(self) -> Options: ...

    @property
    def match(self) -> Match: ...

    @property
    def table(self) -> int:
        """Which of the match's tables is seen here (tournaments have two)."""

    @property
    def round_number(self) -> int:
        """Counts the rounds seen here from 1, blocked ones too; 0 before the first."""

    @property
    def view(self) -> View | None:
        """The round as the own seat sees it; None between rounds."""

    @property
    def status(self) -> Status | None:
        """What is being waited for, if it is no player's choice."""

    @property
    def away(self) -> AbstractSet[int]:
        """The seats that are not connected now."""

    @property
    def pleas(self) -> Sequence[Plea]:
        """The seats that were put out for cheating, and who would let them back in."""

    @property
    def turn_deadline(self) -> float | None:
        """Until when whoever must choose has time, by time.monotonic(); None without a limit."""

    @property
    def uno_deadline(self) -> float | None:
        """Until when the next turn cannot begin (G-11), by time.monotonic(); None if no window runs."""

    @property
    def pending(self) -> Move | None:
        """The own move that is not written down yet: it is on its way to the table, or waits there for the
        UNO window to pass and can still be taken back. No other is made meanwhile."""

    @property
    def kept(self) -> bool:
        """Whether who leaves can come back later."""

    @property
    def grace(self) -> float | None:
        """Seconds after which the seat of who leaves is lost, infinite if the others wait without end; None
        if nobody waits."""

    @property
    def told(self) -> Sequence[Notice]:
        """What happened before the session began, as far as it is worth being read again."""

    def act(self, move: Move) -> None:
        """Make the own move, or raise IllegalMove. During an UNO window it becomes `pending`."""

    def take_back(self) -> bool:
        """Forget the move that waits for the UNO window; False if there is none any more."""

    def claim(self, claim: Claim) -> None:
        """Call UNO or catch somebody, at any time; raises IllegalMove if this seat may not."""

    def say(self, text: str) -> None:
        """Send a line of chat."""

    def look_at_result(self, looking: bool) -> None:
        """The player looks at the result of a round, or is back at the table: until then, or for 12 seconds
        after the next deal, the clock of their turn does not run. Nobody waits for them before that."""

    def settle(self) -> bool:
        """End the match, where the status says that it cannot go on without somebody. True if that is for
        this player alone to decide, and done; else all who remain must want it."""

    def forgive(self, seat: int) -> None:
        """Agree, for good, that a seat of `pleas` comes back; raises IllegalMove if not asked to."""

    def notices(self) -> AsyncIterator[Notice]:
        """What happens, in order, until the match is over or left; to be called once."""

    async def run(self) -> None:
        """Keep the game going until the match is over or left. The caller runs this beside `notices`."""

    async def leave(self) -> None:
        """Leave the game for good and let go of everything it holds."""


class Alone:
    """What a session begins with in which nobody else's program takes part."""

    status: Status | None = None
    away: frozenset[int] = frozenset()
    pleas: tuple[Plea, ...] = ()
    turn_deadline: float | None = None
    uno_deadline: float | None = None
    pending: Move | None = None
    kept: bool = False
    told: tuple[Notice, ...] = ()
    grace: float | None = None

    def look_at_result(self, looking: bool) -> None:
        """There is no clock."""

    def forgive(self, seat: int) -> None:
        raise IllegalMove("L-10", "nobody was put out here")
