"""jump-in: an identical card may be laid out of turn (K-17…K-20)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.events import JumpedIn
from p2puno.house.house_rule import HouseRule, with_effects
from p2puno.moves import IllegalMove, JumpIn
from p2puno.round.rule_set import Effect, OutOfTurn, RuleSet
from p2puno.round.turn import TURNS, check, lay

if TYPE_CHECKING:
    from p2puno.round.state import Round
    from p2puno.view import View


def is_open(round: Round) -> bool:
    """Whether a turn is to begin after a coloured card, and another copy of it may be in a hand (K-19)."""
    if round.moved or round.waiting != TURNS[round.turn] or round.laid != round.discard[-1]:
        return False
    public = round.faces[round.side]
    on_piles = sum(public.get(card) is round.top for card in (*round.discard, *round.pile))
    return round.rules.deck.sides[round.side].count(round.top) > on_piles


def take(round: Round, seat: int, move: JumpIn) -> None:
    if seat not in round.hands:
        raise IllegalMove("K-17", "only players in the round jump in")
    if not is_open(round):
        raise IllegalMove("K-19", "nobody can jump in now")
    if move.face is not round.top or move.card in round.blind:
        raise IllegalMove("K-17", "only a card identical to the one just laid")
    faces = frozenset({round.top})
    check(round, seat, move, faces)
    round.news.append(JumpedIn(seat))
    round.turn = seat  # K-18
    round.uno_ahead = False
    lay(round, seat, move, faces)


def moves(view: View) -> list[JumpIn]:
    round, seat = view.round, view.seat
    if seat is None or seat == round.turn:
        return []
    twins = [card for card, face in view.hand() if face is round.top and card not in round.blind]
    said = (False, True) if len(round.hands[seat]) == 2 else (False,)
    return [JumpIn(card, round.top, uno) for card in twins for uno in said]


def _answerable(usual: Effect | None) -> Effect:
    def effect(round: Round, seat: int, face: Face) -> None:
        round.laid = round.discard[-1]
        if usual is not None:
            usual(round, seat, face)

    return effect


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    symbols = {face.symbol for side in rules.faces for face in side if not face.wild}
    effects = {symbol: _answerable(rules.effects.get(symbol)) for symbol in symbols}
    return replace(rules, effects=with_effects(rules, effects), out_of_turn=OutOfTurn(is_open, take, moves))


RULE = HouseRule("jump-in", amend)
