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
from protocol.collector import collector_off
from protocol.deck import Calculator, Trust
from protocol.files.log_file import Entries, read_game
from protocol.files.private_journal import Private, vouched_for
from protocol.log.entry import AGREE, DECK, MOVE, Entry
from protocol.log.genesis import Genesis
from protocol.play.deal import Deal
from protocol.play.game import Game
from protocol.play.news import News, NewsReader
from protocol.remote_errors import RemoteError, UnreadableError

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
    """The number of moves with a visible effect since the start of the match. A move without one, such as a
    sealed card, belongs to the turn before, so that every turn has a beat."""
    round_number: int
    """The number of the round, from 1; between two rounds, the number of finished ones."""
    news: News
    round: Round | None
    """The public state of the round after the entry; never changed."""
    match: Match
    """The match after the entry; never changed."""


class Recording:
    """All moments of a game, made by replaying the log once."""

    def __init__(
        self,
        genesis: Genesis,
        entries: list[Entry] | Entries,
        calculator: Calculator | None = None,
        progress: Callable[[int, int], None] | None = None,
        vouched: int = 0,
        strayed: bool = True,
    ) -> None:
        """`vouched`: how many records were verified before, the genesis included. Their signatures and proofs
        are not checked again, and neither are their audits unless they may have named a seat (`strayed`)."""
        self.genesis = genesis
        self.names = tuple(player.name for player in genesis.players)
        self.options = genesis.terms.options
        self.entries: list[Entry] = []
        """The entries of the moments, as they are in the log."""
        self.agreements: dict[int, tuple[str, bytes]] = {}
        """By the position of a round's first agreement: the match as all seats signed it, in JSON, and the
        digest of the round."""
        self.moments: list[Moment] = []
        self.wrong: RemoteError | None = None
        """Why the log cannot be replayed to its end, if it cannot."""
        self.deals: dict[int, Deal] = {}
        self._rounds_over = self._turn = 0
        game = Game(genesis, calculator=calculator)
        reader = NewsReader(game)
        before = Trust.PROOFS if strayed else Trust.AUDITS
        try:
            for count, entry in enumerate(entries, 1):
                playing = game.deal
                self._note_agreement(entry, game)
                trusted = count < vouched
                with game.calculator.memo.trusting(before if trusted else Trust.NOTHING):
                    game.apply(entry, signed=trusted)
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
        """The steps of a replay, as (first, last) indices of moments. A beat begins at each moment with news.

        A replay shows the last moment of a beat: by then, the cards drawn in it have arrived.
        """
        telling = [index for index, moment in enumerate(self.moments) if moment.news != News()]
        until = [index - 1 for index in telling[1:]] + [len(self.moments) - 1]
        return tuple(zip(telling, until, strict=False))

    def _add(self, entry: Entry, deal: Deal | None, following: Deal | None, news: News, match: Match) -> None:
        """Add the moment of an entry of `deal`; `following` is the deal in play after it."""
        self.entries.append(entry)
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

    def _note_agreement(self, entry: Entry, game: Game) -> None:
        last = self.entries[-1] if self.entries else None
        if entry.kind == AGREE and (last is None or last.kind != AGREE):
            round = game.deal.round if game.deal is not None else None
            if round is not None:
                self.agreements[entry.position] = game.match.text(), round.digest()

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
        """The round at a moment, from a perspective. With a later `position`, it includes what the seat
        learned up to there. With ALL, every card is known."""
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
                for card, side, to in items:
                    if to == seat and (known := deal.faces.get((card, side))) is not None:
                        view.learn(card, side, deal.face(side, known))
        return view

    def faces(self, index: int) -> dict[tuple[int, int], Face]:
        """The faces of all cards of the deal at a moment, by card and side; empty if never revealed."""
        deal = self.deals.get(self.moments[index].deal)
        if deal is None:
            return {}
        return {(card, side): deal.face(side, face) for (card, side), face in deal.faces.items()}

    def shown(self, deal: int) -> dict[int, list[Item]]:
        """The cards that were revealed to single seats, by position."""
        found: dict[int, list[Item]] = {}
        for position, items in self.deals[deal].shown if deal in self.deals else ():
            one_seat = [(card, side, to) for card, side, to in items if to is not None]
            found.setdefault(position, []).extend(one_seat)
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


@collector_off()
def open_recording(
    path: Path,
    calculator: Calculator | None = None,
    progress: Callable[[int, int], None] | None = None,
    own: Private | None = None,
) -> Recording:
    """Open a recording. Raises RemoteError if the file is not a p2puno game. With the player's own journal of
    the game, signatures and proofs that their program checked while it played are not checked again."""
    genesis, entries = read_game(path)
    try:
        vouched = vouched_for(path, own) if own is not None else 0
    except OSError as error:
        raise UnreadableError(error) from error
    strayed = own is None or own.strayed
    return Recording(genesis, entries, calculator, progress, vouched, strayed)
