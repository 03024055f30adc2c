"""A scene: everything a picture shows, from the session and the player's pending choice."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.cards import Colour, Face

TITLE_JOINT = " - "
"""Between the parts of a title, the most important first."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table."""

    seat: int
    name: str
    cards: int | None
    """None when the seat is not in the round."""
    score: int
    waits: bool = False
    """Whether it waits for its first round."""
    to_move: bool = False
    away: bool = False
    dealer: bool = False
    partner: bool = False
    uno: str = ""
    """`open`: one card, and UNO was not called; `called`; or neither."""
    turned_away: tuple[Face, ...] = ()
    key: str = ""
    """The key that selects this player, while one must be chosen."""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HandCard:
    card: int
    face: Face | None
    """None: face down, also for its holder."""
    key: str
    playable: bool
    selected: bool
    planned: bool = False
    """Whether it is played on our next turn."""
    other_side: Face | None = None
    dim: bool = False
    """Whether this card cannot be played, while one must be chosen."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a key does now."""

    key: str
    label: str
    action: str
    selected: bool = False
    colour: Colour | None = None
    strong: bool = False


Mark = tuple[int, int, str]
"""Where a text names a card: start, end, and the letter of its colour as in the styles of cards."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: an event, chat, or trouble."""

    text: str
    kind: str = "log"
    cards: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an overlay; cards are drawn after the text. A text without them is wrapped if too long."""

    text: str
    style: str = ""
    cards: tuple[Face, ...] = ()
    after: str = ""
    sign: str = ""
    """Which sign of the look precedes the text."""
    bar: float | None = None
    """How full the bar after the text is, from 0 to 1."""
    head: str = ""
    """Stands before the text, in a column of its own."""
    selected: bool = False
    """Whether the sign of the selected line precedes it: its style alone is not seen without colours."""
    action: str = ""
    """What a click on the row does."""
    code: str = ""
    """An address that a page shows as a QR code."""
    cells: tuple[str, ...] = ()
    """The text in columns, for a screen whose letters differ in width."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Covers the table: help, rules, results."""

    title: str
    rows: tuple[Row, ...]
    footer: str
    """What its keys do, in the terminal."""
    scroll: int = 0
    options: tuple[Option, ...] = ()
    """The same keys, where they can be clicked."""


@dataclass(frozen=True, slots=True)
class Window:
    """The UNO window: who can be caught, and how much time is left, from 0 to 1."""

    name: str
    own: bool
    left: float
    key: str
    """The key that calls UNO, catches, or jumps in."""
    jump: bool = False
    """Whether the player can jump in; then `name` is the card's."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A flying card, from a seat (None: the draw pile) to a seat (None: the discard pile)."""

    origin: int | None
    target: int | None
    face: Face | None
    """None: face down."""
    done: float
    """How far it has flown, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that gets a second of its own, in the middle of the table."""

    title: str
    text: str = ""
    cards: tuple[tuple[str, Face], ...] = ()
    """The two cards of a battle, with the names of their players."""
    approach: float = 1.0
    """How near the two cards are, from 0 to 1: face to face."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where in a recording this is. A click on it does `seek:` and the number of a step."""

    at: int
    last: int
    label: str
    marks: tuple[int, ...] = ()
    """The steps with bookmarks."""
    shown: bool = True
    """Whether the bar is shown: it gives away how much is still to come."""


@dataclass(frozen=True, slots=True)
class Scene:
    title: str
    side: int
    two_sided: bool
    own: Seat | None
    others: tuple[Seat, ...]
    """Clockwise, starting left of us; all players when only watching."""
    top: Face | None = None
    colour: Colour | None = None
    direction: int = 1
    pile: int = 0
    pile_shows: Face | None = None
    """The other side of the draw pile's top card, in flip."""
    flash: bool = False
    """Whether the top card has just been played."""
    flights: tuple[Flight, ...] = ()
    battle: tuple[str, tuple[Face, ...]] | None = None
    """Who fights whom, and the cards played so far."""
    news: str = ""
    """What is pending for whom, in a few words."""
    progress: tuple[int, int] | None = None
    """How many steps of a deal are done, and of how many."""
    hand: tuple[HandCard, ...] = ()
    prompt: str = ""
    urgent: bool = False
    """Whether the player must decide something."""
    options: tuple[Option, ...] = ()
    message: str = ""
    coach: str = ""
    """What the coach of a lesson says; shown above the log."""
    log: tuple[Line, ...] = ()
    window: Window | None = None
    clock: str = ""
    """How many seconds are left, and for what."""
    overlay: Overlay | None = None
    moment: Moment | None = None
    timeline: Timeline | None = None
    help_key: str = "?"
    typing: bool = False
    """Whether the last line is the chat input."""
