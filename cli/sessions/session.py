"""The interface between a screen and a game, whether it is played in memory with bots or among peers.

A session's attributes show the current state, its methods (`act`, `claim`, `say`) take what the player wants,
and `notices` reports what happened. It prints nothing and contains no words.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from p2puno.cards import Face
from p2puno.events import Event
from p2puno.match import Match
from p2puno.moves import Claim, IllegalMove, JumpIn, Move
from p2puno.options import Options
from p2puno.view import View
from protocol.play.news import DealerDrawn, MatchOver, RoundOver

if TYPE_CHECKING:
    from cli.sessions.adviser import Adviser
    from cli.sessions.automatic_moves import OwnProgram
    from cli.sessions.guest_page import GuestPage
    from protocol.log.table_terms import Terms
    from protocol.participant.evening_score import Score
    from protocol.table.readmitting_cheats import Plea


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the round."""

    event: Event


@dataclass(frozen=True, slots=True)
class DrewCards:
    """The cards that our seat just drew; comes right before the public `Drew`."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class HandShown:
    """Our seat challenged and was shown this hand, as it was when the card was played (C-02, C-06)."""

    accused: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seat's connection is lost; it may come back."""

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
    """The file with the evidence against the seat, if there is one."""


@dataclass(frozen=True, slots=True)
class Forgiving:
    """A seat lost for cheating can come back if all players agree; or one of them has just agreed."""

    seat: int
    by: int | None
    """Who agrees; None when the question is new."""
    missing: tuple[int, ...]
    """The players who have not agreed."""


@dataclass(frozen=True, slots=True)
class SeatedAgain:
    """A seat that was lost is in the match again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem that the player should know about, as a translated sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Changed:
    """Something visible changed that needs no sentence."""


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


@dataclass(frozen=True, slots=True)
class Rematch:
    """Another match at the same table, as things stand now."""

    agreed: tuple[str, ...] = ()
    """The names of the people who want it."""
    terms: Terms | None = None
    """What would be played, if that or the number of seats has changed."""
    seats: int = 0
    gone: tuple[str, ...] = ()
    """The names of the people who have left."""
    people: bool = False
    """Whether somebody else than our player and their bots takes part: then rules can be proposed."""
    matches: int = 0
    """How many matches we have seen at this table."""
    scores: tuple[Score, ...] = ()


class Busy(StrEnum):
    """Why nobody can move."""

    CONNECTING = "connecting"
    SHUFFLING = "shuffling"
    OPENING = "opening"
    WAITING = "waiting"
    SUSPENDED = "suspended"
    """The game cannot continue without that seat."""
    SHORT = "short"
    """The match waits for that seat, and can be ended as it stands (L-04)."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the table is busy with while nobody can move."""

    kind: Busy
    seat: int | None = None
    step: int = 0
    of: int = 0


class AdjustableBots(Protocol):
    """The bots that play for our player, all at one level and pace."""

    @property
    def level(self) -> str:
        """A name in `p2puno.bots.LEVELS`."""

    @property
    def pace(self) -> float:
        """How long they take, compared with people: 0.5 is twice as fast, 0 is instant."""

    def change(self, level: str, pace: float) -> None:
        """Let them play so from their next decision on."""

    def hold(self, held: bool) -> None:
        """Let them wait with their next move until they are not held any more."""


class Offer(StrEnum):
    """What a coach offers when an attempt at a lesson is over."""

    NEXT = "next"
    """The lesson is done: the next one."""
    AGAIN = "again"
    """The round is over, but the lesson is not done: the same position again."""
    END = "end"
    """All lessons are done."""


class Coach(Protocol):
    """Guides the player of a session through lessons."""

    @property
    def title(self) -> str:
        """Which lesson this is."""

    @property
    def offer(self) -> Offer | None:
        """What `proceed` does; None while the player is trying, and may move."""

    def words(self, ways: Mapping[str, str]) -> str:
        """What the coach says now. `ways` tells how things are done on the screen in use, by name: play,
        draw, keep, uno, catch, challenge and again."""

    def proceed(self) -> None:
        """Accept the offer."""

    def again(self) -> None:
        """Start the lesson again from its position."""

    def skip(self) -> None:
        """Go to the next lesson without doing this one."""


class OpenWindow(StrEnum):
    """What the next turn is held back for."""

    UNO = "uno"
    """A player may be caught (G-11)."""
    JUMP_IN = "jump-in"
    """Players may jump in (K-20)."""


def window_at(view: View | None, deadline: float | None) -> OpenWindow | None:
    """The window that closes at this time; None if none is open."""
    if view is None or deadline is None:
        return None
    if view.round.uno_open:
        return OpenWindow.UNO
    return OpenWindow.JUMP_IN if view.round.claim_open else None


class Session(Protocol):
    """A game as seen by one seat or a spectator.

    The session itself answers where there is no choice: `protocol.table.default_move.FORCED`.
    For `Ask.SEAL` the player acts with the `Show` that `View.moves` lists; the session seals it.
    """

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""

    @property
    def seat(self) -> int | None:
        """Our seat; None for a spectator."""

    @property
    def options(self) -> Options: ...

    @property
    def match(self) -> Match: ...

    @property
    def table(self) -> int:
        """Which of the match's tables is shown here (0 in all modes there are)."""

    @property
    def round_number(self) -> int:
        """The number of the round shown here, from 1, including blocked ones; 0 before the first."""

    @property
    def view(self) -> View | None:
        """The round as our seat sees it; None between rounds."""

    @property
    def status(self) -> Status | None:
        """What the game waits for, unless it is a player's choice."""

    @property
    def away(self) -> AbstractSet[int]:
        """The seats that are not connected now."""

    @property
    def pleas(self) -> Sequence[Plea]:
        """The seats that were lost for cheating, and who agrees to take them back."""

    @property
    def turn_deadline(self) -> float | None:
        """When the time of the player who must choose is up, by time.monotonic(); None without a limit."""

    @property
    def uno_deadline(self) -> float | None:
        """When the window closes in which players call, catch (G-11) or jump in (K-20), by time.monotonic();
        None if no window is open."""

    @property
    def window(self) -> OpenWindow | None:
        """What the next turn waits for until `uno_deadline`; None if no window is open."""

    @property
    def pending(self) -> Move | None:
        """Our move that is not in the log yet: it is on its way to the table, or waits there for the UNO
        window and can still be taken back. No other move is possible until then."""

    @property
    def jump(self) -> JumpIn | None:
        """The card that our player lays out of turn when the window closes; nobody else knows of it yet."""

    @property
    def own_program(self) -> OwnProgram | None:
        """What moves for our player; None if nobody plays here."""

    @property
    def adviser(self) -> Adviser | None:
        """What gives our player hints; None if nobody plays here."""

    @property
    def kept(self) -> bool:
        """Whether a player who leaves can come back later."""

    @property
    def grace(self) -> float | None:
        """Seconds after which a player who leaves loses the seat; infinite if the others wait without a
        limit, None if nobody waits."""

    @property
    def bots(self) -> AdjustableBots | None:
        """Our player's bots; None if there are none."""

    @property
    def guests(self) -> Sequence[GuestPage]:
        """The pages of people who play on our player's machine, from their phones."""

    @property
    def coach(self) -> Coach | None:
        """Who guides this player; None outside of lessons."""

    @property
    def told(self) -> Sequence[Notice]:
        """What happened before the session began and should be shown again."""

    def act(self, move: Move) -> None:
        """Make our move, or raise IllegalMove. During an UNO window it becomes `pending`."""

    def take_back(self) -> bool:
        """Take back the move that waits for the UNO window; False if it is too late."""

    def claim(self, claim: Claim | JumpIn) -> None:
        """Call UNO or catch somebody, at any time, or jump in while a window is open; raises IllegalMove if
        this seat may not."""

    def say(self, text: str) -> None:
        """Send a line of chat."""

    def look_at_result(self, looking: bool) -> None:
        """The player looks at the result of a round, or is back at the table: until then, or for 12 seconds
        after the next deal, the clock of their turn does not run. Nobody waits for them before that."""

    def settle(self) -> bool:
        """Vote to end a match that waits for a missing seat. True if this player decides alone, and the match
        has ended; otherwise all remaining players must vote for it."""

    def forgive(self, seat: int) -> None:
        """Agree, irrevocably, that a seat of `pleas` comes back; raises IllegalMove if it is not in there."""

    @property
    def rematch(self) -> Rematch | None:
        """Another match that the player can ask for when this one is over."""

    def play_again(self, agreed: bool = True) -> None:
        """The player wants another match: as `rematch` last described it or, if that is not agreed, as the
        lobby decides."""

    def notices(self) -> AsyncIterator[Notice]:
        """What happens, in order, until the match is over or left. Call it only once."""

    async def run(self) -> None:
        """Keep the game going until the match is over or left. The caller runs this beside `notices`."""

    async def leave(self) -> None:
        """Leave the game and release all resources."""


class Alone:
    """Defaults of a session in which no other program takes part."""

    status: Status | None = None
    away: frozenset[int] = frozenset()
    pleas: tuple[Plea, ...] = ()
    coach: Coach | None = None
    turn_deadline: float | None = None
    uno_deadline: float | None = None
    pending: Move | None = None
    jump: JumpIn | None = None
    kept: bool = False
    told: tuple[Notice, ...] = ()
    grace: float | None = None
    bots: AdjustableBots | None = None
    guests: tuple[GuestPage, ...] = ()
    rematch: Rematch | None = None

    @property
    def window(self) -> OpenWindow | None:
        return None

    def play_again(self, agreed: bool = True) -> None:
        """Whoever shows the session starts another one."""

    def look_at_result(self, looking: bool) -> None:
        """There is no clock."""

    def forgive(self, seat: int) -> None:
        raise IllegalMove("L-10", "nobody was put out here")
