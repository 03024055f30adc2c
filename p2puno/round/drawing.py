"""Drawing from the pile: penalties, voluntary draws, and an empty pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Colour, Face
from p2puno.events import DREW_ONE, Declared, Drew, Reshuffled, ShortDraws, ShufflesLeft
from p2puno.moves import (
    Ask,
    Declare,
    IllegalMove,
    Item,
    Move,
    Quiet,
    Shuffle,
    Waiting,
    choices,
)
from p2puno.options import MAX_SEATS
from p2puno.round.task import Look, Task, wrong_move

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

_DECLARE, _QUIET = choices(Ask.DECLARE), Quiet()
WARNED = 3
"""Players are told how many shuffles are left from this number on."""


@dataclass(slots=True)
class DrawCards(Task):
    """`seat` draws: first until a card of the colour `until` is shown (F-05), then `count` more."""

    seat: int
    count: int
    until: Colour | None = None
    then: Task | None = None
    """What follows a voluntary draw: the choice whether to play the card. None for penalties."""

    def wait(self, round: Round) -> Waiting | None:
        agenda, pile, rules = round.agenda, round.pile, round.rules
        hand, then, limit = round.hands[self.seat], self.then, rules.hand_limit
        if then is not None and pile and not rules.face_down and (limit is None or len(hand) < limit - 1):
            return self._draw_one(round, then)
        if self.count == 0 and self.until is None:
            agenda.pop()
            return None
        if round.out is not None:
            limit = None
        if limit is not None and len(hand) >= limit:
            round.expel(self.seat)
            return None
        if not pile:
            if len(round.discard) > 1:
                agenda.append(Reshuffle())
            else:
                agenda.pop()  # the seat draws what is left (G-09, F-09)
            return None
        must_declare = self.until is not None or (rules.on_draw and round.out is None)
        # Cards that must be declared are drawn one at a time: each decides what happens next.
        count = 1 if must_declare else min(self.count, len(pile))
        if limit is not None:
            count = min(count, limit - len(hand))
        cards = pile[: -count - 1 : -1]
        del pile[-count:]
        hand += cards
        if round.heard:
            round.news.append(Drew(self.seat, count, self.then is None))
        if limit is not None and len(hand) >= limit:
            round.expel(self.seat)
            return None
        if must_declare:
            agenda[-1] = Declaration(self)
        elif self.then is not None:
            agenda[-1] = self.then
        elif count == self.count:
            agenda[-1] = _ENOUGH[self.seat]
        else:
            agenda[-1] = DrawCards(self.seat, self.count - count)
        if self.then is not None and rules.face_down:
            round.blind += tuple(cards)
        return self._see(round, cards)

    def _draw_one(self, round: Round, then: Task) -> Look | None:
        """A voluntary draw that nothing can stop: by far the most common one, so it has a fast path."""
        seat, card = self.seat, round.pile.pop()
        round.hands[seat].append(card)
        if round.heard:
            round.news.append(DREW_ONE[seat])
        round.agenda[-1] = Declaration(self) if round.rules.on_draw else then
        if len(round.faces) > 1:
            return self._see(round, [card])
        look = Look(((card, round.side, seat),))
        round.agenda.append(look)
        return look

    def _see(self, round: Round, cards: list[int]) -> Look | None:
        """The seat sees the cards that it drew, and everybody the sides that are now turned to them."""
        seat, side = self.seat, round.side
        public, blind = round.faces[side], round.blind
        seen: list[Item] = []
        for card in cards:
            if card not in public and card not in blind:
                seen.append((card, side, seat))
        if len(round.faces) > 1:
            seen += round.turned_away(cards + round.pile[-1:])
        if not seen:
            return None
        look = Look(tuple(seen))
        round.agenda.append(look)
        return look

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self


_ENOUGH = tuple(DrawCards(seat, 0) for seat in range(MAX_SEATS))


@dataclass(slots=True)
class Declaration(Task):
    """The player who drew says whether the card must be shown: only they can see it."""

    draw: DrawCards

    def wait(self, round: Round) -> Waiting:
        return _DECLARE[self.draw.seat]

    def must_be_shown(self, round: Round, face: Face) -> bool:
        until = self.draw.until
        return (until is not None and face.colour is until) or face.symbol in round.rules.on_draw

    @property
    def rule(self) -> str:
        return "F-10" if self.draw.until else "X-01"

    def answer(self, round: Round, move: Move) -> None:
        draw, public = self.draw, round.faces[round.side]
        card = round.hands[draw.seat][-1]
        if type(move) is Quiet:
            if card in public and self.must_be_shown(round, public[card]):
                raise IllegalMove(self.rule, "everybody can see that this card must be shown")
            round.agenda[-1] = self.rest(False)
        elif type(move) is Declare:
            if move.card != card:
                raise IllegalMove(self.rule, "only the card just drawn is shown")
            round.check_face(move.card, move.face)
            if not self.must_be_shown(round, move.face):
                raise IllegalMove(self.rule, "this card is not one to be shown")
            public[card] = move.face
            round.news.append(Declared(draw.seat, move.face))
            round.agenda[-1] = self.rest(move.face.colour == draw.until)
            effect = round.rules.on_draw.get(move.face.symbol)
            if effect is not None:
                effect(round, draw, card)
        else:
            raise wrong_move(self.rule, "say whether the card drawn must be shown")

    def rest(self, found: bool) -> Task:
        """What remains to do after this card; `found` if it is the one that ends drawing for a colour."""
        draw = self.draw
        if draw.until is not None:
            return DrawCards(draw.seat, draw.count, None if found else draw.until)
        if draw.then is not None:
            return draw.then
        return DrawCards(draw.seat, draw.count - 1)

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.draw.seat else self

    def moves(self, view: View) -> list[Move]:
        round = view.round
        card = round.hands[self.draw.seat][-1]
        face = view.face(card)
        if face is None:
            return []
        return [Declare(card, face) if self.must_be_shown(round, face) else _QUIET]


@dataclass(slots=True)
class Reshuffle(Task):
    """The discard pile without its top card becomes the new draw pile (G-08)."""

    def wait(self, round: Round) -> Waiting | None:
        if round.pile:  # meanwhile a departed seat's hand went there
            round.agenda.pop()
            return None
        return Shuffle(tuple(round.discard[:-1]), round.next_card)

    def shuffled(self, round: Round, cards: list[int]) -> None:
        round.agenda.pop()
        round.discard = round.discard[-1:]
        round.news.append(Reshuffled(len(cards)))
        limit = round.rules.shuffle_limit
        if limit is not None:
            round.shuffles = (round.shuffles or 0) + 1
            if round.shuffles == round.rules.long_draws:
                round.news.append(ShortDraws())
            if 0 < limit - round.shuffles <= WARNED:
                round.news.append(ShufflesLeft(limit - round.shuffles))
        round.set_pile(cards)


@dataclass(slots=True)
class MixPile(Task):
    """Shuffle the draw pile, because cards were put back into it (O-05, L-01)."""

    def wait(self, round: Round) -> Waiting:
        return Shuffle(tuple(round.pile), round.next_card)

    def shuffled(self, round: Round, cards: list[int]) -> None:
        round.agenda.pop()
        round.set_pile(cards)


@dataclass(slots=True)
class MixUnderPile(MixPile):
    """Shuffle the lowest cards of the draw pile, because a hand was put under it."""

    count: int

    def wait(self, round: Round) -> Waiting:
        return Shuffle(tuple(round.pile[: self.count]), round.next_card)

    def shuffled(self, round: Round, cards: list[int]) -> None:
        MixPile.shuffled(self, round, cards + round.pile[self.count :])

    def without(self, round: Round, seat: int) -> Task | None:
        return MixPile()  # the departed seat's cards are mixed with the whole pile (L-01)
