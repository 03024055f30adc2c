"""What a round waits for, and the moves that answer a choice.

Every move that shows a card carries its face: the table verifies the proof, the rules judge the move.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple, get_args

from p2puno.cards import Colour, Face
from p2puno.options import MAX_SEATS


class IllegalMove(Exception):
    """A move that the rules forbid. `rule` is the id of the rule in docs/rules.md that forbids it."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = rule
        self.why = why


class Ask(StrEnum):
    """The kind of decision."""

    TURN = "turn"
    DRAWN = "drawn"
    COLOUR = "colour"
    CHALLENGE = "challenge"
    VERDICT = "verdict"
    DECLARE = "declare"
    OPPONENT = "opponent"
    SEAL = "seal"
    BATTLE = "battle"
    UNSEAL = "unseal"
    TRADE = "trade"
    STACK = "stack"
    """Whether to draw what is pending, or to lay a card on it."""
    DOUBLE = "double"
    """Whether to lay another card in the same turn."""
    DISCARD = "discard"
    """Which card goes under a Discard All."""


@dataclass(frozen=True, slots=True)
class Choice:
    """`seat` must decide about `ask`; `View.moves` lists the options."""

    seat: int
    ask: Ask


def choices(ask: Ask) -> tuple[Choice, ...]:
    """This choice for every possible seat, created in advance because it is needed often."""
    return tuple(Choice(seat, ask) for seat in range(MAX_SEATS))


class Shuffle(NamedTuple):
    """These cards must be shuffled, each side separately. The results are the cards first, first + 1, …"""

    cards: tuple[int, ...]
    first: int


Item = tuple[int, int, int | None]
"""One side of one card that must be revealed to one seat, or to all (None): (card, side, to)."""


@dataclass(slots=True)
class Open:
    """These cards must be opened to those who may see them."""

    items: tuple[Item, ...]


Waiting = Choice | Shuffle | Open


@dataclass(slots=True, unsafe_hash=True)
class Play:
    """Play a card; `uno` calls UNO with it. (Not frozen, like most others: it is made often.)"""

    card: int
    face: Face
    uno: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card instead of playing one."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the card just drawn."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Lay no further card in this turn."""


@dataclass(frozen=True, slots=True)
class Blind:
    """Play the card just drawn without having seen it: it is turned up for all."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Neither play nor draw, because there is nothing to draw (T-09)."""


@dataclass(frozen=True, slots=True)
class Name:
    """Name the colour in play."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Accept:
    """Take the cards of a wild draw card without a challenge."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Claim that a wild draw card was illegal."""


@dataclass(frozen=True, slots=True)
class Guilty:
    """The challenger shows everybody a card that made the wild draw card illegal."""

    card: int
    face: Face


@dataclass(frozen=True, slots=True)
class Innocent:
    """The challenger admits that the wild draw card was legal."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Show the card just drawn, because the rules require it (X-01, F-10)."""

    card: int
    face: Face


@dataclass(frozen=True, slots=True)
class Quiet:
    """State that the card just drawn is not one that must be shown."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Choose the opponent of a Kickin' Battle."""

    opponent: int


@dataclass(frozen=True, slots=True)
class Seal:
    """Commit to the challenger's card in a battle without showing it; see `seal`."""

    digest: bytes


@dataclass(slots=True, unsafe_hash=True)
class Show:
    """Show a card in a battle. `nonce` opens the challenger's seal and is empty for the challenged player."""

    card: int
    face: Face
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class Swap:
    """Choose the two players who trade hands."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Call:
    """Call UNO."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch a player who did not call UNO."""

    seat: int


@dataclass(frozen=True, slots=True)
class JumpIn:
    """Lay a card out of turn, where the rules allow it; `uno` calls UNO with it."""

    card: int
    face: Face
    uno: bool = False


Claim = Call | Catch
"""What may be said out of turn."""
CLAIMS = frozenset(get_args(Claim))

Move = (
    Play
    | Draw
    | Keep
    | Stop
    | Blind
    | Pass
    | Name
    | Accept
    | Challenge
    | Guilty
    | Innocent
    | Declare
    | Quiet
    | Fight
    | Seal
    | Show
    | Swap
    | JumpIn
    | Claim
)

NONCE_SIZE = 32


def seal(card: int, nonce: bytes) -> bytes:
    """A challenger's commitment to a card, before the challenged player shows one (B-02: both at once)."""
    return sha256(b"p2puno/battle" + nonce + card.to_bytes(4, "big")).digest()
