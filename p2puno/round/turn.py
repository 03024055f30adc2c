"""A turn: playing a card, drawing one, or passing (T)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.events import Blocked, Kept, Passed, Played
from p2puno.moves import Ask, Draw, IllegalMove, Keep, Move, Pass, Play, Waiting, choices
from p2puno.options import MAX_SEATS
from p2puno.round import uno
from p2puno.round.drawing import DrawCards
from p2puno.round.ending import Result
from p2puno.round.task import Task, not_the_face, wrong_move

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View


_TURN, _DRAWN = choices(Ask.TURN), choices(Ask.DRAWN)
_DRAW, _KEEP, _PASS = Draw(), Keep(), Pass()


@dataclass(slots=True)
class Turn(Task):
    """The default task: what to do when the agenda is empty."""

    def wait(self, round: Round) -> Waiting:
        return _TURN[round.turn]

    def answer(self, round: Round, move: Move) -> None:
        seat = round.turn
        if type(move) is Play:
            lay(round, seat, move)
        elif type(move) is Draw:
            if not round.can_draw:
                raise IllegalMove("T-09", "there is nothing left to draw: play or pass")
            begin(round)
            round.drew = True
            round.agenda.append(_OWN_DRAW[seat])
        elif type(move) is Pass:
            if round.can_draw:
                raise IllegalMove("T-02", "who does not play must draw")
            passes = round.passes + 1
            begin(round)
            round.passes = passes
            round.news.append(Passed(seat))
            if passes >= len(round.seats):  # G-09
                round.news.append(Blocked())
                round.finish(Result("blocked", round.dealer, None, {}))
        else:
            raise wrong_move("T-01", "play a card or draw one")

    def moves(self, view: View) -> list[Move]:
        round = view.round
        moves = plays(view, round.hands[round.turn])
        moves.append(_DRAW if round.can_draw else _PASS)
        return moves


TURN = Turn()


@dataclass(slots=True)
class Drawn(Task):
    """The card just drawn may be played at once, and only that card (T-03, T-04)."""

    seat: int

    def wait(self, round: Round) -> Waiting:
        return _DRAWN[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        if type(move) is Play:
            if move.card != round.hands[self.seat][-1]:
                raise IllegalMove("T-04", "after drawing, only the card drawn can be played")
            lay(round, self.seat, move)
        elif type(move) is Keep:
            round.agenda.pop()
            round.news.append(Kept(self.seat))
        else:
            raise wrong_move("T-03", "play the card drawn or keep it")

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        return [*plays(view, view.round.hands[self.seat][-1:]), _KEEP]


_OWN_DRAW = tuple(DrawCards(seat, 1, None, Drawn(seat)) for seat in range(MAX_SEATS))


def fitting(round: Round) -> frozenset[Face]:
    """The faces that may be played now: same number, colour or symbol, and wild cards (T-01, T-06)."""
    return round.rules.matching[round.side][round.colour][round.top.symbol]


def plays(view: View, cards: list[int]) -> list[Move]:
    """The legal plays among these cards of the player to move, also with an UNO call where it matters."""
    round = view.round
    side, fitting = round.side, round.rules.fitting(round)
    known, public, made = view.known[side], round.faces[side], view.plays[side]
    found: list[Move] = []
    for card in cards:
        face = known.get(card) or public.get(card)
        if face in fitting:
            play = made.get(card)
            if play is None:
                play = made[card] = Play(card, face)
            found.append(play)
    if len(round.hands[round.turn]) == 2:
        found += [Play(play.card, play.face, True) for play in found if type(play) is Play]
    return found


def begin(round: Round) -> None:
    """Begin a turn (T-05): the UNO window of the previous player closes (G-03)."""
    round.uno_seat = None
    round.moved = True
    round.passes = 0
    round.upcoming = round.ring[round.direction][round.turn]


def lay(round: Round, seat: int, move: Play) -> None:
    """Put a card on the discard pile, if that is legal, and apply its effect."""
    card, face = move.card, move.face
    hand, public = round.hands[seat], round.faces[round.side]
    if card not in hand:
        raise IllegalMove("T-01", "that card is not in your hand")
    if face not in round.rules.fitting(round):
        raise IllegalMove("T-01", f"{face} matches neither the colour in play nor the top card")
    if public.get(card, face) is not face:
        raise not_the_face()
    if round.drew:
        round.agenda.pop()  # the choice whether to play the drawn card
        round.drew = False
    else:
        begin(round)
    hand.remove(card)
    round.discard.append(card)
    public[card] = face
    round.top = face
    if face.colour is not None:
        round.colour = face.colour
    round.news.append(Played(seat, card, face))
    if len(hand) == 1:
        uno.open_window(round, seat, move.uno)
    elif not hand:
        round.out = seat  # G-06; a battle takes this back (B-04)
    effect = round.rules.effects.get(face.symbol)
    if effect is not None:
        effect(round, seat, face)
