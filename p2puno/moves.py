"""What a round waits for, and the moves that answer a choice.

Whatever shows a card carries the card's face: the table proves it, the rules judge it.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from p2puno.cards import Colour, Face
from p2puno.options import MAX_SEATS


class IllegalMove(Exception):
    """A move that the rules forbid. `rule` is the id of the line in docs/rules.md that forbids it."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = rule
        self.why = why


class Ask(StrEnum):
    """What a choice is about."""

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


@dataclass(frozen=True, slots=True)
class Choice:
    """`seat` must decide about `ask`; `View.moves` lists what it can do."""

    seat: int
    ask: Ask


def choices(ask: Ask) -> tuple[Choice, ...]:
    """This choice for every seat there can be, made beforehand where it is asked often."""
    return tuple(Choice(seat, ask) for seat in range(MAX_SEATS))


class Shuffle(NamedTuple):
    """These cards must be mixed, each side by itself. The results are the cards first, first + 1, …"""

    cards: tuple[int, ...]
    first: int


class Item(NamedTuple):
    """One side of one card that must become known to one seat, or to all (None)."""

    card: int
    side: int
    to: int | None


class Open(NamedTuple):
    items: tuple[Item, ...]


Waiting = Choice | Shuffle | Open


@dataclass(slots=True, unsafe_hash=True)
class Play:
    """Lay a card; `uno` calls UNO with it. (Not frozen, unlike the rest, because it is made so often.)"""

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
    """Doubt that a wild draw card was legal."""


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
    """Show the card just drawn, because the rules want it shown (X-01, F-10)."""

    card: int
    face: Face


@dataclass(frozen=True, slots=True)
class Quiet:
    """The card just drawn is not one that must be shown."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Whom a Kickin' Battle challenges."""

    opponent: int


@dataclass(frozen=True, slots=True)
class Seal:
    """The challenger's card in a battle, chosen but not yet shown; see `seal`."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class Show:
    """A battler's card. `nonce` opens the challenger's seal and is empty for the challenged."""

    card: int
    face: Face
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class Swap:
    """Who trades hands with whom."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Call:
    """Call UNO."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Say that somebody did not call UNO."""

    seat: int


Claim = Call | Catch
"""What may be said out of turn."""

Move = (
    Play
    | Draw
    | Keep
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
    | Claim
)

NONCE_SIZE = 32


def seal(card: int, nonce: bytes) -> bytes:
    """What binds a challenger to a card before the challenged shows one (B-02: both at the same time)."""
    return sha256(b"p2puno/battle" + nonce + card.to_bytes(4, "big")).digest()
