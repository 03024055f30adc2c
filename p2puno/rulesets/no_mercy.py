"""No Mercy: 168 cards, harsher ones among them, and several house rules that always hold (N)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2puno.cards import NUMBERS, Colour, Face, Symbol
from p2puno.decks import no_mercy as no_mercy_deck
from p2puno.events import Discarded
from p2puno.house import HOUSE_RULES, SHUFFLE_LIMIT
from p2puno.moves import Ask, IllegalMove, Move, Play, Stop, Waiting, choices
from p2puno.round import uno
from p2puno.round.challenge import Pay, Penalty
from p2puno.round.naming import NAME_COLOUR
from p2puno.round.rule_set import RuleSet
from p2puno.round.task import Task, wrong_move
from p2puno.round.turn import OWN_DRAWS, check, plays
from p2puno.rulesets import actions

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View

BUILT_IN = ("stack-up", "seven-zero", "draw-until", "force", "no-challenge", "mercy")
"""The house rules that always hold (N-13), in the order in which they are applied."""

_DISCARD = choices(Ask.DISCARD)
_FOUR = Penalty(4, False)
_UNTIL_COLOUR = Penalty(0, True)


def wild_reverse_draw_four(round: Round, seat: int, face: Face) -> None:
    if len(round.seats) > 2:
        actions.turn_round(round, seat)  # N-17
        actions.wild_hit(round, seat, round.next(seat), _FOUR)
    elif round.out is None:
        actions.wild_hit(round, seat, seat, _FOUR)  # N-18
    else:
        round.owed = None  # N-18: its player is out, so nobody draws


def roulette(round: Round, seat: int, face: Face) -> None:
    victim = round.next(seat)
    round.miss_turn(victim)  # N-21
    round.agenda += [Pay(victim, _UNTIL_COLOUR), NAME_COLOUR[victim]]


def discard_all(round: Round, seat: int, face: Face) -> None:
    assert face.colour is not None
    if round.out is None:
        round.agenda.append(DiscardColour(seat, face.colour))


@dataclass(slots=True)
class DiscardColour(Task):
    """The player of a Discard All puts all cards of its colour under it, one by one (N-19).

    Only they know which these are: that no such card is left is a vow, which the audit checks."""

    seat: int
    colour: Colour

    def wait(self, round: Round) -> Waiting:
        return _DISCARD[self.seat]

    def answer(self, round: Round, move: Move) -> None:
        hand, faces, public = round.hands[self.seat], self.faces(round), round.faces[round.side]
        if type(move) is Play:
            check(round, self.seat, move, faces)
            hand.remove(move.card)
            round.discard.insert(-1, move.card)
            public[move.card] = move.face
            round.news.append(Discarded(self.seat, move.face))
            if len(hand) == 1:
                uno.open_window(round, self.seat, move.uno)  # N-20
            elif not hand:
                round.out = self.seat
                round.agenda.pop()
        elif type(move) is Stop:
            if not faces.isdisjoint(map(public.get, hand)):
                raise IllegalMove("N-19", "everybody can see a card in your hand that must go too")
            round.vow(self.seat, hand, faces, fit=False)
            round.agenda.pop()
        else:
            raise wrong_move("N-19", "discard a card of the colour")

    def faces(self, round: Round) -> frozenset[Face]:
        return round.rules.of_colour(round.side, self.colour)

    def without(self, round: Round, seat: int) -> Task | None:
        return None if seat == self.seat else self

    def moves(self, view: View) -> list[Move]:
        hand = view.round.hands[self.seat]
        return plays(view, self.seat, hand, self.faces(view.round)) or [Stop()]


def _rules() -> RuleSet:
    deck = no_mercy_deck()
    rules = RuleSet(
        name="no-mercy",
        deck=deck,
        effects={
            Symbol.DRAW_TWO: actions.draw(2),
            Symbol.DRAW_FOUR: actions.draw(4),
            Symbol.REVERSE: actions.reverse,
            Symbol.SKIP: actions.skip,
            Symbol.SKIP_EVERYONE: actions.skip_everyone,
            Symbol.DISCARD_ALL: discard_all,
            Symbol.WILD_REVERSE_DRAW_FOUR: wild_reverse_draw_four,
            Symbol.WILD_DRAW_SIX: actions.wild_draw(6),
            Symbol.WILD_DRAW_TEN: actions.wild_draw(10),
            Symbol.ROULETTE: roulette,
        },
        openings={},
        never_open=frozenset(),
        covered=frozenset(face.symbol for face in deck.points if face.symbol not in NUMBERS),  # N-14
        own_draws=OWN_DRAWS,
        shuffle_limit=SHUFFLE_LIMIT,  # K-41
        built_in=BUILT_IN,
    )
    for name in BUILT_IN:
        rules = HOUSE_RULES[name].amend(rules, 0)
    return rules


RULES = _rules()
