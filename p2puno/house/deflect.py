"""deflect: on a pending draw card, a Reverse sends it back and a Skip passes it on (K-10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2puno.cards import Face, Symbol
from p2puno.events import Deflected, Reversed
from p2puno.house.house_rule import HouseRule, with_effects
from p2puno.round.challenge import Penalty, hit
from p2puno.round.rule_set import Effect, RuleSet

if TYPE_CHECKING:
    from p2puno.round.state import Round

_NOTHING_MORE = Penalty(0, False)


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    stacking = rules.answers

    def answers(round: Round) -> frozenset[Face]:
        faces = round.rules.faces[round.side]
        deflecting = (face for face in faces if face.symbol in symbols and face.colour == round.colour)
        return frozenset(deflecting) | (stacking(round) if stacking is not None else frozenset())

    symbols = (Symbol.REVERSE, Symbol.SKIP)
    effects = {symbol: _deflecting(rules.effects[symbol]) for symbol in symbols if symbol in rules.effects}
    return replace(rules, answers=answers, effects=with_effects(rules, effects))


def _deflecting(usual: Effect) -> Effect:
    def effect(round: Round, seat: int, face: Face) -> None:
        if round.owed is None:
            usual(round, seat, face)
            return
        if face.symbol is Symbol.REVERSE and len(round.seats) > 2:
            round.direction = -round.direction
            round.news.append(Reversed(round.direction))
        victim = round.upcoming = round.next(seat)
        round.news.append(Deflected(seat, victim))
        hit(round, victim, _NOTHING_MORE)

    return effect


RULE = HouseRule("deflect", amend)
