"""hard: counts cards, remembers, and evaluates what each move leads to."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.bots import house_lookahead
from p2puno.bots.habits import Habits, Mind
from p2puno.bots.lookahead import WILD_DRAWN, Prospect
from p2puno.cards import Face
from p2puno.moves import (
    Accept,
    Ask,
    Blind,
    Challenge,
    Choice,
    Draw,
    Fight,
    Keep,
    Move,
    Name,
    Play,
    Show,
    Stop,
    Swap,
)
from p2puno.round.challenge import Doubt, Pay
from p2puno.rulesets.battle import Battle
from p2puno.rulesets.swap import Trade

BLUFFS, BLUFFS_KNOWN = 0.08, 10
"""How often we expect a player who holds the colour in play to play a wild draw card anyway, and how many
observed verdicts this estimate is worth."""

FULL = 10
"""With this many cards in hand, hold nothing back: rounds must end."""


def choose(mind: Mind, moves: Sequence[Move]) -> Move:
    return decide(Prospect(mind), moves)


def decide(prospect: Prospect, moves: Sequence[Move]) -> Move:
    """The move that leads to the best position."""
    waiting = prospect.round.waiting
    assert type(waiting) is Choice
    if waiting.ask is Ask.CHALLENGE or waiting.ask is Ask.STACK:
        return _challenge(prospect.mind, prospect, moves)
    if waiting.ask is Ask.TURN:
        moves = distinct(prospect.mind, worth_a_thought(prospect.mind, moves))
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: worth(prospect, move))


def worth_a_thought(mind: Mind, moves: Sequence[Move]) -> Sequence[Move]:
    """Drawing is worth evaluating only where it saves a wild card for later."""
    plays = [move for move in moves if type(move) is Play]
    saves = all(play.face.wild for play in plays) and len(mind.view.hand()) < FULL
    return moves if saves or not plays else plays


def distinct(mind: Mind, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves, with only one for cards of the same face, unless their other sides count too."""
    if mind.view.round.two_sided:
        return moves
    kept: dict[object, Move] = {}
    for move in moves:
        kept.setdefault(move.face if type(move) is Play else move, move)
    return list(kept.values())


def worth(prospect: Prospect, move: Move) -> float:
    """The probability of winning after this move; where only points are still at stake, how many cards its
    colour costs the others."""
    round, scene = prospect.round, prospect.now()
    match move:
        case Play(card, face):
            return prospect.play(scene, face, card)
        case Draw():
            return prospect.draw(scene)
        case Keep():
            return prospect.keep(scene)
        case Name(colour):
            below = round.agenda[-2] if len(round.agenda) > 1 else None
            if type(below) is Doubt and round.top.symbol in WILD_DRAWN:
                return prospect.wild_draw(scene, round.top, colour, below.colour)
            if type(below) is Pay and below.seat == prospect.me and round.out is None:
                return house_lookahead.colour_for_roulette(prospect, scene, colour)
            if type(below) is Trade:
                return prospect.best_trade(scene._replace(colour=colour))
            if round.out is not None:  # somebody must draw for a last card until this colour comes (G-07)
                cost = prospect.sight(round.side).draws_until(colour)
                return -cost if type(below) is Pay and below.seat == prospect.me else cost
            return prospect.name(scene, colour, round.upcoming)
        case Fight(opponent):
            return prospect.battle(scene, opponent)
        case Show(_, face):
            return prospect.show(scene, face, opponent_of(prospect))
        case Swap(first, second):
            return prospect.trade(scene, first, second)
        case Stop():
            return house_lookahead.last_laid(prospect, scene, round.top, 0)
        case Blind():
            return house_lookahead.play_blind(prospect, scene)
    return 0.0


def likes_jump(mind: Mind, face: Face) -> bool:
    """Whether jumping in is better than letting the next player go on."""
    prospect = Prospect(mind)
    scene = prospect.now()
    return prospect.play(scene, face) > prospect.settle(scene, mind.view.round.turn)


def opponent_of(prospect: Prospect) -> int:
    """Whom this seat fights in the battle that is on."""
    task = prospect.round.task
    assert type(task) is Battle
    return task.challenged if task.challenger == prospect.me else task.challenger


def guilt(mind: Mind, prospect: Prospect) -> float:
    """The probability that the wild draw card was illegal, judging by the visible part of the hand and by
    earlier verdicts."""
    aimed = doubt(prospect)
    assert aimed.accused is not None
    held = prospect.sight(prospect.round.side).has_colour(prospect.now().hands[aimed.accused], aimed.colour)
    verdicts = mind.memory.verdicts(aimed.accused)
    bluffs = (BLUFFS * BLUFFS_KNOWN + sum(verdicts)) / (BLUFFS_KNOWN + len(verdicts))
    return held * bluffs / (held * bluffs + 1 - held)


def _challenge(mind: Mind, prospect: Prospect, moves: Sequence[Move]) -> Move:
    """Pass a penalty on where a card may be laid on it; otherwise challenge if it pays off."""
    round = prospect.round
    if plays := [move for move in moves if type(move) is Play]:
        return min(plays, key=lambda play: round.rules.deck.points[play.face])
    accused, count = doubt(prospect).accused, penalty(prospect)
    if accused is None:
        return Accept()
    if prospect.challenge(accused, count, guilt(mind, prospect)) > prospect.accept(count):
        return Challenge()
    return Accept()


def doubt(prospect: Prospect) -> Doubt:
    """The draw card that is aimed at us."""
    task = prospect.round.task
    assert type(task) is Doubt
    return task


def penalty(prospect: Prospect) -> int:
    """About how many cards the draw card that is aimed at us makes us draw."""
    owed, sight = doubt(prospect).penalty, prospect.sight(prospect.round.side)
    until = sight.draws_until(prospect.round.colour) if owed.to_colour else 0
    return owed.count + min(int(until * owed.to_colour + 0.5), 12)


HABITS = Habits(
    calls=1, calls_late=1, catches=1, choose=choose, remembers=True, jumps=1, likes_jump=likes_jump
)
