"""A recorded game: every moment of it, from any perspective.

What each seat knew at a moment follows from the cards opened to it by then; their faces are known once the
round was revealed. A round that was never revealed shows only what everybody saw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from p2puno.cards import Face
from p2puno.match import Match
from p2puno.moves import Item
from p2puno.round import Round
from p2puno.view import View
from protocol.deck import Calculator
from protocol.errors import RemoteError
from protocol.files.log_file import Entries, read_game
from protocol.log.entry import AGREE, DECK, MOVE, Entry
from protocol.log.genesis import Genesis
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.play.news import News, NewsReader

ALL: Literal["all"] = "all"
Perspective = int | None | Literal["all"]
"""A seat, a spectator (None), or all hands open."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What one entry of the log changed."""

    position: int
    time: int
    """By the author's clock, in milliseconds."""
    seat: int
    kind: str
    deal: int
    turn: int
    """Counts the moves that show something from the start of the match. One that shows nothing yet, such as a
    sealed card, is part of the turn before, so that there is a beat for each turn."""
    round_number: int
    """Rounds counted from 1, as players count them; between two, how many are over."""
    news: News
    round: Round | None
    """The round after it, as everybody sees it; never changed."""
    match: Match
    """The match after it; never changed."""


class Recording:
    """All moments of a game, made once by going through the log."""

    def __init__(
        self,
        genesis: Genesis,
        entries: list[Entry] | Entries,
        calculator: Calculator | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.genesis = genesis
        self.names = tuple(player.name for player in genesis.players)
        self.options = genesis.terms.options
        self.moments: list[Moment] = []
        self.wrong: RemoteError | None = None
        """Why the log cannot be followed to its end, if so."""
        self.deals: dict[int, Deal] = {}
        self._rounds_over = self._turn = 0
        game = Game(genesis, calculator=calculator)
        reader = NewsReader(game)
        try:
            for count, entry in enumerate(entries, 1):
                playing = game.deal
                game.apply(entry)
                self._add(entry, playing or game.deal, game.deal, reader.read((entry,)), reader.match)
                if progress is not None:
                    progress(count, len(entries))
        except RemoteError as error:
            self.wrong = error
        self.game = game

    @property
    def match(self) -> Match:
        """The match at the end."""
        return self.game.match

    @property
    def complete(self) -> bool:
        """Whether the log reaches the end of the match."""
        return self.wrong is None and self.game.over

    @cached_property
    def beats(self) -> tuple[tuple[int, int], ...]:
        """What a replay shows step by step: from each moment that tells something to right before the next.

        A beat is shown as its last moment stands: the cards drawn in it have arrived by then.
        """
        telling = [index for index, moment in enumerate(self.moments) if moment.news != News()]
        until = [index - 1 for index in telling[1:]] + [len(self.moments) - 1]
        return tuple(zip(telling, until, strict=False))

    def _add(self, entry: Entry, deal: Deal | None, following: Deal | None, news: News, match: Match) -> None:
        """Add what an entry of this deal brought; the deal that is played after it may be another."""
        self.deals |= {one.number: one for one in (deal, following) if one is not None}
        self._turn += entry.kind == MOVE and bool(news.events)
        round = self._round(deal, entry.kind, bool(news.events))
        self.moments.append(
            Moment(
                entry.position,
                entry.time,
                entry.seat,
                entry.kind,
                deal.number if deal is not None else 0,
                self._turn,
                self._rounds_over + (round is not None),
                news,
                round,
                match,
            )
        )
        self._rounds_over += len(news.rounds)

    def _round(self, deal: Deal | None, kind: str, news: bool) -> Round | None:
        """A copy of the round, or the last one if nothing has changed since."""
        if deal is None or deal.round is None:
            return None
        last = self.moments[-1] if self.moments else None
        if (
            last is not None
            and last.round is not None
            and last.deal == deal.number
            and kind in (DECK, AGREE)
            and not news
            and last.round.waiting == deal.round.waiting
        ):
            return last.round
        return deal.round.copy()

    def view(self, index: int, perspective: Perspective, position: int = 0) -> View | None:
        """The round at a moment as somebody saw it then, or with what they know after a later `position`;
        with ALL, as nobody could."""
        moment = self.moments[index]
        if moment.round is None:
            return None
        deal = self.deals[moment.deal]
        seat = perspective if isinstance(perspective, int) else None
        view = View(moment.round, seat)
        if perspective == ALL:
            for (card, side), face in self.faces(index).items():
                view.known[side][card] = face
        elif seat is not None:
            for at, items in deal.shown:
                if at > max(position, moment.position):
                    break
                for item in items:
                    if item.to == seat and (known := deal.faces.get((item.card, item.side))) is not None:
                        view.learn(item, deal.face(item.side, known))
        return view

    def faces(self, index: int) -> dict[tuple[int, int], Face]:
        """What every card of the deal at a moment showed, by card and side; nothing before the reveal."""
        deal = self.deals.get(self.moments[index].deal)
        if deal is None:
            return {}
        return {(card, side): deal.face(side, face) for (card, side), face in deal.faces.items()}

    def shown(self, deal: int) -> dict[int, list[Item]]:
        """By position, the cards that were revealed to one seat there."""
        found: dict[int, list[Item]] = {}
        for position, items in self.deals[deal].shown if deal in self.deals else ():
            found.setdefault(position, []).extend(item for item in items if item.to is not None)
        return found

    def beat_at(self, index: int) -> int:
        """The beat that a moment belongs to."""
        return max((beat for beat, (first, _last) in enumerate(self.beats) if first <= index), default=0)

    def at_turn(self, turn: int) -> int:
        """The index of the first moment of this turn (or of the last one)."""
        return next(
            (index for index, moment in enumerate(self.moments) if moment.turn >= turn),
            max(0, len(self.moments) - 1),
        )


def open_recording(
    path: Path,
    calculator: Calculator | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Recording:
    """Open a recording; raises RemoteError, with a sentence for people, if the file is not a game of ours."""
    genesis, entries = read_game(path)
    return Recording(genesis, entries, calculator, progress)
