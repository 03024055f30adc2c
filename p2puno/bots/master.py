"""master: judges positions by networks, and plays on in possible deals where the best moves are close."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple, Protocol

from p2puno.bots import hard
from p2puno.bots.foresight import Foresight
from p2puno.bots.habits import Mind
from p2puno.bots.playing_on import play_on
from p2puno.bots.possible_deals import Faces, PossibleDeals
from p2puno.moves import Ask, Choice, Draw, Move, Pass

SEARCHED = frozenset({Ask.TURN, Ask.DRAWN, Ask.COLOUR, Ask.OPPONENT, Ask.TRADE})
"""The decisions that are worth playing on."""
JUDGED = frozenset({*SEARCHED, Ask.CHALLENGE, Ask.SEAL, Ask.BATTLE})
"""Those that networks judge. All others are left to hard."""


class Effort(NamedTuple):
    """How much a decision may cost. It is counted in deals, so that it does not depend on the machine."""

    stages: int = 4
    """A decision that is close is taken in stages. After each, the worse half of the moves is given up."""
    deals: int = 15
    """How many deals are played on in each stage."""
    close: float = 0.15
    """Moves that are worse than the best by more than this, in probability of winning, are not played on."""
    prior: float = 10
    """How many deals the first judgement of a move is worth."""
    to_end: bool = False
    """Whether deals are played on to the end of the round, and not only until our next turn."""


EFFORT = Effort()
HIDDEN = Effort(deals=30, close=0.05, prior=150)
"""Where networks judge, and hardly a card in another hand is ever seen: playing on tells less."""


def usual_effort(rule_set: str, learned: bool = True) -> Effort:
    """`learned`: networks judge."""
    return HIDDEN if learned and rule_set != "flip" else EFFORT


class Deals(Protocol):
    """Where the deals to play on come from."""

    def draw(self) -> Faces: ...


def choose(mind: Mind, moves: Sequence[Move]) -> Move:
    return search(mind, moves, PossibleDeals(mind))


def search(mind: Mind, moves: Sequence[Move], deals: Deals, effort: Effort | None = None) -> Move:
    """The best move, judging by the networks and by what it leads to in some deals."""
    waiting = mind.view.round.waiting
    assert type(waiting) is Choice
    foresight = Foresight(mind)
    if not judges(foresight, waiting.ask):
        return hard.decide(foresight.prospect, moves)
    effort = effort or usual_effort(mind.view.round.rules.name, foresight.learned)
    moves = to_judge(mind, moves)
    worths = foresight.worths(moves)
    lowest = max(worths) - effort.close
    totals = {
        move: effort.prior * worth for move, worth in zip(moves, worths, strict=True) if worth >= lowest
    }
    for _ in range(effort.stages if waiting.ask in SEARCHED else 0):
        if len(totals) == 1:
            break
        for _ in range(effort.deals):
            faces, seed = deals.draw(), mind.random.getrandbits(32)
            for move in totals:
                # The same deal and the same luck for each move: only the moves make a difference.
                totals[move] += _worth(mind, faces, move, Random(seed), effort.to_end)
        ranked = sorted(totals, key=totals.__getitem__, reverse=True)
        totals = {move: totals[move] for move in ranked[: max(2, (len(ranked) + 1) // 2)]}
    return max(totals, key=totals.__getitem__)


def judges(foresight: Foresight, ask: Ask) -> bool:
    """Whether this decision is judged by its consequences. After a last card only points are at stake."""
    return ask in (JUDGED if foresight.learned else SEARCHED) and foresight.prospect.round.out is None


def to_judge(mind: Mind, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves between which master chooses: all that differ, but nothing is held back in a full hand."""
    if len(mind.view.hand()) >= hard.FULL and any(type(move) in (Draw, Pass) for move in moves):
        moves = hard.worth_a_thought(mind, moves)
    return hard.distinct(mind, moves)


def _worth(mind: Mind, faces: Faces, move: Move, random: Random, to_end: bool) -> float:
    """The probability of winning after this move in this deal."""
    view = play_on(mind, faces, move, random, to_end=to_end)
    result = view.round.result
    if result is not None:
        return float(result.out is not None and result.out in (view.seat, mind.partner))
    if view.seat not in view.round.hands:  # out of the round with too many cards (K-33)
        return 0.0
    return Foresight(Mind(view, mind.random, mind.memory, mind.partner)).before_turn()


HABITS = replace(hard.HABITS, choose=choose, thinks=True)
