"""A scene: everything a picture shows, taken from the session and what the player is about to do."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.cards import Colour, Face


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as seen at the table."""

    seat: int
    name: str
    cards: int | None
    """None when the seat is not in the round."""
    score: int
    waits: bool = False
    """There is no round yet that it could be in."""
    to_move: bool = False
    away: bool = False
    dealer: bool = False
    partner: bool = False
    uno: str = ""
    """`open`: one card, and UNO was not called; `called`; or neither."""
    turned_away: tuple[Face, ...] = ()
    key: str = ""
    """What chooses this player, while one is to be chosen."""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HandCard:
    card: int
    face: Face
    key: str
    playable: bool
    selected: bool
    other_side: Face | None = None
    dim: bool = False
    """A card is to be chosen, and this one cannot be."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a key does now."""

    key: str
    label: str
    action: str
    selected: bool = False
    colour: Colour | None = None
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: what happened, chat, or trouble."""

    text: str
    kind: str = "log"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an overlay; cards are drawn after the text."""

    text: str
    style: str = ""
    cards: tuple[Face, ...] = ()
    after: str = ""
    sign: str = ""
    """Which sign of the look stands before the text."""
    bar: float | None = None
    """How full a bar after the text is, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Covers the table: help, rules, results."""

    title: str
    rows: tuple[Row, ...]
    footer: str
    scroll: int = 0


@dataclass(frozen=True, slots=True)
class Window:
    """The UNO window: who can be caught, and how much of it is left, from 0 to 1."""

    name: str
    own: bool
    left: float
    key: str
    """What calls UNO, or catches."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A card on its way, from a seat (None: the draw pile) to a seat (None: the discard pile)."""

    origin: int | None
    target: int | None
    face: Face | None
    """None: it shows its back."""
    done: float
    """How much of the way, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Scene:
    title: str
    side: int
    two_sided: bool
    own: Seat | None
    others: tuple[Seat, ...]
    """Clockwise, from the own left; all players when only watching."""
    top: Face | None = None
    colour: Colour | None = None
    direction: int = 1
    pile: int = 0
    pile_shows: Face | None = None
    """The other side of the draw pile's top card, in flip."""
    flash: bool = False
    """The top card has just been laid."""
    flights: tuple[Flight, ...] = ()
    battle: tuple[str, tuple[Face, ...]] | None = None
    """Who fights whom, and the cards laid so far."""
    news: str = ""
    """What is pending on whom, in a few words."""
    progress: tuple[int, int] | None = None
    """How many steps of a deal are done, and of how many."""
    hand: tuple[HandCard, ...] = ()
    prompt: str = ""
    urgent: bool = False
    """The player has to decide something."""
    options: tuple[Option, ...] = ()
    message: str = ""
    log: tuple[Line, ...] = ()
    window: Window | None = None
    seconds_left: int | None = None
    overlay: Overlay | None = None
    help_key: str = "?"
    typing: bool = False
    """The last line is where chat is typed."""
