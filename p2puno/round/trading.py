"""Hands change owners, under seal: each new owner sees the cards, and nobody else does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.events import HandsPassed, Swapped
from p2puno.moves import Item, Open, Waiting
from p2puno.round.task import Task

if TYPE_CHECKING:
    from p2puno.round.state import Round


@dataclass(slots=True)
class Trading(Task):
    """The hands change owners once the new owners can see them. Cards that not even their holder has seen
    (`round.blind`) go along unseen."""

    seat: int

    def routes(self, round: Round) -> Mapping[int, int]:
        """The new owner of each hand that changes owners, by its old one."""
        raise NotImplementedError

    def wait(self, round: Round) -> Waiting | None:
        side, blind = round.side, round.blind
        public = round.faces[side]
        seen: list[Item] = []
        for owner, to in self.routes(round).items():
            for card in round.hands[owner]:
                if card not in public and card not in blind:
                    seen.append((card, side, to))
        if seen:
            return Open(tuple(seen))
        self.opened(round, ())
        return None

    def opened(self, round: Round, faces: Sequence[Face | None]) -> None:
        round.agenda.pop()
        hands = {to: round.hands[owner] for owner, to in self.routes(round).items()}
        round.hands.update(hands)


@dataclass(slots=True)
class HandOver(Trading):
    """Two players trade hands."""

    first: int
    second: int

    def routes(self, round: Round) -> Mapping[int, int]:
        return {self.first: self.second, self.second: self.first}

    def opened(self, round: Round, faces: Sequence[Face | None]) -> None:
        Trading.opened(self, round, faces)
        round.news.append(Swapped(self.seat, self.first, self.second))

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat in (self.first, self.second) else self  # L-02: no trade


@dataclass(slots=True)
class PassOn(Trading):
    """All players pass their hands on, in the direction of play."""

    def routes(self, round: Round) -> Mapping[int, int]:
        return {seat: round.next(seat) for seat in round.seats}

    def opened(self, round: Round, faces: Sequence[Face | None]) -> None:
        passed = tuple(self.routes(round).items())
        Trading.opened(self, round, faces)
        round.news.append(HandsPassed(self.seat, passed))
