"""clean-finish: a wild or draw card as the last card does not win, its player draws two (K-29, K-30)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2puno.cards import Face
from p2puno.events import NotFinished
from p2puno.house.house_rule import HouseRule, with_effects
from p2puno.house.stacking import STRENGTH
from p2puno.round.challenge import Doubt
from p2puno.round.drawing import DrawCards
from p2puno.round.rule_set import Effect, RuleSet
from p2puno.round.task import Task

if TYPE_CHECKING:
    from p2puno.round.state import Round

DRAWN = 2


def _unclean(usual: Effect) -> Effect:
    def effect(round: Round, seat: int, face: Face) -> None:
        if round.out != seat:
            usual(round, seat, face)
            return
        round.out = None
        round.news.append(NotFinished(seat))
        before = len(round.agenda)
        usual(round, seat, face)
        round.agenda[before:] = [_unchallenged(task) for task in round.agenda[before:]]
        round.agenda.append(DrawCards(seat, DRAWN))

    return effect


def _unchallenged(task: Task) -> Task:
    """C-05: when the card was laid, there was no hand to look at."""
    return replace(task, accused=None, colour=None) if type(task) is Doubt else task


def amend(rules: RuleSet, parameter: int) -> RuleSet:
    symbols = {face.symbol for side in rules.faces for face in side if face.wild or face.symbol in STRENGTH}
    return replace(
        rules,
        effects=with_effects(rules, {symbol: _unclean(rules.effects[symbol]) for symbol in symbols}),
    )


RULE = HouseRule("clean-finish", amend)
