"""The result of one action of the table: a snapshot for the screens."""

from __future__ import annotations

from typing import NamedTuple

from p2puno.match import Match
from p2puno.moves import IllegalMove, Move
from p2puno.view import View
from protocol.log.entry import Entry
from protocol.peer.record import Restored
from protocol.play.deal import Due
from protocol.play.game import Game
from protocol.play.news import News
from protocol.table.readmitting_cheats import Plea


class Standing(NamedTuple):
    """A snapshot of a game as our seat sees it. The table's thread never changes it."""

    head: bytes
    """The hash of the last entry."""
    match: Match
    rounds: int
    """The number of finished rounds."""
    view: View | None
    due: Due | None
    deal: int | None
    """The number of the current deal; None if the match is over, or waits for a missing seat."""
    table: int
    seats: tuple[int, ...]
    """The seats of the deal."""
    window: int | None
    """The position at which a player who may be caught played their next-to-last card."""
    window_open: bool
    """Whether the next turn waits for a claim or silence (G-11)."""

    @property
    def over(self) -> bool:
        return self.match.ended is not None and self.deal is None

    @property
    def stalled(self) -> bool:
        """Whether the match waits for a missing seat, or until the remaining players end it (L-04)."""
        return self.match.ended is None and self.deal is None


class Step(NamedTuple):
    """The result of one action of the table, and the game after it."""

    now: Standing
    news: News
    applied: tuple[Entry, ...] = ()
    suspended: tuple[int, ...] = ()
    """The seats without which the game cannot continue."""
    intent: Move | None = None
    """The move that our player has chosen and that is not in the log yet."""
    declined: IllegalMove | None = None
    """Why our player's move was refused: the position had changed meanwhile."""
    acted: int = 0
    """How many of our player's actions the table has processed: results of later ones are not included."""
    timed_out: bool = False
    """Our player's time was up, and the program chose for them."""
    unwritten: tuple[tuple[int, OSError], ...] = ()
    """The seats against which evidence could not be written to disk, and why."""
    restored: tuple[Restored, ...] = ()
    """The files of this game that were deleted or moved, and have been written again."""
    pleas: tuple[Plea, ...] = ()
    """The seats that were lost for cheating, and who agrees to take them back."""


def standing(game: Game, match: Match) -> Standing:
    """A snapshot of the game, with this copy of its match."""
    deal = game.deal
    return Standing(
        game.head,
        match,
        len(game.finished),
        game.view.copy() if game.view is not None else None,
        game.due(),
        deal.number if deal is not None else None,
        deal.pairing.table if deal is not None else 0,
        deal.deck.setup.seats if deal is not None else tuple(match.playing),
        deal.window if deal is not None else None,
        deal is not None and bool(deal.owing()),
    )
