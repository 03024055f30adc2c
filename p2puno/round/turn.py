"""A turn: playing a card, drawing one, or passing (T)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.events import KEPT, Blocked, Passed, Played
from p2puno.moves import Ask, Draw, IllegalMove, JumpIn, Keep, Move, Pass, Play, Waiting, choices
from p2puno.options import MAX_SEATS
from p2puno.round import uno
from p2puno.round.drawing import DrawCards
from p2puno.round.ending import Result
from p2puno.round.task import Task, not_the_face, wrong_move

if TYPE_CHECKING:
    from p2puno.round.rule_set import MayLay
    from p2puno.round.state import Round
    from p2puno.view import View


TURNS, _DRAWN = choices(Ask.TURN), choices(Ask.DRAWN)
_DRAW, _KEEP, _PASS = Draw(), Keep(), Pass()


@dataclass(slots=True)
class Turn(Task):
    """The default task: what to do when the agenda is empty and the round waits for one of TURNS."""

    def answer(self, round: Round, move: Move) -> None:
        seat = round.turn
        if type(move) is Play:
            lay(round, seat, move, round.fitting)
        elif type(move) is Draw:
            if not (round.pile or round.can_draw):
                raise IllegalMove("T-09", "there is nothing left to draw: play or pass")
            if round.rules.must_play:
                decline(round, seat, round.hands[seat])
            begin(round)
            round.drew = True
            round.laid = None
            round.agenda.append(round.rules.own_draws[seat])
        elif type(move) is Pass:
            if round.can_draw:
                raise IllegalMove("T-02", "who does not play must draw")
            if round.rules.must_play:
                decline(round, seat, round.hands[seat])
            passes = round.passes + 1
            begin(round)
            round.passes = passes
            round.laid = None
            round.news.append(Passed(seat))
            if passes >= len(round.seats):  # G-09
                round.news.append(Blocked())
                round.finish(Result("blocked", round.dealer, None, {}))
        else:
            raise wrong_move("T-01", "play a card or draw one")

    def moves(self, view: View) -> list[Move]:
        round = view.round
        seat = round.turn
        moves = plays(view, seat, round.hands[seat], round.fitting)
        if not (moves and round.rules.must_play):
            moves.append(_DRAW if round.pile or round.can_draw else _PASS)
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
            lay(round, self.seat, move, round.fitting)
        elif type(move) is Keep:
            if round.rules.must_play:
                decline(round, self.seat, round.hands[self.seat][-1:], round.rules.restricted)
            round.agenda.pop()
            round.news.append(KEPT[self.seat])
        else:
            raise wrong_move("T-03", "play the card drawn or keep it")

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        round = view.round
        moves = plays(view, self.seat, round.hands[self.seat][-1:], round.fitting)
        if not (moves and round.rules.must_play):
            moves.append(_KEEP)
        return moves


OWN_DRAWS = tuple(DrawCards(seat, 1, None, Drawn(seat)) for seat in range(MAX_SEATS))
"""What a voluntary draw does, by seat: one card, which may be played at once (T-02, T-03)."""


def plays(view: View, seat: int, cards: list[int], faces: frozenset[Face]) -> list[Move]:
    """The legal plays among these cards of a seat that may lay these faces, also with an UNO call where it
    matters."""
    round = view.round
    side = round.side
    known, public = view.known[side], round.faces[side]
    found: list[Play] = []
    for card in cards:
        face = known.get(card) or public.get(card)
        if face in faces:
            found.append(Play(card, face))
    if round.rules.may_lay is not None:
        found = _allowed(view, seat, found, round.rules.may_lay)
    if len(round.hands[seat]) == 2:
        for play in tuple(found):
            found.append(Play(play.card, play.face, True))
    return found  # type: ignore[return-value]  # a new list


def _allowed(view: View, seat: int, found: list[Play], may_lay: MayLay) -> list[Play]:
    round = view.round
    known = view.known[round.side] | round.faces[round.side]
    return [play for play in found if may_lay(round, seat, play.card, play.face, known)]


def begin(round: Round) -> None:
    """Begin a turn (T-05): the UNO window of the previous player closes (G-03)."""
    round.uno_seat = None
    round.moved = True
    round.passes = 0
    round.upcoming = round.ring[round.direction][round.turn]


def check(round: Round, seat: int, move: Play | JumpIn, faces: frozenset[Face]) -> None:
    """Raise unless the seat may lay this card where these faces may be laid."""
    card, face = move.card, move.face
    public = round.faces[round.side]
    if card not in round.hands[seat]:
        raise IllegalMove("T-01", "that card is not in your hand")
    if face not in faces:
        raise IllegalMove("T-01", f"{face} does not fit")
    if public.get(card, face) is not face:
        raise not_the_face()
    if (may_lay := round.rules.may_lay) is not None and not may_lay(round, seat, card, face, public):
        raise IllegalMove("K-27", "everybody can see a card in your hand that forbids it")


def decline(round: Round, seat: int, cards: list[int], restricted: frozenset[Symbol] = frozenset()) -> None:
    """Lay none of these cards, where one that fits would have to be laid: the seat implies that none fits."""
    faces = round.fitting
    if restricted:
        faces = frozenset(face for face in faces if face.symbol not in restricted)
    if not faces.isdisjoint(map(round.faces[round.side].get, cards)):
        raise IllegalMove("K-23", "everybody can see a card in your hand that fits")
    round.vow(seat, cards, faces, fit=False)


def lay(round: Round, seat: int, move: Play | JumpIn, faces: frozenset[Face]) -> None:
    """Put a card on the discard pile, if the seat may lay these faces, and apply its effect."""
    card, face = move.card, move.face
    hand, public, rules = round.hands[seat], round.faces[round.side], round.rules
    if face not in faces or (card in public and public[card] is not face) or rules.may_lay is not None:
        check(round, seat, move, faces)
    try:
        hand.remove(card)
    except ValueError:
        check(round, seat, move, faces)  # raises: the card is not there
    if round.drew:
        round.agenda.pop()  # the choice whether to play this card, in a turn that has begun
        round.drew = False
    else:
        begin(round)
    round.discard.append(card)
    public[card] = face
    round.cover(face, face.colour or round.colour)
    if round.heard:
        round.news.append(Played(seat, card, face))
    if len(hand) == 1:
        uno.open_window(round, seat, move.uno)
    elif not hand:
        round.out = seat  # G-06; a battle takes this back (B-04)
    if face.symbol in rules.effects:
        rules.effects[face.symbol](round, seat, face)
