"""What came of one thing that the table did: a snapshot for whoever shows the game."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.match import Match
from p2puno.moves import IllegalMove, Move
from p2puno.view import View
from protocol.log.entry import Entry
from protocol.play.deal import Due
from protocol.play.game import Game
from protocol.play.news import News
from protocol.table.forgiving import Plea


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, as our seat sees it. The table's thread does not change it any more."""

    head: bytes
    """The hash of the last entry."""
    match: Match
    rounds: int
    """How many rounds are over."""
    view: View | None
    due: Due | None
    deal: int | None
    """The number of the deal that is played; None if the match is over, or waits for a missing seat."""
    table: int
    seats: tuple[int, ...]
    """The seats of the deal."""
    window: int | None
    """The position at which the card was laid whose player may be caught."""
    window_open: bool
    """The next turn waits for somebody's claim or silence (G-11)."""

    @property
    def over(self) -> bool:
        return self.match.ended is not None and self.deal is None

    @property
    def stalled(self) -> bool:
        """The match waits for a missing seat, or for those who remain to end it (L-04)."""
        return self.match.ended is None and self.deal is None


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one thing the table did, and how the game stands now."""

    now: Standing
    news: News
    applied: tuple[Entry, ...] = ()
    suspended: tuple[int, ...] = ()
    """The seats without which nothing can go on."""
    intent: Move | None = None
    """What our player has chosen and is not written yet."""
    declined: IllegalMove | None = None
    """Why what our player wanted was not done: the game had gone on meanwhile."""
    acted: int = 0
    """How many of our player's acts the table has taken up; what comes of a later one is not seen here."""
    timed_out: bool = False
    """Our player's time was up, and the program chose for them."""
    unwritten: tuple[tuple[int, OSError], ...] = ()
    """The seats of which the evidence could not be written down, and why."""
    pleas: tuple[Plea, ...] = ()
    """The seats that were lost for cheating, and who would let them come back."""


def standing(game: Game, match: Match) -> Standing:
    """A snapshot of the game, with this copy of its match."""
    deal = game.deal
    return Standing(
        game.head,
        match,
        len(game.finished),
        _copied(game.view),
        game.due(),
        deal.number if deal is not None else None,
        deal.pairing.table if deal is not None else 0,
        deal.deck.setup.seats if deal is not None else tuple(match.playing),
        deal.window if deal is not None else None,
        deal is not None and bool(deal.owing()),
    )


def _copied(view: View | None) -> View | None:
    if view is None:
        return None
    copy = View(view.round.copy(), view.seat)
    copy.known = tuple(dict(side) for side in view.known)
    return copy
