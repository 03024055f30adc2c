"""A rule set: a deck, and what its symbols do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from p2puno.cards import Colour, Face, Symbol
from p2puno.decks import Deck

if TYPE_CHECKING:
    from p2puno.moves import JumpIn
    from p2puno.round.drawing import DrawCards
    from p2puno.round.state import Round
    from p2puno.round.task import Task
    from p2puno.view import View

Effect = Callable[["Round", int, Face], None]
"""What playing a face does: (round, the seat that played it, the face)."""

Opening = Callable[["Round", int, Face], None]
"""What a face does as the opening card: (round, the seat left of the dealer, the face)."""

DrawEffect = Callable[["Round", "DrawCards", int], None]
"""What drawing a face does immediately: (round, the draw it came up in, the card)."""

Fitting = Callable[["Round"], frozenset[Face]]
"""The faces that may be played now."""

MayLay = Callable[["Round", int, int, Face, Mapping[int, Face]], bool]
"""Whether a seat may lay a card that fits, judging by the known faces of its other cards: (round, seat, card,
its face, known faces)."""

BeforeTurn = Callable[["Round"], "Task | None"]
"""What must be done before the next turn can begin, if anything."""


@dataclass(frozen=True)
class OutOfTurn:
    """Cards that may be laid out of turn, in a window before the next turn begins."""

    is_open: Callable[[Round], bool]
    """Whether such a window is open, as far as everybody can know."""
    take: Callable[[Round, int, JumpIn], None]
    """Apply a move, or raise IllegalMove and change nothing."""
    moves: Callable[[View], list[JumpIn]]
    """What the seat of a view could lay now, where the window is open."""


@dataclass(frozen=True)
class RuleSet:
    """Shared by all rounds and never changed. Its mappings are plain dictionaries, because a proxy costs up
    to 1 % of a move."""

    name: str
    deck: Deck
    effects: Mapping[Symbol, Effect]
    openings: Mapping[Symbol, Opening]
    never_open: frozenset[Symbol]
    """Opening cards that go back into the deck (O-05)."""
    own_draws: Sequence[Task]
    """What a voluntary draw does, by seat."""
    on_draw: Mapping[Symbol, DrawEffect] = field(default_factory=dict)
    answers: Fitting | None = None
    """The faces that the target of a pending penalty may lay on it. None: a penalty can only be drawn."""
    challenges: bool = True
    """Whether wild draw cards can be challenged (C)."""
    must_play: bool = False
    """Whether a player who holds a card that fits must play one, against T-04."""
    may_lay: MayLay | None = None
    restricted: frozenset[Symbol] = frozenset()
    """The symbols that `may_lay` can forbid: a drawn one counts as one that does not fit."""
    face_down: bool = False
    """Whether a card drawn voluntarily stays face down, also for its player."""
    last_effects: Mapping[Symbol, Effect] = field(default_factory=dict)
    """Effects that wait until the player lays no further card in this turn."""
    before_turn: BeforeTurn | None = None
    out_of_turn: OutOfTurn | None = None
    hand_limit: int | None = None
    """A player who holds this many cards is out of the round."""
    shuffle_limit: int | None = None
    """Once the discard pile was shuffled this often, the round is over before the next turn."""
    long_draws: int | None = None
    """Once the discard pile was shuffled this often, a voluntary draw is one card; None: never."""
    covered: frozenset[Symbol] = frozenset()
    """Opening cards that do nothing and are covered by the next card (N-14)."""
    built_in: tuple[str, ...] = ()
    """The names of house rules that are part of this rule set."""
    trading: frozenset[Symbol] = frozenset()
    """The symbols after whose effect other players may owe the call, because hands were traded."""
    wrong_catch: int = 0
    """How many cards a wrong catch costs, against G-10."""
    faces: tuple[frozenset[Face], ...] = field(init=False)
    """All faces, by side."""

    matching: tuple[Mapping[Colour | None, Mapping[Symbol, frozenset[Face]]], ...] = field(init=False)
    """By side, colour in play and top symbol: the faces that match one of them, and the wild cards."""

    prepares_turns: bool = field(init=False)
    """Whether there may be something to do before a turn can begin."""

    def of_colour(self, side: int, colour: Colour | None) -> frozenset[Face]:
        """The faces of a colour, on a side."""
        return _of_colour(self.faces[side], colour)

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(frozenset(side) for side in self.deck.sides))
        object.__setattr__(self, "matching", tuple(_matching(faces) for faces in self.faces))
        prepares = self.before_turn is not None or self.face_down or self.shuffle_limit is not None
        object.__setattr__(self, "prepares_turns", prepares)


@cache
def _of_colour(faces: frozenset[Face], colour: Colour | None) -> frozenset[Face]:
    return frozenset(face for face in faces if face.colour is colour)


def _matching(faces: frozenset[Face]) -> Mapping[Colour | None, Mapping[Symbol, frozenset[Face]]]:
    return {
        colour: {
            symbol: frozenset(f for f in faces if f.wild or f.colour == colour or f.symbol == symbol)
            for symbol in Symbol
        }
        for colour in (None, *Colour)
    }
