"""What is new in a game after entries were applied.

Everything that shows a game (live, resumed, replayed or exported) uses `NewsReader`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from p2puno.cards import Face
from p2puno.dealer_choice import DealerChoice
from p2puno.events import Event
from p2puno.match import Match
from p2puno.round import Result, Round

if TYPE_CHECKING:
    from protocol.log.entry import Entry
    from protocol.play.game import Game, Loss


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The draw for the deal (S-02): who drew what, draw by draw, and who deals."""

    draws: tuple[Mapping[int, Face], ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round was counted. `hands` are revealed; `gained` is the change of each total."""

    number: int
    table: int
    result: Result
    hands: Mapping[int, tuple[Face, ...]]
    gained: Mapping[int, int]
    totals: tuple[int, ...]
    verified: bool | None = None
    """Whether the audit of the revealed deck passed; None if there was none, or it was incomplete."""


@dataclass(frozen=True, slots=True)
class MatchOver:
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]


class News(NamedTuple):
    """What is new after some entries, in the order in which it is told."""

    drawn: tuple[DealerDrawn, ...] = ()
    lost: tuple[Loss, ...] = ()
    events: tuple[Event, ...] = ()
    rounds: tuple[RoundOver, ...] = ()
    seated_again: tuple[int, ...] = ()
    over: MatchOver | None = None


class NewsReader:
    """Reads what is new in a game since the last read, or since the reader was made."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._deal, self._rounds = game.deal, 0
        self._take_events()
        self.match = deepcopy(game.match)
        """A copy of the match at the last read; never changed."""
        self._remember()

    def _remember(self) -> None:
        game = self._game
        self._entries, self._deal, self._over = game.entries, game.deal, game.over
        self._rounds, self._draws = len(game.finished), len(game.draws)

    def read(self, entries: Collection[Entry]) -> News:
        """What is new now that these entries were applied."""
        game, before = self._game, self.match
        positions = {entry.position for entry in entries}
        lost = tuple(loss for loss in game.losses if loss.position in positions)
        drawn = tuple(dealer_drawn(choice) for choice in game.draws[self._draws :])
        events = self._take_events()
        if game.entries is not self._entries:
            events = ()  # the game was rebuilt: these events are not new
        if game.deal is None or game.deal is not self._deal or lost or drawn:  # else it is unchanged
            self.match = deepcopy(game.match)
        rounds = tuple(
            round_over(number, deal.pairing.table, deal.round, deal.result, before, self.match, deal.verified)
            for number, deal in enumerate(game.finished[self._rounds :], self._rounds + 1)
            if deal.round is not None and deal.result is not None
        )
        seated_again = tuple(sorted(set(self.match.playing) - set(before.playing)))
        over = match_over(self.match) if game.over and not self._over else None
        self._remember()
        return News(drawn, lost, events, rounds, seated_again, over)

    def _take_events(self) -> tuple[Event, ...]:
        """The events of all rounds since the last read; each is returned once."""
        events: list[Event] = []
        for deal in dict.fromkeys((self._deal, *self._game.finished[self._rounds :], self._game.deal)):
            if deal is not None and deal.round is not None:
                events += deal.round.news
                deal.round.news.clear()
        return tuple(events)


def dealer_drawn(choice: DealerChoice) -> DealerDrawn:
    assert choice.dealer is not None
    return DealerDrawn(tuple(choice.draws), choice.dealer)


def round_over(
    number: int,
    table: int,
    round: Round,
    result: Result,
    before: Match,
    after: Match,
    verified: bool | None = None,
) -> RoundOver:
    """A round that took the match from `before` to `after`."""
    hands = {
        seat: tuple(round.faces[side][card] for card in hand if card in round.faces[side])
        for seat, (side, hand) in round.holdings.items()
    }
    gained = {seat: total - before.totals[seat] for seat, total in enumerate(after.totals)}
    return RoundOver(number, table, result, hands, gained, tuple(after.totals), verified)


def match_over(match: Match) -> MatchOver:
    return MatchOver(match.ended or (), tuple(match.ranking()))
