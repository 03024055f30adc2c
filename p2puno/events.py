"""Public events of a round, in order: for narration, statistics and bots' memory.

A round produces events as it runs. They are not part of its state: a replay produces them again. Treat them
as immutable; they are not frozen because freezing is slow and almost every move makes one.
"""

from dataclasses import dataclass

from p2puno.cards import Colour, Face
from p2puno.options import MAX_SEATS


@dataclass(slots=True)
class Dealt:
    dealer: int


@dataclass(slots=True)
class TurnedUp:
    """The opening card; `returned` if it goes back into the deck (O-05)."""

    face: Face
    returned: bool


@dataclass(slots=True)
class Covered:
    """A card that cannot open was turned up: it does nothing, and the next one covers it (N-14)."""

    face: Face


@dataclass(slots=True)
class Played:
    seat: int
    card: int
    face: Face


@dataclass(slots=True)
class Drew:
    """`penalty` if the rules forced the seat to draw."""

    seat: int
    cards: int
    penalty: bool


@dataclass(slots=True)
class Kept:
    seat: int


@dataclass(slots=True)
class Passed:
    seat: int


@dataclass(slots=True)
class Missed:
    seat: int


@dataclass(slots=True)
class Reversed:
    direction: int


@dataclass(slots=True)
class Named:
    seat: int
    colour: Colour


@dataclass(slots=True)
class Challenged:
    seat: int
    accused: int


@dataclass(slots=True)
class Judged:
    seat: int
    accused: int
    guilty: bool


@dataclass(slots=True)
class Declared:
    """A card that the rules require to be shown was drawn and shown to all."""

    seat: int
    face: Face


@dataclass(slots=True)
class Flipped:
    side: int
    top: Face


@dataclass(slots=True)
class BattleBegan:
    challenger: int
    challenged: int


@dataclass(slots=True)
class BattleShown:
    challenger: Face
    challenged: Face


@dataclass(slots=True)
class BattleWon:
    winner: int
    loser: int
    cards: int


@dataclass(slots=True)
class Crashed:
    drawer: int
    other: int


@dataclass(slots=True)
class Swapped:
    seat: int
    first: int
    second: int


@dataclass(slots=True)
class HandsPassed:
    """All hands were passed on, in the direction of play."""

    seat: int
    passed: tuple[tuple[int, int], ...]
    """Who gave a hand, and who got it."""


@dataclass(slots=True)
class JumpedIn:
    """A seat lays a card out of turn; `Played` follows."""

    seat: int


@dataclass(slots=True)
class Deflected:
    """A pending penalty now threatens another seat."""

    seat: int
    victim: int


@dataclass(slots=True)
class TurnedBlind:
    """A seat turned up a card that it had not seen; `Played` follows if it fits."""

    seat: int
    face: Face


@dataclass(slots=True)
class NotFinished:
    """A last card that must not end the round was laid: its player draws instead of winning."""

    seat: int


@dataclass(slots=True)
class Discarded:
    """A card that a Discard All takes with it. It has no effect of its own."""

    seat: int
    face: Face


@dataclass(slots=True)
class PutOut:
    """A seat holds too many cards and is out of the round, but not out of the match."""

    seat: int


@dataclass(slots=True)
class ShufflesLeft:
    """The discard pile was shuffled often: after this many more shuffles the round ends (K-41)."""

    count: int


@dataclass(slots=True)
class ShortDraws:
    """The discard pile was shuffled often: from now on a player draws one card only (K-42)."""


@dataclass(slots=True)
class FewestCards:
    """The discard pile was shuffled too often: the round ends, and this seat wins it (K-41)."""

    seat: int


@dataclass(slots=True)
class Called:
    seat: int


@dataclass(slots=True)
class Caught:
    seat: int
    by: int


@dataclass(slots=True)
class NoEffect:
    """A call or catch that changed nothing (G-10, G-12)."""

    seat: int


@dataclass(slots=True)
class Reshuffled:
    cards: int


@dataclass(slots=True)
class Left:
    seat: int


@dataclass(slots=True)
class WentOut:
    seat: int


@dataclass(slots=True)
class Blocked:
    """Nobody could play or draw (G-09)."""


Event = (
    Dealt
    | TurnedUp
    | Covered
    | Played
    | Drew
    | Kept
    | Passed
    | Missed
    | Reversed
    | Named
    | Challenged
    | Judged
    | Declared
    | Flipped
    | BattleBegan
    | BattleShown
    | BattleWon
    | Crashed
    | Swapped
    | HandsPassed
    | JumpedIn
    | Deflected
    | TurnedBlind
    | NotFinished
    | Discarded
    | PutOut
    | ShortDraws
    | ShufflesLeft
    | FewestCards
    | Called
    | Caught
    | NoEffect
    | Reshuffled
    | Left
    | WentOut
    | Blocked
)

# By seat, created in advance because they are needed often:
DREW_ONE = tuple(Drew(seat, 1, False) for seat in range(MAX_SEATS))
KEPT = tuple(Kept(seat) for seat in range(MAX_SEATS))
MISSED = tuple(Missed(seat) for seat in range(MAX_SEATS))
