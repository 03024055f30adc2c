"""What came of one thing that the table did: a snapshot for whoever shows the game."""

from __future__ import annotations

from dataclasses import dataclass

from p2puno.events import Event
from p2puno.moves import IllegalMove, Move
from p2puno.view import View
from protocol.log.entry import Entry
from protocol.play.game import Game
from protocol.table.forgiving import Plea


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one thing the table did: for whoever shows it."""

    applied: tuple[Entry, ...]
    events: tuple[Event, ...]
    suspended: tuple[int, ...]
    """The seats without which nothing can go on."""
    view: View | None
    """The round now, apart from the table's own: it stays as it is."""
    intent: Move | None
    """What our player has chosen and is not written yet."""
    declined: IllegalMove | None
    """Why what our player wanted was not done: the game had gone on meanwhile."""
    acted: int = 0
    """How many of our player's acts the table has taken up; what comes of a later one is not seen here."""
    unwritten: tuple[tuple[int, OSError], ...] = ()
    """The seats of which the evidence could not be written down, and why."""
    pleas: tuple[Plea, ...] = ()
    """The seats that were lost for cheating, and who would let them come back."""


def take_news(game: Game, before: object) -> tuple[Event, ...]:
    """What happened in the round that was played before, and in the one that is played now. Each event is
    returned once."""
    events: list[Event] = []
    rounds = [before, *(deal.round for deal in game.finished[-1:])]
    rounds.append(game.deal.round if game.deal is not None else None)
    seen: set[int] = set()
    for round in rounds:
        if round is not None and id(round) not in seen:
            seen.add(id(round))
            news = round.news  # type: ignore[attr-defined]
            events += news
            news.clear()
    return tuple(events)


def snapshot(game: Game) -> View | None:
    """A copy of the round as our seat sees it; the table does not change it any more."""
    view = game.view
    if view is None:
        return None
    shown = View(view.round.copy(), view.seat)
    shown.known = tuple(dict(side) for side in view.known)
    return shown
